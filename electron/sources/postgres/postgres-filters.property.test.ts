/**
 * Whatever the rows and the filter: PostgreSQL, with what it leaves to JavaScript, answers as the evaluator does.
 * @push
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonObjectSchema } from '../../../shared/contract/common.ts';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import { compileTyped } from '../../filters/compile/compile-typed.ts';
import { postgresDialect } from '../../filters/compile/dialect-postgres.ts';
import { evaluator } from '../../filters/evaluate-filter.ts';
import { parseFilter } from '../../filters/parse-filter.ts';
import {
  documentArbitrary,
  filterArbitrary,
  pointedFilters,
  regularDocumentArbitrary,
} from '../../filters/testing/arbitrary-filters.ts';
import { isWhole, rounds } from '../../testing/rounds.ts';
import { hasPostgres, PostgresServer } from '../testing/postgres-server.ts';
import {
  documentsOf,
  makeDocuments,
  makeTyped,
  readingOf,
  testLimit,
} from '../testing/typed-relation.ts';
import { PostgresEngine, type RelationReading } from './postgres-engine.ts';

const filters = rounds({ usual: 80, all: 5_000 });
const seeds =
  process.env['PROOFDESK_SEED'] === undefined ? [7, 11] : [Number(process.env['PROOFDESK_SEED'])];
const documentsOfRun = 100;

describe.runIf(hasPostgres())('PostgreSQL', () => {
  let server: PostgresServer;
  const engine = new PostgresEngine();
  beforeAll(async () => {
    server = await PostgresServer.start();
  }, 60_000);
  afterAll(async () => {
    engine.close();
    await server.remove();
  });

  /** Asks all filters of all rows, both ways. */
  async function compare(
    reading: RelationReading,
    seed: number,
    told: string,
  ): Promise<{ readonly every: number; readonly some: number }> {
    const documents = await documentsOf(engine, reading);
    const made = fc.sample(filterArbitrary, { numRuns: filters, seed });
    const pointed = documents.slice(0, rounds({ usual: 2, all: 40 })).flatMap(pointedFilters);
    const every: readonly JsonValue[] = [...made, ...pointed];
    let residual = 0;
    let some = 0;
    for (const value of every) {
      const { found, expected, isExact } = await both(reading, documents, value);
      expect({ value, rows: found }).toEqual({ value, rows: expected });
      if (!isExact) residual += 1;
      if (expected.length > 0 && expected.length < documents.length) some += 1;
    }
    console.log(
      `${told}: ${every.length} filters over ${documents.length} rows, seed ${seed}: ${some} with some but not all rows, ${residual} finished in JavaScript`,
    );
    return { every: every.length, some };
  }

  async function both(
    reading: RelationReading,
    documents: readonly JsonObject[],
    value: JsonValue,
  ): Promise<{ found: unknown[]; expected: unknown[]; isExact: boolean }> {
    const filter = parseFilter(value);
    const { document } = reading.snapshot;
    const compiled = compileTyped(filter, {
      dialect: postgresDialect,
      fields: reading.fields,
      document: document === null ? undefined : postgresDialect.column(document),
      isStored: (path) => path !== 'record_id',
    });
    const condition = { sql: compiled.sql, values: compiled.parameters };
    const order = { condition, order: [], after: undefined, limit: documents.length };
    const rows = await engine.rows(reading, order, testLimit()).catch((error: unknown) => {
      throw new Error(`${JSON.stringify(value)}\n${compiled.sql}`, { cause: error });
    });
    const kept = rows.filter(
      ({ text }) => compiled.residual?.(jsonObjectSchema.parse(JSON.parse(text))) ?? true,
    );
    const test = evaluator(filter);
    return {
      found: kept.map(({ key }) => `rec_${key}`),
      expected: documents.filter((each) => test(each)).map((each) => each['record_id']),
      isExact: compiled.exact,
    };
  }

  const timeout = isWhole ? 3_600_000 : 120_000;

  it.each(isWhole ? seeds : seeds.slice(0, 1))(
    'answers about columns as the evaluator, seed %d',
    { timeout },
    async (seed) => {
      await makeTyped(server);
      const { every, some } = await compare(
        await readingOf(server, engine, 'typed'),
        seed,
        'columns',
      );
      expect(every).toBeGreaterThanOrEqual(filters);
      expect(some).toBeGreaterThan(every / 20);
    },
  );

  it.each(isWhole ? seeds : seeds.slice(0, 1))(
    'answers about documents as the evaluator, seed %d',
    { timeout },
    async (seed) => {
      const documents = fc.oneof(documentArbitrary, regularDocumentArbitrary);
      await makeDocuments(server, fc.sample(documents, { numRuns: documentsOfRun, seed }));
      const reading = await readingOf(server, engine, 'documents', 'doc');
      const { every, some } = await compare(reading, seed, 'documents');
      expect(every).toBeGreaterThanOrEqual(filters);
      expect(some).toBeGreaterThan(every / 20);
    },
  );
});
