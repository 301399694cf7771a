/** Decision profiles through the API: how they are confirmed, refused, signed, told and verified. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import {
  profileListSchema,
  profileSchema,
  proposedProfileSchema,
  type Profile,
  type ProfileDocument,
} from '../../shared/contract/profiles.ts';
import { actAs, enrol, TestPerson } from '../api/testing/signing-people.ts';
import { anonymous, TestApi, type SendOptions } from '../api/test-api.ts';
import { profileOf } from './testing/profile-of.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
  await api.append({
    model_id: 'lending',
    input: { race: 'a', age: 40, name: 'Finn', at: '2026-01-31T09:30:00', list: ['R1'] },
    output: { decision: 'approve' },
  });
});
afterEach(() => api.close());

const path = '/models/lending/profiles';
const send = (body: object, options: Omit<SendOptions, 'body'> = {}) =>
  api.send('POST', path, { ...options, body });
async function confirm(profile: object): Promise<Profile> {
  const response = await send({ profile });
  if (response.status !== 201) throw new Error(await response.text());
  return profileSchema.parse(await response.json());
}
/** Status and type of a refusal, and its fields as far as it names any. */
async function refusal(response: Response): Promise<[number, string, string[]]> {
  const { error } = sessionsErrorSchema.parse(await response.json());
  const { fields } = error.details;
  const names = Array.isArray(fields)
    ? fields.map((each: { readonly field: string }) => each.field)
    : [];
  return [response.status, error.type, names];
}
const listed = async () => (await api.read(profileListSchema, path)).data;

test('A profile is confirmed, told newest first, and stays', async () => {
  expect(await listed()).toEqual([]);
  const first = await confirm(profileOf());
  expect(first).toMatchObject({
    profile_id: expect.stringMatching(/^prof_/),
    model_id: 'lending',
    n: 1,
    actor: { id: 'operator', role: 'operator' },
    profile: profileOf(),
  });
  const document = profileOf({
    groups: [
      { name: 'race', path: '/input/race', reference: 'a' },
      { name: 'age', path: '/input/age', bands: [25, 40], reference: '≥ 40' },
    ],
    reasons: { path: '/input/list' },
  });
  const second = await confirm(document);
  expect([second.n, second.profile]).toEqual([2, document]);
  expect((await listed()).map(({ profile_id: id }) => id)).toEqual([
    second.profile_id,
    first.profile_id,
  ]);
});

test('A profile is proposed from the records, and writes nothing', async () => {
  for (const decision of ['approve', 'deny', 'other']) {
    await api.append({ model_id: 'lending', input: { race: 'b' }, output: { decision } });
  }
  await api.append({ model_id: 'another', output: { decision: 'refer' } });
  const proposed = await api.read(proposedProfileSchema, `${path}/proposal`);
  expect(proposed).toMatchObject({
    records: 4,
    unassigned: ['other'],
    profile: {
      outcome: { path: '/output/decision', favourable: ['approve'], adverse: ['deny'] },
      groups: [{ name: 'race', path: '/input/race' }],
    },
  });
  expect(proposed.paths).toContainEqual({
    path: '/input/race',
    present: 4,
    values: 2,
    kind: 'text',
    examples: ['b', 'a'],
  });
  expect(await listed()).toEqual([]);
  expect((await api.send('GET', '/models/nobody/profiles/proposal')).status).toBe(404);
  const { outcome } = proposed.profile;
  const undecided = proposed.unassigned;
  await confirm({ ...proposed.profile, outcome: outcome && { ...outcome, undecided } });
  expect(await listed()).toHaveLength(1);
});

describe('A body is refused', () => {
  const outcome = { path: '/output/decision', favourable: ['a'], adverse: ['b'], undecided: [] };
  const group = { name: 'race', path: '/input/race' };
  test.each<[Partial<Record<keyof ProfileDocument, unknown>>, string[]]>([
    [{ small_group: 0 }, ['profile.small_group']],
    [{ outcome: { ...outcome, path: '/input/a' } }, ['profile.outcome.path']],
    [{ outcome: { ...outcome, path: 'output.a' } }, ['profile.outcome.path']],
    [{ outcome: { ...outcome, path: '/output/a~2' } }, ['profile.outcome.path']],
    [
      { outcome: { ...outcome, favourable: [], adverse: [] } },
      ['profile.outcome.favourable', 'profile.outcome.adverse'],
    ],
    [{ outcome: { ...outcome, undecided: ['b'] } }, ['profile.outcome.undecided.0']],
    [{ outcome: { ...outcome, favourable: ['a', 'a'] } }, ['profile.outcome.favourable.1']],
    [{ outcome: { ...outcome, adverse: [['b']] } }, ['profile.outcome.adverse.0']],
    [{ decided_at: { path: '/nothing/at', format: 'iso' } }, ['profile.decided_at.path']],
    [{ decided_at: { path: '/input/at', format: 'german' } }, ['profile.decided_at.format']],
    [{ subject: { paths: [], match: 'folded' } }, ['profile.subject.paths']],
    [{ groups: [group, group] }, ['profile.groups.1.name']],
    [{ groups: [{ ...group, name: 'race, sex' }] }, ['profile.groups.0.name']],
    [{ groups: [{ ...group, name: 'race..sex' }] }, ['profile.groups.0.name']],
    [{ groups: [{ ...group, name: 'race.$sex' }] }, ['profile.groups.0.name']],
    [{ groups: [{ ...group, name: 'a.b.c.d.e.f.g.h' }] }, ['profile.groups.0.name']],
    [{ groups: [group], columns: [{ ...group, kind: 'text' }] }, ['profile.columns.0.name']],
    [{ groups: [{ ...group, bands: [2, 2] }] }, ['profile.groups.0.bands']],
    [{ groups: [{ ...group, bands: [2], reference: 'a' }] }, ['profile.groups.0.reference']],
    [
      { groups: Array.from({ length: 5 }, (_, n) => ({ ...group, name: `g${n}` })) },
      ['profile.groups'],
    ],
    [{ amount: { path: '/input/age', currency: 'euro' } }, ['profile.amount.currency']],
    [
      { columns: [{ name: 'x'.repeat(41), path: '/input/age', kind: 'number' }] },
      ['profile.columns.0.name'],
    ],
  ])('%j', async (changes, fields) => {
    const response = await send({ profile: { ...profileOf(), ...changes } });
    expect(await refusal(response)).toEqual([400, 'validation_error', fields]);
  });

  test('of more than 32 KiB', async () => {
    const values = Array.from({ length: 100 }, (_, n) => `${n}${'x'.repeat(190)}`);
    const [favourable, adverse] = [values, values.map((value) => `b${value}`)];
    const large = { path: '/output/decision', favourable, adverse, undecided: [] };
    const response = await send({ profile: profileOf({ outcome: large }) });
    expect(await refusal(response)).toEqual([400, 'validation_error', ['profile']]);
  });
});

