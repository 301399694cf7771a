/** The review queue and four eyes, through the API: what waits, why, and what settles it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  interventionListSchema,
  interventionSchema,
  type Intervention,
} from '../../shared/contract/interventions.ts';
import { recordsErrorSchema } from '../../shared/contract/errors.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { reviewPolicySchema, type ReviewFilter } from '../../shared/contract/reviews.ts';
import { TestApi } from '../api/test-api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

const ada = { id: 'usr_1', role: 'compliance_officer' };
const ben = { id: 'usr_2', role: 'compliance_officer' };
const reason = 'income verified';
const outcome = { decision: 'approve' };
const override = { action: 'override', reason, outcome };

const send = (id: string, body: object) =>
  api.send('POST', `/records/${id}/interventions`, { body: { actor: ada, ...body } });

async function intervene(id: string, body: object): Promise<Intervention> {
  const response = await send(id, body);
  if (response.status !== 201) throw new Error(await response.text());
  return interventionSchema.parse(await response.json());
}

/** Status and the fields at fault. */
async function refused(id: string, body: object): Promise<[number, string[]]> {
  const response = await send(id, body);
  const { error } = recordsErrorSchema.parse(await response.json());
  return [response.status, error.details.map((each) => each.field)];
}

async function queue(review: ReviewFilter): Promise<string[]> {
  const { data, total } = await api.read(recordListSchema, `/records?review=${review}&order=asc`);
  expect(total).toBe(data.length);
  return data.map((each) => each.id);
}

const standing = async (id: string) =>
  (await api.read(interventionListSchema, `/records/${id}/interventions`)).decision_in_effect;

async function ask(policyId: string, rules: object): Promise<number> {
  const path = `/review-policies/${encodeURIComponent(policyId)}`;
  return (await api.send('PUT', path, { body: rules })).status;
}

describe('What policies ask', () => {
  test('is set, listed by id and set again', async () => {
    expect(await api.read(reviewPolicySchema.array(), '/review-policies')).toEqual([]);
    expect(await ask('lending/v2', { second_actor: true, review_below: 0.6 })).toBe(200);
    expect(await ask('kyc', { second_actor: false, review_below: null })).toBe(200);
    expect(await ask('kyc', { second_actor: true, review_below: null })).toBe(200);
    expect(await api.read(reviewPolicySchema.array(), '/review-policies')).toEqual([
      { policy_id: 'kyc', second_actor: true, review_below: null },
      { policy_id: 'lending/v2', second_actor: true, review_below: 0.6 },
    ]);
  });

  test.each([
    { second_actor: true },
    { second_actor: true, review_below: 0 },
    { second_actor: true, review_below: 1.1 },
    { second_actor: 'yes', review_below: null },
    { second_actor: true, review_below: null, note: 'x' },
  ])('refuses %j', async (rules) => {
    expect(await ask('kyc', rules)).toBe(400);
  });
});

describe('The review queue', () => {
  test('holds what a policy asks to review until a decision stands', async () => {
    const low = await api.append({ policy_id: 'kyc', confidence: 0.4 });
    await api.append({ policy_id: 'kyc', confidence: 0.9 });
    const unsure = await api.append({ policy_id: 'kyc', confidence: undefined });
    await api.append({ policy_id: 'other', confidence: 0.1 });
    expect(await queue('waiting')).toEqual([]);
    await ask('kyc', { second_actor: false, review_below: 0.5 });
    expect(await queue('policy')).toEqual([low.id, unsure.id]);
    const later = await api.append({ policy_id: 'kyc', confidence: 0.2 });
    expect(await queue('policy')).toEqual([low.id, unsure.id, later.id]);
    expect((await standing(low.id)).waiting).toBe('policy');
    await intervene(low.id, { action: 'annotate', reason });
    const { id } = await intervene(unsure.id, { action: 'approve' });
    expect(await queue('waiting')).toEqual([low.id, later.id]);
    await intervene(unsure.id, { action: 'retract', supersedes: id });
    expect(await queue('waiting')).toEqual([low.id, unsure.id, later.id]);
    await ask('kyc', { second_actor: false, review_below: null });
    expect(await queue('waiting')).toEqual([]);
  });

  test('holds what was escalated until somebody decides', async () => {
    const record = await api.append();
    await api.append();
    await intervene(record.id, { action: 'escalate', reason });
    expect(await queue('escalated')).toEqual([record.id]);
    await intervene(record.id, { action: 'annotate', actor: ben });
    expect(await queue('waiting')).toEqual([record.id]);
    expect(await queue('second_actor')).toEqual([]);
    await intervene(record.id, { action: 'approve', actor: ben });
    expect(await queue('waiting')).toEqual([]);
  });

  test('combines with other filters', async () => {
    const record = await api.append({ model_id: 'a' });
    const other = await api.append({ model_id: 'b' });
    for (const { id } of [record, other]) await intervene(id, { action: 'escalate', reason });
    const list = await api.read(recordListSchema, '/records?review=escalated&model_id=b');
    expect(list.data.map((each) => each.id)).toEqual([other.id]);
    expect((await api.send('GET', '/records?review=soon')).status).toBe(400);
  });
});

