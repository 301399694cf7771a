/** Whatever the typed rows and the filter: DuckDB, with what it leaves to JavaScript, answers as the evaluator does. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { jsonObjectSchema } from '../../../shared/contract/common.ts';
import type { JsonValue } from '../../../shared/contract/json.ts';
import { compileTyped } from '../../filters/compile/compile-typed.ts';
import { duckdbDialect } from '../../filters/compile/dialect-duckdb.ts';
import { evaluator } from '../../filters/evaluate-filter.ts';
import { parseFilter } from '../../filters/parse-filter.ts';
import { filterArbitrary, pointedFilters } from '../../filters/testing/arbitrary-filters.ts';
import { isWhole, rounds } from '../../testing/rounds.ts';
import { ParquetFolder } from '../testing/parquet.ts';
import { typedReading, typedRows as rows } from '../testing/typed-rows.ts';
import { FilesEngine } from './files-engine.ts';
import { rowNumber } from './positions.ts';

const filters = rounds({ usual: 60, all: 6_000 });
const seed = Number(process.env['PROOFDESK_SEED'] ?? 7);
const signal = new AbortController().signal;

const folder = new ParquetFolder();
const engine = new FilesEngine(`${folder.path}/temporary`);
afterAll(() => folder.remove());

it(
  'answers as the evaluator, and tells how much is left to it',
  { timeout: isWhole ? 3_600_000 : 120_000 },
  async () => {
    const { reading: read, documents } = await typedReading(folder, engine, signal);
    expect(documents).toHaveLength(rows);
    const made = fc.sample(filterArbitrary, { numRuns: filters, seed });
    const pointed = documents
      .slice(0, rounds({ usual: 1, all: 20 }))
      .flatMap((each) => pointedFilters(each));
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
