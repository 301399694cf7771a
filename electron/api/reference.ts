/** The OpenAPI document as a page to read, without a script: `reference.html`. */
import { errorStatus } from '../../shared/contract/errors.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { Json, JsonMembers } from './openapi.ts';

/** Markup. A text is none: it is escaped before it stands in some. */
class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

const none = new Html('');

/** The page; the same for the same document. Its style is in `reference.css` beside it. */
export function referencePage(document: JsonMembers): string {
  const tags = list(document['tags']).map(members);
  const operations = operationsOf(document);
  const schemas = Object.entries(at(document, 'components', 'schemas'));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Proofdesk: API reference</title>
        <link rel="stylesheet" href="reference.css" />
      </head>
      <body>
        <a class="skip" href="#conventions">Skip the list of operations</a>
        <nav aria-label="Operations">
          <p class="title">Proofdesk API</p>
          <ul>
            <li><a href="#conventions">Conventions</a></li>
            ${all(tags.map((tag) => navigation(tag, operations)))}
            <li><a href="#schemas">Schemas</a></li>
          </ul>
        </nav>
        <main>
          <h1>API reference</h1>
          <p>
            The same as an OpenAPI 3.1 document: <a href="openapi.json">openapi.json</a>. Paths are
            below <code>{base_url}</code>, which ends in <code>/v1</code>. What the service
            specification does not have is marked <em>extension</em>.
          </p>
          ${conventions()} ${all(tags.map((tag) => section(tag, operations)))}
          <h2 id="schemas">Schemas</h2>
          ${all(schemas.map(([name, schema]) => schemaSection(name, members(schema))))}
        </main>
      </body>
    </html> `.markup;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly tag: string;
  readonly members: JsonMembers;
}

function operationsOf(document: JsonMembers): Operation[] {
  return Object.entries(members(document['paths'])).flatMap(([path, item]) =>
    Object.entries(members(item)).map(([method, value]) => {
      const operation = members(value);
      const id = text(operation['operationId']);
      const [tag] = list(operation['tags']);
      return { method: method.toUpperCase(), path, id, tag: text(tag), members: operation };
    }),
  );
}

function ofTag(tag: JsonMembers, operations: readonly Operation[]): Operation[] {
  return operations.filter((each) => each.tag === text(tag['name']));
}

function navigation(tag: JsonMembers, operations: readonly Operation[]): Html {
  const links = ofTag(tag, operations).map(
    ({ id, members: { summary } }) => html`<li><a href="#${id}">${text(summary)}</a></li>`,
  );
  return html`<li>
    <details>
      <summary>${text(tag['description'])}</summary>
      <ul>
        ${all(links)}
      </ul>
    </details>
  </li>`;
}

function conventions(): Html {
  const rows = Object.entries(errorStatus).map(
    ([code, status]) =>
      html`<tr>
        <td><code>${code}</code></td>
        <td>${status}</td>
      </tr>`,
  );
  return html`<h2 id="conventions">Conventions</h2>
    <ul>
      ${all(conventionTexts.map((each) => html`<li>${prose(each)}</li>`))}
    </ul>
    <table>
      <thead>
        <tr>
          <th>code</th>
          <th>status</th>
        </tr>
      </thead>
      <tbody>
        ${all(rows)}
      </tbody>
    </table>`;
}

const conventionTexts = [
  '`Authorization: Bearer <API_KEY>` or `X-API-Key: <API_KEY>` on every request. A key in the address is not looked at.',
  'Bodies are JSON (`application/json`, UTF-8), read strictly: duplicate names, integers beyond ±(2^53−1), numbers that overflow or vanish, lone surrogates and nesting deeper than ' +
    `${limits.jsonDepth} are refused, and so is every unknown member. At most ${limits.bodyBytes} bytes, where an operation does not say otherwise.`,
  'Query parameters that are unknown, repeated or out of range are refused, never ignored or clamped.',
  `A list answers at most \`limit\` rows from \`offset\` on, and fewer where its rows have more than ${limits.answerBytes} bytes; one row comes in any case. \`limit\` and \`offset\` are told as they were asked. So the next page begins at \`offset\` + the number of rows in \`data\`, never at \`offset\` + \`limit\`, and a list is at its end when that number is \`total\` (\`has_more\` is false), not when a page is shorter than its \`limit\`. Entries of the journal go on at \`from_seq\` + the number of entries that came, and batches of a session at \`next_cursor\`; only the rows that came are metered.`,
  `\`Idempotency-Key\` (1 to ${limits.idempotencyKey} printable characters) on any POST: a repeated request gets the first answer, byte for byte, with \`idempotent-replayed: true\`, and has no further effect. The same key with another request is a 409. Keys are remembered for 24 hours; those of decisions for ever, and a repeated decision answers what it is now.`,
  '`Proofdesk-Cost` and `Proofdesk-Month` are on every answer that was metered: what it came to, and the price of the account’s month so far, in units of its currency. A repeated answer has neither.',
  '`x-request-id` is on every response and in every error body.',
  'Errors have one of two shapes, `RecordsError` on records and `SessionsError` elsewhere. A `validation_error` names every invalid field at once: in `error.details`, or in `error.details.fields`.',
  '`Prefer: faults` on any request: an error that names fields has besides `error.faults`, in the same order: each field with the `code` of its fault and the `params` in it, for those who have words of their own. A code keeps its meaning; new ones may come, and their `message` is in the specified list.',
];

