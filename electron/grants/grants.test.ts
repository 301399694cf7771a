/**
 * Grants through the API: what is asked, who answers, what a session may on one, and what is spent on it.
 * @push
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { entryListSchema } from '../../shared/contract/chain.ts';
import { grantPageSchema, grantSchema, type Grant } from '../../shared/contract/grants.ts';
import { datasetPolicySchema } from '../../shared/contract/policy-routes.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { sessionSchema, streamBatchSchema } from '../../shared/contract/sessions.ts';
import { anonymous, TestApi, type SendOptions } from '../api/test-api.ts';
import { act, actAs, enrolment, TestPerson } from '../api/testing/signing-people.ts';
import { grantBudgetStatements } from '../billing/grant-budgets.ts';
import { openReader } from '../database/open-database.ts';
import { makeDataset, openSession } from '../sessions/testing/clinical.ts';
import { grantListSql } from './grant-lists.ts';
import { grantStatements } from './grants-store.ts';
import { rowSizeStatements } from './row-size.ts';

const day = 86_400_000;
const keys = new Map<string, string>();
let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 0, 1) });
  for (const id of ['acme', 'other']) await api.addAccount(id);
  for (const [name, body] of Object.entries({
    lab: { role: 'ai_lab', account_id: 'acme' },
    stranger: { role: 'ai_lab', account_id: 'other' },
    holder: { role: 'data_holder', holder_id: 'mayo' },
    neighbour: { role: 'data_holder', holder_id: 'clinic' },
    compliance: { role: 'compliance' },
    admin: { role: 'admin' },
  })) {
    const made = await api.send('POST', '/api-keys', { body: { name, ...body } });
    keys.set(name, createdApiKeySchema.parse(await made.json()).key ?? '');
  }
  await makeDataset(api, undefined, {
    dataset_id: 'ds',
    holder_id: 'mayo',
    policy: { access: 'on_request' },
  });
});
afterEach(() => api.close());

/** The window itself, unless a key is named. */
function as(name: string): SendOptions {
  if (name === 'window') return {};
  return { caller: anonymous, headers: { 'x-api-key': keys.get(name) ?? '', prefer: 'faults' } };
}
const send = (name: string, path: string, body: object = {}) =>
  api.send('POST', path, { ...as(name), body });

const asked = {
  dataset_id: 'ds',
  purpose: 'Diabetes research',
  fields: ['age', 'diagnosis', 'lab_results.glucose'],
  operations: ['filter', 'read'],
  ends_at: '2026-12-31T00:00:00Z',
  budget: { amount: 500, currency: 'USD' },
  expected: { rows: 10_000, hours: 2, operations: 50 },
};

async function told(response: Response, status = 200): Promise<Grant> {
  if (response.status !== status) throw new Error(await response.text());
  return grantSchema.parse(await response.json());
}
const ask = async (changes: object = {}) =>
  told(await send('lab', '/grants', { ...asked, ...changes }), 201);
const answer = (id: string, body: object, name = 'holder') =>
  send(name, `/grants/${id}/answer`, { policy_version: 1, ...body });
async function granted(changes: object = {}, terms: object = {}): Promise<Grant> {
  const { grant_id: id } = await ask(changes);
  return told(await answer(id, { decision: 'grant', terms }));
}
const read = (id: string) => api.read(grantSchema, `/grants/${id}`);

/** Status, type and the codes of a refusal at their fields. */
async function refusal(response: Response): Promise<[number, string, ...string[]]> {
  const { error } = sessionsErrorSchema.parse(await response.json());
  const codes = (error.faults ?? []).map(({ field, code }) => `${field} ${code}`);
  return [response.status, error.type, ...codes];
}
async function detailsOf(response: Response) {
  return sessionsErrorSchema.parse(await response.json()).error.details;
}

