/**
 * Datasets whose rows are in files: made, read in sessions like any other, and ended where the files change.
 * @push
 */
import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { datasetSchema } from '../../shared/contract/datasets.ts';
import { evidenceSchema } from '../../shared/contract/evidence.ts';
import { jsonObjectSchema } from '../../shared/contract/common.ts';
import { datasetSourceSchema, sourcePreviewSchema } from '../../shared/contract/sources.ts';
import { sessionSchema, streamBatchSchema } from '../../shared/contract/sessions.ts';
import { receiptSchema } from '../../shared/contract/receipts.ts';
import { TestApi } from '../api/test-api.ts';
import { ParquetFolder } from './testing/parquet.ts';

const rows = 250;
const query = (from: number, to: number) => `SELECT i AS age, 'p' || i AS patient,
  CASE i % 3 WHEN 0 THEN NULL WHEN 1 THEN ['I10', 'E11'] ELSE [] END::VARCHAR[] AS codes,
  DATE '2024-01-01' + (i % 28)::INTEGER AS seen, i % 2 = 0 AS smoker, i / 4 AS score
  FROM range(${from}, ${to}) t(i)`;

let api: TestApi;
let folder: ParquetFolder;

beforeEach(async () => {
  folder = new ParquetFolder();
  mkdirSync(join(folder.path, 'clinic'));
  await folder.write('clinic/a.parquet', query(0, 200));
  await folder.write('clinic/b.parquet', query(200, rows));
  api = await TestApi.open({ sourceFolders: [join(folder.path, 'clinic')] });
});
afterEach(async () => {
  await api.close();
  folder.remove();
});

