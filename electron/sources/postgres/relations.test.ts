/**
 * Datasets of relations over the interface: connected, previewed, made, streamed, filtered, grouped, evidenced.
 * @push
 */
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonObjectSchema } from '../../../shared/contract/common.ts';
import { datasetSchema } from '../../../shared/contract/datasets.ts';
import { evidenceSchema } from '../../../shared/contract/evidence.ts';
import {
  relationListSchema,
  sourceConnectionSchema,
  sourceConnectionTestSchema,
} from '../../../shared/contract/source-connections.ts';
import { datasetSourceSchema, sourcePreviewSchema } from '../../../shared/contract/sources.ts';
import { createdApiKeySchema } from '../../../shared/contract/access.ts';
import {
  explainResultSchema,
  sessionSchema,
  streamBatchSchema,
} from '../../../shared/contract/sessions.ts';
import { anonymous, TestApi } from '../../api/test-api.ts';
import {
  hasPostgres,
  PostgresServer,
  readerRole,
  serverPassword,
} from '../testing/postgres-server.ts';

const rows = 250;

describe.runIf(hasPostgres())('relations', () => {
  let server: PostgresServer;
  let api: TestApi;
  let connection = '';

  beforeAll(async () => {
    server = await PostgresServer.start();
  }, 60_000);
  afterAll(() => server.remove());
  beforeEach(async () => {
    await server.query(`DROP TABLE IF EXISTS visits CASCADE;
      CREATE TABLE visits (id bigint PRIMARY KEY, patient text, age integer, codes text[], seen date, smoker boolean,
        score double precision, version integer NOT NULL DEFAULT 1, doc jsonb, scan bytea);
      INSERT INTO visits SELECT i, 'p' || i, i, ARRAY['I10', 'E11'], date '2024-01-01' + (i % 28)::integer, i % 3 = 0,
        i / 4.0, 1, jsonb_build_object('age', i, 'codes', jsonb_build_array('I10')) FROM generate_series(0, ${rows - 1}) AS i`);
    api = await TestApi.open({ sourceHosts: [`127.0.0.1:${server.port}`] });
    const made = await post('/source-connections', login());
    connection = sourceConnectionSchema.parse(made).connection_id;
  });
  afterEach(() => api.close());

  const login = (other: object = {}) => ({
    name: 'Clinic',
    host: '127.0.0.1',
    port: server.port,
    database: server.database,
    user: readerRole,
    password: serverPassword,
    tls: 'off',
    ...other,
  });

  async function post(path: string, body: object, status = 201): Promise<unknown> {
    const response = await api.send('POST', path, { body });
    const answer: unknown = await response.json();
    if (response.status !== status) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  async function errorOf(response: Response): Promise<string> {
    const { error } = z
      .object({
        error: z.object({
          type: z.string(),
          details: z.object({ fields: z.array(z.object({ field: z.string() })).optional() }),
        }),
      })
      .parse(await response.json());
    const fields = (error.details.fields ?? []).map(({ field }) => field).join(' ');
    return `${response.status} ${error.type} ${fields}`.trim();
  }

  async function refused(path: string, body: object): Promise<string> {
    return errorOf(await api.send('POST', path, { body }));
  }

  const source = (other: object = {}) => ({
    kind: 'postgres',
    connection_id: connection,
    relation: 'visits',
    key: 'id',
    rule: 'visibility',
    ...other,
  });

  async function makeDataset(other: object = {}): Promise<z.infer<typeof datasetSchema>> {
    const dataset = datasetSchema.parse(
      await post('/datasets', {
        dataset_id: 'ds_visits',
        name: 'Visits',
        holder_id: 'clinic',
        source: source(other),
        policy: { access: 'open', unlisted: 'clear', record_ids: 'kept' },
      }),
    );
    return dataset;
  }

  async function openSession(): Promise<z.infer<typeof sessionSchema>> {
    return sessionSchema.parse(
      await post('/sessions', { dataset_id: 'ds_visits', purpose: 'Research' }),
    );
  }

  const stream = (id: string, query = '') =>
    api.read(streamBatchSchema, `/sessions/${id}/stream?batch_size=100${query}`);

  async function used(id: string): Promise<number> {
    const { usage } = await api.read(sessionSchema, `/sessions/${id}?include=usage`);
    return usage?.total_operations ?? -1;
  }

  describe('a connection', () => {
    it('is shown without its password, tested, and removed', async () => {
      const path = `/source-connections/${connection}`;
      const shown = await api.read(sourceConnectionSchema, path);
      expect(shown).toMatchObject({
        name: 'Clinic',
        may_write: false,
        is_tried: true,
        dataset_count: 0,
      });
      expect(shown.server).toMatch(/^PostgreSQL \d+/);
      const tested = sourceConnectionTestSchema.parse(await post(`${path}/test`, {}, 200));
      expect(tested).toMatchObject({ state: 'ready', trouble: null });
      const { data } = await api.read(relationListSchema, `${path}/relations?search=VISI`);
      expect(data).toEqual(
        [
          { schema: 'public', name: 'visits', kind: 'table', estimated_rows: expect.anything() },
        ].map((each) => ({ ...each, estimated_rows: data[0]?.estimated_rows ?? null })),
      );
      expect((await api.send('DELETE', path)).status).toBe(200);
      expect((await api.send('GET', path)).status).toBe(404);
    });

    it.each([
      [{ password: 'wrong' }, 'password'],
      [{ user: 'nobody' }, 'password'],
      [{ database: 'nothing' }, 'database'],
      [{ tls: 'verify-full' }, 'tls'],
      [{ user: 'owner' }, 'accept_writable_role'],
      [{ host: 'no host' }, 'host'],
      [{ port: 0 }, 'port'],
    ])('is refused with %o, by its member', async (wrong, field) => {
      expect(await refused('/source-connections', login({ name: 'Other', ...wrong }))).toBe(
        `400 validation_error ${field}`,
      );
    });

    it('is taken with a role that may write where that is accepted', async () => {
      const made = await post(
        '/source-connections',
        login({ name: 'Owner', user: 'owner', accept_writable_role: true }),
      );
      expect(made).toMatchObject({ may_write: true });
    });

    it('has a name of its own, and stays while a dataset uses it', async () => {
      expect(await refused('/source-connections', login())).toBe('409 conflict name');
      await makeDataset();
      const response = await api.send('DELETE', `/source-connections/${connection}`);
      expect(await errorOf(response)).toBe('409 conflict');
    });

    it('of a user that may read nothing lists no relation, and each that is named is not there', async () => {
      await server.query(
        `DROP ROLE IF EXISTS stranger; CREATE ROLE stranger LOGIN PASSWORD '${serverPassword}'`,
      );
      const body = login({ name: 'Stranger', user: 'stranger' });
      const { connection_id: id } = sourceConnectionSchema.parse(
        await post('/source-connections', body),
      );
      const path = `/source-connections/${id}`;
      const tested = sourceConnectionTestSchema.parse(await post(`${path}/test`, {}, 200));
      expect(tested).toMatchObject({ state: 'ready', trouble: null });
      for (const query of ['', '?search=visits', '?search=pg_class']) {
        const listed = await api.read(relationListSchema, `${path}/relations${query}`);
        expect(listed.data).toEqual([]);
      }
      // One that is there is told as one that is not, and the server's own catalogue makes no dataset.
      const told = new Set<string>();
      for (const place of [
        { relation: 'visits' },
        { relation: 'nothing' },
        { schema: 'nowhere', relation: 'visits' },
      ]) {
        const named = source({ connection_id: id, ...place });
        const dataset = { dataset_id: 'ds_x', name: 'x', holder_id: 'clinic', source: named };
        told.add(await refused('/datasets', dataset));
        const { key: _key, rule: _rule, ...looked } = named;
        told.add(await refused('/sources/preview', looked));
      }
      expect([...told].toSorted()).toEqual([
        '400 validation_error relation',
        '400 validation_error source.relation',
      ]);
      expect((await api.send('GET', '/datasets/ds_x')).status).toBe(404);
    });

    it('is given another password', async () => {
      const path = `/source-connections/${connection}/password`;
      const wrong = await api.send('PUT', path, { body: { password: 'wrong' } });
      expect(await errorOf(wrong)).toBe('400 validation_error password');
      const right = await api.send('PUT', path, { body: { password: serverPassword } });
      expect(right.status).toBe(200);
    });
  });

  describe('a dataset', () => {
    it('is previewed, with its keys and rules', async () => {
      const { key: _key, rule: _rule, ...place } = source();
      const preview = sourcePreviewSchema.parse(await post('/sources/preview', place, 200));
      expect(preview).toMatchObject({
        keys: ['id'],
        left_out: [{ name: 'scan', type: 'bytea' }],
        relation: {
          kind: 'table',
          documents: ['doc'],
          rules: [
            { rule: 'visibility', columns: [] },
            { rule: 'version_column', columns: ['id', 'version'] },
            { rule: 'frozen', columns: [] },
          ],
        },
      });
      expect(preview.first_rows[1]).toEqual({
        id: 1,
        patient: 'p1',
        age: 1,
        codes: ['I10', 'E11'],
        seen: '2024-01-02',
        smoker: false,
        score: 0.25,
        version: 1,
        doc: { age: 1, codes: ['I10'] },
      });
    });

    it('leaves out composites and whatever else JSON has no form for, and says of each what it is', async () => {
      await server.query(`DROP TABLE IF EXISTS places; DROP DOMAIN IF EXISTS home; DROP TYPE IF EXISTS address;
        CREATE TYPE address AS (street text, city text);
        CREATE DOMAIN home AS address CHECK ((VALUE).city IS NOT NULL);
        CREATE TABLE places (id integer PRIMARY KEY, address address, former address[], home home, open int4range,
          shut int4multirange, wage money, form xml, at point, flags bit(3), seen tsvector, part visits, ward text);
        INSERT INTO places (id, address, former, home, wage, ward) SELECT i, ROW('Main "1"', 'Riga')::address, ARRAY[ROW('a', 'b')::address],
          ROW('x', 'y')::address, 5, 'north' FROM generate_series(1, 3) AS i`);
      const place = { kind: 'postgres', connection_id: connection, relation: 'places' };
      const preview = sourcePreviewSchema.parse(await post('/sources/preview', place, 200));
      expect(preview.left_out).toEqual([
        { name: 'address', type: 'public.address' },
        { name: 'former', type: 'public.address[]' },
        { name: 'home', type: 'public.home' },
        { name: 'open', type: 'int4range' },
        { name: 'shut', type: 'int4multirange' },
        { name: 'wage', type: 'money' },
        { name: 'form', type: 'xml' },
        { name: 'at', type: 'point' },
        { name: 'flags', type: 'bit(3)' },
        { name: 'seen', type: 'tsvector' },
        { name: 'part', type: 'public.visits' },
      ]);
      expect(preview.fields.map(({ path }) => path)).toEqual(['id', 'ward']);
      expect(preview.first_rows[0]).toEqual({ id: 1, ward: 'north' });

      // A column that is left out is named neither as text, nor as key, nor as version.
      for (const [wrong, field] of [
        [{ as_text: ['ward', 'address'] }, 'source.as_text.1'],
        [{ key: 'address' }, 'source.key'],
        [{ rule: 'version_column', version_column: 'wage' }, 'source.version_column'],
      ] as const) {
        const body = { dataset_id: 'ds_x', name: 'x', holder_id: 'clinic' };
        const named = { ...body, source: source({ relation: 'places', ...wrong }) };
        expect(await refused('/datasets', named)).toBe(`400 validation_error ${field}`);
      }

      await makeDataset({ relation: 'places' });
      const shown = await api.read(datasetSourceSchema, '/datasets/ds_visits/source');
      expect(shown.fields.map(({ path }) => path)).toEqual(['id', 'ward']);
      const { session_id: id } = await openSession();
      const { batch } = await stream(id);
      expect(batch[0]).toEqual({ record_id: 'rec_1', id: 1, ward: 'north' });
      for (const [filter, count] of [
        [{ 'address.city': 'Riga' }, 0],
        [{ 'address.city': { $exists: false } }, 3],
        [{ former: { $exists: true } }, 0],
      ] as const) {
        expect(await post(`/sessions/${id}/count`, { filter }, 200)).toMatchObject({ count });
      }
    });

    it.each([
      [{ relation: 'nothing' }, 'source.relation'],
      [{ key: 'nothing' }, 'source.key'],
      [{ key: 'smoker' }, 'source.key'],
      [{ rule: 'version_column', version_column: 'patient' }, 'source.version_column'],
      [{ rule: 'version_column' }, 'source.version_column'],
      [{ rule: 'frozen', version_column: 'version' }, 'source.version_column'],
      [{ shape: 'document' }, 'source.document'],
      [{ shape: 'document', document: 'patient' }, 'source.document'],
      [{ connection_id: 'sconn_0' }, 'source.connection_id'],
      [{ as_text: ['nothing'] }, 'source.as_text.0'],
      [{ as_text: ['age', 'codes'] }, 'source.as_text.1'],
      [{ as_text: ['doc'] }, 'source.as_text.0'],
    ])('is refused with %o, by its member', async (wrong, field) => {
      const body = { dataset_id: 'ds_x', name: 'x', holder_id: 'clinic', source: source(wrong) };
      expect(await refused('/datasets', body)).toBe(`400 validation_error ${field}`);
      expect((await api.send('GET', '/datasets/ds_x')).status).toBe(404);
    });

    it('is refused with a key that is missing, or twice', async () => {
      const body = {
        dataset_id: 'ds_x',
        name: 'x',
        holder_id: 'clinic',
        source: source({ key: 'patient' }),
      };
      await server.query('UPDATE visits SET patient = NULL WHERE id = 7');
      expect(await refused('/datasets', body)).toBe('400 validation_error source.key');
      await server.query(`UPDATE visits SET patient = 'p8' WHERE id = 7`);
      expect(await refused('/datasets', body)).toBe('400 validation_error source.key');
      await server.query(`UPDATE visits SET patient = 'rec_p8' WHERE id = 7`);
      expect(await refused('/datasets', body)).toBe('400 validation_error source.key');
    });

    it('is explained with the plan of its server, of which a lab is told nothing', async () => {
      await makeDataset();
      await server.query('CREATE INDEX visits_age ON visits (age); ANALYZE visits');
      await api.addAccount('lab');
      const lab = createdApiKeySchema.parse(
        await post('/api-keys', { name: 'Lab', role: 'ai_lab', account_id: 'lab' }),
      );
      const headers = { 'x-api-key': lab.key ?? '' };
      const asLab = async (path: string, body: object): Promise<unknown> =>
        (await api.send('POST', path, { headers, caller: anonymous, body })).json();
      const opened = await asLab('/sessions', { dataset_id: 'ds_visits', purpose: 'Research' });
      const ofLab = `/sessions/${sessionSchema.parse(opened).session_id}/explain`;
      const path = `/sessions/${(await openSession()).session_id}/explain`;
      const body = { filter: { age: { $gt: 248 }, patient: { $regex: '^p[[:digit:]]' } } };

      const told = explainResultSchema.parse(await post(path, body, 200));
      expect(told).toMatchObject({
        dialect: 'postgres-columns',
        mode: 'sql+residual',
        exact: false,
        index: 'visits_age',
      });
      expect(told.plan.join('\n')).toMatch(/Index Scan .*visits_age[\s\S]*age > '?248/);
      expect(told.sql).toContain('"age" >');
      expect(explainResultSchema.parse(await asLab(ofLab, body))).toEqual({
        dialect: 'postgres-columns',
        mode: 'sql+residual',
        exact: false,
        sql: '',
        parameters: [],
        index: null,
        plan: [],
        reasons: told.reasons,
      });

      await server.query('ALTER TABLE visits DROP COLUMN age');
      const gone = await api.send('POST', path, { body });
      expect(await errorOf(gone)).toMatch(/^409 source_changed/);
    });

    it('streams every row once, in the order of its key', async () => {
      const dataset = await makeDataset();
      expect(dataset).toMatchObject({
        record_count: rows,
        source: { kind: 'postgres', record_ids: 'key' },
      });
      const shown = await api.read(datasetSourceSchema, '/datasets/ds_visits/source');
      expect(shown.relation).toMatchObject({ name: 'visits', key: 'id', rule: 'visibility' });
      const { session_id: id, snapshot } = await openSession();
      expect(snapshot).toMatchObject({ seq: 0, record_count: rows });
      const ages: unknown[] = [];
      let cursor = '';
      for (;;) {
        const batch = await stream(id, cursor);
        ages.push(...batch.batch.map(({ age }) => age));
        if (batch.next_cursor === undefined) break;
        cursor = `&cursor=${batch.next_cursor}`;
      }
      expect(ages).toEqual(Array.from({ length: rows }, (_, age) => age));
      expect(await used(id)).toBe(3);
    });

    it('sorts, filters, counts and groups', async () => {
      await makeDataset();
      const { session_id: id } = await openSession();
      const sorted = await stream(id, '&sort=-seen');
      const next = await stream(id, `&sort=-seen&cursor=${sorted.next_cursor}`);
      const both = [...sorted.batch, ...next.batch].map(({ seen, age }) =>
        z.tuple([z.string(), z.number()]).parse([seen, age]),
      );
      expect(both).toEqual(
        both.toSorted((one, other) => other[0].localeCompare(one[0]) || one[1] - other[1]),
      );
      const filter = { codes: 'E11', age: { $gte: 10, $lt: 100 }, seen: { $gte: '2024-01-05' } };
      const counted = z
        .object({ count: z.int() })
        .parse(await post(`/sessions/${id}/count`, { filter }, 200));
      expect(counted.count).toBe(
        Array.from({ length: 90 }, (_, index) => index + 10).filter((age) => age % 28 >= 4).length,
      );
      const inDocument = { 'doc.age': { $lt: 10 } };
      const found = await post(`/sessions/${id}/count`, { filter: inDocument }, 200);
      expect(found).toMatchObject({ count: 10 });
      const pipeline = [
        { $match: { smoker: true } },
        { $unwind: '$codes' },
        {
          $group: {
            _id: '$codes',
            n: { $count: {} },
            top: { $max: '$age' },
            mean: { $avg: '$score' },
          },
        },
        { $sort: { _id: 1 } },
      ];
      const grouped = await post(`/sessions/${id}/aggregate`, { pipeline, limit: 10 }, 200);
      expect(grouped).toMatchObject({
        results: [
          { _id: 'E11', n: 84, top: 249 },
          { _id: 'I10', n: 84 },
        ],
      });
    });

    it('of documents has their members as fields', async () => {
      await makeDataset({ shape: 'document', document: 'doc' });
      const { session_id: id } = await openSession();
      const { batch } = await stream(id, '&sort=-age');
      expect(batch[0]).toEqual({ record_id: 'rec_249', age: 249, codes: ['I10'] });
      const filter = { age: { $lt: 5 }, codes: 'I10' };
      expect(await post(`/sessions/${id}/count`, { filter }, 200)).toMatchObject({ count: 5 });
      const told = await post(`/sessions/${id}/explain`, { filter }, 200);
      expect(told).toMatchObject({ dialect: 'postgres-jsonb', mode: 'sql', exact: true });
    });

    it('evidences what was done with its rows, and says where they are', async () => {
      const dataset = await makeDataset();
      const { session_id: id } = await openSession();
      const done = z
        .object({ evidence_id: z.string() })
        .parse(
          await post(
            `/sessions/${id}/operations`,
            { operation_type: 'TRAIN', records: ['rec_1', 'rec_17'] },
            200,
          ),
        );
      const evidence = await api.read(evidenceSchema, `/evidence/${done.evidence_id}`);
      expect(evidence.source).toEqual(dataset.source);
      expect(evidence.inputs.count).toBe(2);
      expect(
        await refused(`/sessions/${id}/operations`, {
          operation_type: 'TRAIN',
          records: ['rec_250'],
        }),
      ).toMatch(/^400 validation_error/);
      const one = await api.read(jsonObjectSchema, `/sessions/${id}/records/rec_249`);
      expect(one).toMatchObject({ age: 249 });
      const job = await api.finished(await api.send('POST', '/chain/verifications'));
      const { data: findings } = await api.read(
        z.object({ data: z.array(z.unknown()) }),
        `/chain/verifications/${job.job_id}/findings`,
      );
      expect(findings).toEqual([]);
    });
  });
});
