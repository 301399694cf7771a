/** Interventions, erasures and review policies that people sign: exactly what was signed is appended, or nothing. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { chainSchema, entryListSchema } from '../../shared/contract/chain.ts';
import { erasureSchema } from '../../shared/contract/erasures.ts';
import { recordsErrorSchema } from '../../shared/contract/errors.ts';
import { interventionListSchema, interventionSchema } from '../../shared/contract/interventions.ts';
import type { DecisionRecord } from '../../shared/contract/records.ts';
import { commitment } from '../../shared/ledger/entries.ts';
import {
  actAs,
  enrol,
  prepare,
  signedBy,
  TestPerson,
  type SignedRequest,
} from '../api/testing/signing-people.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import { sha256 } from '../ledger/sha256.ts';

const eva = new TestPerson('Eva Mayer');
const ada = new TestPerson('Ada Lind');

let api: TestApi;
let record: DecisionRecord;
beforeEach(async () => {
  api = await TestApi.open();
  record = await api.append({ output: { decision: 'deny' } });
});
afterEach(() => api.close());

const reason = 'Income was verified by payslip.';
const approval = (about = record): SignedRequest => ({
  path: `/records/${about.id}/interventions`,
  body: { action: 'approve', reason, signer: eva.personId },
});
const size = async () => (await api.read(chainSchema, '/chain')).size;

/** The request with its texts signed. */
async function signed(request: SignedRequest, change = (text: string) => text) {
  const prepared = await prepare(api, request);
  const texts = prepared.texts.map((each) => ({ ...each, text: change(each.text) }));
  return { ...request.body, signed: signedBy({ ...prepared, texts }, { signature: eva }) };
}

const post = (path: string, body: object) => api.send('POST', path, { body });

/** Status, code and fields of a refusal. */
async function refusal(response: Response): Promise<[number, string, string[]]> {
  const { error } = recordsErrorSchema.parse(await response.json());
  return [response.status, error.code, error.details.map(({ field }) => field)];
}