describe('A request', () => {
  test('is told with its terms, its estimate and its history', async () => {
    const made = await ask();
    expect(made).toEqual({
      grant_id: expect.stringMatching(/^grant_/),
      dataset_id: 'ds',
      holder_id: 'mayo',
      account_id: 'acme',
      kind: 'rows',
      status: 'requested',
      granted_by: null,
      purpose: 'Diabetes research',
      model_id: null,
      terms: {
        fields: ['age', 'diagnosis', 'lab_results.glucose'],
        operations: ['read', 'filter'],
        starts_at: null,
        ends_at: '2026-12-31T00:00:00.000Z',
        budget: { amount: 500, currency: 'USD' },
      },
      expected: { rows: 10_000, hours: 2, operations: 50 },
      conditions: null,
      reason: null,
      spent: { amount: 0, currency: 'USD' },
      // 25 + 50 + 10,000 × 81 bytes × 0.12 a GB + 1; of it 85 %.
      estimate: {
        usage: 76.000_097_2,
        holder_share: 64.600_082_62,
        currency: 'USD',
        bytes_per_row: 81,
      },
      epsilon: null,
      policy_version: null,
      session_count: 0,
      created_at: '2026-01-01T00:00:00.000Z',
      history: [
        {
          n: 1,
          action: 'request',
          at: '2026-01-01T00:00:00.000Z',
          actor: { id: expect.stringMatching(/^key_/), role: 'ai_lab' },
          signature: null,
          seq: expect.any(Number),
          hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        },
      ],
    });
    expect(await read(made.grant_id)).toEqual(made);
  });

  test.each<[object, ...string[]]>([
    [{ purpose: '' }, 'purpose not_empty'],
    [{ fields: [] }, 'fields one_field_named'],
    [{ fields: ['agee'] }, 'fields.0 field_unknown_near'],
    [{ fields: ['lab_results.1'] }, 'fields.0 array_place'],
    [{ operations: ['delete'] }, 'operations.0 one_of'],
    [{ kind: 'statistics' }, 'kind one_of', 'operations kind_operations'],
    [{ ends_at: '2025-12-31T00:00:00Z' }, 'ends_at in_future'],
    [{ starts_at: '2027-01-01T00:00:00Z' }, 'ends_at greater_than_field'],
    [{ ends_at: '2027-01-03T00:00:00Z' }, 'ends_at at_most_days_later'],
    [{ ends_at: 'soon' }, 'ends_at date_and_time'],
    [{ budget: { amount: 0, currency: 'USD' } }, 'budget.amount greater_than'],
    [{ budget: { amount: 0.001, currency: 'USD' } }, 'budget.amount at_most_decimals'],
    [{ budget: { amount: 1, currency: 'EUR' } }, 'budget.currency exactly'],
    [{ expected: { rows: 1.5, hours: 1, operations: 1 } }, 'expected.rows type_integer'],
  ])('with %j is refused', async (changes, ...faults) => {
    const response = await send('lab', '/grants', { ...asked, ...changes });
    expect(await refusal(response)).toEqual([400, 'validation_error', ...faults]);
  });

  test('names a dataset that is there, an own account, and no model of others', async () => {
    const refused = async (name: string, changes: object) =>
      refusal(await send(name, '/grants', { ...asked, ...changes }));
    expect(await refused('lab', { dataset_id: 'no' })).toEqual([404, 'not_found']);
    expect(await refused('lab', { account_id: 'other' })).toEqual([403, 'forbidden']);
    expect(await refused('window', { account_id: 'no' })).toEqual([404, 'not_found']);
    await send('stranger', '/models', { model_id: 'm', version: '1.0.0' });
    expect(await refused('lab', { model_id: 'm' })).toEqual([403, 'forbidden']);
  });

  test('keeps to the policy of its dataset', async () => {
    const policy = { operations: ['read'], fields: { patient_id: { method: 'withheld' } } };
    await makeDataset(api, undefined, { dataset_id: 'ds_2', holder_id: 'mayo', policy });
    const refused = async (changes: object) =>
      refusal(await send('lab', '/grants', { ...asked, dataset_id: 'ds_2', ...changes }));
    expect(await refused({})).toEqual([403, 'forbidden']);
    expect(await refused({ operations: ['read'], fields: ['patient_id'] })).toEqual([
      400,
      'validation_error',
      'fields.0 field_withheld',
    ]);
  });

  test('is one of twenty at most that wait for an answer', async () => {
    const made: Grant[] = [];
    for (let n = 0; n < 20; n += 1) made.push(await ask());
    const response = await send('lab', '/grants', asked);
    expect(response.status).toBe(429);
    expect(await detailsOf(response)).toEqual({ limit: 20, dataset_id: 'ds', waiting: 20 });
    const [first] = made;
    await told(await answer(first?.grant_id ?? '', { decision: 'refuse' }));
    await ask();
  });

  test('says nothing of its purpose in clear', async () => {
    const { grant_id: id } = await ask();
    await told(await answer(id, { decision: 'grant', conditions: 'Publish nothing raw.' }));
    await told(await send('holder', `/grants/${id}/revoke`, { reason: 'Consent withdrawn' }));
    const { data } = await api.read(entryListSchema, '/chain/entries?limit=500');
    const entries = data.map(({ bytes }) => bytes).filter((bytes) => bytes.includes(id));
    expect(entries.map((bytes): unknown => JSON.parse(bytes).set)).toEqual([
      {
        account_id: 'acme',
        action: 'request',
        budget_nanos: '500000000000',
        created_at: '2026-01-01T00:00:00.000Z',
        dataset_id: 'ds',
        ends_at: '2026-12-31T00:00:00.000Z',
        fields: ['age', 'diagnosis', 'lab_results.glucose'],
        key_id: expect.stringMatching(/^key_/),
        key_sha256: expect.stringMatching(/^sha256:/),
        kind: 'rows',
        operations: ['read', 'filter'],
      },
      {
        action: 'grant',
        granted_by: 'holder',
        policy_version: 1,
        starts_at: '2026-01-01T00:00:00.000Z',
      },
      { action: 'revoke' },
    ]);
    expect(entries.join('\n')).not.toMatch(/Diabetes|Publish|Consent|10000/);
  });
});

