/** Whatever the typed rows and the filter: DuckDB, with what it leaves to JavaScript, answers as the evaluator does. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { jsonObjectSchema } from '../../../shared/contract/common.ts';
import type { JsonValue } from '../../../shared/contract/json.ts';
import { compileTyped } from '../../filters/compile/compile-typed.ts';
import { duckdbDialect } from '../../filters/compile/dialect-duckdb.ts';
import { evaluator } from '../../filters/evaluate-filter.ts';
import { quotedText } from '../../filters/sql.ts';
import { parseFilter } from '../../filters/parse-filter.ts';
import { filterArbitrary, pointedFilters } from '../../filters/testing/arbitrary-filters.ts';
import { isWhole, rounds } from '../../testing/rounds.ts';
import { ParquetFolder } from '../testing/parquet.ts';
import { readingAt, typedReading, typedRows as rows } from '../testing/typed-rows.ts';
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
      const matches = evaluator(filter);
      const expected = documents.flatMap((each, row) => (matches(each) ? [rowNumber(0, row)] : []));
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

const texts = [
  '',
  'a',
  'AB',
  'a.b',
  'a-b',
  'a\nb',
  'ſ',
  '\u212a',
  'k',
  'é',
  'É',
  '😀',
  '1 2',
  '\t',
  '_',
  ']',
  '\\',
  '{2}',
];
const expressions = [
  '(?:a|b)+$',
  String.raw`^[\w.-]+$`,
  String.raw`[\s]`,
  String.raw`^[^\d\s]+$`,
  String.raw`[\S]{2}`,
  String.raw`[\]\\]`,
  String.raw`^[\W]$`,
  String.raw`\t|\n`,
  String.raw`[^\t\n\r\f\v]{3}`,
  String.raw`^(?:\w(?:\W|$))+`,
  '[^-a]',
  '[k-s]',
  String.raw`\Bb|b\b`,
];

it('reads expressions as the evaluator does, all of them by itself', async () => {
  const rows = texts.map((each) => `(${quotedText(each)})`).join(', ');
  const path = await folder.write('texts.parquet', `SELECT * FROM (VALUES ${rows}) AS t(text)`);
  const { reading } = await readingAt(path, { folder, engine, signal });
  for (const source of expressions) {
    for (const $options of ['', 'i', 's', 'm', 'im']) {
      const filter = parseFilter({ text: { $regex: source, $options } });
      const compiled = compileTyped(filter, { dialect: duckdbDialect, fields: reading.fields });
      const condition = { sql: compiled.sql, values: compiled.parameters };
      const order = { condition, order: [], after: 0, limit: texts.length };
      const found = await engine.rows(reading, order, signal);
      const matches = evaluator(filter);
      expect({
        source,
        $options,
        exact: compiled.exact,
        found: found.map(({ seq }) => seq),
      }).toEqual({
        source,
        $options,
        exact: true,
        found: texts.flatMap((text, row) => (matches({ text }) ? [rowNumber(0, row)] : [])),
      });
    }
  }
});

it('tells lists and objects apart by all that is in them, and leaves very long lists', () => {
  const element = { type: 'INTEGER', form: 'integer' } as const;
  const members = [
    { name: 'b', ...element },
    { name: '0', type: 'VARCHAR', form: 'text' },
  ] as const;
  const fields = [
    { name: 'l', type: 'INTEGER[]', form: 'list', element },
    { name: 's', type: 'STRUCT', form: 'struct', members },
  ] as const;
  const compiled = (value: JsonValue) =>
    compileTyped(parseFilter(value), { dialect: duckdbDialect, fields });
  for (const value of [{ l: [1, null] }, { l: [] }, { s: { 0: 'x', b: 1 } }, { s: { b: 1 } }]) {
    expect(compiled(value)).toMatchObject({ exact: true, reasons: [] });
  }
  // In JavaScript `0` is in front of every name, whatever the order of columns.
  expect(compiled({ s: { b: 1, 0: 'x' } }).sql).toBe(compiled({ s: { 0: 'x', b: 1 } }).sql);
  for (const value of [
    { l: ['x'] },
    { s: { c: 1 } },
    { s: { b: null } },
    { s: [1] },
    { l: { b: 1 } },
  ]) {
    expect(compiled(value)).toMatchObject({ sql: '0', exact: true });
  }
  const long = { l: Array.from({ length: 257 }, (_, index) => index) };
  expect(compiled(long)).toMatchObject({
    exact: false,
    reasons: ['A list or object is compared as a whole.'],
  });
});
