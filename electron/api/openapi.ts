/** The interface as an OpenAPI 3.1 document, generated from the route table and its schemas. */
import { z } from 'zod';
import { errorStatus, type ErrorCode } from '../../shared/contract/errors.ts';
import { limits } from '../../shared/contract/limits.ts';
import { examples, type Example } from '../../shared/contract/examples.ts';
import type { JsonValue } from '../../shared/contract/json.ts';
import type { Route } from '../../shared/contract/route.ts';
import { made, makeNamed } from '../../shared/contract/when-asked.ts';
import { routes } from '../../shared/contract/routes.ts';

/** JSON as this document is made of. */
export type Json = null | boolean | number | string | Json[] | JsonMembers;
export interface JsonMembers {
  [name: string]: Json;
}

/** Errors that any operation may answer with. */
const commonErrors: readonly ErrorCode[] = [
  'validation_error',
  'unauthorized',
  'forbidden',
  'rate_limit_exceeded',
  'internal_error',
  'engine_unavailable',
];

const schemaReference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Where the interface stands below the address that was asked; hosts say the whole of it in its place. */
export const serverPath = '/v1';

/** The document: the same in every run of one version. */
export function openApiDocument(): JsonMembers {
  const names = namedSchemas();
  return {
    openapi: '3.1.1',
    info: {
      title: 'Proofdesk',
      version: '1',
      summary: 'Decision records in a tamper-evident ledger.',
      description:
        'Bodies are JSON. Every response carries an `x-request-id`. What the service ' +
        'specification does not have is marked `x-extension`.',
      contact: { name: 'Whoever runs this server' },
      // docs/ledger-format.md and the verifier of bundles are excepted: LICENSE.
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proofdesk' },
    },
    servers: [{ url: serverPath, description: 'The server that was asked' }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: areas.map(([name, description]) => ({ name, description })),
    paths: paths(),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The recommended form: `Authorization: Bearer <API_KEY>`.',
        },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'A repeated request with the same key gets the first answer, byte for byte, and has ' +
            'no further effect. Keys are remembered for 24 hours; that of a decision for good, and what ' +
            'is answered to it is the record as it is by then.',
          schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKey },
          'x-extension': true,
        },
        Prefer: {
          name: 'Prefer',
          in: 'header',
          description: '`faults`: an error that names fields has `faults` besides, their codes.',
          schema: { type: 'string' },
          'x-extension': true,
        },
      },
      headers: {
        RequestId: {
          description: 'Names this request in the log and in error bodies.',
          schema: { type: 'string', pattern: '^req_' },
        },
      },
      schemas: byName({
        ...withJobResults(schemasOf(names.answered, 'output')),
        ...schemasOf(names.sent, 'input'),
      }),
    },
  };
}

const areas = [
  ['records', 'Decision records'],
  ['models', 'Model registry'],
  ['datasets', 'Datasets and their rows'],
  ['grants', 'Who may use which dataset, for what and until when'],
  ['sessions', 'Data sessions'],
  ['evidence', 'Evidence of what was done with data'],
  ['billing', 'Usage, invoices, payments and payouts'],
  ['imports', 'Files of records'],
  ['chain', 'The chain behind the records, and its verification'],
  ['jobs', 'Long work'],
  ['workspace', 'Which ledger is open'],
  ['access', 'API keys, their roles and limits'],
  ['people', 'People who sign'],
  ['persons', 'Requests of persons whom decisions are about'],
  ['audit', 'Who asked for what'],
  ['webhooks', 'Endpoints that are told of events, and what became of it'],
  ['service', 'The service itself'],
] as const satisfies readonly (readonly [Route['area'], string])[];

function paths(): JsonMembers {
  const all: JsonMembers = {};
  for (const route of routes as readonly Route[]) {
    all[route.path] = {
      ...membersOf(all[route.path] ?? {}),
      [route.method.toLowerCase()]: operation(route),
    };
  }
  return all;
}

/** The schemas of what a job may have as its `result`. */
const jobResults = [
  'ArtifactCheckResult',
  'BackupCheckResult',
  'BackupResult',
  'ImportResult',
  'ImportRowsResult',
];

function withJobResults(schemas: JsonMembers): JsonMembers {
  const job = membersOf(schemas['Job'] ?? {});
  const properties = membersOf(job['properties'] ?? {});
  const results = [...jobResults.map(schemaReference), { type: ['object', 'null'] }];
  const result = { description: 'By the kind of the job', anyOf: results };
  return { ...schemas, Job: { ...job, properties: { ...properties, result } } };
}

