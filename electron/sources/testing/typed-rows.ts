/** Rows of every type that files can hold, for comparing DuckDB with JavaScript. */
import { everyRow } from '../engine-orders.ts';
import { jsonObjectSchema } from '../../../shared/contract/common.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { FilesEngine, FilesReading } from '../files/files-engine.ts';
import type { ParquetFolder } from './parquet.ts';

/** Rows of every form, with null, NaN and infinity, empty lists, null elements, and structs in lists in structs. */
export const typedRows = 120;
const query = `SELECT
  CASE i % 7 WHEN 0 THEN NULL WHEN 1 THEN 'a' WHEN 2 THEN 'ab' WHEN 3 THEN 'A' WHEN 4 THEN '1' WHEN 5 THEN E'a\\nb' ELSE 'é😀' END AS a,
  CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN [] WHEN 2 THEN ['a', NULL] WHEN 3 THEN ['ab', 'b'] ELSE ['1', 'x'] END::VARCHAR[] AS b,
  CASE i % 6 WHEN 0 THEN NULL ELSE {'a': CASE i % 4 WHEN 0 THEN NULL ELSE i % 4 END::BIGINT,
    'b': CASE i % 3 WHEN 0 THEN NULL WHEN 1 THEN [1, 2, NULL] ELSE [] END::INTEGER[],
    'c': CASE i % 2 WHEN 0 THEN NULL ELSE 'ab' END} END AS c,
  CASE i % 6 WHEN 0 THEN NULL WHEN 1 THEN [] WHEN 2 THEN [NULL] WHEN 3 THEN [{'a': 1, 'b': ['a']}, {'a': NULL, 'b': NULL}]
    WHEN 4 THEN [{'a': 2, 'b': []}, NULL] ELSE [{'a': 0, 'b': ['ab', NULL]}] END::STRUCT(a INTEGER, b VARCHAR[])[] AS "é",
  CASE i % 8 WHEN 0 THEN NULL WHEN 1 THEN 'NaN'::DOUBLE WHEN 2 THEN 'Infinity'::DOUBLE WHEN 3 THEN 0.5 WHEN 4 THEN -0.0 WHEN 5 THEN 2 WHEN 6 THEN 1e300 ELSE -5 END::DOUBLE AS "0",
  CASE i % 3 WHEN 0 THEN NULL WHEN 1 THEN TRUE ELSE FALSE END AS "1",
  CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN 60.25 WHEN 2 THEN 1.50 ELSE 2 END::DECIMAL(10, 2) AS "x y",
  CASE i % 4 WHEN 0 THEN NULL ELSE DATE '2024-01-05' + (i % 4)::INTEGER END AS "q""",
  CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN 'infinity'::TIMESTAMP ELSE TIMESTAMP '2024-01-05 10:00:00.5' + INTERVAL (i) HOUR END AS "o'",
  CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN [['a'], NULL] WHEN 2 THEN [[], ['b', NULL]] ELSE [] END::VARCHAR[][] AS "😀",
  CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN ['NaN'::FLOAT, 0.1::FLOAT] WHEN 2 THEN [1, NULL] ELSE [2.5] END::FLOAT[] AS "__proto__"
  FROM range(${typedRows}) t(i)`;

/** Where files lie, and what reads them. */
interface FilesMeans {
  readonly folder: ParquetFolder;
  readonly engine: FilesEngine;
  readonly signal: AbortSignal;
}

/** The rows in a file, and as JSON. */
export async function typedReading(
  folder: ParquetFolder,
  engine: FilesEngine,
  signal: AbortSignal,
): Promise<{ reading: FilesReading; documents: JsonObject[] }> {
  const path = await folder.write('rows.parquet', query);
  return readingAt(path, { folder, engine, signal });
}

/** The same of a file that is there, of so many rows at most. */
export async function readingAt(
  path: string,
  { folder, engine, signal }: FilesMeans,
): Promise<{ reading: FilesReading; documents: JsonObject[] }> {
  const { snapshot, columns } = await engine.inspect(
    {
      place: { paths: [path] },
      allowed: { folders: [folder.path], forbidden: [] },
      asText: [],
      key: undefined,
      known: undefined,
    },
    signal,
  );
  const fields = columns.flatMap(({ field }) => field ?? []);
  const read: FilesReading = { snapshot, fields, key: undefined };
  const order = { condition: everyRow, order: [], after: 0, limit: typedRows };
  const found = await engine.rows(read, order, signal);
  return {
    reading: read,
    documents: found.map(({ text }) => jsonObjectSchema.parse(JSON.parse(text))),
  };
}
