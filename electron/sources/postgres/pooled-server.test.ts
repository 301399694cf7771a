/** Servers behind a program that gives each transaction another connection: what was prepared is gone, or is another's. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { streamBatchSchema } from '../../../shared/contract/sessions.ts';
import { hasPostgres, PostgresServer, readerRole } from '../testing/postgres-server.ts';
import { RelationApi } from '../testing/relation-api.ts';
import { TransactionPooler } from '../testing/transaction-pooler.ts';
import { ServerPools } from './server-pools.ts';

const rows = 200;
const all = Array.from({ length: rows }, (_, n) => `rec_${n}`);

describe.runIf(hasPostgres())('a pooler of transactions', () => {
  let server: PostgresServer;
  let pooler: TransactionPooler;
  beforeAll(async () => {
    server = await PostgresServer.start();
    await server.query(`CREATE TABLE rows (id integer PRIMARY KEY, n integer, ward text);
      INSERT INTO rows SELECT i, i % 7, 'w' || i % 3 FROM generate_series(0, ${rows - 1}) AS i; ANALYZE`);
    await server.trustAll();
  }, 60_000);
  afterAll(() => server.remove());
  afterEach(() => pooler.close());

  const start = async (options: { readonly backends: number; readonly forgets?: boolean }) => {
    const { port, database } = server;
    pooler = await TransactionPooler.start({ port, database, user: readerRole, ...options });
  };

  describe.each([
    ['with a connection that forgets what it keeps', { backends: 1, forgets: true }],
    ['with connections in turn', { backends: 3 }],
  ])('%s', (_name, options) => {
    let api: RelationApi;
    let id: string;
    beforeEach(async () => {
      await start(options);
      api = await RelationApi.open(server, {}, pooler.port);
      await api.make({ relation: 'rows', rule: 'visibility' });
      id = await api.open();
    });
    afterEach(() => api.api.close());

    async function streamed(query: string): Promise<unknown[]> {
      const ids: unknown[] = [];
      for (let cursor = ''; ;) {
        const path = `/sessions/${id}/stream?batch_size=25${query}${cursor}`;
        const batch = await api.api.read(streamBatchSchema, path);
        ids.push(...batch.batch.map((row) => row['record_id']));
        if (batch.next_cursor === undefined) return ids;
        cursor = `&cursor=${batch.next_cursor}`;
      }
    }

    it('has streams, counts, groups and named rows go on as without it', async () => {
      const before = pooler.transactions;
      const [plain, forth, back] = await Promise.all([
        streamed(''),
        streamed('&sort=n'),
        streamed('&sort=-n'),
      ]);
      const byN = (sign: number) =>
        [...all.keys()]
          .toSorted((one, other) => sign * ((one % 7) - (other % 7)) || one - other)
          .map((n) => `rec_${n}`);
      expect(plain).toEqual(all);
      expect(forth).toEqual(byN(1));
      expect(back).toEqual(byN(-1));
      expect(await api.count(id)).toBe(rows);
      const pipeline = [{ $group: { _id: '$ward', n: { $count: {} } } }, { $sort: { _id: 1 } }];
      expect(await api.post(`/sessions/${id}/aggregate`, { pipeline }, 200)).toMatchObject({
        results: [
          { _id: 'w0', n: 67 },
          { _id: 'w1', n: 67 },
          { _id: 'w2', n: 66 },
        ],
      });
      const train = { operation_type: 'TRAIN', records: ['rec_3', 'rec_190'] };
      expect(await api.outcome('POST', `/sessions/${id}/operations`, train)).toBe('200');
      // Each call is counted once, also one whose query was asked a second time.
      expect(await api.used(id)).toBe(3 * (rows / 25) + 3);
      expect(pooler.transactions).toBeGreaterThan(before + 3 * (rows / 25));
    });
  });

  it('never has one query run as another that was left under its name', async () => {
    await start({ backends: 2 });
    const pools = new ServerPools();
    const login = {
      host: '127.0.0.1',
      port: pooler.port,
      database: server.database,
      user: readerRole,
      tls: 'off',
      ca: null,
    } as const;
    const signal = new AbortController().signal;
    const asked = (text: string) =>
      pools.read({ login, password: '' }, { signal, ms: 10_000 }, async (queries) => {
        const [row] = await queries.rowsAgain(text, ['7']);
        return z.string().parse(row?.[0]);
      });
    const [one, two] = [`SELECT 'one ' || CAST(? AS text)`, `SELECT 'two ' || CAST(? AS text)`];
    // At the same time: each on a connection of its own, which keeps one of them.
    expect(await Promise.all([asked(one), asked(two)])).toEqual(['one 7', 'two 7']);
    // One after the other: either client comes to the connection that keeps the other query.
    for (const [query, answer] of [
      [two, 'two 7'],
      [one, 'one 7'],
    ] as const) {
      await expect.poll(() => pooler.isIdle).toBe(true);
      expect(await asked(query)).toBe(answer);
    }
    pools.close();
  });
});
