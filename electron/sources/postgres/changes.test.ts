/**
 * Tables that change under a session, by each of the rules; servers that go and come.
 * @push
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneIn } from '../../testing/rounds.ts';
import { hasPostgres, PostgresServer } from '../testing/postgres-server.ts';
import { RelationApi } from '../testing/relation-api.ts';
import { seenBy } from './relation-snapshot.ts';

const rows = 1_000;
const group = { pipeline: [{ $group: { _id: null, n: { $count: {} } } }] };
const versions = {
  relation: 'measured',
  rule: 'version_column',
  version_column: 'version',
} as const;

describe.runIf(hasPostgres())('A relation that changes', () => {
  let server: PostgresServer;
  let relation: RelationApi;

  beforeAll(async () => {
    server = await PostgresServer.start();
  }, 60_000);
  afterAll(() => server.remove());
  beforeEach(async () => {
    await server.query(`DROP TABLE IF EXISTS measured; DROP SEQUENCE IF EXISTS versions;
      CREATE SEQUENCE versions;
      CREATE TABLE measured (id integer PRIMARY KEY, value integer, version bigint NOT NULL DEFAULT nextval('versions'));
      INSERT INTO measured (id, value) SELECT i, i FROM generate_series(1, ${rows}) AS i`);
    relation = await RelationApi.open(server);
  });
  afterEach(() => relation.api.close());

  const aggregate = (id: string) => relation.outcome('POST', `/sessions/${id}/aggregate`, group);

  describe('by visibility', () => {
    const source = { relation: 'measured', rule: 'visibility' };

    it('shows no row that was inserted later, and goes on', async () => {
      await relation.make(source);
      const id = await relation.open();
      await server.query(`INSERT INTO measured (id, value) VALUES (0, 0), (${rows + 1}, 0)`);
      expect(await relation.count(id)).toBe(rows);
      expect((await relation.ids(id))[0]).toBe('rec_1');
      expect(await aggregate(id)).toBe('200');
      expect(await relation.count(await relation.open())).toBe(rows + 2);
    });

    it('shows no row of a late commit, nor of its subtransaction', async () => {
      const late = await server.connect();
      await late.query(
        'BEGIN; SAVEPOINT one; INSERT INTO measured (id, value) VALUES (0, 0); RELEASE one',
      );
      await late.query('INSERT INTO measured (id, value) VALUES (-1, 0)');
      // One that began later and is over is seen.
      await server.query('INSERT INTO measured (id, value) VALUES (-2, 0)');
      await relation.make(source);
      const id = await relation.open();
      await late.query('COMMIT');
      expect(await relation.count(id)).toBe(rows + 1);
      expect(await aggregate(id)).toBe('200');
      expect((await relation.ids(id)).slice(0, 2)).toEqual(['rec_-2', 'rec_1']);
      await late.end();
    });

    it('finds rows that a policy of the server hides without anything being written', async () => {
      await server.query(`ALTER TABLE measured ENABLE ROW LEVEL SECURITY;
        CREATE POLICY hiding ON measured USING (id > 10 OR NOT EXISTS (
          SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 42))`);
      await relation.make(source);
      const id = await relation.open();
      expect([await aggregate(id), await aggregate(id)]).toEqual(['200', '200']);
      const other = await server.connect();
      await other.query('SELECT pg_advisory_lock(42)');
      expect(await aggregate(id)).toBe('409 source_changed');
      await other.end();
    });

    it('leaves an update that is not committed, or was given up, unseen', async () => {
      await relation.make(source);
      const id = await relation.open();
      const other = await server.connect();
      await other.query('BEGIN; UPDATE measured SET value = -1 WHERE id = 5');
      expect(await aggregate(id)).toBe('200');
      await other.query('ROLLBACK');
      expect(await aggregate(id)).toBe('200');
      await other.end();
    });

    it.each(
      oneIn(4, [
        ['updated', 'UPDATE measured SET value = -1 WHERE id = 5'],
        ['deleted', 'DELETE FROM measured WHERE id = 5'],
        [
          'replaced by one with its key',
          'DELETE FROM measured WHERE id = 5; INSERT INTO measured (id, value) VALUES (5, 5)',
        ],
        ['emptied with the others', 'TRUNCATE measured'],
      ]),
    )('ends a session whose row was %s, before anything is evidenced', async (_, change) => {
      await relation.make(source);
      const id = await relation.open();
      expect((await relation.ids(id)).slice(0, 2)).toEqual(['rec_1', 'rec_2']);
      await server.query(change);
      const train = { operation_type: 'TRAIN', records: ['rec_7'] };
      expect(await relation.outcome('POST', `/sessions/${id}/operations`, train)).toBe(
        '409 source_changed',
      );
      expect(await aggregate(id)).toBe('409 source_changed');
      expect(await relation.outcome('POST', `/sessions/${id}/count`, { filter: {} })).toBe(
        '409 source_changed',
      );
      expect(await relation.used(id)).toBe(1);
      expect(await relation.session(id)).toMatchObject({
        status: 'active',
        source_changed_at: '2026-01-01T00:00:00.000Z',
      });
      await relation.post(`/sessions/${id}/close`, {}, 200);
      expect(
        await relation.outcome('POST', '/sessions', { dataset_id: 'ds_rows', purpose: 'x' }),
      ).toBe('201');
    });

    it('gives out one row for a minute without a count of the others, as it does pages', async () => {
      await relation.make(source);
      const id = await relation.open();
      await server.query('DELETE FROM measured WHERE id = 900');
      const record = (name: string) => relation.outcome('GET', `/sessions/${id}/records/${name}`);
      expect(await record('rec_7')).toBe('200');
      expect(await record('rec_900')).toBe('404 not_found');
      const preview = {
        record_ids: ['rec_7'],
        transformation: 'redact',
        parameters: { fields: ['value'] },
      };
      expect(await relation.outcome('POST', `/sessions/${id}/transform/preview`, preview)).toBe(
        '409 source_changed',
      );
      expect(await record('rec_7')).toBe('409 source_changed');
    });

    it('ends a session over a scan in parts, too', async () => {
      await relation.make(source);
      const id = await relation.open();
      await server.query('DELETE FROM measured WHERE id = 900');
      const pipeline = [{ $sort: { value: -1 } }, { $limit: 3 }];
      expect(await relation.outcome('POST', `/sessions/${id}/aggregate`, { pipeline })).toBe(
        '409 source_changed',
      );
    });

    it('tells transactions apart where their 32 bits began anew', async () => {
      const epoch = 2n ** 32n;
      const before = String(epoch - 2n);
      const also = [String(epoch + 9n)];
      const rule = {
        rule: 'visibility',
        before,
        also,
        version: null,
        version_column: null,
      } as const;
      const seen = seenBy(rule, epoch + 10n);
      const client = await server.connect();
      const { rows: found } = await client.query<{ n: string }>(
        `SELECT CAST(r.xmin AS text) AS n
          FROM (VALUES ('2'::xid), ('4294967290'), ('4294967294'), ('4294967295'), ('5'), ('9'), ('20')) AS r(xmin)
          WHERE ${seen.text}`,
      );
      await client.end();
      expect(found.map(({ n }) => n)).toEqual(['2', '4294967290', '9', '20']);
    });

    it('keeps the snapshot of the dataset where its rows are the same', async () => {
      await relation.make(source);
      const [one, other] = [await relation.open(), await relation.open()];
      const [a, b] = [await relation.session(one), await relation.session(other)];
      expect(a.snapshot.source).toEqual(b.snapshot.source);
    });
  });

  describe('by a version column', () => {
    it('shows no row of a higher version, and finds one that changed', async () => {
      await relation.make(versions);
      const id = await relation.open();
      await server.query('INSERT INTO measured (id, value) VALUES (0, 0)');
      expect(await relation.count(id)).toBe(rows);
      expect(await aggregate(id)).toBe('200');
      await server.query(
        `UPDATE measured SET value = 0, version = nextval('versions') WHERE id = 5`,
      );
      expect(await aggregate(id)).toBe('409 source_changed');
    });

    it('finds the row that a late commit adds below it, before anything is evidenced', async () => {
      const late = await server.connect();
      await late.query('BEGIN; INSERT INTO measured (id, value) VALUES (0, 0)');
      await server.query('INSERT INTO measured (id, value) VALUES (-1, 0)');
      await relation.make(versions);
      const id = await relation.open();
      await late.query('COMMIT');
      expect(await aggregate(id)).toBe('409 source_changed');
      await late.end();
    });

    it('works for a view, by an instant', async () => {
      await server.query(`DROP VIEW IF EXISTS seen; CREATE VIEW seen AS
        SELECT id, value, timestamptz '2024-01-01' + version * interval '1 second' AS at FROM measured`);
      await relation.make({ relation: 'seen', rule: 'version_column', version_column: 'at' });
      const id = await relation.open();
      await server.query('INSERT INTO measured (id, value) VALUES (0, 0)');
      expect(await relation.count(id)).toBe(rows);
      expect(await aggregate(id)).toBe('200');
      await server.query('DROP VIEW seen');
      expect(await aggregate(id)).toBe('409 source_changed');
    });
  });

  describe('though it was declared frozen', () => {
    it.each(
      oneIn(3, [
        ['updated', 'UPDATE measured SET value = -1 WHERE id = 5'],
        ['inserted', 'INSERT INTO measured (id, value) VALUES (0, 0)'],
        ['deleted', 'DELETE FROM measured WHERE id = 5'],
      ]),
    )('ends a session once a row is %s', async (_, change) => {
      await relation.make({ relation: 'measured', rule: 'frozen' });
      const id = await relation.open();
      expect(await aggregate(id)).toBe('200');
      await server.query(change);
      expect(await aggregate(id)).toBe('409 source_changed');
    });
  });

  it('ends sessions when a column is dropped, and has none opened on other fields', async () => {
    await relation.make({ relation: 'measured', rule: 'visibility' });
    const id = await relation.open();
    await server.query('ALTER TABLE measured DROP COLUMN value');
    expect(await relation.outcome('POST', `/sessions/${id}/count`, { filter: {} })).toBe(
      '409 source_changed',
    );
    const next = { dataset_id: 'ds_rows', purpose: 'x' };
    expect(await relation.outcome('POST', '/sessions', next)).toBe('409 source_schema_changed');
  });

  it('is unavailable while its server is stopped, and there again afterwards', async () => {
    await relation.make({ relation: 'measured', rule: 'visibility' });
    const id = await relation.open();
    expect(await relation.count(id)).toBe(rows);
    await server.stop();
    const lost = await relation.api.send('POST', `/sessions/${id}/count`, { body: { filter: {} } });
    expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '30']);
    expect(JSON.stringify(await lost.json())).not.toMatch(/127\.0\.0\.1|ECONN|measured|terminat/i);
    expect(
      await relation.outcome('POST', '/sessions', { dataset_id: 'ds_rows', purpose: 'x' }),
    ).toBe('503 source_unavailable');
    expect((await relation.session(id)).status).toBe('active');
    expect(await relation.used(id)).toBe(1);
    await server.restart();
    expect(await relation.count(id)).toBe(rows);
    await relation.post(`/sessions/${id}/revoke`, { reason: 'Withdrawn' }, 200);
  });

  it('stops a query at its limit on the server, and answers the next', async () => {
    await relation.make({ relation: 'measured', rule: 'visibility' });
    await relation.api.close();
    relation = await RelationApi.open(server, { sessionLimits: { queryMs: 400 } });
    await relation.make({ relation: 'measured', rule: 'visibility' });
    const id = await relation.open();
    const other = await server.connect();
    await other.query('BEGIN; LOCK TABLE measured IN ACCESS EXCLUSIVE MODE');
    expect(await relation.outcome('POST', `/sessions/${id}/count`, { filter: {} })).toBe(
      '503 query_timeout',
    );
    const waiting = await other.query<{ n: string }>(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE usename = 'reader' AND state = 'active'`,
    );
    expect(waiting.rows[0]?.n).toBe('0');
    await other.query('ROLLBACK');
    await other.end();
    expect(await relation.count(id)).toBe(rows);
    expect(await relation.used(id)).toBe(1);
  });
});
