/** The interface as its own document tells it: operations, their parameters, the members of their bodies. */
import { z } from 'zod';

/** A schema of the document (JSON Schema 2020-12), as far as it is shown. */
export interface ShownSchema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly format?: string | undefined;
  readonly description?: string | undefined;
  readonly properties?: Readonly<Record<string, ShownSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: ShownSchema | undefined;
  readonly anyOf?: readonly ShownSchema[] | undefined;
  readonly oneOf?: readonly ShownSchema[] | undefined;
  readonly allOf?: readonly ShownSchema[] | undefined;
  readonly examples?: readonly unknown[] | undefined;
  readonly default?: unknown;
}

const schemaSchema: z.ZodType<ShownSchema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    format: z.string().optional(),
    description: z.string().optional(),
    properties: z.record(z.string(), schemaSchema).optional(),
    required: z.array(z.string()).optional(),
    items: schemaSchema.optional().catch(undefined),
    anyOf: z.array(schemaSchema).optional(),
    oneOf: z.array(schemaSchema).optional(),
    allOf: z.array(schemaSchema).optional(),
    examples: z.array(z.unknown()).optional(),
  }),
);

const mediaSchema = z.record(z.string(), z.looseObject({ schema: schemaSchema.optional() }));
const parameterSchema = z.looseObject({
  name: z.string().optional(),
  in: z.string().optional(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: schemaSchema.optional(),
  $ref: z.string().optional(),
});
const operationSchema = z.looseObject({
  operationId: z.string(),
  summary: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).default([]),
  parameters: z.array(parameterSchema).default([]),
  requestBody: z.looseObject({ content: mediaSchema }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ description: z.string().optional(), content: mediaSchema.optional() }),
  ),
  'x-extension': z.boolean().optional(),
});
export const apiDocumentSchema = z.looseObject({
  tags: z
    .array(z.looseObject({ name: z.string(), description: z.string().optional() }))
    .default([]),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z
    .looseObject({
      schemas: z.record(z.string(), schemaSchema).default({}),
      parameters: z.record(z.string(), parameterSchema).default({}),
    })
    .default({ schemas: {}, parameters: {} }),
});
export type ApiDocument = z.infer<typeof apiDocumentSchema>;

export interface ApiParameter {
  readonly name: string;
  readonly place: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly description: string;
}

export interface ApiOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly area: string;
  readonly summary: string;
  readonly description: string;
  readonly isExtension: boolean;
  readonly parameters: readonly ApiParameter[];
  /** Media type and schema of the request; null for none. */
  readonly body: { readonly mediaType: string; readonly schema: ShownSchema } | null;
  readonly answers: readonly {
    readonly status: string;
    readonly description: string;
    readonly schema: ShownSchema | null;
  }[];
}

const methods = ['get', 'post', 'put', 'delete'] as const;

/** Every operation, in the order of the document. */
export function operationsOf(document: ApiDocument): ApiOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const parsed = operationSchema.safeParse(item[method]);
      if (!parsed.success) return [];
      const operation = parsed.data;
      const [mediaType, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      return [
        {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          area: operation.tags[0] ?? '',
          summary: operation.summary ?? '',
          description: operation.description ?? '',
          isExtension: operation['x-extension'] === true,
          parameters: operation.parameters.flatMap((each) => parameterOf(document, each)),
          body: mediaType === undefined ? null : { mediaType, schema: media?.schema ?? {} },
          answers: Object.entries(operation.responses).map(([status, answer]) => ({
            status,
            description: answer.description ?? '',
            schema: Object.values(answer.content ?? {})[0]?.schema ?? null,
          })),
        },
      ];
    }),
  );
}

function parameterOf(
  document: ApiDocument,
  given: z.infer<typeof parameterSchema>,
): ApiParameter[] {
  const named = given.$ref === undefined ? undefined : lastOf(given.$ref);
  const parameter = named === undefined ? given : document.components.parameters[named];
  if (parameter?.name === undefined) return [];
  return [
    {
      name: parameter.name,
      place: parameter.in ?? '',
      isRequired: parameter.required === true,
      type: typeText(parameter.schema ?? {}),
      description: parameter.description ?? '',
    },
  ];
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The schema that a reference names. */
function resolved(document: ApiDocument, schema: ShownSchema): ShownSchema {
  if (schema.$ref === undefined) return schema;
  return document.components.schemas[lastOf(schema.$ref)] ?? {};
}

/** A type in a word: `string (date)`, `Record[]`, `one of a, b`. */
export function typeText(schema: ShownSchema): string {
  if (schema.$ref !== undefined) return lastOf(schema.$ref);
  if (schema.enum !== undefined) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeText).join(' | ');
  if (schema.items !== undefined) return `${typeText(schema.items)}[]`;
  const type = typeof schema.type === 'string' ? schema.type : (schema.type ?? []).join(' | ');
  const name = type === '' ? 'any' : type;
  return schema.format === undefined ? name : `${name} (${schema.format})`;
}

export interface Member {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

const deepest = 4;
const mostMembers = 120;

/** The members of a body below each other, nested ones by their path. */
export function membersOf(document: ApiDocument, schema: ShownSchema): Member[] {
  const found: Member[] = [];
  const walk = (given: ShownSchema, path: string, depth: number) => {
    const at = resolved(document, given);
    const inner = at.items === undefined ? at : resolved(document, at.items);
    const inside = at.items === undefined ? path : `${path}[]`;
    for (const [name, member] of Object.entries(inner.properties ?? {})) {
      if (found.length >= mostMembers) return;
      const own = inside === '' ? name : `${inside}.${name}`;
      found.push({
        path: own,
        type: typeText(member),
        isRequired: inner.required?.includes(name) === true,
        description: member.description ?? resolved(document, member).description ?? '',
      });
      if (depth < deepest) walk(member, own, depth + 1);
    }
  };
  walk(schema, '', 1);
  return found;
}

/** A body with what is required, to start from. */
export function exampleOf(document: ApiDocument, given: ShownSchema, depth = 0): unknown {
  const schema = resolved(document, given);
  const [example] = schema.examples ?? [];
  if (example !== undefined) return example;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return depth > deepest ? null : exampleOf(document, choice, depth + 1);
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  switch (type) {
    case 'object': {
      if (depth > deepest) return {};
      const names = schema.required ?? [];
      return Object.fromEntries(
        names.map((name) => [
          name,
          exampleOf(document, schema.properties?.[name] ?? {}, depth + 1),
        ]),
      );
    }
    case 'array':
      return schema.items === undefined || depth > deepest
        ? []
        : [exampleOf(document, schema.items, depth + 1)];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'string':
      return schema.format === 'date' ? '2026-01-31' : 'text';
    default:
      return {};
  }
}

/** Operations that have every typed word in their name, path, summary or parameters. */
export function matchingOperations(
  operations: readonly ApiOperation[],
  text: string,
): ApiOperation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ id, path, method, summary, parameters }) => {
    const all = [id, path, method, summary, ...parameters.map(({ name }) => name)]
      .join(' ')
      .toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
