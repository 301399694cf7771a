/** People who sign: how they are enrolled, get another key and are revoked. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { entryListSchema } from '../../shared/contract/chain.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { personListSchema, personSchema, sealedKeySchema } from '../../shared/contract/people.ts';
import {
  act,
  actAs,
  enrol,
  enrolment,
  prepare,
  signedBy,
  TestPerson,
} from '../api/testing/signing-people.ts';
import { TestApi } from '../api/test-api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

const eva = new TestPerson('Eva Mayer');
const tom = new TestPerson('Tom Baker');
const ada = new TestPerson('Ada Lind');
const people = async () => (await api.read(personListSchema, '/people')).data;
const entries = async () => (await api.read(entryListSchema, '/chain/entries')).data;

/** Status and type of a refusal. */
async function refusal(response: Response): Promise<[number, string]> {
  const { error } = sessionsErrorSchema.parse(await response.json());
  return [response.status, error.type];
}

describe('POST /people', () => {
  test('enrols the first by their own signature, and tells what stands in the entry', async () => {
    const before = (await entries()).length;
    const body = enrolment(eva, 'compliance');
    const { texts, until } = await prepare(api, { path: '/people', body });
    expect(await entries()).toHaveLength(before);
    expect(await people()).toEqual([]);
    expect(Date.parse(until) - api.now).toBe(300_000);
    expect(texts).toHaveLength(1);
    expect(JSON.parse(texts[0]?.text ?? '')).toMatchObject({
      type: 'ledger.fact/v1',
      table: 'people',
      id: eva.personId,
      by: { id: 'operator', role: 'operator' },
      set: { role: 'compliance_officer', vkey: eva.vkey, enrolled_at: '2026-01-01T00:00:00.000Z' },
      signature: { by: eva.personId, at: '2026-01-01T00:00:00.000Z' },
    });
    expect(texts[0]?.text).not.toContain('Eva');

    const signed = signedBy({ texts, until }, { signature: eva });
    const response = await api.send('POST', '/people', { body: { ...body, signed } });
    expect(response.status).toBe(201);
    const made = personSchema.parse(await response.json());
    expect(made).toMatchObject({
      person_id: eva.personId,
      name: 'Eva Mayer',
      role: 'compliance',
      revoked_at: null,
      is_signed: false,
    });
    expect(await people()).toEqual([made]);
    const { bytes = '' } = (await entries()).at(-1) ?? {};
    expect(JSON.parse(bytes)).toMatchObject({
      signature: { value: signed[0]?.signature },
      commit: { name: expect.stringMatching(/^sha256:/) },
    });
  });

  test('asks for the approval of an admin once there is one', async () => {
    await enrol(api, ada, 'admin');
    const body = enrolment(eva, 'compliance');
    expect(
      await refusal(await api.send('POST', '/people', { body: { ...body, prepare: true } })),
    ).toEqual([403, 'signature_required']);
    const made = await enrol(api, eva, 'compliance', ada);
    expect(made.is_signed).toBe(true);
    const request = { path: '/people', body: enrolment(tom, 'compliance', eva) };
    await expect(act(api, request, { signature: tom, approval: eva })).rejects.toThrow('forbidden');
  });

  test('takes nobody without the key, and no key twice', async () => {
    const forged = new TestPerson('Eva Mayer', 'another key');
    const request = { path: '/people', body: enrolment(eva, 'compliance') };
    expect(await refusal(await act(api, request, { signature: forged }))).toEqual([
      403,
      'signature_invalid',
    ]);
    expect(await people()).toEqual([]);
    await enrol(api, eva, 'compliance');
    const twin = new TestPerson('E. Mayer', 'Eva Mayer');
    const again = { ...enrolment(twin, 'compliance'), prepare: true };
    expect(await refusal(await api.send('POST', '/people', { body: again }))).toEqual([
      409,
      'same_person',
    ]);
    const same = { ...enrolment(eva, 'compliance'), prepare: true };
    expect(await refusal(await api.send('POST', '/people', { body: same }))).toEqual([
      409,
      'conflict',
    ]);
  });
});

describe('GET /people/{id}/key', () => {
  test('answers the sealed file to the machine', async () => {
    await enrol(api, eva, 'compliance');
    expect(await api.read(sealedKeySchema, `/people/${eva.personId}/key`)).toEqual(eva.sealed);
    expect((await api.send('GET', `/people/${tom.personId}/key`)).status).toBe(404);
  });
});

describe('POST /people/{id}/key', () => {
  const renewed = new TestPerson('Eva Mayer', 'a new key');
  const body = { vkey: renewed.vkey, sealed: renewed.sealed };
  const request = { path: `/people/${eva.personId}/key`, body };

  test('takes a key that the old one and the new one sign', async () => {
    await enrol(api, eva, 'compliance');
    expect((await act(api, request, { signature: renewed, approval: eva })).status).toBe(200);
    expect((await people())[0]?.vkey).toBe(renewed.vkey);
    expect(await api.read(sealedKeySchema, `/people/${eva.personId}/key`)).toEqual(renewed.sealed);
  });

  test.each([
    ['the old key', { signature: renewed, approval: renewed }],
    ['the new key', { signature: eva, approval: eva }],
    ['any approval', { signature: renewed }],
  ])('refuses one without %s', async (_which, signers) => {
    await enrol(api, eva, 'compliance');
    expect(await refusal(await act(api, request, signers))).toEqual([403, 'signature_invalid']);
    expect((await people())[0]?.vkey).toBe(eva.vkey);
  });
});

describe('POST /people/{id}/revoke', () => {
  const revoke = (person: TestPerson) => ({
    path: `/people/${person.personId}/revoke`,
    body: { reason: 'left the house' },
  });

  test('is signed by an admin, or by the person', async () => {
    await enrol(api, ada, 'admin');
    await enrol(api, eva, 'compliance', ada);
    await enrol(api, tom, 'compliance', ada);
    await expect(actAs(api, eva, revoke(tom))).rejects.toThrow('forbidden');
    expect((await actAs(api, eva, revoke(eva))).status).toBe(200);
    expect((await actAs(api, ada, revoke(tom))).status).toBe(200);
    expect(await people()).toMatchObject([
      { revoked_at: null },
      { revoked_at: '2026-01-01T00:00:00.000Z', reason: 'left the house', is_signed: true },
      { revoked_at: '2026-01-01T00:00:00.000Z', is_signed: true },
    ]);
    const again = { ...revoke(tom).body, signer: ada.personId, prepare: true };
    expect(await refusal(await api.send('POST', revoke(tom).path, { body: again }))).toEqual([
      403,
      'person_revoked',
    ]);
  });

  test('locks nobody out: the machine revokes where there is no admin, and the only one', async () => {
    await enrol(api, eva, 'compliance');
    const { path, body } = revoke(eva);
    expect((await api.send('POST', path, { body })).status).toBe(200);
    await enrol(api, ada, 'admin');
    await enrol(api, tom, 'compliance', ada);
    expect(
      await refusal(await api.send('POST', revoke(tom).path, { body: revoke(tom).body })),
    ).toEqual([403, 'signature_required']);
    expect((await api.send('POST', revoke(ada).path, { body: revoke(ada).body })).status).toBe(200);
    const second = new TestPerson('Second Admin');
    expect(await enrol(api, second, 'admin')).toMatchObject({ is_signed: false });
    const third = new TestPerson('Third Admin');
    await enrol(api, third, 'admin', second);
    const only = revoke(second);
    expect(await refusal(await api.send('POST', only.path, { body: only.body }))).toEqual([
      403,
      'signature_required',
    ]);
  });
});
