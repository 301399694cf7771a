/** The queue through the API: what waits in which order, who does it, samples, and second reviews that are blind. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordsErrorSchema } from '../../shared/contract/errors.ts';
import {
  interventionListSchema,
  interventionSchema,
  type Intervention,
} from '../../shared/contract/interventions.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import {
  assignmentSchema,
  reviewListSchema,
  reviewSchema,
  type ReviewList,
} from '../../shared/contract/review-queue.ts';
import type { ReviewRules } from '../../shared/contract/reviews.ts';
import { TestApi } from '../api/test-api.ts';
import { enrol, TestPerson } from '../api/testing/signing-people.ts';
import { openReader } from '../database/open-database.ts';
import { profileOf, reviewOf } from '../oversight/testing/profile-of.ts';
import { rounds } from '../testing/rounds.ts';

const hour = 3_600_000;
const ann = { id: 'ann', role: 'compliance_officer' };
const ben = { id: 'ben', role: 'compliance_officer' };

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open({ keepsAuditLog: true });
});
afterEach(() => api.close());

async function confirm(modelId: string, rules: Partial<ReviewRules>): Promise<void> {
  const profile = profileOf({
    review: reviewOf(rules),
    amount: { path: '/output/limit', currency: 'EUR' },
  });
  const body = { profile, accept_unseen: true };
  const response = await api.send('POST', `/models/${modelId}/profiles`, { body });
  if (response.status !== 201) throw new Error(await response.text());
}

const send = (id: string, body: object) =>
  api.send('POST', `/records/${id}/interventions`, { body: { actor: ann, ...body } });
async function act(id: string, body: object): Promise<Intervention> {
  const response = await send(id, body);
  if (response.status !== 201) throw new Error(await response.text());
  return interventionSchema.parse(await response.json());
}
async function refusal(response: Response): Promise<[number, string, string[]]> {
  const { error } = recordsErrorSchema.parse(await response.json());
  return [response.status, error.code, error.details.map(({ field }) => field)];
}

const list = (query = ''): Promise<ReviewList> => api.read(reviewListSchema, `/reviews?${query}`);
/** Why and since when, as lists of decisions tell the same. */
const standings = async (query = 'review=waiting') =>
  new Map(
    (await api.read(recordListSchema, `/records?${query}`)).data.map((each) => [
      each.id,
      each.waiting,
    ]),
  );
const ids = async (query = '') => (await list(query)).data.map((each) => each.record_id);
const review = (id: string) => api.read(reviewSchema, `/reviews/${id}`);
const interventions = (id: string) =>
  api.read(interventionListSchema, `/records/${id}/interventions`);
const assign = (id: string, body: object) => api.send('PUT', `/reviews/${id}/assignment`, { body });

const denied = { output: { decision: 'deny', limit: 0 }, confidence: 0.2 };