const examplesById = new Map<string, Example>(Object.entries(examples));

/** @throws for a route that is none of the table */
function exampleOf({ operationId }: Route): Example {
  const example = examplesById.get(operationId);
  if (example === undefined) throw new TypeError(`There is no example of ${operationId}.`);
  return example;
}

/** The member `example`, where there is one. */
function shown(example: JsonValue | undefined): JsonMembers {
  return example === undefined ? {} : { example: toJsonValue(example) };
}

function operation(route: Route): JsonMembers {
  const parameters = [...pathParameters(route), ...queryParameters(route), ...headers(route)];
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: [route.area],
    ...(route.extension ? { 'x-extension': true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(route),
    responses: { ...successes(route), ...failures(route) },
  };
}

function pathParameters(route: Route): Json[] {
  return [...route.path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...shown(exampleOf(route).path?.[name]),
  }));
}

function queryParameters(route: Route): Json[] {
  return Object.entries(route.query?.shape ?? {}).map(([name, schema]) => {
    const { description, 'x-extension': extension, ...json } = parameterSchema(schema);
    const { contentSchema } = json;
    return {
      name,
      in: 'query',
      ...(typeof description === 'string' ? { description } : {}),
      ...(typeof contentSchema === 'string'
        ? { content: { 'application/json': { schema: schemaReference(contentSchema) } } }
        : { schema: json }),
      ...(extension === true ? { 'x-extension': true } : {}),
    };
  });
}

/** What the text of a parameter stands for, with its default. */
function parameterSchema(schema: z.core.$ZodType): JsonMembers {
  const json = toJson(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: plainly }),
  );
  delete json['$schema'];
  const fallback: unknown = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  return fallback === undefined ? json : { ...json, default: toJsonValue(fallback) };
}

function headers(route: Route): Json[] {
  const prefer = { $ref: '#/components/parameters/Prefer' };
  return route.method === 'POST' && route.partly !== true && route.packed === undefined
    ? [{ $ref: '#/components/parameters/IdempotencyKey' }, prefer]
    : [prefer];
}

function requestBody(route: Route): JsonMembers {
  if (route.upload !== undefined) {
    const content = route.upload.map(
      (type, place) =>
        [
          type,
          { schema: { type: 'string' }, ...(place === 0 ? shown(exampleOf(route).body) : {}) },
        ] as const,
    );
    return { requestBody: { required: true, content: Object.fromEntries(content) } };
  }
  if (route.packed !== undefined) {
    const content = route.packed.map((type) => [type, packedContent(type, route)] as const);
    return { requestBody: { required: true, content: Object.fromEntries(content) } };
  }
  if (route.body === undefined) return {};
  const name = nameOf(route.body);
  if (name === undefined) throw new Error(`The body of ${route.operationId} has no name.`);
  return {
    requestBody: {
      // A body of DELETE is nothing but what may be said of what was looked at.
      required: route.method !== 'DELETE',
      content: {
        'application/json': { schema: schemaReference(name), ...shown(exampleOf(route).body) },
      },
    },
  };
}

/** A message of OpenTelemetry, whose schema is its protocol's: as an object of JSON, or as bytes. */
function packedContent(mediaType: string, route: Route): JsonMembers {
  return mediaType === 'application/json'
    ? { schema: { type: 'object' }, ...shown(exampleOf(route).body) }
    : { schema: { type: 'string', format: 'binary' } };
}

/** An act that people sign is prepared with status 200; what may be refused in part has 207 then. */
function successes(route: Route): JsonMembers {
  const done = success(route);
  if (route.partly === true) {
    return { [route.status]: done, 207: { ...done, description: 'A part of it was refused' } };
  }
  if (route.prepares !== true) return { [route.status]: done };
  const prepared = schemaReference('PreparedAct');
  const isBoth = route.status === 200 && !('mediaType' in route.response);
  const schema = isBoth ? { oneOf: [schemaReference(responseName(route)), prepared] } : prepared;
  return {
    [route.status]: done,
    200: {
      description: isBoth
        ? 'OK; with `prepare`, the texts to sign'
        : 'With `prepare`: to be signed',
      headers: requestIdHeader,
      content: { 'application/json': { schema } },
    },
  };
}

function success(route: Route): JsonMembers {
  const example = shown(exampleOf(route).answer);
  const content =
    'mediaType' in route.response
      ? { [route.response.mediaType]: { ...linesOf(route.response), ...example } }
      : { 'application/json': { schema: schemaReference(responseName(route)), ...example } };
  return { description: descriptionOf[route.status], headers: requestIdHeader, content };
}

