/** The OpenAPI document as a page to read: `docs/api.md`. */
import { errorStatus } from '../../shared/contract/errors.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { Route } from '../../shared/contract/route.ts';
import { routes } from '../../shared/contract/routes.ts';
import { openApiDocument, type Json, type JsonMembers } from './openapi.ts';

/** The text of `docs/api.md`; the same for the same contract. */
export function referenceText(): string {
  const document = openApiDocument();
  const schemas = at(document, 'components', 'schemas');
  return `${[
    '# API reference',
    '',
    'Generated from the contract by `npm run docs`; do not edit. The same as an OpenAPI 3.1 document:',
    '`GET /v1/openapi.json`. Paths are below `{base_url}`, which ends in `/v1`. What the service',
    'specification does not have is marked *extension*.',
    ...conventions(),
    ...areaSections(document),
    '',
    '## Schemas',
    ...Object.entries(schemas).flatMap(([name, schema]) => schemaSection(name, members(schema))),
  ].join('\n')}\n`;
}

function conventions(): string[] {
  return [
    '',
    '## Conventions',
    '',
    '- **Authentication.** `Authorization: Bearer <API_KEY>` or `X-API-Key: <API_KEY>` on every request. A key in the address is not looked at.',
    '- **Bodies** are JSON (`application/json`, UTF-8), read strictly: duplicate names, integers beyond ±(2^53−1), numbers that overflow or vanish, lone surrogates and nesting deeper than ' +
      `${limits.jsonDepth} are refused, and so is every unknown member. At most ${limits.bodyBytes} bytes.`,
    '- **Query parameters** that are unknown, repeated or out of range are refused, never ignored or clamped.',
    `- **Pages.** A list answers at most \`limit\` rows from \`offset\` on, and fewer where its rows have more than ${limits.answerBytes} bytes; one row comes in any case. \`limit\` and \`offset\` are told as they were asked. So the next page begins at \`offset\` + the number of rows in \`data\`, never at \`offset\` + \`limit\`, and a list is at its end when that number is \`total\` (\`has_more\` is false), not when a page is shorter than its \`limit\`. Entries of the journal go on at \`from_seq\` + the number of entries that came, and batches of a session at \`next_cursor\`; only the rows that came are metered.`,
    `- **Idempotency-Key** (1 to ${limits.idempotencyKey} printable characters) on any POST: a repeated request gets the first answer, byte for byte, with \`idempotent-replayed: true\`, and has no further effect. The same key with another request is a 409. Keys are remembered for 24 hours.`,
    '- **Proofdesk-Cost** and **Proofdesk-Month** are on every answer that was metered: what it came to, and the price of the account’s month so far, in units of its currency. A repeated answer has neither.',
    '- **x-request-id** is on every response and in every error body.',
    '- **Errors** have one of two shapes, `RecordsError` on records and `SessionsError` elsewhere. A `validation_error` names every invalid field at once: in `error.details`, or in `error.details.fields`.',
    '- **Prefer: faults** on any request: an error that names fields has besides `error.faults`, in the same order: each field with the `code` of its fault and the `params` in it, for those who have words of their own. A code keeps its meaning; new ones may come, and their `message` is in the specified list.',
    '',
    '| code | status |',
    '| --- | --- |',
    ...Object.entries(errorStatus).map(([code, status]) => `| \`${code}\` | ${status} |`),
  ];
}

function areaSections(document: JsonMembers): string[] {
  const tags = list(document['tags']).map(members);
  return tags.flatMap((tag) => {
    const area = text(tag['name']);
    const own = (routes as readonly Route[]).filter((route) => route.area === area);
    return [
      '',
      `## ${text(tag['description'])}`,
      ...own.flatMap((route) =>
        operationSection(route, at(document, 'paths', route.path, route.method.toLowerCase())),
      ),
    ];
  });
}

