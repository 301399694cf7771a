/** The review queue and four eyes, through the API: what waits, why, and what settles it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  interventionListSchema,
  interventionSchema,
  type Intervention,
} from '../../shared/contract/interventions.ts';
import { recordsErrorSchema } from '../../shared/contract/errors.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import type { ReviewFilter, ReviewRules } from '../../shared/contract/reviews.ts';
import { verificationSchema } from '../../shared/contract/chain.ts';
import {
  act,
  actAs,
  enrol,
  TestPerson,
  type SignedRequest,
} from '../api/testing/signing-people.ts';
import { TestApi } from '../api/test-api.ts';
import { profileOf, reviewOf } from '../oversight/testing/profile-of.ts';

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
  const { data, total } = await api.read(
    recordListSchema,
    `/records?review=${review}&order=asc&limit=100`,
  );
  expect(total).toBe(data.length);
  return data.map((each) => each.id);
}

const standing = async (id: string) =>
  (await api.read(interventionListSchema, `/records/${id}/interventions`)).decision_in_effect;

/** Confirms another profile of a model; the status. */
async function ask(modelId: string, rules: Partial<ReviewRules> | null): Promise<number> {
  const review = rules === null ? null : reviewOf(rules);
  const outcome = { path: '/output/decision', favourable: ['approve'], adverse: ['deny'] };
  const profile = profileOf({ review, outcome: { ...outcome, undecided: ['refer'] } });
  const body = { profile, accept_unseen: true };
  return (await api.send('POST', `/models/${modelId}/profiles`, { body })).status;
}

describe('What a profile asks of reviews', () => {
  test.each([
    { below: 0 },
    { below: 1.1 },
    { undecided: 1 },
    { second_person: 'yes' },
    { sample_percent: -1 },
    { blind_percent: 101 },
    { due_hours: 0.5 },
    { due_hours: 8_761 },
    { reason_codes: [{ code: 'R1' }] },
    { reason_codes: ['a', 'b'].map((label) => ({ code: 'R1', label })) },
    { note: 'x' },
  ])('is refused with %j', async (wrong) => {
    await api.append({ model_id: 'kyc' });
    const profile = { ...profileOf(), review: { ...reviewOf(), ...wrong } };
    const body = { profile, accept_unseen: true };
    expect((await api.send('POST', '/models/kyc/profiles', { body })).status).toBe(400);
  });

  test('is the newest profile’s to say, and nothing without one', async () => {
    const { id } = await api.append({ model_id: 'kyc', confidence: 0.4 });
    expect(await queue('waiting')).toEqual([]);
    await ask('kyc', { below: 0.5, second_person: true });
    expect(await queue('waiting')).toEqual([id]);
    expect((await standing(id)).second_actor_required).toBe(true);
    await ask('kyc', null);
    expect(await queue('waiting')).toEqual([]);
    expect((await standing(id)).second_actor_required).toBe(false);
  });
});