describe('An answer', () => {
  test('may take away from every term', async () => {
    const terms = {
      fields: ['lab_results.glucose', 'age'],
      operations: ['read'],
      starts_at: '2026-02-01T00:00:00Z',
      ends_at: '2026-03-01T00:00:00Z',
      budget: { amount: 1.5, currency: 'USD' },
    };
    const grant = await granted({}, terms);
    expect([grant.status, grant.granted_by, grant.terms]).toEqual([
      'active',
      'holder',
      {
        fields: ['lab_results.glucose', 'age'],
        operations: ['read'],
        starts_at: '2026-02-01T00:00:00.000Z',
        ends_at: '2026-03-01T00:00:00.000Z',
        budget: { amount: 1.5, currency: 'USD' },
      },
    ]);
    expect(grant.history.map(({ n, action }) => [n, action])).toEqual([
      [1, 'request'],
      [2, 'grant'],
    ]);
  });

  test('takes a field in what was asked for with all that is below it', async () => {
    const grant = await granted({ fields: ['lab_results'] }, { fields: ['lab_results.glucose'] });
    expect(grant.terms.fields).toEqual(['lab_results.glucose']);
  });

  test.each<[object, string]>([
    [{ fields: ['age', 'patient_id'] }, 'terms.fields only_narrower'],
    [{ fields: ['lab_results'] }, 'terms.fields only_narrower'],
    [{ operations: ['read', 'train'] }, 'terms.operations only_narrower'],
    [{ starts_at: '2025-12-31T00:00:00Z' }, 'terms.starts_at only_narrower'],
    [{ ends_at: '2027-01-01T00:00:00Z' }, 'terms.ends_at only_narrower'],
    [{ budget: { amount: 500.01, currency: 'USD' } }, 'terms.budget only_narrower'],
    [{ starts_at: '2026-12-31T00:00:00Z' }, 'terms.ends_at greater_than_field'],
  ])('never gives more: %j', async (terms, fault) => {
    const { grant_id: id } = await ask();
    const response = await answer(id, { decision: 'grant', terms });
    expect(await refusal(response)).toEqual([400, 'validation_error', fault]);
    expect((await read(id)).status).toBe('requested');
  });

  test('refuses without terms', async () => {
    const { grant_id: id } = await ask();
    const response = await answer(id, { decision: 'refuse', terms: {}, conditions: 'x' });
    expect(await refusal(response)).toEqual([
      400,
      'validation_error',
      'terms not_with',
      'conditions not_with',
    ]);
    const refused = await told(await answer(id, { decision: 'refuse', reason: 'Too broad.' }));
    expect([refused.status, refused.reason]).toEqual(['refused', 'Too broad.']);
  });
});

test('An answer in view of another version of the policy is refused, with the grant as it is', async () => {
  const { grant_id: id } = await ask();
  const { in_force: held } = await api.read(datasetPolicySchema, '/datasets/ds/policy');
  const fields = { diagnosis: { method: 'withheld' } };
  const changed = { policy: { ...held.policy, fields }, based_on: 1 };
  expect((await api.send('PUT', '/datasets/ds/policy', { body: changed })).status).toBe(200);
  for (const decision of ['grant', 'refuse']) {
    const response = await answer(id, { decision });
    expect(response.status).toBe(409);
    expect(await detailsOf(response)).toMatchObject({
      policy_version: 2,
      grant: { grant_id: id, status: 'requested' },
    });
  }
  const unseen = await answer(id, { decision: 'grant', policy_version: undefined });
  expect(await refusal(unseen)).toEqual([400, 'validation_error', 'policy_version required']);
  const grant = await told(await answer(id, { decision: 'grant', policy_version: 2 }));
  expect([grant.status, grant.policy_version]).toEqual(['active', 2]);
});

