/** The demo's reviews: interventions in every state, a queue to work on, an erasure; all of it verified. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verificationSchema } from '../../shared/contract/chain.ts';
import { personRequestPageSchema, personRequestSchema } from '../../shared/contract/persons.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { reviewListSchema } from '../../shared/contract/review-queue.ts';
import { TestApi, usualDemo } from '../api/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open(usualDemo);
});
afterAll(() => api.close());

const total = async (query: string) =>
  (await api.read(recordListSchema, `/records?limit=1&${query}`)).total;

test('has something to do of each kind', async () => {
  // One of them for a person's objection.
  expect(await total('review=escalated')).toBe(3);
  expect(await total('review=second_actor')).toBe(1);
  const waiting = await total('review=waiting');
  expect(waiting).toBeGreaterThan(3);
  expect(waiting).toBeLessThan(60);
});

test('has a few reviews that are late, by days, and nothing late that a profile asked for', async () => {
  const { data, total: waiting, late } = await api.read(reviewListSchema, '/reviews?limit=100');
  expect(data).toHaveLength(waiting);
  const days = data.map(({ due_at: due }) =>
    Math.floor((Date.parse(due ?? '') - Date.UTC(2026, 10, 21)) / 86_400_000),
  );
  expect(days.filter((each) => each < 0)).toHaveLength(late);
  // Two that were escalated, and those of two decisions that are drawn for a second look.
  expect(late).toBeGreaterThanOrEqual(2);
  expect(late).toBeLessThanOrEqual(4);
  expect(Math.min(...days)).toBeGreaterThanOrEqual(-10);
  // The objection has a month; everything else is due in the coming days.
  expect(days.toSorted((one, other) => one - other).at(-2)).toBeLessThanOrEqual(3);
  for (const reason of ['policy', 'sample']) {
    expect((await api.read(reviewListSchema, `/reviews?review=${reason}`)).late).toBe(0);
  }
});

test('has two requests of persons, the first due within a week, and says who means to review what', async () => {
  const { data } = await api.read(personRequestPageSchema, '/persons/requests');
  expect(data.map(({ urgency, event, asks }) => [urgency, event, asks])).toEqual([
    ['soon', 'objected', ['explanation', 'access', 'objection']],
    ['later', 'found', ['access', 'erasure']],
  ]);
  const first = await api.read(personRequestSchema, `/persons/requests/${data[0]?.request_id}`);
  expect(first.letters).toHaveLength(1);
  const { data: assigned } = await api.read(reviewListSchema, '/reviews?is_assigned=true');
  expect(assigned.map(({ reason }) => reason).toSorted()).toEqual([
    'escalated',
    'escalated',
    'second_actor',
  ]);
});

test('has every action among its interventions', async () => {
  const { data } = await api.read(recordListSchema, '/records?has_intervention=true');
  const actions = data.flatMap(({ interventions }) => interventions.map((each) => each.action));
  expect(new Set(actions)).toEqual(
    new Set(['approve', 'modify', 'override', 'reverse', 'annotate', 'escalate', 'retract']),
  );
});

test('verifies, with one declared erasure @whole', async () => {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  const { counts, findings_total: findings } = verificationSchema.parse(job.result);
  expect([counts.ERASED_DECLARED, findings]).toEqual([3, 0]);
});