describe('An intervention that is signed', () => {
  beforeEach(async () => void (await enrol(api, eva, 'compliance')));

  test('is the text that was answered, with the signature over it', async () => {
    const before = await size();
    const { texts } = await prepare(api, approval());
    expect(await size()).toBe(before);
    const [{ text, salts } = { text: '', salts: {} }] = texts;
    const salt = salts['reason'] ?? '';
    expect(JSON.parse(text)).toMatchObject({
      record_id: record.id,
      record_hash: record.hash,
      n: 1,
      previous_hash: record.hash,
      actor: { id: eva.personId, role: 'compliance_officer' },
      commit: { reason: commitment(sha256, 'reason', salt, JSON.stringify(reason)) },
    });
    const response = await post(approval().path, {
      ...approval().body,
      signed: signedBy({ texts, until: '' }, { signature: eva }),
    });
    expect(response.status).toBe(201);
    const made = interventionSchema.parse(await response.json());
    expect(made).toMatchObject({ reason, signature: { by: eva.personId, value: eva.sign(text) } });
    const { data } = await api.read(entryListSchema, `/chain/entries?from_seq=${before}`);
    const { seq, created_at: at, ...entry } = JSON.parse(data[0]?.bytes ?? '');
    expect([seq, at]).toEqual([before, made.created_at]);
    const { origin, ...members } = JSON.parse(text);
    expect(origin).toBeTypeOf('string');
    expect(entry).toEqual({
      ...members,
      signature: { ...members.signature, value: eva.sign(text) },
    });
  });

  test('is asked for: of the window, and of keys of its role', async () => {
    const body = { action: 'approve', actor: { id: 'x', role: 'y' } };
    const path = `/records/${record.id}/interventions`;
    expect(await refusal(await post(path, body))).toEqual([403, 'signature_required', ['signer']]);
    const created = await post('/api-keys', { name: 'Reviewer', role: 'compliance' });
    const { key } = createdApiKeySchema.parse(await created.json());
    const headers = { authorization: `Bearer ${key}` };
    const response = await api.send('POST', path, { body, headers, caller: anonymous });
    expect((await refusal(response))[1]).toBe('signature_required');
  });

  test('is good once', async () => {
    const body = await signed(approval());
    expect((await post(approval().path, body)).status).toBe(201);
    expect(await refusal(await post(approval().path, body))).toEqual([
      409,
      'signed_state_changed',
      ['signed'],
    ]);
  });

  test('is good for five minutes', async () => {
    const body = await signed(approval());
    api.now += 300_001;
    expect((await refusal(await post(approval().path, body)))[1]).toBe('signed_state_changed');
    expect((await api.read(interventionListSchema, approval().path)).data).toEqual([]);
  });

  test('is refused where somebody acted in between: n and previous_hash are told', async () => {
    const body = await signed(approval());
    const first = await actAs(api, eva, {
      ...approval(),
      body: { action: 'annotate', reason: 'first' },
    });
    const { hash } = interventionSchema.parse(await first.json());
    const response = await post(approval().path, body);
    const { error } = recordsErrorSchema.parse(await response.json());
    expect([response.status, error.code]).toEqual([409, 'signed_state_changed']);
    expect(error.details).toEqual([
      { field: 'n', message: 'is 2 by now' },
      { field: 'previous_hash', message: `is ${hash} by now` },
    ]);
  });

  test('stands for no other record, outcome or action', async () => {
    const other = await api.append();
    const override = { action: 'override', reason, outcome: { decision: 'approve' } };
    const request = { ...approval(), body: { ...override, signer: eva.personId } };
    const body = await signed(request);
    const before = await size();
    for (const [path, moved] of [
      [approval(other).path, body],
      [request.path, { ...body, outcome: { decision: 'deny' } }],
      [request.path, { ...body, action: 'modify' }],
      [request.path, { ...body, reason: 'another' }],
    ] as const) {
      const response = await post(path, moved);
      const [status, code] = await refusal(response);
      expect(status).toBeGreaterThanOrEqual(403);
      expect(['signature_invalid', 'signed_state_changed']).toContain(code);
    }
    expect(await size()).toBe(before);
    expect((await post(request.path, body)).status).toBe(201);
  });

  test.each([
    ['another record', (text: string) => text.replace(/rec_./, 'rec_Z')],
    ['another n', (text: string) => text.replace('"n":1', '"n":2')],
    ['another ledger', (text: string) => text.replace(/"origin":"./, '"origin":"Z')],
  ])('refuses a text about %s, also signed', async (_what, change) => {
    const body = await signed(approval(), change);
    expect((await refusal(await post(approval().path, body)))[1]).toBe('signed_state_changed');
  });

  test('refuses another signature, another signer, and other salts', async () => {
    const body = await signed(approval());
    const [text] = body.signed;
    const send = async (change: object) =>
      refusal(await post(approval().path, { ...body, signed: [{ ...text, ...change }] }));
    const forged = new TestPerson('Eva Mayer', 'another key').sign(text?.text ?? '');
    expect(await send({ signature: forged })).toEqual([
      403,
      'signature_invalid',
      ['signed.0.signature'],
    ]);
    expect(await send({ salts: { reason: 'AAAAAAAAAAAAAAAAAAAAAA' } })).toEqual([
      400,
      'validation_error',
      ['signed.0.salts.reason'],
    ]);
    expect((await send({ salts: {} }))[0]).toBe(400);
    await enrol(api, ada, 'compliance');
    const asAda = { ...body, signer: ada.personId };
    expect((await refusal(await post(approval().path, asAda)))[1]).toBe('signature_invalid');
  });

  test('is not by a person who was revoked between', async () => {
    const body = await signed(approval());
    await post(`/people/${eva.personId}/revoke`, { reason: 'left' });
    expect((await refusal(await post(approval().path, body)))[1]).toBe('person_revoked');
  });

  test('takes no typed name beside the signer', async () => {
    const actor = { id: 'x', role: 'y' };
    const body = { ...approval().body, actor, prepare: true };
    expect(await refusal(await post(approval().path, body))).toEqual([
      400,
      'validation_error',
      ['actor'],
    ]);
  });

  test('carried by a key that names a person is that person’s alone', async () => {
    await enrol(api, ada, 'compliance');
    const created = await post('/api-keys', {
      name: 'Eva',
      role: 'compliance',
      person_id: eva.personId,
    });
    const { key, person_id } = createdApiKeySchema.parse(await created.json());
    expect(person_id).toBe(eva.personId);
    const options = { caller: anonymous, headers: { authorization: `Bearer ${key}` } };
    expect((await actAs(api, eva, { ...approval(), options })).status).toBe(201);
    await expect(actAs(api, ada, { ...approval(), options })).rejects.toThrow('forbidden');
    const own = await api.send('GET', `/people/${eva.personId}/key`, options);
    expect(own.status).toBe(200);
    expect((await api.send('GET', `/people/${ada.personId}/key`, options)).status).toBe(404);
    const wrong = { name: 'Eva', role: 'admin', person_id: eva.personId };
    expect((await post('/api-keys', wrong)).status).toBe(400);
  });
});

describe('An erasure that is signed', () => {
  const body = { fields: ['input'], legal_basis: 'GDPR Art. 17' };
  const request = () => ({ path: `/records/${record.id}/erasures`, body });

  test('needs a person whose role may erase', async () => {
    await enrol(api, ada, 'admin');
    await enrol(api, eva, 'compliance', ada);
    await expect(actAs(api, eva, request())).rejects.toThrow('forbidden');
    const typed = { ...body, actor: { id: 'x', role: 'y' } };
    expect((await refusal(await post(request().path, typed)))[1]).toBe('signature_required');
    const response = await actAs(api, ada, request());
    expect(response.status).toBe(201);
    expect(erasureSchema.parse(await response.json())).toMatchObject({
      actor: { id: ada.personId, role: 'admin' },
      signature: { by: ada.personId },
    });
  });

  test('erases nothing while it is prepared', async () => {
    await enrol(api, ada, 'admin');
    await prepare(api, { ...request(), body: { ...body, signer: ada.personId } });
    expect((await api.send('GET', `/records/${record.id}`)).status).toBe(200);
    expect((await actAs(api, ada, request())).status).toBe(201);
  });

  test('is approved by another person, where one is named', async () => {
    await enrol(api, ada, 'admin');
    const rosa = new TestPerson('Rosa Castell');
    await enrol(api, rosa, 'admin', ada);
    await expect(actAs(api, ada, request(), ada)).rejects.toThrow('approver');
    const response = await actAs(api, ada, request(), rosa);
    expect(erasureSchema.parse(await response.json())).toMatchObject({
      signature: { by: ada.personId },
      approval: { by: rosa.personId },
    });
  });
});