describe('A signed answer', () => {
  const ada = new TestPerson('Ada');
  const enrolHolder = async (person: TestPerson, holder: string) => {
    const body = { ...enrolment(person, 'data_holder'), holder_id: holder };
    const response = await act(api, { path: '/people', body }, { signature: person });
    if (response.status !== 201) throw new Error(await response.text());
  };
  const answered = (id: string, person: TestPerson) =>
    actAs(api, person, {
      path: `/grants/${id}/answer`,
      body: { decision: 'grant', conditions: 'Keep it safe.', policy_version: 1 },
      options: as('holder'),
    });

  test('is asked for once people of the holder are enrolled, and names who gave it', async () => {
    await enrolHolder(ada, 'mayo');
    const { grant_id: id } = await ask();
    expect(await refusal(await answer(id, { decision: 'grant' }))).toEqual([
      403,
      'signature_required',
      'signer required',
    ]);
    const grant = await told(await answered(id, ada));
    const [, event] = grant.history;
    expect([grant.status, event?.actor, event?.signature?.by]).toEqual([
      'active',
      { id: ada.personId, role: 'data_holder' },
      ada.personId,
    ]);
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    expect(job.result).toMatchObject({ findings_total: 0 });
  });

  test('is not given by the people of another holder', async () => {
    const eva = new TestPerson('Eva');
    await enrolHolder(eva, 'clinic');
    const { grant_id: id } = await ask();
    const response = await api.send('POST', `/grants/${id}/answer`, {
      body: { decision: 'grant', policy_version: 1, signer: eva.personId, prepare: true },
    });
    expect(await refusal(response)).toEqual([403, 'forbidden']);
  });
});

describe('States', () => {
  const actions = {
    grant: (id: string, name: string) => answer(id, { decision: 'grant' }, name),
    refuse: (id: string, name: string) => answer(id, { decision: 'refuse' }, name),
    withdraw: (id: string, name: string) => send(name, `/grants/${id}/withdraw`),
    revoke: (id: string, name: string) => send(name, `/grants/${id}/revoke`, { reason: 'x' }),
  } as const;
  type Action = keyof typeof actions;
  const actionNames = ['grant', 'refuse', 'withdraw', 'revoke'] as const satisfies Action[];
  const after: Readonly<Record<Action, string>> = {
    grant: 'active',
    refuse: 'refused',
    withdraw: 'withdrawn',
    revoke: 'revoked',
  };
  const follow: Readonly<Record<string, readonly Action[]>> = {
    requested: ['grant', 'refuse', 'withdraw'],
    active: ['withdraw', 'revoke'],
    ended: [],
    refused: [],
    withdrawn: [],
    revoked: [],
  };
  const may: Readonly<Record<string, readonly Action[]>> = {
    window: actionNames,
    holder: ['grant', 'refuse', 'revoke'],
    lab: ['withdraw'],
    neighbour: [],
    stranger: [],
    compliance: [],
    admin: [],
  };
  /** Keys whose role has the operation, of other grants. */
  const elsewhere: Readonly<Record<string, readonly Action[]>> = {
    neighbour: ['grant', 'refuse', 'revoke'],
    stranger: ['withdraw'],
  };
  async function reach(status: string): Promise<string> {
    const { grant_id: id } = await ask({ ends_at: '2026-02-01T00:00:00Z' });
    if (status === 'requested') return id;
    if (status === 'refused') await actions.refuse(id, 'holder');
    if (status === 'withdrawn') await actions.withdraw(id, 'lab');
    if (['active', 'ended', 'revoked'].includes(status)) await actions.grant(id, 'holder');
    if (status === 'revoked') await actions.revoke(id, 'holder');
    if (status === 'ended') api.now += 31 * day;
    return id;
  }

  test.each(Object.keys(follow))(
    'of a grant that is %s, by every action and role',
    async (status) => {
      const found: string[] = [];
      const expected: string[] = [];
      let id = await reach(status);
      for (const name of Object.keys(may)) {
        for (const action of actionNames) {
          const before = await read(id);
          expect(before.status).toBe(status);
          const response = await actions[action](id, name);
          const isAllowed = may[name]?.includes(action) === true;
          const isKnown = elsewhere[name]?.includes(action) === true;
          const follows = follow[status]?.includes(action) === true;
          const code = isAllowed ? (follows ? 200 : 409) : isKnown ? 404 : 403;
          const isDone = response.status === 200;
          const isTold =
            response.status !== 409 ||
            isDeepStrictEqual((await detailsOf(response))['grant'], before);
          const now = isDone ? await told(response) : await read(id);
          const isKept = isDone || isDeepStrictEqual(now.history, before.history);
          found.push(`${name} ${action}: ${response.status} ${now.status} ${isTold} ${isKept}`);
          const next = code === 200 ? after[action] : status;
          expected.push(`${name} ${action}: ${code} ${next} true true`);
          if (!isDone) continue;
          api.now = Date.UTC(2026, 0, 1) + (status === 'ended' ? 31 * day : 0);
          id = await reach(status);
        }
      }
      expect(found).toEqual(expected);
    },
  );

  test('a grant that has ended stays so where the clock is set back', async () => {
    const { grant_id: id } = await granted({ ends_at: '2026-02-01T00:00:00Z' });
    api.now += 31 * day;
    expect((await read(id)).status).toBe('ended');
    // Whatever is written keeps the time.
    await send('lab', '/sessions', { dataset_id: 'ds', purpose: 'x' });
    await ask({ ends_at: '2026-06-01T00:00:00Z' });
    api.now -= 31 * day;
    expect((await read(id)).status).toBe('ended');
  });
});

