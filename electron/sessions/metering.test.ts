/** Every access is counted once, with its evidence or not at all. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chainSchema } from '../../shared/contract/chain.ts';
import { evidenceSchema } from '../../shared/contract/evidence.ts';
import {
  operationPageSchema,
  recordedOperationSchema,
  sessionEvidencePageSchema,
  sessionSchema,
} from '../../shared/contract/sessions.ts';
import { TestApi } from '../api/test-api.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { signAfter } from '../checkpoints/checkpoint-signer.ts';
import { clinicalRows, makeDataset, openSession, refusalOf } from './testing/clinical.ts';

let api: TestApi;
let id: string;
beforeAll(async () => {
  api = await TestApi.open();
  ({ session_id: id } = await openSession(api, await makeDataset(api)));
});
afterAll(() => api.close());

const usage = async (session = id) =>
  (await api.read(sessionSchema, `/sessions/${session}?include=usage`)).usage;
const bytes = (rows: readonly object[]) =>
  rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)), 0);
const transformBody = {
  record_ids: ['rec_001'],
  transformation: 'anonymize',
  parameters: { fields: ['patient_id'], method: 'hash' },
};

test('each kind of access is counted with its records and bytes', async () => {
  const { session_id: own } = await openSession(api, await makeDataset(api));
  const path = `/sessions/${own}`;
  api.now += 5_000;
  await api.send('GET', `${path}/stream?batch_size=3`);
  await api.send('GET', `${path}/records/rec_001`);
  await api.send('POST', `${path}/filter`, { body: { filter: { age: { $lt: 40 } } } });
  await api.send('POST', `${path}/count`, { body: { filter: {} } });
  await api.send('POST', `${path}/transform`, { body: transformBody });
  for (const operation_type of ['TRAIN', 'ANALYZE', 'VALIDATE']) {
    await api.send('POST', `${path}/operations`, {
      body: { operation_type, records: ['rec_001'] },
    });
  }
  const transformed = { ...clinicalRows[0], patient_id: `hmac-sha256:${'0'.repeat(64)}` };
  const given = [
    ...clinicalRows.slice(0, 3),
    ...clinicalRows.slice(0, 1),
    ...clinicalRows.slice(3),
  ];
  expect(await usage(own)).toEqual({
    read_operations: 2,
    filter_operations: 2,
    transform_operations: 1,
    train_operations: 1,
    analyze_operations: 1,
    validate_operations: 1,
    total_operations: 8,
    records_accessed: 6,
    total_data_bytes: bytes([...given, transformed]),
  });
  const session = await api.read(sessionSchema, path);
  expect(session.last_activity_at).toBe(new Date(api.now).toISOString());
});

test('what is refused, or only explained, is not counted', async () => {
  const before = await usage();
  const path = `/sessions/${id}`;
  const refusals = [
    await api.send('GET', `${path}/stream?batch_size=101`),
    await api.send('GET', `${path}/records/rec_999`),
    await api.send('POST', `${path}/filter`, { body: { filter: { a: { $where: '1' } } } }),
    await api.send('POST', `${path}/transform`, {
      body: { ...transformBody, record_ids: ['rec_001', 'rec_999'] },
    }),
    await api.send('POST', `${path}/transform`, {
      body: { ...transformBody, record_ids: ['rec_001', 'rec_001'] },
    }),
    await api.send('POST', `${path}/operations`, {
      body: { operation_type: 'TRAIN', records: ['rec_999'] },
    }),
  ];
  expect(await Promise.all(refusals.map((each) => refusalOf(each)))).toEqual([
    '400 validation_error',
    '404 not_found',
    '400 validation_error',
    '400 validation_error',
    '400 validation_error',
    '400 validation_error',
  ]);
  expect((await api.send('POST', `${path}/explain`, { body: { filter: {} } })).status).toBe(200);
  expect(await usage()).toEqual(before);
});

describe('A retry with the same Idempotency-Key', () => {
  test.each([
    ['filter', { filter: { age: { $gte: 40 } }, sort: { age: 1 } }],
    ['count', { filter: { age: { $gte: 40 } } }],
    ['transform', transformBody],
    ['operations', { operation_type: 'TRAIN', records: ['rec_001'] }],
  ])('of %s counts once and answers the same', async (call, body) => {
    const { session_id: own } = await openSession(api, await makeDataset(api));
    const send = () =>
      api.send('POST', `/sessions/${own}/${call}`, {
        body,
        headers: { 'idempotency-key': `key-${call}` },
      });
    const [first, again] = [await send(), await send()];
    expect(first.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    expect((await usage(own))?.total_operations).toBe(1);
    const evidence = await api.read(sessionEvidencePageSchema, `/sessions/${own}/evidence`);
    expect(evidence.pagination.total).toBe(call === 'transform' || call === 'operations' ? 1 : 0);
    const other = await api.send('POST', `/sessions/${own}/${call}`, {
      body: { ...body, records: undefined, filter: {}, record_ids: undefined },
      headers: { 'idempotency-key': `key-${call}` },
    });
    expect(other.status).toBeGreaterThanOrEqual(400);
    expect((await usage(own))?.total_operations).toBe(1);
  });

  test('is refused like any use once the session is revoked', async () => {
    const { session_id: own } = await openSession(api, await makeDataset(api));
    const send = () =>
      api.send('POST', `/sessions/${own}/transform`, {
        body: transformBody,
        headers: { 'idempotency-key': 'late' },
      });
    expect((await send()).status).toBe(200);
    await api.send('POST', `/sessions/${own}/revoke`, { body: { reason: 'x' } });
    expect(await refusalOf(await send())).toBe('403 access_revoked');
  });
});

test('operations name the model they are for, registered or not', async () => {
  const { session_id: own } = await openSession(api, await makeDataset(api));
  const record = async (metadata: object) => {
    const response = await api.send('POST', `/sessions/${own}/operations`, {
      body: { operation_type: 'TRAIN', records: ['rec_002', 'rec_001'], metadata },
    });
    return recordedOperationSchema.parse(await response.json());
  };
  const unknown = await record({ model_id: 'nobody-knows', metrics: { loss: 0.5 } });
  await record({});
  const { data } = await api.read(operationPageSchema, `/sessions/${own}/operations`);
  expect(data).toMatchObject([
    { model: null, metadata: {} },
    {
      ...unknown,
      operation_type: 'TRAIN',
      record_count: 2,
      metadata: { model_id: 'nobody-knows', metrics: { loss: 0.5 } },
      model: { model_id: 'nobody-knows', registered: false, version: null },
    },
  ]);
});

test('operations name the highest version of a registered model, by number', async () => {
  const { session_id: own } = await openSession(api, await makeDataset(api));
  for (const version of ['1.9.0', '1.10.0']) {
    const card = await api.send('POST', '/models', {
      body: { model_id: 'diabetes-risk', version },
    });
    expect(card.status).toBe(201);
  }
  await api.send('POST', `/sessions/${own}/operations`, {
    body: {
      operation_type: 'VALIDATE',
      records: ['rec_001'],
      metadata: { model_id: 'diabetes-risk' },
    },
  });
  const { data } = await api.read(operationPageSchema, `/sessions/${own}/operations`);
  expect(data[0]?.model).toEqual({
    model_id: 'diabetes-risk',
    registered: true,
    version: '1.10.0',
  });
});

test('evidence is readable in every state of its session', async () => {
  const { session_id: own } = await openSession(api, await makeDataset(api));
  const response = await api.send('POST', `/sessions/${own}/transform`, { body: transformBody });
  expect(response.status).toBe(200);
  await api.send('POST', `/sessions/${own}/close`);
  const { data } = await api.read(sessionEvidencePageSchema, `/sessions/${own}/evidence`);
  const [summary] = data;
  expect(summary).toMatchObject({ kind: 'transformation', action: 'anonymize', method: 'hash' });
  for (const each of [summary?.evidence_id, summary?.subject_id]) {
    expect((await api.read(evidenceSchema, `/evidence/${each}`)).hash).toBe(summary?.hash);
  }
  const envelope = await api.send('GET', `/evidence/${summary?.evidence_id}/envelope`);
  expect(envelope.headers.get('content-type')).toBe('application/vnd.dsse+json');
  expect(envelope.headers.get('content-disposition')).toContain('.dsse.json');
  expect((await api.send('GET', `/evidence/${summary?.evidence_id}/lineage`)).status).toBe(200);
  expect(await refusalOf(await api.send('GET', '/evidence/ev_nothing'))).toBe('404 not_found');
});

test('a checkpoint follows evidence, and no read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const own = await TestApi.open({ keepsAuditLog: true });
  try {
    const { session_id: session } = await openSession(own, await makeDataset(own));
    const signed = async () => {
      await vi.advanceTimersByTimeAsync(signAfter);
      const [newest] = new CheckpointFiles(own.directory).own(1);
      return Number(newest?.note.split('\n')[1]);
    };
    const size = async () => (await own.read(chainSchema, '/chain')).size;
    const opened = await signed();
    expect(opened).toBe(await size());
    await own.send('POST', `/sessions/${session}/filter`, { body: { filter: {} } });
    expect(await signed()).toBe(opened);
    await own.send('POST', `/sessions/${session}/transform`, { body: transformBody });
    expect(await signed()).toBe(await size());
    expect(await size()).toBeGreaterThan(opened);
  } finally {
    vi.useRealTimers();
    await own.close();
  }
});