function linesOf({ lines }: { readonly lines?: z.core.$ZodType }): JsonMembers {
  const name = lines === undefined ? undefined : nameOf(lines);
  return name === undefined ? {} : { schema: schemaReference(name) };
}

const descriptionOf = { 200: 'OK', 201: 'Created', 202: 'Accepted: a job' } as const;
const requestIdHeader = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };

function failures(route: Route): JsonMembers {
  const written: readonly ErrorCode[] = route.access === 'read' ? [] : ['storage_full'];
  const codes = [...new Set([...commonErrors, ...route.errors, ...written])];
  const schema = schemaReference(errorName(route));
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: codes
          .filter((code) => errorStatus[code] === status)
          .map((code) => `\`${code}\``)
          .join(', '),
        headers: requestIdHeader,
        content: { 'application/json': { schema } },
      },
    ]),
  );
}

function errorName({ packed, errorShape }: Route): string {
  if (packed !== undefined) return 'OtlpStatus';
  return errorShape === 'records' ? 'RecordsError' : 'SessionsError';
}

function responseName(route: Route): string {
  if ('mediaType' in route.response) throw new Error(`${route.operationId} answers no JSON.`);
  return nameOf(route.response) ?? pageName(route);
}

/** A page that has no name of its own is named after its operation. */
function pageName({ operationId }: Route): string {
  return operationId.replace(/^list(.*)s$/, '$1Page');
}

/** The name that a schema was given where it is declared: `.meta({ id })`. */
function nameOf(schema: z.core.$ZodType): string | undefined {
  return z.globalRegistry.get(made(schema))?.id;
}

type Names = z.core.$ZodRegistry<{ id: string }>;

/** The named schemas: those of bodies that are sent (`sent: true` beside the name), and all others. */
function namedSchemas(): { sent: Names; answered: Names } {
  const [sent, answered]: [Names, Names] = [z.registry(), z.registry()];
  makeNamed();
  const override = ({ zodSchema }: { zodSchema: z.core.$ZodTypes }) => {
    const { id, sent: isSent } = z.globalRegistry.get(zodSchema) ?? {};
    if (id !== undefined) (isSent === true ? sent : answered).add(zodSchema, { id });
  };
  try {
    z.toJSONSchema(z.globalRegistry, { unrepresentable: 'any', override });
  } catch (cause) {
    const hint = 'Every file of shared/contract takes z from when-asked.ts.';
    throw new Error(`A schema cannot be written down. ${hint}`, { cause });
  }
  for (const route of routes as readonly Route[]) {
    if ('mediaType' in route.response || nameOf(route.response) !== undefined) continue;
    answered.add(made(route.response), { id: pageName(route) });
  }
  return { sent, answered };
}

/** What a schema says of itself besides its name. */
class Descriptions extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType): Record<string, unknown> {
    const { id: _id, sent: _sent, ...words } = z.globalRegistry.get(schema) ?? {};
    return words;
  }
}

function schemasOf(names: Names, io: 'input' | 'output'): JsonMembers {
  const { schemas } = z.toJSONSchema(names, {
    io,
    // Only `names` names: a schema of the other kind is written out where it is embedded.
    metadata: new Descriptions(),
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: (context) => {
      plainly(context);
      // An answer may get more members in time; a body with unknown members is refused.
      const { jsonSchema } = context;
      if (io === 'output' && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
    },
  });
  return Object.fromEntries(
    Object.entries(toJson(schemas)).map(([name, schema]) => {
      const { $schema: _dialect, $id: _id, ...rest } = membersOf(schema);
      return [name, rest];
    }),
  );
}

/**
 * Leaves out what a reader has no use for: limits that every integer has, how a text is checked. The
 * default of a member is told also where its value is looked at before it is judged, as `listOf` does.
 */
function plainly({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default ??= toJsonValue(def.defaultValue);
  if (jsonSchema.type === 'integer') {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  }
  // The text of a query parameter is checked by a pattern; the parameter itself is a number.
  if (jsonSchema.type !== 'string') {
    delete jsonSchema.pattern;
    if (jsonSchema.type === 'boolean') delete jsonSchema.enum;
  }
}

function byName(members: JsonMembers): JsonMembers {
  return Object.fromEntries(
    Object.entries(members).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}

function toJson(value: object): JsonMembers {
  return membersOf(toJsonValue(value));
}

function toJsonValue(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

function membersOf(value: Json): JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

let text: string | undefined;

/** The document as JSON text, made when it is first asked for. */
export function openApiText(): string {
  text ??= JSON.stringify(openApiDocument());
  return text;
}