function section(tag: JsonMembers, operations: readonly Operation[]): Html {
  const own = ofTag(tag, operations).map(operationSection);
  return html`<h2 id="tag-${text(tag['name'])}">${text(tag['description'])}</h2>
    ${all(own)}`;
}

function operationSection({ id, method, path, members: operation }: Operation): Html {
  const parameters = list(operation['parameters'])
    .map(members)
    .filter((each) => each['in'] === 'query');
  const body = Object.entries(at(operation, 'requestBody', 'content'));
  const responses = Object.entries(at(operation, 'responses'));
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h3 id="${id}-title">${text(operation['summary'])}${extension(operation)}</h3>
    <p class="line"><code>${method} ${path}</code> <code>${id}</code></p>
    <p>${prose(text(operation['description']))}</p>
    ${parameters.length === 0 ? none : parameterTable(parameters)}
    <ul>
      ${body.length === 0 ? none : html`<li>Body: ${either(body.map(contentText))}</li>`}
      ${all(responses.map(([status, response]) => responseLine(status, members(response))))}
    </ul>
    ${all([...body, ...responses.flatMap(([, response]) => Object.entries(at(members(response), 'content')))].map(exampleOf))}
  </section>`;
}

function extension(value: JsonMembers): Html {
  return value['x-extension'] === true ? html` <em>extension</em>` : none;
}

function parameterTable(parameters: readonly JsonMembers[]): Html {
  const rows = parameters.map((parameter) => {
    const schema =
      'schema' in parameter
        ? members(parameter['schema'])
        : at(parameter, 'content', 'application/json', 'schema');
    return html`<tr>
      <td><code>${text(parameter['name'])}</code>${extension(parameter)}</td>
      <td>${typeOf(schema)}</td>
      <td>${notes(parameter, schema)}</td>
    </tr>`;
  });
  return html`<table>
    <thead>
      <tr>
        <th>parameter</th>
        <th>type</th>
        <th>notes</th>
      </tr>
    </thead>
    <tbody>
      ${all(rows)}
    </tbody>
  </table>`;
}

function responseLine(status: string, response: JsonMembers): Html {
  const contents = Object.entries(at(response, 'content')).map(contentText);
  const answered = contents.length === 0 ? none : html` → ${either(contents)}`;
  return html`<li>${status}: ${prose(text(response['description']))}${answered}</li>`;
}

function contentText([mediaType, content]: [string, Json]): Html {
  const schema = at(members(content), 'schema');
  return '$ref' in schema || 'oneOf' in schema ? typeOf(schema) : html`<code>${mediaType}</code>`;
}

function exampleOf([mediaType, content]: [string, Json]): Html {
  const { example } = members(content);
  if (example === undefined) return none;
  const { $ref: name = mediaType } = at(members(content), 'schema');
  const label = text(name).replace(/^#.*\//, '');
  const written = typeof example === 'string' ? example : JSON.stringify(example, undefined, 2);
  return html`<details>
    <summary>Example: ${label}</summary>
    <pre tabindex="0">${written}</pre>
  </details>`;
}

function schemaSection(name: string, schema: JsonMembers): Html {
  const required = new Set(list(schema['required']).map(text));
  const rows = Object.entries(at(schema, 'properties')).map(([member, value]) => {
    const json = members(value);
    return html`<tr>
      <td><code>${member}</code>${extension(json)}</td>
      <td>${typeOf(json)}</td>
      <td>${required.has(member) ? 'yes' : 'no'}</td>
      <td>${notes(json, json)}</td>
    </tr>`;
  });
  const shape =
    rows.length === 0
      ? html`<p>${typeOf(schema)}</p>`
      : html`<table>
          <thead>
            <tr>
              <th>member</th>
              <th>type</th>
              <th>always there</th>
              <th>notes</th>
            </tr>
          </thead>
          <tbody>
            ${all(rows)}
          </tbody>
        </table>`;
  return html`<h3 id="schema-${name}">${name}</h3>
    ${shape}`;
}

/** A schema in few words: `string`, `array of Record`, `integer or null`. */
function typeOf(schema: JsonMembers): Html {
  if (typeof schema['$ref'] === 'string') {
    const name = schema['$ref'].slice(schema['$ref'].lastIndexOf('/') + 1);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (choices !== undefined) return either(list(choices).map((each) => typeOf(members(each))));
  if (Array.isArray(schema['enum'])) {
    return joined(
      schema['enum'].map((value) => html`<code>${text(value)}</code>`),
      ', ',
    );
  }
  if (schema['type'] === 'array') return html`array of ${typeOf(members(schema['items'] ?? {}))}`;
  if ('properties' in schema) {
    const inner = Object.entries(at(schema, 'properties'));
    const shown = inner.map(([name, value]) => html`${name}: ${typeOf(members(value))}`);
    return html`{ ${joined(shown, ', ')} }`;
  }
  const type = schema['type'] ?? 'any';
  return html`${Array.isArray(type) ? type.map(text).join(' or ') : text(type)}`;
}

function notes(described: JsonMembers, schema: JsonMembers): Html {
  const said = text(described['description']);
  const parts = [...(said === '' ? [] : [prose(said)]), ...limitsOf(schema)];
  return joined(parts, '; ');
}

function limitsOf(schema: JsonMembers): Html[] {
  const { minimum, maximum, maxLength, format, default: fallback } = schema;
  const range =
    minimum !== undefined && maximum !== undefined
      ? [html`${text(minimum)} to ${text(maximum)}`]
      : minimum === undefined
        ? []
        : [html`at least ${text(minimum)}`];
  return [
    ...range,
    ...(maxLength === undefined ? [] : [html`at most ${text(maxLength)} characters`]),
    ...(format === 'date' ? [html`<code>YYYY-MM-DD</code>`] : []),
    ...(fallback === undefined ? [] : [html`default <code>${text(fallback)}</code>`]),
  ];
}

/** Markup of literal parts, with every value in it that is text escaped. */
function html(parts: TemplateStringsArray, ...values: readonly (Html | string | number)[]): Html {
  const written = values.map((value) =>
    value instanceof Html ? value.markup : escaped(String(value)),
  );
  return new Html(String.raw({ raw: parts }, ...written));
}

function escaped(value: string): string {
  const signs: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return value.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? '');
}

/** A sentence in which what stands between grave accents is code. */
function prose(sentence: string): Html {
  const pieces = sentence.split('`');
  return all(
    pieces.map((piece, place) => (place % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`)),
  );
}

function all(parts: readonly Html[]): Html {
  return joined(parts, '');
}

function either(parts: readonly Html[]): Html {
  return joined(parts, ' or ');
}

function joined(parts: readonly Html[], between: string): Html {
  return new Html(parts.map(({ markup }) => markup).join(between));
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