async function post(path: string, body: object, status = 201): Promise<unknown> {
  const response = await api.send('POST', path, { body });
  const answer: unknown = await response.json();
  if (response.status !== status) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

async function errorOf(response: Response): Promise<string> {
  const { error } = z
    .object({ error: z.object({ type: z.string(), message: z.string(), details: z.unknown() }) })
    .parse(await response.json());
  return `${response.status} ${error.type}`;
}

const place = () => ({ kind: 'files', folder: join(folder.path, 'clinic'), pattern: '*.parquet' });

async function makeDataset(more: object = {}): Promise<z.infer<typeof datasetSchema>> {
  return datasetSchema.parse(
    await post('/datasets', {
      dataset_id: 'ds_files',
      name: 'Visits',
      holder_id: 'clinic',
      source: { ...place(), ...more },
      policy: { access: 'open', unlisted: 'clear', record_ids: 'kept' },
    }),
  );
}

async function openSession(): Promise<z.infer<typeof sessionSchema>> {
  return sessionSchema.parse(
    await post('/sessions', { dataset_id: 'ds_files', purpose: 'Research' }),
  );
}

async function stream(id: string, query = ''): Promise<z.infer<typeof streamBatchSchema>> {
  return api.read(streamBatchSchema, `/sessions/${id}/stream?batch_size=100${query}`);
}

async function used(id: string): Promise<number> {
  const { usage } = await api.read(sessionSchema, `/sessions/${id}?include=usage`);
  return usage?.total_operations ?? -1;
}

describe('a dataset of files', () => {
  it('is previewed, made and shown with its rows and fields', async () => {
    const preview = sourcePreviewSchema.parse(await post('/sources/preview', place(), 200));
    expect(preview.rows).toBe(rows);
    expect(preview.first_rows).toHaveLength(20);
    expect(preview.first_rows[1]).toEqual({
      record_id: 'rec_1_2',
      age: 1,
      patient: 'p1',
      codes: ['I10', 'E11'],
      seen: '2024-01-02',
      smoker: false,
      score: 0.25,
    });
    const dataset = await makeDataset();
    expect(dataset).toMatchObject({
      record_count: rows,
      status: 'active',
      source: { kind: 'files', record_ids: 'position' },
    });
    const source = await api.read(datasetSourceSchema, '/datasets/ds_files/source');
    expect(source.files?.map((each) => each.rows)).toEqual([200, 50]);
    expect(dataset.field_count).toBe(7);
  });

  it('streams every row once, in the order of files and places', async () => {
    await makeDataset();
    const { session_id: id, snapshot } = await openSession();
    expect(snapshot).toMatchObject({ seq: 0, record_count: rows, source: { kind: 'files' } });
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
    expect(sorted.batch[0]).toMatchObject({ seen: '2024-01-28', age: 27 });
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
    const found = z
      .object({ records: z.array(jsonObjectSchema) })
      .parse(await post(`/sessions/${id}/filter`, { filter, limit: 1_000, sort: { age: 1 } }, 200));
    expect(found.records).toHaveLength(counted.count);
    expect(counted.count).toBe(
      Array.from({ length: 90 }, (_, index) => index + 10).filter(
        (age) => age % 3 === 1 && age % 28 >= 4,
      ).length,
    );
    const pipeline = [
      { $match: { smoker: true } },
      { $unwind: '$codes' },
      { $group: { _id: '$codes', n: { $count: {} }, top: { $max: '$age' } } },
      { $sort: { _id: 1 } },
    ];
    const grouped = await post(`/sessions/${id}/aggregate`, { pipeline, limit: 10 }, 200);
    expect(grouped).toMatchObject({
      results: [
        { _id: 'E11', n: 41, top: 244 },
        { _id: 'I10', n: 41 },
      ],
    });
  });

  it('evidences what was done with its rows, and says where they are', async () => {
    const dataset = await makeDataset();
    const { session_id: id } = await openSession();
    const done = z.object({ evidence_id: z.string() }).parse(
      await post(
        `/sessions/${id}/operations`,
        {
          operation_type: 'TRAIN',
          records: ['rec_1_1', 'rec_2_1e'],
        },
        200,
      ),
    );
    const evidence = await api.read(evidenceSchema, `/evidence/${done.evidence_id}`);
    expect(evidence.source).toEqual(dataset.source);
    expect(evidence.inputs.count).toBe(2);
    const refused = await api.send('POST', `/sessions/${id}/operations`, {
      body: { operation_type: 'TRAIN', records: ['rec_2_1f'] },
    });
    expect(await errorOf(refused)).toBe('400 validation_error');
    const masked = await post(
      `/sessions/${id}/transform`,
      {
        record_ids: ['rec_1_5'],
        transformation: 'mask',
        parameters: { fields: ['patient'], keep_first: 1 },
      },
      200,
    );
    expect(masked).toMatchObject({
      transformed_records: [{ record_id: 'rec_1_5', patient: 'p*' }],
    });
    const receipt = await api.read(receiptSchema, `/sessions/${id}/receipts/1`);
    expect(JSON.parse(receipt.request ?? '')).toMatchObject({ source: dataset.source });
    const verified = await api.read(
      z.object({ verdict: z.string() }),
      `/evidence/${done.evidence_id}/verification`,
    );
    expect(verified.verdict).toBe('VALID');
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    const { data: findings } = await api.read(
      z.object({ data: z.array(z.unknown()) }),
      `/chain/verifications/${job.job_id}/findings`,
    );
    expect(findings).toEqual([]);
  });

  it('takes no rows but those of its files', async () => {
    await makeDataset();
    const appended = await api.send('POST', '/datasets/ds_files/records', { body: [{ age: 1 }] });
    expect(await errorOf(appended)).toBe('409 source_read_only');
    const imported = await api.send('POST', '/datasets/ds_files/imports', {
      body: '{"age":1}',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(await errorOf(imported)).toBe('409 source_read_only');
  });
});

describe('record ids', () => {
  it('are made of a key that is named', async () => {
    await makeDataset({ key: 'patient' });
    const { session_id: id } = await openSession();
    expect((await stream(id)).batch[0]).toMatchObject({ record_id: 'rec_p0' });
    const one = await api.read(jsonObjectSchema, `/sessions/${id}/records/rec_p249`);
    expect(one).toMatchObject({ age: 249 });
  });

  it.each([
    ['smoker', 'key_type'],
    ['nobody', 'no_such_column'],
    ['seen', 'key_type'],
  ])('are not made of %s', async (key) => {
    const response = await api.send('POST', '/datasets', {
      body: { dataset_id: 'ds_other', name: 'x', holder_id: 'clinic', source: { ...place(), key } },
    });
    expect(await errorOf(response)).toBe('400 validation_error');
    expect((await api.send('GET', '/datasets/ds_other')).status).toBe(404);
  });
});

describe('files that change under a session', () => {
  const a = () => join(folder.path, 'clinic', 'a.parquet');

  it.each([
    ['replaced', async () => void (await folder.write('clinic/a.parquet', query(1, 201)))],
    ['cut', async () => truncateSync(a(), 900)],
    ['removed', async () => rmSync(a())],
    ['grown', async () => appendFileSync(a(), 'more')],
    [
      'exchanged with a link',
      async () => {
        renameSync(a(), `${folder.path}/moved`);
        writeFileSync(`${folder.path}/other`, 'PAR1');
        symlinkSync(`${folder.path}/other`, a());
      },
    ],
  ])('end it when one is %s, and nothing is counted', async (_, change) => {
    await makeDataset();
    const { session_id: id } = await openSession();
    const first = await stream(id);
    await change();
    const next = await api.send(
      'GET',
      `/sessions/${id}/stream?batch_size=100&cursor=${first.next_cursor}`,
    );
    expect(await errorOf(next)).toBe('409 source_changed');
    const count = await api.send('POST', `/sessions/${id}/count`, { body: { filter: {} } });
    expect(await errorOf(count)).toBe('409 source_changed');
    expect(await used(id)).toBe(1);
    const shown = await api.read(sessionSchema, `/sessions/${id}`);
    expect(shown).toMatchObject({
      status: 'active',
      source_changed_at: '2026-01-01T00:00:00.000Z',
    });
    await post(`/sessions/${id}/close`, {}, 200);
  });

  it('leave a session as it is when more files come, which new sessions see', async () => {
    await makeDataset();
    const { session_id: id } = await openSession();
    await folder.write('clinic/c.parquet', query(rows, rows + 10));
    expect((await stream(id, '&sort=-age')).batch[0]).toMatchObject({ age: rows - 1 });
    const { session_id: other } = await openSession();
    expect((await stream(other, '&sort=-age')).batch[0]).toMatchObject({ age: rows + 9 });
    expect(await api.read(datasetSchema, '/datasets/ds_files')).toMatchObject({
      record_count: rows + 10,
    });
  });

  it('are found by the watch of active sessions, where nobody reads them', async () => {
    await makeDataset();
    const [changed, closed] = [await openSession(), await openSession()];
    await post(`/sessions/${closed.session_id}/close`, {}, 200);
    await api.api.runTask('check-sources', {});
    expect(await api.read(sessionSchema, `/sessions/${changed.session_id}`)).not.toHaveProperty(
      'source_changed_at',
    );
    await folder.write('clinic/a.parquet', query(1, 201));
    const other = await openSession();
    await api.api.runTask('check-sources', {});
    for (const [id, isFound] of [
      [changed.session_id, true],
      [closed.session_id, false],
      [other.session_id, false],
    ] as const) {
      const session = await api.read(sessionSchema, `/sessions/${id}`);
      expect([id, session.source_changed_at !== undefined]).toEqual([id, isFound]);
    }
    renameSync(join(folder.path, 'clinic'), join(folder.path, 'away'));
    await api.api.runTask('check-sources', {});
    const away = await api.read(datasetSourceSchema, '/datasets/ds_files/source');
    expect(away).toMatchObject({ state: 'unavailable', since: '2026-01-01T00:00:00.000Z' });
    const kept = await api.read(sessionSchema, `/sessions/${other.session_id}`);
    expect(kept).not.toHaveProperty('source_changed_at');
    expect(await errorOf(await api.send('GET', `/sessions/${other.session_id}/stream`))).toBe(
      '503 source_unavailable',
    );
    renameSync(join(folder.path, 'away'), join(folder.path, 'clinic'));
    await api.api.runTask('check-sources', {});
    expect(await api.read(datasetSourceSchema, '/datasets/ds_files/source')).toMatchObject({
      state: 'ready',
    });
    expect((await stream(other.session_id)).batch).toHaveLength(100);
  });

  it('end the time that is charged when that is found, whatever comes after', async () => {
    await makeDataset();
    const opened = sessionSchema.parse(
      await post('/sessions', { dataset_id: 'ds_files', purpose: 'Time', ttl_seconds: 36_000 }),
    );
    const hours = async () => {
      const usage = await api.read(
        z.object({ time_metrics: z.object({ session_duration_hours: z.number() }) }),
        `/billing/usage/sessions/${opened.session_id}`,
      );
      return usage.time_metrics.session_duration_hours;
    };
    const later = (count: number) => {
      api.now += count * 3_600_000;
    };
    later(2);
    await folder.write('clinic/a.parquet', query(1, 201));
    await api.api.runTask('check-sources', {});
    later(3);
    expect(await hours()).toBe(2);
    await post(`/sessions/${opened.session_id}/close`, {}, 200);
    later(3);
    expect(await hours()).toBe(2);
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    const { data: findings } = await api.read(
      z.object({ data: z.array(z.unknown()) }),
      `/chain/verifications/${job.job_id}/findings`,
    );
    expect(findings).toEqual([]);
  });

  it('have no session opened on other fields', async () => {
    await makeDataset();
    await folder.write('clinic/a.parquet', 'SELECT 1 AS other');
    await folder.write('clinic/b.parquet', 'SELECT 1 AS other');
    const response = await api.send('POST', '/sessions', {
      body: { dataset_id: 'ds_files', purpose: 'x' },
    });
    expect(await errorOf(response)).toBe('409 source_schema_changed');
    const checked = datasetSourceSchema.parse(
      await post('/datasets/ds_files/source/check', {}, 200),
    );
    expect(checked.state).toBe('changed');
  });

  it('are unavailable while they are gone, and there again afterwards', async () => {
    await makeDataset();
    renameSync(join(folder.path, 'clinic'), join(folder.path, 'away'));
    const response = await api.send('POST', '/sessions', {
      body: { dataset_id: 'ds_files', purpose: 'x' },
    });
    expect(await errorOf(response)).toBe('503 source_unavailable');
    expect(response.headers.get('retry-after')).toBe('30');
    const checked = datasetSourceSchema.parse(
      await post('/datasets/ds_files/source/check', {}, 200),
    );
    expect(checked.state).toBe('unavailable');
    renameSync(join(folder.path, 'away'), join(folder.path, 'clinic'));
    await openSession();
  });
});
