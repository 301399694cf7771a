/** The specification's examples, as they are written there, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  filterResultSchema,
  recordedOperationSchema,
  streamBatchSchema,
  transformResultSchema,
} from '../../shared/contract/sessions.ts';
import { evidenceSchema, evidenceVerificationSchema } from '../../shared/contract/evidence.ts';
import { TestApi } from '../api/test-api.ts';
import { clinicalRows, makeDataset, openSession } from './testing/clinical.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await TestApi.open();
  const { session_id: id } = await openSession(api, await makeDataset(api));
  path = `/sessions/${id}`;
});
afterAll(() => api.close());

async function filtered(body: object) {
  const response = await api.send('POST', `${path}/filter`, { body });
  if (response.status !== 200) throw new Error(await response.text());
  return filterResultSchema.parse(await response.json());
}

describe('Stream data', () => {
  test('gives the rows in batches', async () => {
    const first = await api.read(streamBatchSchema, `${path}/stream?batch_size=3`);
    expect(first).toEqual({
      batch: clinicalRows.slice(0, 3),
      batch_id: expect.stringMatching(/^batch_/),
      record_count: 3,
      has_more: true,
      next_cursor: expect.any(String),
    });
    const cursor = encodeURIComponent(first.next_cursor ?? '');
    const last = await api.read(streamBatchSchema, `${path}/stream?batch_size=3&cursor=${cursor}`);
    expect(last).toEqual({
      batch: clinicalRows.slice(3),
      batch_id: expect.stringMatching(/^batch_/),
      record_count: 1,
      has_more: false,
    });
  });

  test('takes filter, fields and sort', async () => {
    const filter = encodeURIComponent(JSON.stringify({ age: { $gte: 40 } }));
    const batch = await api.read(
      streamBatchSchema,
      `${path}/stream?filter=${filter}&fields=age,lab_results.glucose&sort=-age`,
    );
    expect(batch.batch).toEqual([
      { record_id: 'rec_003', age: 67, lab_results: { glucose: 210 } },
      { record_id: 'rec_002', age: 62, lab_results: { glucose: 95 } },
      { record_id: 'rec_001', age: 45, lab_results: { glucose: 180 } },
    ]);
  });
});

describe('Get record', () => {
  test('gives all its fields', async () => {
    const response = await api.send('GET', `${path}/records/rec_002`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(clinicalRows[1]);
  });
});

describe('Apply filter', () => {
  test('takes dotted names and operators', async () => {
    expect(
      await filtered({
        filter: { 'lab_results.glucose': { $gte: 100 }, diagnosis: { $in: ['Type 2 Diabetes'] } },
        fields: ['patient_id', 'lab_results.glucose'],
        sort: { age: -1 },
        limit: 50,
      }),
    ).toEqual({
      records: [
        { patient_id: 'P-1003', lab_results: { glucose: 210 } },
        { patient_id: 'P-1001', lab_results: { glucose: 180 } },
      ],
      record_count: 2,
      has_more: false,
    });
  });

  test('takes $or', async () => {
    const { records } = await filtered({
      filter: { $or: [{ age: { $gte: 65 } }, { diagnosis: 'Asthma' }] },
      fields: ['record_id'],
    });
    expect(records).toEqual([{ record_id: 'rec_003' }, { record_id: 'rec_004' }]);
  });

  test('says when there is more', async () => {
    const found = await filtered({ filter: {}, limit: 2 });
    expect([found.record_count, found.has_more]).toEqual([2, true]);
  });
});

describe('Apply transformation', () => {
  test('anonymizes by hash, with evidence', async () => {
    const response = await api.send('POST', `${path}/transform`, {
      body: {
        record_ids: ['rec_001', 'rec_002'],
        transformation: 'anonymize',
        parameters: { fields: ['patient_id'], method: 'hash' },
        metadata: { purpose: 'research', operator: 'data_scientist_1' },
      },
    });
    expect(response.status).toBe(200);
    const result = transformResultSchema.parse(await response.json());
    expect(result.transformed_records).toEqual(
      clinicalRows.slice(0, 2).map((row) => ({
        ...row,
        patient_id: expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/),
      })),
    );
    expect(result.transformation_id).toMatch(/^transform_/);
    expect(result.evidence_url).toBe(
      `http://proofdesk.test/v1/evidence/${result.transformation_id}`,
    );
    const evidence = await api.read(evidenceSchema, `/evidence/${result.transformation_id}`);
    expect(evidence).toMatchObject({
      kind: 'transformation',
      transformation_id: result.transformation_id,
      purpose: 'Diabetes research',
      action: { name: 'anonymize', method: 'hash' },
      inputs: { count: 2 },
      outputs: { count: 2 },
    });
    const check = await api.read(
      evidenceVerificationSchema,
      `/evidence/${evidence.evidence_id}/verification`,
    );
    expect(check.verdict).toBe('VALID');
    expect(check.checks.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'signature ok',
      'statement ok',
      'entry ok',
      'link ok',
      'inputs ok',
      'outputs not_checked',
    ]);
  });
});

describe('Record operation', () => {
  test('records a training', async () => {
    const response = await api.send('POST', `${path}/operations`, {
      body: {
        operation_type: 'TRAIN',
        records: ['rec_001', 'rec_003'],
        metadata: { model_id: 'diabetes-risk', training_step: 100, metrics: { loss: 0.25 } },
      },
    });
    expect(response.status).toBe(200);
    const operation = recordedOperationSchema.parse(await response.json());
    expect(operation).toEqual({
      operation_id: expect.stringMatching(/^op_/),
      created_at: expect.any(String),
      status: 'RECORDED',
      evidence_id: expect.stringMatching(/^ev_/),
    });
    const evidence = await api.read(evidenceSchema, `/evidence/${operation.evidence_id}`);
    expect(evidence.operation_id).toBe(operation.operation_id);
    expect(evidence.created_at).toBe(operation.created_at);
    expect(evidence.metadata).toEqual({
      model_id: 'diabetes-risk',
      training_step: 100,
      metrics: { loss: 0.25 },
    });
  });
});