describe('The queue', () => {
  test('is in the order of what is due, and what is never due comes last', async () => {
    const never = await api.append({ model_id: 'never', ...denied });
    const slow = await api.append({ model_id: 'slow', ...denied });
    api.now += hour;
    const quick = await api.append({ model_id: 'quick', ...denied });
    const other = await api.append({ model_id: 'other', confidence: 0.9 });
    await confirm('never', { below: 0.5 });
    await confirm('slow', { below: 0.5, due_hours: 48 });
    await confirm('quick', { below: 0.5, due_hours: 2 });
    expect(await ids()).toEqual([quick.id, slow.id, never.id]);
    await confirm('other', { due_hours: 1 });
    const asked = await act(other.id, { action: 'escalate', reason: 'Unclear.' });
    const { data, total, late } = await list();
    expect(data.map((each) => each.record_id)).toEqual([other.id, quick.id, slow.id, never.id]);
    expect([total, late]).toEqual([4, 0]);
    expect(data[0]).toMatchObject({
      reason: 'escalated',
      since: asked.created_at,
      due_at: new Date(Date.parse(asked.created_at) + hour).toISOString(),
    });
    expect(data[1]).toEqual({
      record_id: quick.id,
      model_id: 'quick',
      created_at: quick.created_at,
      confidence: 0.2,
      outcome: 'deny',
      outcome_class: 'adverse',
      amount: 0,
      currency: 'EUR',
      assignee: null,
      reason: 'policy',
      since: quick.created_at,
      due_at: new Date(Date.parse(quick.created_at) + 2 * hour).toISOString(),
    });
    expect(data[3]?.due_at).toBeNull();
    api.now += 3 * hour;
    expect((await list()).late).toBe(2);
    expect(await ids('is_late=true')).toEqual([other.id, quick.id]);
    expect((await list('is_late=true&limit=1&offset=1')).total).toBe(2);
    expect(await ids('is_late=false')).toEqual([slow.id, never.id]);
    expect((await list('limit=2&offset=1')).data.map((each) => each.record_id)).toEqual([
      quick.id,
      slow.id,
    ]);
    expect(await ids('model_id=slow')).toEqual([slow.id]);
    expect(await ids('review=escalated')).toEqual([other.id]);
    expect((await api.send('GET', '/reviews?review=soon')).status).toBe(400);
  });

  test('has what was recorded before a profile asked for it since the first that did, which no later one moves', async () => {
    const old = await api.append({ model_id: 'm', ...denied });
    const sure = await api.append({ model_id: 'm', confidence: 0.9 });
    api.now += 1_000 * hour;
    await confirm('m', { below: 0.5, due_hours: 24 });
    const asked = api.now;
    api.now += hour;
    const recent = await api.append({ model_id: 'm', ...denied });
    const times = async (query = '') =>
      (await list(query)).data.map(({ record_id: id, since, due_at: due }) => [
        id,
        Date.parse(since),
        Date.parse(due ?? '') - 24 * hour,
      ]);
    const recorded = Date.parse(recent.created_at);
    const waiting = [
      [old.id, asked, asked],
      [recent.id, recorded, recorded],
    ];
    expect(await times()).toEqual(waiting);
    expect((await standings()).get(old.id)).toEqual({
      reason: 'policy',
      since: new Date(asked).toISOString(),
    });
    expect((await standings('limit=10')).get(old.id)).toBeUndefined();
    expect(await review(old.id)).toMatchObject({ since: new Date(asked).toISOString() });
    expect((await list()).late).toBe(0);

    api.now = asked + 24 * hour;
    expect((await list()).late).toBe(0);
    api.now += 1;
    expect((await list()).late).toBe(1);
    expect(await ids('is_late=true')).toEqual([old.id]);

    // What another rule brings waits since that rule; what waited already goes on.
    await confirm('m', { below: 0.5, sample_percent: 100, due_hours: 24 });
    expect(await times('review=policy')).toEqual(waiting);
    expect(await times('review=sample')).toEqual([[sure.id, api.now, api.now]]);
  });

  test('tells who means to do it, until somebody acts', async () => {
    const one = await api.append({ model_id: 'm', ...denied });
    const two = await api.append({ model_id: 'm', ...denied });
    await confirm('m', { below: 0.5 });
    const eva = new TestPerson('Eva Mayer');
    await enrol(api, eva, 'compliance');
    const response = await assign(one.id, { assignee: eva.personId });
    expect([response.status, assignmentSchema.parse(await response.json())]).toEqual([
      200,
      { record_id: one.id, assignee: eva.personId },
    ]);
    expect((await list()).data.map(({ assignee }) => assignee)).toEqual([eva.personId, null]);
    expect(await ids(`assignee=${eva.personId}`)).toEqual([one.id]);
    expect(await ids('is_assigned=true')).toEqual([one.id]);
    expect(await ids('is_assigned=false')).toEqual([two.id]);
    expect(await refusal(await assign(one.id, { assignee: 'usr_nobody' }))).toEqual([
      400,
      'validation_error',
      ['assignee'],
    ]);
    const late = { assignee: 'operator', if_previous: { assignee: null } };
    expect(await refusal(await assign(one.id, late))).toEqual([
      409,
      'conflict',
      ['if_previous.assignee'],
    ]);
    expect((await assign('rec_unknown', { assignee: null })).status).toBe(404);
    expect((await assign(two.id, { assignee: 'operator' })).status).toBe(200);
    expect((await assign(two.id, { assignee: null })).status).toBe(200);
    expect(await ids('is_assigned=true')).toEqual([one.id]);
  });

  test('forgets who meant to do it as it is decided', async () => {
    const { id } = await api.append({ model_id: 'm', ...denied });
    await confirm('m', { below: 0.5 });
    await assign(id, { assignee: 'operator' });
    await act(id, { action: 'annotate', reason: 'Asked the branch.' });
    expect((await review(id)).assignee).toBe('operator');
    await act(id, { action: 'approve' });
    expect(await review(id)).toMatchObject({ assignee: null, reason: null, due_at: null });
  });
});

const records = rounds({ usual: 1_000, all: 10_000 });

test('A sample of 5 % of the records is the one that their hashes say', async () => {
  const line = (n: number) =>
    JSON.stringify({ model_id: 'm', input: { n }, output: { decision: 'deny' }, confidence: 0.9 });
  const body = Array.from({ length: records }, (_, n) => line(n)).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  await api.finished(await api.send('POST', '/imports', { body, headers }));
  await confirm('m', { sample_percent: 5 });
  const ledger = openReader(join(api.directory, 'proofdesk.db'));
  const rows = ledger
    .prepare<[], { id: string; hash: Buffer }>('SELECT id, hash FROM records ORDER BY position')
    .all();
  ledger.close();
  expect(rows).toHaveLength(records);
  // ⌊5·2³²/100⌋
  const drawn = rows.filter(({ hash }) => hash.readUInt32BE(0) < 214_748_364).map(({ id }) => id);
  const found: string[] = [];
  while (found.length < drawn.length) {
    const page = await ids(`review=sample&limit=100&offset=${found.length}`);
    if (page.length === 0) break;
    found.push(...page);
  }
  expect(found).toEqual(drawn);
  expect((await list('limit=1')).total).toBe(drawn.length);
  expect((await api.read(recordListSchema, '/records?review=sample&limit=1')).total).toBe(
    drawn.length,
  );
});