describe('A session', () => {
  const open = (body: object = {}, name = 'lab') =>
    send(name, '/sessions', { dataset_id: 'ds', purpose: 'Training', ...body });

  test('on a dataset that is had on request needs a grant', async () => {
    const response = await open();
    expect(response.status).toBe(403);
    const { error } = sessionsErrorSchema.parse(await response.json());
    expect([error.type, error.details]).toEqual([
      'grant_required',
      { dataset_id: 'ds', access: 'on_request' },
    ]);
    const { grant_id } = await ask();
    expect(await refusal(await open())).toEqual([403, 'grant_required']);
    expect(await detailsOf(await open({ grant_id }))).toEqual({
      dataset_id: 'ds',
      access: 'on_request',
      grant_id,
      status: 'requested',
      starts_at: null,
    });
  });

  test('stands on the only grant, sees its fields and does its operations', async () => {
    const { grant_id } = await granted();
    const session = sessionSchema.parse(await (await open()).json());
    expect(session).toMatchObject({
      account_id: 'acme',
      grant_id,
      kind: 'rows',
      allowed_operations: ['read', 'filter'],
      opened_by: { kind: 'api_key', key_id: expect.stringMatching(/^key_/), name: 'lab' },
    });
    expect((await read(grant_id)).session_count).toBe(1);
    const path = `/sessions/${session.session_id}`;
    const streamed = await api.send('GET', `${path}/stream`, as('lab'));
    const { batch } = streamBatchSchema.parse(await streamed.json());
    expect(batch).toEqual([
      {
        record_id: 'rec_001',
        age: 45,
        diagnosis: 'Type 2 Diabetes',
        lab_results: { glucose: 180 },
      },
      { record_id: 'rec_002', age: 62, diagnosis: 'Hypertension', lab_results: { glucose: 95 } },
      {
        record_id: 'rec_003',
        age: 67,
        diagnosis: 'Type 2 Diabetes',
        lab_results: { glucose: 210 },
      },
      { record_id: 'rec_004', age: 33, diagnosis: 'Asthma' },
    ]);
    const filtered = async (filter: object) =>
      refusal(await send('lab', `${path}/filter`, { filter }));
    const refused = [400, 'validation_error', 'filter field_not_granted'];
    expect(await filtered({ patient_id: 'P-1001' })).toEqual(refused);
    expect(await filtered({ 'lab_results.hba1c': { $gt: 1 } })).toEqual(refused);
    expect((await send('lab', `${path}/filter`, { filter: { age: 45 } })).status).toBe(200);
    const pipeline = [{ $group: { _id: '$patient_id' } }];
    expect((await send('lab', `${path}/aggregate`, { pipeline })).status).toBe(403);
  });

  test('is refused beyond its grant, and never cut to it', async () => {
    const { grant_id } = await granted({ ends_at: '2026-01-01T02:00:00Z' });
    expect(await refusal(await open({ allowed_operations: ['train'] }))).toEqual([
      400,
      'validation_error',
      'allowed_operations operations_not_granted',
    ]);
    expect(await refusal(await open({ ttl_seconds: 7_201 }))).toEqual([
      400,
      'validation_error',
      'ttl_seconds ends_with_grant',
    ]);
    expect((await open({ ttl_seconds: 7_200 })).status).toBe(201);
    api.now += 2 * 3_600_000;
    expect(await refusal(await open())).toEqual([403, 'grant_required']);
    expect(await detailsOf(await open({ grant_id }))).toMatchObject({ status: 'ended' });
  });

  test('names one of several grants, and none of others', async () => {
    const one = await granted();
    const two = await granted();
    const response = await open();
    expect(response.status).toBe(400);
    const { error } = sessionsErrorSchema.parse(await response.json());
    expect(error.faults).toEqual([
      {
        field: 'grant_id',
        code: 'required_one_of',
        params: { values: `${one.grant_id}, ${two.grant_id}` },
      },
    ]);
    const session = await open({ grant_id: two.grant_id });
    expect(sessionSchema.parse(await session.json()).grant_id).toBe(two.grant_id);
    expect(await refusal(await open({ grant_id: 'grant_no' }))).toEqual([404, 'not_found']);
    expect(await refusal(await open({ grant_id: one.grant_id }, 'stranger'))).toEqual([
      404,
      'not_found',
    ]);
    await makeDataset(api, undefined, { dataset_id: 'ds_2', holder_id: 'mayo' });
    const elsewhere = await open({ dataset_id: 'ds_2', grant_id: one.grant_id });
    expect(await refusal(elsewhere)).toEqual([
      400,
      'validation_error',
      'grant_id grant_of_other_dataset',
    ]);
  });

  test('is opened at the window for the account of the grant that it names', async () => {
    const { grant_id } = await granted();
    const response = await open({ grant_id }, 'window');
    expect(sessionSchema.parse(await response.json())).toMatchObject({
      account_id: 'acme',
      opened_by: { kind: 'operator', key_id: null, name: null },
    });
  });

  test('waits for the beginning of its grant', async () => {
    const { grant_id } = await granted({}, { starts_at: '2026-02-01T00:00:00Z' });
    expect(await refusal(await open())).toEqual([403, 'grant_required']);
    expect(await detailsOf(await open())).toEqual({
      dataset_id: 'ds',
      access: 'on_request',
      grant_id,
      status: 'active',
      starts_at: '2026-02-01T00:00:00.000Z',
    });
    expect(await refusal(await open({ grant_id }))).toEqual([
      400,
      'validation_error',
      'grant_id grant_begins',
    ]);
    api.now = Date.UTC(2026, 1, 1);
    expect((await open()).status).toBe(201);
  });

  test.each([
    ['revoke', 'holder', { reason: 'Consent withdrawn', revoked_by: 'ethics' }, 'ethics'],
    ['withdraw', 'lab', { reason: 'Consent withdrawn' }, 'acme'],
  ])('ends as its grant ends by %s', async (step, name, body, by) => {
    const { grant_id } = await granted();
    const { session_id: id } = sessionSchema.parse(await (await open()).json());
    await told(await send(name, `/grants/${grant_id}/${step}`, body));
    const response = await api.send('GET', `/sessions/${id}/stream`, as('lab'));
    expect(response.status).toBe(403);
    const { error } = sessionsErrorSchema.parse(await response.json());
    expect([error.type, error.details]).toEqual([
      'access_revoked',
      {
        session_id: id,
        revoked_at: '2026-01-01T00:00:00.000Z',
        reason: 'Consent withdrawn',
        revoked_by: by,
      },
    ]);
  });

  test('ends with its dataset, as do grants and requests on that', async () => {
    const active = await granted();
    const waiting = await ask();
    const { session_id: id } = sessionSchema.parse(await (await open()).json());
    await send('holder', '/datasets/ds/revoke', { reason: 'Trial ended' });
    expect((await read(active.grant_id)).status).toBe('revoked');
    expect(await read(waiting.grant_id)).toMatchObject({
      status: 'refused',
      reason: 'Trial ended',
    });
    expect((await api.read(sessionSchema, `/sessions/${id}`)).status).toBe('revoked');
    expect(await refusal(await send('lab', '/grants', asked))).toEqual([403, 'access_revoked']);
  });
});