describe('Four eyes where a policy asks', () => {
  let id: string;
  beforeEach(async () => {
    await ask('lending', { second_actor: true, review_below: null });
    ({ id } = await api.append({ policy_id: 'lending', output: { decision: 'deny' } }));
  });

  test('one person alone proposes, and the output stays as it was', async () => {
    expect(await refused(id, override)).toEqual([400, ['second_actor']]);
    const proposal = await intervene(id, { ...override, meaning: 'proposal' });
    expect(await standing(id)).toEqual({
      status: 'model',
      output: { decision: 'deny' },
      intervention_id: null,
      waiting: 'second_actor',
      proposal_id: proposal.id,
      second_actor_required: true,
    });
    expect(await queue('second_actor')).toEqual([id]);
  });

  test('another makes the same decision, naming who proposed it', async () => {
    const { id: supersedes } = await intervene(id, { ...override, meaning: 'proposal' });
    const seconding = { ...override, actor: ben, second_actor: ada, supersedes };
    expect(await refused(id, { ...seconding, second_actor: undefined })).toEqual([
      400,
      ['second_actor'],
    ]);
    expect(await refused(id, { ...seconding, actor: ada })).toEqual([400, ['second_actor.id']]);
    expect(await refused(id, { ...seconding, outcome: { decision: 'maybe' } })).toEqual([
      409,
      ['outcome'],
    ]);
    expect(
      await refused(id, { action: 'approve', actor: ben, second_actor: ada, supersedes }),
    ).toEqual([409, ['action', 'outcome']]);
    const made = await intervene(id, seconding);
    expect(await standing(id)).toMatchObject({
      status: 'changed',
      output: outcome,
      intervention_id: made.id,
      waiting: null,
      proposal_id: null,
    });
    expect(await queue('waiting')).toEqual([]);
  });

  test('a proposal is taken back, or decided otherwise with somebody else', async () => {
    const first = await intervene(id, { ...override, meaning: 'proposal' });
    await intervene(id, { action: 'retract', actor: ben, supersedes: first.id });
    expect(await queue('waiting')).toEqual([]);
    const again = await intervene(id, { ...override, meaning: 'proposal' });
    const third = { id: 'usr_3', role: 'head_of_credit' };
    await intervene(id, {
      action: 'approve',
      actor: ben,
      second_actor: third,
      supersedes: again.id,
    });
    expect((await standing(id)).status).toBe('approved');
  });

  test('what decides nothing cannot be proposed, and a proposal names no second person', async () => {
    expect(await refused(id, { action: 'annotate', meaning: 'proposal' })).toEqual([
      400,
      ['meaning'],
    ]);
    expect(
      await refused(id, { action: 'approve', meaning: 'proposal', second_actor: ben }),
    ).toEqual([400, ['second_actor']]);
  });

  test('who escalated may propose, and somebody else settles it', async () => {
    await intervene(id, { action: 'escalate', reason });
    const { id: supersedes } = await intervene(id, { ...override, meaning: 'proposal' });
    expect((await standing(id)).waiting).toBe('second_actor');
    await intervene(id, { ...override, actor: ben, second_actor: ada, supersedes });
    expect((await standing(id)).waiting).toBeNull();
  });
});