describe('A second review', () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await api.append({ model_id: 'm', ...denied }));
    await confirm('m', { below: 0.5, blind_percent: 100, due_hours: 24 });
  });
  const second = { action: 'annotate', meaning: 'second_review', actor: ben };
  const overridden = { action: 'override', reason: 'Payslips.', outcome: { decision: 'approve' } };

  test('waits once somebody decided, and tells nothing of what', async () => {
    const decided = await act(id, overridden);
    const row = (await list()).data[0];
    expect(row).toMatchObject({ reason: 'second_review', since: decided.created_at });
    expect(JSON.stringify(await list())).not.toMatch(/approve|Payslips|ann/);
    const told = await review(id);
    expect(told).toMatchObject({
      is_blind: true,
      reason: 'second_review',
      outcome: 'deny',
      previous_hash: decided.hash,
      record: { input: {}, output: { decision: 'deny', limit: 0 } },
      choices: [
        { value: 'approve', class: 'favourable', count: 0 },
        { value: 'deny', class: 'adverse', count: 1 },
      ],
      counted: 1,
    });
    expect(JSON.stringify({ ...told, choices: [], profile: null })).not.toMatch(
      /approve|Payslips|"ann"|override/,
    );
  });

  test('agrees, and nothing waits any more', async () => {
    await act(id, overridden);
    await review(id);
    api.now += 1_000;
    await act(id, { ...second, outcome: { decision: 'approve', limit: 0 } });
    expect(await ids()).toEqual([]);
    const { decision_in_effect: effect, not_blind: notBlind } = await interventions(id);
    expect(effect).toMatchObject({ status: 'changed', output: { decision: 'approve' } });
    expect(notBlind).toEqual([]);
  });

  test('disagrees, and waits until somebody decides between the two', async () => {
    await act(id, { action: 'approve' });
    const other = await act(id, { ...second, outcome: { decision: 'approve', limit: 900 } });
    expect((await list()).data).toMatchObject([
      { record_id: id, reason: 'disagreement', since: other.created_at },
    ]);
    expect([...(await standings('review=disagreement')).values()]).toEqual([
      { reason: 'disagreement', since: other.created_at },
    ]);
    expect((await api.read(recordListSchema, '/records?review=disagreement')).total).toBe(1);
    expect((await interventions(id)).decision_in_effect.waiting).toBe('disagreement');
    await act(id, { action: 'approve', actor: { id: 'head', role: 'admin' } });
    expect(await ids()).toEqual([]);
    expect((await interventions(id)).decision_in_effect.waiting).toBeNull();
  });

  test('is by another person, of what was decided, with an outcome', async () => {
    const full = { ...second, outcome: { decision: 'deny' } };
    expect(await refusal(await send(id, full))).toEqual([409, 'conflict', ['meaning']]);
    await act(id, { action: 'approve' });
    expect(await refusal(await send(id, { ...full, actor: ann }))).toEqual([
      409,
      'same_person',
      ['signer'],
    ]);
    expect((await send(id, second)).status).toBe(400);
    expect((await send(id, { ...full, action: 'approve' })).status).toBe(400);
    expect((await send(id, { ...full, meaning: 'remark' })).status).toBe(400);
    await act(id, full);
  });

  test('is not blind where the reviewer had asked for what people did', async () => {
    await act(id, { action: 'approve' });
    await review(id);
    await interventions(id);
    api.now += 1_000;
    const seen = await act(id, { ...second, outcome: { decision: 'deny', limit: 0 } });
    // The audit log is written a moment later.
    await expect.poll(async () => (await interventions(id)).not_blind).toEqual([seen.id]);
  });
});

describe('Reasons of a profile', () => {
  const outcome = { decision: 'approve' };
  test('are asked for where a decision is changed, and are those of the profile', async () => {
    const { id } = await api.append({ model_id: 'm', ...denied });
    const codes = ['R1', 'R2'].map((code) => ({ code, label: `Reason ${code}` }));
    await confirm('m', { reason_codes: codes });
    const change = { action: 'override', reason: 'Payslips.', outcome };
    expect(await refusal(await send(id, change))).toEqual([
      400,
      'validation_error',
      ['reason_code'],
    ]);
    expect((await send(id, { ...change, reason_code: 'R3' })).status).toBe(400);
    const made = await act(id, { ...change, reason_code: 'R2' });
    expect(made.reason_code).toBe('R2');
    expect((await act(id, { action: 'approve' })).reason_code).toBeUndefined();
  });
});