describe('A dataset that is open', () => {
  const all = ['read', 'filter', 'aggregate', 'transform', 'train', 'analyze', 'validate'];
  const open = (body: object = {}) =>
    send('lab', '/sessions', { dataset_id: 'ds_open', purpose: 'Training', ...body });
  beforeEach(() => makeDataset(api, undefined, { dataset_id: 'ds_open', holder_id: 'mayo' }));

  test('gives the first session of an account its grant', async () => {
    const first = sessionSchema.parse(await (await open()).json());
    const second = sessionSchema.parse(await (await open()).json());
    expect(second.grant_id).toBe(first.grant_id);
    expect(await read(first.grant_id ?? '')).toMatchObject({
      account_id: 'acme',
      status: 'active',
      granted_by: 'policy',
      purpose: 'Training',
      terms: {
        fields: null,
        operations: all,
        starts_at: '2026-01-01T00:00:00.000Z',
        ends_at: '2027-01-02T00:00:00.000Z',
        budget: null,
      },
      expected: null,
      estimate: null,
      session_count: 2,
    });
  });

  test('gives another one where a session would go on for longer', async () => {
    const first = sessionSchema.parse(await (await open()).json());
    api.now += 360 * day;
    const long = sessionSchema.parse(await (await open({ ttl_seconds: 7 * 86_400 })).json());
    expect(long.grant_id).not.toBe(first.grant_id);
    const next = sessionSchema.parse(await (await open()).json());
    expect(next.grant_id).toBe(long.grant_id);
  });

  test('is closed to an account whose grant was revoked', async () => {
    const { grant_id: id } = sessionSchema.parse(await (await open()).json());
    await told(await send('holder', `/grants/${id}/revoke`, { reason: 'Misuse' }));
    expect(await detailsOf(await open())).toEqual({ dataset_id: 'ds_open', access: 'open' });
    await granted({ dataset_id: 'ds_open' });
    expect((await open()).status).toBe(201);
  });

  test('is open again to an account that gave its grant back', async () => {
    const { grant_id: id } = sessionSchema.parse(await (await open()).json());
    await told(await send('lab', `/grants/${id}/withdraw`));
    expect((await open()).status).toBe(201);
  });
});