describe('What the records speak against', () => {
  test('paths that none has, unless they are taken all the same', async () => {
    const profile = profileOf({
      groups: [{ name: 'sex', path: '/input/sex' }],
      columns: [{ name: 'age', path: '/input/age', kind: 'number' }],
      reasons: { path: '/input/race' },
    });
    expect(await refusal(await send({ profile }))).toEqual([
      409,
      'path_unseen',
      ['profile.reasons.path', 'profile.groups.0.path'],
    ]);
    expect(await listed()).toEqual([]);
    expect((await send({ profile, accept_unseen: true })).status).toBe(201);
  });

  test('a time of day without its offset', async () => {
    const profile = profileOf({ decided_at: { path: '/input/at', format: 'iso' } });
    expect(await refusal(await send({ profile, accept_unseen: true }))).toEqual([
      400,
      'validation_error',
      ['profile.decided_at.path'],
    ]);
  });

  test('a model that nothing names', async () => {
    const nobody = '/models/nobody/profiles';
    const body = { profile: profileOf(), accept_unseen: true };
    expect((await api.send('POST', nobody, { body })).status).toBe(404);
    expect((await api.send('GET', nobody)).status).toBe(404);
  });
});

test('A profile that was confirmed in between is not replaced unseen', async () => {
  const body = { profile: profileOf(), if_previous: { profile_id: null } };
  expect((await send(body)).status).toBe(201);
  const [status, type] = await refusal(await send(body));
  expect([status, type]).toEqual([409, 'conflict']);
});

test('Once people are enrolled who do this, one of them signs it', async () => {
  const eva = new TestPerson('Eva Mayer');
  await enrol(api, eva, 'compliance');
  expect((await refusal(await send({ profile: profileOf() })))[1]).toBe('signature_required');
  const signed = await actAs(api, eva, { path, body: { profile: profileOf() } });
  expect(signed.status).toBe(201);
  expect(profileSchema.parse(await signed.json()).actor).toEqual({
    id: eva.personId,
    role: 'compliance_officer',
  });
});

test('A lab sees outcome and columns of its own model, never groups or the person', async () => {
  await api.addAccount('acme');
  const key = async (role: string, more: object = {}) => {
    const response = await api.send('POST', '/api-keys', { body: { name: role, role, ...more } });
    return createdApiKeySchema.parse(await response.json()).key ?? '';
  };
  const by = (apiKey: string) => ({
    headers: { authorization: `Bearer ${apiKey}` },
    caller: anonymous,
  });
  const lab = by(await key('ai_lab', { account_id: 'acme' }));
  const holder = by(await key('data_holder', { holder_id: 'clinic' }));
  const card = { model_id: 'lab-model', version: '1.0.0' };
  expect((await api.send('POST', '/models', { ...lab, body: card })).status).toBe(201);
  await confirm(profileOf());
  const profile = profileOf({
    subject: { paths: ['/input/name'], match: 'folded' },
    groups: [{ name: 'race', path: '/input/race' }],
    columns: [{ name: 'age', path: '/input/age', kind: 'number' }],
  });
  const body = { profile, accept_unseen: true };
  const own = '/models/lab-model/profiles';
  const made = await api.send('POST', own, { body });
  const { profile_id: id } = profileSchema.parse(await made.json());

  const told = profileListSchema.parse(await (await api.send('GET', own, lab)).json());
  const { outcome, columns } = profile;
  expect(told.data.map((each) => each.profile)).toEqual([{ outcome, columns }]);
  expect((await api.send('GET', path, lab)).status).toBe(404);
  expect((await api.send('GET', `${own}/proposal`, lab)).status).toBe(403);
  expect((await api.send('POST', own, { ...lab, body })).status).toBe(403);
  expect((await api.send('GET', own, holder)).status).toBe(403);
  expect((await api.send('GET', `/proof/profiles/${id}`)).status).toBe(200);
  expect((await api.send('GET', `/proof/profiles/${id}`, lab)).status).toBe(403);
});