describe('The review queue', () => {
  test('holds what is in doubt until a decision stands', async () => {
    const low = await api.append({ model_id: 'kyc', confidence: 0.4 });
    await api.append({ model_id: 'kyc', confidence: 0.9 });
    const unsure = await api.append({ model_id: 'kyc', confidence: undefined });
    await api.append({ model_id: 'other', confidence: 0.1 });
    expect(await queue('waiting')).toEqual([]);
    await ask('kyc', { below: 0.5 });
    expect(await queue('policy')).toEqual([low.id, unsure.id]);
    const later = await api.append({ model_id: 'kyc', confidence: 0.2 });
    expect(await queue('policy')).toEqual([low.id, unsure.id, later.id]);
    expect((await standing(low.id)).waiting).toBe('policy');
    await intervene(low.id, { action: 'annotate', reason });
    const { id } = await intervene(unsure.id, { action: 'approve' });
    expect(await queue('waiting')).toEqual([low.id, later.id]);
    await intervene(unsure.id, { action: 'retract', supersedes: id });
    expect(await queue('waiting')).toEqual([low.id, unsure.id, later.id]);
    await ask('kyc', {});
    expect(await queue('waiting')).toEqual([]);
  });

  test('holds what the model did not decide', async () => {
    const decided = { model_id: 'kyc', output: { decision: 'deny' }, confidence: 0.9 };
    const referred = { ...decided, output: { decision: 'refer' } };
    await api.append(decided);
    const first = await api.append(referred);
    await ask('kyc', { undecided: true });
    const second = await api.append(referred);
    await api.append(decided);
    expect(await queue('policy')).toEqual([first.id, second.id]);
    expect((await standing(second.id)).waiting).toBe('policy');
    await intervene(first.id, { action: 'approve' });
    expect(await queue('waiting')).toEqual([second.id]);
    // What was erased is no longer undecided, before and behind what was found already.
    const body = { fields: ['output'], legal_basis: 'GDPR Art. 17', actor: ada };
    const erased = await api.send('POST', `/records/${second.id}/erasures`, { body });
    expect(erased.status).toBe(201);
    const third = await api.append(referred);
    expect(await queue('waiting')).toEqual([third.id]);
  });

  test('holds a sample by the hash, of what is not in doubt anyway', async () => {
    const hashes = new Map<string, string>();
    const low = new Set<string>();
    const append = async (confidence: number) => {
      const record = await api.append({ model_id: 'kyc', confidence });
      hashes.set(record.id, record.hash.replace('sha256:', ''));
      if (confidence < 0.5) low.add(record.id);
    };
    for (let n = 0; n < 40; n += 1) await append(n % 4 === 0 ? 0.1 : 0.9);
    await ask('kyc', { below: 0.5, sample_percent: 30 });
    for (let n = 0; n < 20; n += 1) await append(0.9);
    const drawn = [...hashes]
      .filter(([id, hash]) => !low.has(id) && BigInt(`0x${hash.slice(0, 8)}`) < 1_288_490_188n)
      .map(([id]) => id);
    expect(drawn.length).toBeGreaterThan(3);
    expect(await queue('sample')).toEqual(drawn);
    expect(await queue('policy')).toEqual([...low]);
    const [first = ''] = drawn;
    expect((await standing(first)).waiting).toBe('sample');
    await intervene(first, { action: 'approve' });
    expect(await queue('sample')).toEqual(drawn.slice(1));
    await ask('kyc', { sample_percent: 100 });
    expect(await queue('sample')).toEqual([...hashes.keys()].filter((id) => id !== first));
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

describe('Four eyes where a profile asks', () => {
  const eva = new TestPerson('Eva Mayer');
  const tom = new TestPerson('Tom Baker');
  let id: string;
  let request: (body: object) => SignedRequest;
  beforeEach(async () => {
    ({ id } = await api.append({ model_id: 'lending', output: { decision: 'deny' } }));
    await ask('lending', { second_person: true });
    request = (body) => ({ path: `/records/${id}/interventions`, body });
  });

  const decision = { action: 'override', reason, outcome };
  const enrolBoth = async () => {
    await enrol(api, eva, 'compliance');
    await enrol(api, tom, 'compliance');
  };
  const propose = async (person = eva) => {
    const response = await actAs(api, person, request({ ...decision, meaning: 'proposal' }));
    return interventionSchema.parse(await response.json()).id;
  };
  /** Status, type and fields of what is refused as it is prepared. */
  const refusedTo = async (person: TestPerson, body: object) => {
    const response = await api.send('POST', request({}).path, {
      body: { ...body, signer: person.personId, prepare: true },
    });
    const { error } = recordsErrorSchema.parse(await response.json());
    return [response.status, error.code, error.details.map(({ field }) => field)];
  };

  test('one person alone proposes, and the output stays as it was', async () => {
    expect(await refused(id, override)).toEqual([400, ['meaning']]);
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

  test('a second person signs the same decision, and it is in effect', async () => {
    await enrolBoth();
    const supersedes = await propose();
    expect((await standing(id)).status).toBe('model');
    const otherwise = { ...decision, outcome: { decision: 'maybe' }, supersedes };
    expect(await refusedTo(tom, otherwise)).toEqual([409, 'conflict', ['outcome']]);
    expect(await refusedTo(tom, { action: 'approve', supersedes })).toEqual([
      409,
      'conflict',
      ['action', 'outcome'],
    ]);
    const response = await actAs(api, tom, request({ ...decision, supersedes }));
    expect(response.status).toBe(201);
    const made = interventionSchema.parse(await response.json());
    expect(made).toMatchObject({
      actor: { id: tom.personId, role: 'compliance_officer' },
      signature: { by: tom.personId },
    });
    expect(await standing(id)).toMatchObject({
      status: 'changed',
      output: outcome,
      intervention_id: made.id,
      waiting: null,
      proposal_id: null,
    });
    expect(await queue('waiting')).toEqual([]);
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    expect(verificationSchema.parse(job.result).findings_total).toBe(0);
  });

  test('nobody seconds their own proposal, with an old key or a new one', async () => {
    await enrolBoth();
    const supersedes = await propose();
    const seconding = { ...decision, supersedes };
    expect(await refusedTo(eva, seconding)).toEqual([409, 'same_person', ['signer']]);
    const renewed = new TestPerson('Eva Mayer', 'a new key');
    const body = { vkey: renewed.vkey, sealed: renewed.sealed };
    await act(
      api,
      { path: `/people/${eva.personId}/key`, body },
      { signature: renewed, approval: eva },
    );
    expect(await refusedTo(renewed, seconding)).toEqual([409, 'same_person', ['signer']]);
  });

  test('typed names are nobody: neither proposes, nor seconds', async () => {
    const unsigned = await intervene(id, { ...override, meaning: 'proposal' });
    const seconding = { ...override, actor: ben, supersedes: unsigned.id };
    expect(await refused(id, seconding)).toEqual([409, ['signer']]);
    await enrolBoth();
    expect(await refusedTo(tom, { ...decision, supersedes: unsigned.id })).toEqual([
      409,
      'same_person',
      ['signer'],
    ]);
    expect(await refused(id, seconding)).toEqual([403, ['signer']]);
  });

  test('neither a revoked person nor an unknown one is a second', async () => {
    await enrolBoth();
    const seconding = { ...decision, supersedes: await propose() };
    await actAs(api, tom, {
      path: `/people/${tom.personId}/revoke`,
      body: { reason: 'left the house' },
    });
    expect(await refusedTo(tom, seconding)).toEqual([403, 'person_revoked', ['signer']]);
    const stranger = new TestPerson('A stranger');
    expect(await refusedTo(stranger, seconding)).toEqual([403, 'signature_invalid', ['signer']]);
    expect((await standing(id)).waiting).toBe('second_actor');
  });

  test('a proposal is taken back', async () => {
    const first = await intervene(id, { ...override, meaning: 'proposal' });
    await intervene(id, { action: 'retract', actor: ben, supersedes: first.id });
    expect(await queue('waiting')).toEqual([]);
  });

  test('what decides nothing cannot be proposed', async () => {
    expect(await refused(id, { action: 'annotate', meaning: 'proposal' })).toEqual([
      400,
      ['meaning'],
    ]);
  });

  test('who escalated may propose, and somebody else settles it', async () => {
    await enrolBoth();
    await actAs(api, eva, request({ action: 'escalate', reason }));
    const supersedes = await propose();
    expect((await standing(id)).waiting).toBe('second_actor');
    await actAs(api, tom, request({ ...decision, supersedes }));
    expect((await standing(id)).waiting).toBeNull();
  });
});