describe('The budget of a grant', () => {
  /** A row costs 0.005, a call 0.02: four rows of a batch are 0.04 and their bytes. */
  async function opened(amount: number): Promise<{ grant: string; session: string }> {
    const { grant_id: grant } = await granted({ budget: { amount, currency: 'USD' } });
    const response = await send('lab', '/sessions', { dataset_id: 'ds', purpose: 'x' });
    return { grant, session: sessionSchema.parse(await response.json()).session_id };
  }
  const stream = (session: string) => api.send('GET', `/sessions/${session}/stream`, as('lab'));

  test('is spent by its sessions, and refuses what goes beyond it before anything is served', async () => {
    const { grant, session } = await opened(0.05);
    expect((await stream(session)).status).toBe(200);
    const { spent } = await read(grant);
    const response = await stream(session);
    expect(response.status).toBe(402);
    const { error } = sessionsErrorSchema.parse(await response.json());
    expect([error.type, error.details]).toEqual([
      'spending_limit_exceeded',
      {
        limit: {
          kind: 'grant',
          grant_id: grant,
          amount: 0.05,
          spent: spent.amount,
          requested: spent.amount,
          currency: 'USD',
        },
      },
    ]);
    const { usage } = await api.read(sessionSchema, `/sessions/${session}?include=usage`);
    expect([usage?.total_operations, (await read(grant)).spent]).toEqual([1, spent]);
  });

  test('is never exceeded by calls at once, nor by time', async () => {
    const { grant, session } = await opened(1);
    api.now += 60_000;
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await stream(session)).status),
    );
    const served = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status === 402)).toHaveLength(30 - served);
    // A minute is 0.2083; of the rest each call is 0.04 and its bytes.
    expect(served).toBe(19);
    api.now += 30 * 60_000;
    await api.send('GET', '/billing/usage?start_date=2026-01-01&end_date=2026-01-02');
    const { spent } = await read(grant);
    expect(spent.amount).toBeLessThanOrEqual(1);
    expect(spent.amount).toBeGreaterThan(0.99);
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    expect(job.result).toMatchObject({ findings_total: 0 });
  });
});

describe('The list', () => {
  test('is that of the caller’s side, by state and dataset', async () => {
    const waiting = await ask();
    const active = await granted();
    await makeDataset(api, undefined, { dataset_id: 'ds_2', holder_id: 'clinic' });
    await openSession(api, 'ds_2');
    const listed = async (name: string, query = '') => {
      const response = await api.send('GET', `/grants${query}`, as(name));
      const { data, pagination } = grantPageSchema.parse(await response.json());
      expect(pagination.total).toBe(data.length);
      return data.map(({ grant_id: id, account_id: account }) =>
        id === waiting.grant_id ? 'waiting' : id === active.grant_id ? 'active' : account,
      );
    };
    for (const name of ['window', 'admin', 'compliance']) {
      expect(await listed(name)).toEqual(['default', 'active', 'waiting']);
    }
    expect(await listed('lab')).toEqual(['active', 'waiting']);
    expect(await listed('holder')).toEqual(['active', 'waiting']);
    expect(await listed('neighbour')).toEqual(['default']);
    expect(await listed('stranger')).toEqual([]);
    expect(await listed('window', '?status=requested')).toEqual(['waiting']);
    expect(await listed('window', '?dataset_id=ds_2')).toEqual(['default']);
    expect(await listed('window', '?account_id=acme&status=active')).toEqual(['active']);
    const foreign = await api.send('GET', `/grants/${active.grant_id}`, as('stranger'));
    expect(await refusal(foreign)).toEqual([404, 'not_found']);
  });
});