function operationSection(route: Route, operation: JsonMembers): string[] {
  const parameters = list(operation['parameters'])
    .map(members)
    .filter((each) => each['in'] === 'query');
  const description = text(operation['description'] ?? '');
  const body = Object.entries(at(operation, 'requestBody', 'content'));
  return [
    '',
    `### ${route.summary}${route.extension ? ' *(extension)*' : ''}`,
    '',
    `\`${route.method} ${route.path}\` · \`${route.operationId}\``,
    ...(description === '' ? [] : ['', description]),
    ...(parameters.length === 0
      ? []
      : [
          '',
          '| parameter | type | notes |',
          '| --- | --- | --- |',
          ...parameters.map(parameterRow),
        ]),
    '',
    ...(body.length === 0 ? [] : [`- Body: ${body.map(contentText).join(' or ')}`]),
    ...Object.entries(at(operation, 'responses')).map(([status, response]) =>
      responseLine(status, members(response)),
    ),
  ];
}

function parameterRow(parameter: JsonMembers): string {
  const schema =
    'schema' in parameter
      ? members(parameter['schema'])
      : at(parameter, 'content', 'application/json', 'schema');
  const notes = [
    parameter['x-extension'] === true ? '*extension*' : '',
    text(parameter['description'] ?? ''),
    limitsOf(schema),
  ];
  return row([`\`${text(parameter['name'])}\``, typeOf(schema), joined(notes)]);
}

function responseLine(status: string, response: JsonMembers): string {
  const contents = Object.entries(at(response, 'content')).map(contentText);
  return `- ${status}: ${text(response['description'])} → ${contents.join(' or ')}`;
}

function contentText([mediaType, content]: [string, Json]): string {
  const schema = at(members(content), 'schema');
  return '$ref' in schema ? typeOf(schema) : `\`${mediaType}\``;
}

function schemaSection(name: string, schema: JsonMembers): string[] {
  const required = new Set(list(schema['required']).map(text));
  const rows = Object.entries(at(schema, 'properties')).map(([member, value]) => {
    const json = members(value);
    const notes = [
      json['x-extension'] === true ? '*extension*' : '',
      text(json['description'] ?? ''),
      limitsOf(json),
    ];
    return row([`\`${member}\``, typeOf(json), required.has(member) ? 'yes' : 'no', joined(notes)]);
  });
  return [
    '',
    `### ${name}`,
    '',
    '| member | type | always there | notes |',
    '| --- | --- | --- | --- |',
    ...rows,
  ];
}

/** A schema in few words: `string`, `array of Record`, `integer or null`. */
function typeOf(schema: JsonMembers): string {
  if (typeof schema['$ref'] === 'string') {
    const name = schema['$ref'].slice(schema['$ref'].lastIndexOf('/') + 1);
    return `[${name}](#${name.toLowerCase()})`;
  }
  if ('anyOf' in schema) {
    return list(schema['anyOf'])
      .map((each) => typeOf(members(each)))
      .join(' or ');
  }
  if (Array.isArray(schema['enum'])) {
    return schema['enum'].map((value) => `\`${text(value)}\``).join(', ');
  }
  if (schema['type'] === 'array') return `array of ${typeOf(members(schema['items'] ?? {}))}`;
  if ('properties' in schema) {
    const inner = Object.entries(at(schema, 'properties'));
    return `{ ${inner.map(([name, value]) => `${name}: ${typeOf(members(value))}`).join(', ')} }`;
  }
  const type = schema['type'] ?? 'any';
  return Array.isArray(type) ? type.map(text).join(' or ') : text(type);
}

function limitsOf(schema: JsonMembers): string {
  const { minimum, maximum, maxLength } = schema;
  const range =
    minimum !== undefined && maximum !== undefined
      ? `${text(minimum)} to ${text(maximum)}`
      : minimum === undefined
        ? ''
        : `at least ${text(minimum)}`;
  return joined([
    range,
    maxLength === undefined ? '' : `at most ${text(maxLength)} characters`,
    schema['format'] === 'date' ? '`YYYY-MM-DD`' : '',
    schema['default'] === undefined ? '' : `default \`${text(schema['default'])}\``,
  ]);
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function joined(notes: readonly string[]): string {
  return notes.filter((note) => note !== '').join('; ');
}

function at(value: JsonMembers, ...path: readonly string[]): JsonMembers {
  return path.reduce((inner, name) => members(inner[name] ?? {}), value);
}

function members(value: Json | undefined): JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function text(value: Json | undefined): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
}
