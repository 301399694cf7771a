/** Whatever the typed rows and the filter: DuckDB, with what it leaves to JavaScript, answers as the evaluator does. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { jsonObjectSchema } from '../../../shared/contract/common.ts';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import { compileTyped } from '../../filters/compile/compile-typed.ts';
import { duckdbDialect } from '../../filters/compile/dialect-duckdb.ts';
import { evaluator } from '../../filters/evaluate-filter.ts';
import { parseFilter } from '../../filters/parse-filter.ts';
import { filterArbitrary, pointedFilters } from '../../filters/testing/arbitrary-filters.ts';
import { isWhole, rounds } from '../../testing/rounds.ts';
import { ParquetFolder } from '../testing/parquet.ts';
import { FilesEngine, type FilesReading } from './files-engine.ts';
import { rowNumber } from './positions.ts';

const filters = rounds({ usual: 400, all: 6_000 });
const seed = Number(process.env['PROOFDESK_SEED'] ?? 7);
const signal = new AbortController().signal;

const folder = new ParquetFolder();
const engine = new FilesEngine(`${folder.path}/temporary`);
afterAll(() => folder.remove());

/** Rows of every form, with null, NaN and infinity, empty lists, null elements, and structs in lists in structs. */
const rows = 120;
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
  FROM range(${rows}) t(i)`;

async function reading(): Promise<{ reading: FilesReading; documents: JsonObject[] }> {
  const path = await folder.write('rows.parquet', query);
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
  const order = { condition: { sql: '1', values: [] }, order: [], after: 0, limit: rows };
  const found = await engine.rows(read, order, signal);
  return {
    reading: read,
    documents: found.map(({ text }) => jsonObjectSchema.parse(JSON.parse(text))),
  };
}

it(
  'answers as the evaluator, and tells how much is left to it',
  { timeout: isWhole ? 3_600_000 : 120_000 },
  async () => {
    const { reading: read, documents } = await reading();
    expect(documents).toHaveLength(rows);
    const made = fc.sample(filterArbitrary, { numRuns: filters, seed });
    const pointed = documents.slice(0, 20).flatMap((each) => pointedFilters(each));
    let residual = 0;
    let some = 0;
    const every: readonly JsonValue[] = [...made, ...pointed];
    for (const value of every) {
      const filter = parseFilter(value);
      const compiled = compileTyped(filter, {
        dialect: duckdbDialect,
        fields: read.fields,
        isStored: (path) => path !== 'record_id',
      });
      const expected = documents.flatMap((each, row) =>
        evaluator(filter)(each) ? [rowNumber(0, row)] : [],
      );
      const condition = { sql: compiled.sql, values: compiled.parameters };
      const told = `${JSON.stringify(value)}\n${compiled.sql}\n${JSON.stringify(compiled.parameters.map(String))}`;
      const found = await engine
        .rows(read, { condition, order: [], after: 0, limit: rows }, signal)
        .catch((error: unknown) => {
          throw new Error(told, { cause: error });
        });
      const kept = found.filter(
        ({ text }) => compiled.residual?.(jsonObjectSchema.parse(JSON.parse(text))) ?? true,
      );
      expect({ told, seqs: kept.map(({ seq }) => seq) }).toEqual({ told, seqs: expected });
      if (!compiled.exact) residual += 1;
      if (expected.length > 0 && expected.length < rows) some += 1;
    }
    console.log(
      `${every.length} filters, seed ${seed}: ${some} with some but not all rows, ${residual} finished in JavaScript`,
    );
    expect(every.length).toBeGreaterThanOrEqual(filters);
    expect(some).toBeGreaterThan(every.length / 20);
  },
);
