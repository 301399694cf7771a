/** The demo's data sessions: one in every state, with evidence that holds. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { datasetErasurePageSchema } from '../../shared/contract/dataset-erasures.ts';
import { datasetPageSchema } from '../../shared/contract/datasets.ts';
import { grantPageSchema } from '../../shared/contract/grants.ts';
import { datasetPolicySchema } from '../../shared/contract/policy-routes.ts';
import { evidenceVerificationSchema } from '../../shared/contract/evidence.ts';
import {
  sessionEvidencePageSchema,
  sessionPageSchema,
  type Session,
} from '../../shared/contract/sessions.ts';
import { verificationSchema } from '../../shared/contract/chain.ts';
import { TestApi, usualDemo } from '../api/test-api.ts';

let api: TestApi;
let sessions: readonly Session[];
beforeAll(async () => {
  api = await TestApi.open(usualDemo);
  ({ data: sessions } = await api.read(sessionPageSchema, '/sessions?include=usage&limit=16'));
});
afterAll(() => api.close());

test('has three holders and six datasets, one of them withdrawn, one that nobody decided about', async () => {
  const { data } = await api.read(datasetPageSchema, '/datasets');
  expect(data.map(({ dataset_id: id, status, record_count: rows }) => [id, status, rows])).toEqual([
    ['lakeside-admissions', 'draft', 80],
    ['lakeside-oncology', 'active', 238],
    ['riverside-home-monitoring', 'revoked', 800],
    ['northwind-telematics', 'active', 600],
    ['northwind-claims', 'active', 1_200],
    ['riverside-outpatients', 'active', 2_000],
  ]);
  expect(new Set(data.map((each) => each.holder_id)).size).toBe(3);
});

test('has sessions in every state, in which something was done', () => {
  expect(new Set(sessions.map(({ status }) => status))).toEqual(
    new Set(['closed', 'active', 'revoked', 'expired']),
  );
  for (const { usage } of sessions) expect(usage?.total_operations).toBeGreaterThan(0);
});

test('has grants in use, one of them of statistics, a request that waits, and a policy that is announced', async () => {
  const { data } = await api.read(grantPageSchema, '/grants?dataset_id=lakeside-oncology');
  expect(data.map(({ kind, status, epsilon }) => [kind, status, epsilon?.spent])).toEqual([
    ['rows', 'requested', undefined],
    ['rows', 'active', undefined],
    ['statistics', 'active', 1.5],
  ]);
  for (const { status, spent } of data) expect(spent.amount > 0).toBe(status === 'active');
  const policy = await api.read(datasetPolicySchema, '/datasets/lakeside-oncology/policy');
  expect([policy.in_force.version, policy.announced?.version]).toEqual([2, 3]);
});

test('has an erasure of rows that had been given out, and says who has to be told', async () => {
  const path = '/datasets/lakeside-oncology/erasures';
  const [erasure] = (await api.read(datasetErasurePageSchema, path)).data;
  expect([
    erasure?.count,
    erasure?.recipients.map(({ account_id, rows }) => [account_id, rows]),
  ]).toEqual([2, [['meridian-labs', 2]]]);
});

test('has evidence that verifies, each by itself and the ledger as a whole', async () => {
  let pieces = 0;
  for (const { session_id: id } of sessions) {
    const { data } = await api.read(sessionEvidencePageSchema, `/sessions/${id}/evidence`);
    for (const { evidence_id: evidence } of data) {
      const path = `/evidence/${evidence}/verification`;
      expect((await api.read(evidenceVerificationSchema, path)).verdict).toBe('VALID');
      pieces += 1;
    }
  }
  expect(pieces).toBe(9);
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  const { verdict, findings_total: findings } = verificationSchema.parse(job.result);
  // It was closed once: that signs what there is.
  expect([verdict, findings]).toEqual(['VERIFIED_SIGNED', 0]);
});

test('is made once', async () => {
  const count = async () => (await api.read(sessionPageSchema, '/sessions')).pagination.total;
  const before = await count();
  await api.reopen();
  expect(await count()).toBe(before);
});

test('has one large dataset more where that is asked for, with an open session @whole', async () => {
  const large = await TestApi.open({ kind: 'demo', demoRecords: 30, demoRows: 12_345 });
  try {
    const { data } = await large.read(datasetPageSchema, '/datasets');
    expect(data[0]).toMatchObject({
      dataset_id: 'clinical-archive',
      record_count: 12_345,
      active_session_count: 1,
    });
    expect(data).toHaveLength(4);
  } finally {
    await large.close();
  }
});
