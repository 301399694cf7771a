/** Orders by a column of doubles from the greatest down: numbers first, then rows without one, each by their keys. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresDialect, sortedForm } from '../../filters/compile/dialect-postgres.ts';
import { firstRows, parseSort } from '../../filters/sort-rows.ts';
import { hasPostgres, PostgresServer } from '../testing/postgres-server.ts';
import { documentsOf, makeTyped, readingOf, testLimit } from '../testing/typed-relation.ts';
import { PostgresEngine, type RelationReading } from './postgres-engine.ts';

describe.runIf(hasPostgres())('Doubles of a relation', () => {
  const engine = new PostgresEngine();
  let server: PostgresServer;
  let reading: RelationReading;
  beforeAll(async () => {
    server = await PostgresServer.start();
    await makeTyped(server);
    reading = await readingOf(server, engine, 'typed');
  }, 60_000);
  afterAll(async () => {
    engine.close();
    await server.remove();
  });

  test.each([1, 40, 75, 76, 120, 500])(
    'come in their order, the first %i, with NaN, infinity and null behind them',
    async (limit) => {
      const documents = await documentsOf(engine, reading);
      const all = documents.map((document, seq) => ({ seq, document }));
      const expected = firstRows(all, parseSort('-0'), { limit });
      const part = {
        sql: sortedForm(postgresDialect.column('0'), { form: 'double', type: '' }).text,
      };
      const order = {
        condition: { sql: '1', values: [] },
        order: [{ ...part, descending: true }],
        after: undefined,
        limit,
      };
      const found = await engine.rows(reading, order, testLimit());
      expect(found.map(({ text }) => JSON.parse(text))).toEqual(
        expected.map(({ row }) => row.document),
      );
    },
  );
});