describe('A grant that comes to its end', () => {
  const near = async (what: 'budget' | 'end', name = 'holder') => {
    const response = await api.send('GET', `/grants?near=${what}`, as(name));
    return grantPageSchema.parse(await response.json()).data.map(({ grant_id: id }) => id);
  };

  test('is told fourteen days before, to both sides, until it is asked for again', async () => {
    const ends_at = '2026-03-31T00:00:00.000Z';
    const { grant_id: id } = await granted({ ends_at });
    api.now = Date.parse(ends_at) - 14 * day - 1;
    expect(await near('end')).toEqual([]);
    api.now += 1;
    for (const name of ['holder', 'lab', 'window', 'admin']) {
      expect(await near('end', name)).toEqual([id]);
    }
    for (const name of ['neighbour', 'stranger']) expect(await near('end', name)).toEqual([]);
    const next = await granted({ starts_at: ends_at, ends_at: '2026-06-30T00:00:00.000Z' });
    expect(next.terms.starts_at).toBe(ends_at);
    expect(await near('end')).toEqual([]);
    api.now = Date.parse(ends_at);
    expect((await read(id)).status).toBe('ended');
    expect(await near('end')).toEqual([]);
  });

  test('is told from 80 % of its budget on', async () => {
    // Four rows of a read are 0.02, the call 0.02 at the usual rates.
    const { grant_id: id } = await granted({ budget: { amount: 0.05, currency: 'USD' } });
    const opened = await send('lab', '/sessions', { dataset_id: 'ds', purpose: 'x' });
    const session = sessionSchema.parse(await opened.json()).session_id;
    const share = async () => {
      const { spent, terms } = await read(id);
      return spent.amount / (terms.budget?.amount ?? 0);
    };
    expect(await near('budget')).toEqual([]);
    expect((await api.send('GET', `/sessions/${session}/stream`, as('lab'))).status).toBe(200);
    expect(await share()).toBeGreaterThanOrEqual(0.8);
    for (const name of ['holder', 'lab', 'window'])
      expect(await near('budget', name)).toEqual([id]);
    expect(await near('budget', 'stranger')).toEqual([]);
  });
});

describe('Statements', () => {
  let plain: TestApi;
  beforeAll(async () => {
    plain = await TestApi.open();
  });
  afterAll(() => plain.close());
  const narrowings = [
    {},
    { status: 'requested' },
    { dataset_id: 'ds' },
    { account_id: 'acme' },
    { account_id: 'acme', dataset_id: 'ds', status: 'active' },
    { near: 'end' },
    { near: 'budget' },
  ] as const;
  const lists = (['all', 'account', 'holder'] as const).flatMap((side) =>
    narrowings.map((filter) => [side, filter] as const),
  );
  test.each(lists)('of the grants of %s, narrowed by %o, walk no row', (side, filter) => {
    const database = openReader(join(plain.directory, 'proofdesk.db'));
    const { numbers, count } = grantListSql(side, filter);
    const named = 'own action after until dataset account now soon limit offset'.split(' ');
    const values = Object.fromEntries(named.map((name) => [name, 1]));
    for (const sql of [numbers, count]) {
      const steps = database
        .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(values)
        .map(({ detail }) => detail);
      // All of them, newest first, are those of the table from its end; all are counted in an index.
      const isWhole = side === 'all' && Object.keys(filter).length === 0;
      const scans = steps.filter((step) => /^SCAN (?!g USING COVERING INDEX)/.test(step));
      expect(scans).toEqual(isWhole && sql === numbers ? ['SCAN g'] : []);
    }
    database.close();
  });

  test.each(Object.entries({ ...grantStatements, ...grantBudgetStatements, ...rowSizeStatements }))(
    '%s uses an index',
    (_name, sql) => {
      const database = openReader(join(plain.directory, 'proofdesk.db'));
      const statement = database.prepare<unknown[], { detail: string }>(
        `EXPLAIN QUERY PLAN ${sql}`,
      );
      const marks = sql.split('?').length - 1;
      const values = {
        dataset: 'x',
        account: 'x',
        status: 'x',
        own: 'x',
        now: 'x',
        limit: 1,
        offset: 0,
      };
      const steps = (
        marks > 0 ? statement.all(...Array.from({ length: marks }, () => 1)) : statement.all(values)
      ).map(({ detail }) => detail);
      database.close();
      const scans = steps.filter((step) => step.startsWith('SCAN '));
      expect(scans).toEqual([]);
      expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
    },
  );
});
