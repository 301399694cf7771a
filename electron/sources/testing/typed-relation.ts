/** Rows of every type that relations hold, and documents, for comparing PostgreSQL with JavaScript. */
import { everyRow } from '../engine-orders.ts';
import { jsonObjectSchema } from '../../../shared/contract/common.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { PostgresEngine, RelationReading, RequestLimit } from '../postgres/postgres-engine.ts';
import type { Login } from '../postgres/server-types.ts';
import { serverPassword, readerRole, type PostgresServer } from './postgres-server.ts';

/** Rows of every form, with null, NaN and infinity, empty arrays, null elements, and JSON. */
export const typedRows = 120;
const columns = `
  CASE i % 7 WHEN 0 THEN NULL WHEN 1 THEN 'a' WHEN 2 THEN 'ab' WHEN 3 THEN 'A' WHEN 4 THEN '1' WHEN 5 THEN E'a\\nb' ELSE 'é😀' END AS a,
  (CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN '{}'::text[] WHEN 2 THEN ARRAY['a', NULL] WHEN 3 THEN ARRAY['ab', 'b'] ELSE ARRAY['1', 'x'] END)::varchar[] AS b,
  (CASE i % 6 WHEN 0 THEN NULL WHEN 1 THEN 'null' WHEN 2 THEN '{"a": 1, "b": ["a", null], "c": {"a": "x"}}'
    WHEN 3 THEN '[{"a": 2, "b": "ab"}, 3, [1], {"a": [1, 2]}]' WHEN 4 THEN '"a"' ELSE '{"a": 0.5, "b": {"a": [{"b": 1}, {}]}}' END)::jsonb AS c,
  (CASE i % 6 WHEN 0 THEN NULL WHEN 1 THEN '{}'::integer[] WHEN 2 THEN ARRAY[NULL::integer] WHEN 3 THEN ARRAY[1, 2, NULL] WHEN 4 THEN ARRAY[2, 0] ELSE ARRAY[60] END)::bigint[] AS "é",
  (CASE i % 8 WHEN 0 THEN NULL WHEN 1 THEN 'NaN' WHEN 2 THEN 'Infinity' WHEN 3 THEN '0.5' WHEN 4 THEN '-0' WHEN 5 THEN '2' WHEN 6 THEN '1e300' ELSE '-5' END)::float8 AS "0",
  CASE i % 3 WHEN 0 THEN NULL WHEN 1 THEN true ELSE false END AS "1",
  (CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN '60.25' WHEN 2 THEN '1.50' WHEN 3 THEN 'NaN' ELSE '2' END)::numeric(10, 2) AS "x y",
  (CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN 'infinity' ELSE (date '2024-01-05' + (i % 4)::integer)::text END)::date AS "q""",
  (CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN '-infinity' ELSE (timestamp '2024-01-05 10:00:00.5' + i * interval '1 hour')::text END)::timestamp(3) AS "o'",
  (CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN ARRAY['NaN', '0.1'] WHEN 2 THEN ARRAY['1', NULL] ELSE ARRAY['2.5'] END)::real[] AS "__proto__",
  (CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN '12345678901234567890.5' WHEN 2 THEN '1' ELSE '2.50' END)::numeric AS "p[0]",
  (CASE i % 3 WHEN 0 THEN NULL ELSE i - 60 END)::smallint AS "😀"`;

export function loginOf({ host, port, database }: PostgresServer): Login {
  return { host, port, database, user: readerRole, tls: 'off', ca: null };
}

/** A request of a test. */
export function testLimit(): RequestLimit {
  return { signal: new AbortController().signal, ms: 60_000, password: serverPassword };
}

/** Reading of a relation with the key `id`. @param document the column of documents, where these are the rows */
export async function readingOf(
  server: PostgresServer,
  engine: PostgresEngine,
  relation: string,
  document?: string,
): Promise<RelationReading> {
  const login = loginOf(server);
  const place = { connection_id: 'sconn_0', schema: 'public', relation, as_text: [] };
  const found = await engine.inspect(
    {
      login,
      place:
        document === undefined
          ? { ...place, shape: 'columns' }
          : { ...place, shape: 'document', document },
      chosen: { key: 'id', rule: 'visibility' },
      known: undefined,
      firstRows: 0,
    },
    testLimit(),
  );
  const { seen } = found;
  if (seen === undefined) throw new Error('The relation was not looked at.');
  const { snapshot, recordIds } = seen;
  return { login, snapshot, fields: found.fields, asText: [], recordIds, freshMs: 60_000 };
}

/** The rows as JSON, in the order of their keys. */
export async function documentsOf(
  engine: PostgresEngine,
  reading: RelationReading,
): Promise<JsonObject[]> {
  const order = { condition: everyRow, order: [], after: undefined, limit: 100_000 };
  const found = await engine.rows(reading, order, testLimit());
  return found.map(({ text }) => jsonObjectSchema.parse(JSON.parse(text)));
}

/** Makes the relation `typed` anew. */
export async function makeTyped(server: PostgresServer): Promise<void> {
  await server.query(`DROP TABLE IF EXISTS typed;
    CREATE TABLE typed AS SELECT i AS id, ${columns} FROM generate_series(1, ${typedRows}) AS i;
    ALTER TABLE typed ADD PRIMARY KEY (id)`);
}

/** Makes the relation `documents` anew, of these in their order; those that jsonb cannot hold are left out. */
export async function makeDocuments(
  server: PostgresServer,
  documents: readonly JsonObject[],
): Promise<void> {
  const texts = documents
    .map((each) => JSON.stringify(each))
    .filter((each) => !each.includes('\\u0000'));
  const client = await server.connect();
  await client.query(
    'DROP TABLE IF EXISTS documents; CREATE TABLE documents (id integer PRIMARY KEY, doc jsonb)',
  );
  await client.query(
    'INSERT INTO documents SELECT n, d::jsonb FROM unnest($1::text[]) WITH ORDINALITY AS t(d, n)',
    [texts],
  );
  await client.end();
}
