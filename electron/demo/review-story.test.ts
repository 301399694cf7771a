/** The demo's reviews: interventions in every state, a queue to work on, an erasure; all of it verified. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verificationSchema } from '../../shared/contract/chain.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { TestApi } from '../api/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open({ kind: 'demo', demoRecords: 600, now: Date.UTC(2026, 10, 21) });
});
afterAll(() => api.close());

const total = async (query: string) =>
  (await api.read(recordListSchema, `/records?limit=1&${query}`)).total;

test('has something to do of each kind', async () => {
  expect(await total('review=escalated')).toBe(2);
  expect(await total('review=second_actor')).toBe(1);
  const waiting = await total('review=waiting');
  expect(waiting).toBeGreaterThan(3);
  expect(waiting).toBeLessThan(60);
});

test('has every action among its interventions', async () => {
  const { data } = await api.read(recordListSchema, '/records?has_intervention=true');
  const actions = data.flatMap(({ interventions }) => interventions.map((each) => each.action));
  expect(new Set(actions)).toEqual(
    new Set(['approve', 'modify', 'override', 'reverse', 'annotate', 'escalate', 'retract']),
  );
});

test('verifies, with one declared erasure', async () => {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  const { counts, findings_total: findings } = verificationSchema.parse(job.result);
  expect([counts.ERASED_DECLARED, findings]).toEqual([1, 0]);
});
