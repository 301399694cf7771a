/** Policies through the API: what is published, when it holds, and that a session sees no more than it says. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { datasetSchema } from '../../shared/contract/datasets.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import {
  datasetPolicySchema,
  datasetPreviewSchema,
  policyPageSchema,
  publishedPolicySchema,
  type PublishedPolicy,
} from '../../shared/contract/policy-routes.ts';
import {
  filterResultSchema,
  sessionSchema,
  streamBatchSchema,
} from '../../shared/contract/sessions.ts';
import { TestApi } from '../api/test-api.ts';
import { act, actAs, enrolment, TestPerson } from '../api/testing/signing-people.ts';
import { appendRows, openPolicy, openSession } from '../sessions/testing/clinical.ts';

const hour = 3_600_000;
const rows: JsonObject[] = [
  { record_id: 'rec_1', fake_last_name: 'Adams', age: 45, ssn: '1', born: '1980-02-03' },
  { record_id: 'rec_2', fake_last_name: 'Baker', age: 61, ssn: '2', born: '1964-05-06' },
];

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
  await draft('ds');
});
afterEach(() => api.close());

async function draft(id: string, all: readonly JsonObject[] = rows): Promise<void> {
  const body = { dataset_id: id, name: id, holder_id: 'mayo' };
  expect((await api.send('POST', '/datasets', { body })).status).toBe(201);
  if (all.length > 0) await appendRows(api, id, all);
}

const put = (policy: object, based_on = 0) =>
  api.send('PUT', '/datasets/ds/policy', { body: { policy, based_on } });

async function published(policy: object, basedOn = 0): Promise<PublishedPolicy> {
  const response = await put({ ...openPolicy, ...policy }, basedOn);
  if (response.status !== 200) throw new Error(await response.text());
  return publishedPolicySchema.parse(await response.json());
}

const policy = () => api.read(datasetPolicySchema, '/datasets/ds/policy');
const inForce = async () => (await policy()).in_force.version;

/** Status and type of a refusal, and the codes of its fields. */
async function refusal(response: Response): Promise<string[]> {
  const text = await response.text();
  const { error } = sessionsErrorSchema.parse(JSON.parse(text));
  const fields = JSON.stringify(error.details['fields'] ?? []);
  return [`${response.status} ${error.type}`, fields];
}

/** The rows as a session reads them. */
async function read(session: string, query = ''): Promise<JsonObject[]> {
  const path = `/sessions/${session}/stream${query}`;
  return (await api.read(streamBatchSchema, path)).batch;
}
const open = async (changes: object = {}) => (await openSession(api, 'ds', changes)).session_id;

describe('A draft', () => {
  test('has no policy, no session and no grant', async () => {
    const dataset = await api.read(datasetSchema, '/datasets/ds');
    expect([dataset.status, dataset.access, dataset.policy_version]).toEqual(['draft', null, null]);
    const asked = {
      dataset_id: 'ds',
      purpose: 'x',
      fields: ['age'],
      operations: ['read'],
      ends_at: '2026-06-01T00:00:00Z',
      budget: { amount: 5, currency: 'USD' },
      expected: { rows: 1, hours: 1, operations: 1 },
    };
    for (const response of [
      await api.send('GET', '/datasets/ds/policy'),
      await api.send('POST', '/sessions', { body: { dataset_id: 'ds', purpose: 'x' } }),
      await api.send('POST', '/grants', { body: asked }),
    ]) {
      expect((await refusal(response))[0]).toBe('409 dataset_unpublished');
    }
  });

  test('is active with version 1, which has no notice', async () => {
    const { in_force: held, announced, changes, latest } = await published({});
    expect([held.version, held.effective_at, announced, changes, latest]).toEqual([
      1,
      '2026-01-01T00:00:00.000Z',
      null,
      [],
      1,
    ]);
    expect((await api.read(datasetSchema, '/datasets/ds')).status).toBe('active');
  });

  test('without rows can be published where no field is named', async () => {
    await draft('empty', []);
    const body = { policy: { fields: { age: { method: 'hash' } } }, based_on: 0 };
    const [status, fields] = await refusal(
      await api.send('PUT', '/datasets/empty/policy', { body }),
    );
    expect([status, fields]).toEqual([
      '400 validation_error',
      expect.stringContaining('import rows first'),
    ]);
  });
});

describe('Publishing', () => {
  test('a typing error is refused with its neighbours, and nothing is published', async () => {
    const wrong = { fields: { fake_last_nam: { method: 'withheld' } } };
    const [status, fields] = await refusal(await put({ ...openPolicy, ...wrong }));
    expect([status, fields]).toEqual([
      '400 validation_error',
      expect.stringMatching(/policy\.fields\.fake_last_nam.*fake_last_name/),
    ]);
    expect((await api.read(datasetSchema, '/datasets/ds')).status).toBe('draft');
  });

  test.each<[object, string]>([
    [{ colour: 1 }, 'policy.colour'],
    [{ fields: { age: { method: 'generalize' } } }, 'policy.fields.age'],
    [{ fields: { record_id: { method: 'hash' } } }, 'policy.fields.record_id'],
    [{ entity: 'patient' }, 'policy.entity'],
    [
      { fields: { age: { method: 'statistics', min: 0, max: 7, step: 2 } } },
      'policy.fields.age.max',
    ],
  ])('%j is refused at its field', async (changes, field) => {
    const [status, fields] = await refusal(await put({ ...openPolicy, ...changes }));
    expect([status, fields]).toEqual(['400 validation_error', expect.stringContaining(field)]);
  });

  test('on another version than the latest is refused', async () => {
    await published({});
    expect((await refusal(await put(openPolicy)))[0]).toBe('409 policy_changed');
    expect((await refusal(await put(openPolicy, 2)))[0]).toBe('409 policy_changed');
  });

  test('is a fact that says the policy in clear, and verifies', async () => {
    await published({ fields: { ssn: { method: 'withheld' } } });
    await published({ fields: { ssn: { method: 'withheld' }, age: { method: 'withheld' } } }, 1);
    await published({}, 2);
    await api.send('DELETE', '/datasets/ds/policy/scheduled');
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    expect(job.result).toMatchObject({ findings_total: 0 });
  });
});

const first: JsonObject = {
  notice_hours: 24,
  fields: { ssn: { method: 'withheld' }, fake_last_name: { method: 'hash' } },
};
const rules = (changes: object): JsonObject =>
  JSON.parse(JSON.stringify({ ...first, fields: { ...Object(first['fields']), ...changes } }));

describe('A new version', () => {
  test.each<[string, JsonObject, JsonObject, 'at once' | 'announced']>([
    [
      'age clear → generalize',
      first,
      rules({ age: { method: 'generalize', bucket_size: 10 } }),
      'at once',
    ],
    ['name hash → withheld', first, rules({ fake_last_name: { method: 'withheld' } }), 'at once'],
    ['min_entities 8 → 20', first, { ...first, statistics: { min_entities: 20 } }, 'at once'],
    [
      'generalize 10 → 20',
      rules({ age: { method: 'generalize', bucket_size: 10 } }),
      rules({ age: { method: 'generalize', bucket_size: 20 } }),
      'announced',
    ],
    ['min_entities 8 → 7', first, { ...first, statistics: { min_entities: 7 } }, 'announced'],
    ['notice_hours 24 → 0', first, { ...first, notice_hours: 0 }, 'announced'],
  ])('%s: %s', async (_what, before, after, when) => {
    await published(before);
    const { in_force: held, announced } = await published(after, 1);
    const at = announced?.effective_at;
    expect([held.version, announced?.version, at]).toEqual(
      when === 'at once' ? [2, undefined, undefined] : [1, 2, '2026-01-02T00:00:00.000Z'],
    );
  });

  test('of which a part is tighter holds with that part at once', async () => {
    await published(first);
    const session = await open();
    const after = { fields: { fake_last_name: { method: 'hash' }, age: { method: 'withheld' } } };
    const { in_force: held, announced, changes } = await published(after, 1);
    expect([held.version, announced?.version]).toEqual([2, 3]);
    expect(changes.map(({ member, direction }) => `${member} ${direction}`).toSorted()).toEqual([
      'fields.age tighter',
      'fields.ssn looser',
    ]);
    expect(Object.keys((await read(session))[0] ?? {})).toEqual([
      'record_id',
      'fake_last_name',
      'born',
    ]);
    api.now += 24 * hour;
    expect((await read(await open()))[0]).toHaveProperty('ssn');
  });

  test('reaches a session that is open with its next call', async () => {
    await published(first);
    const session = await open({ ttl_seconds: 7 * 86_400 });
    expect((await read(session))[0]).toMatchObject({ age: 45 });
    await published(rules({ age: { method: 'withheld' } }), 1);
    expect((await read(session))[0]).not.toHaveProperty('age');
    expect(await api.read(sessionSchema, `/sessions/${session}`)).toMatchObject({
      policy_version: 2,
    });
    const body = { filter: { age: 45 } };
    const [status, fields] = await refusal(
      await api.send('POST', `/sessions/${session}/filter`, { body }),
    );
    expect([status, fields]).toEqual(['400 validation_error', expect.stringContaining('withheld')]);
    // What it announces reaches it, too.
    await published(first, 2);
    expect((await read(session))[0]).not.toHaveProperty('age');
    api.now += 24 * hour;
    expect((await read(session))[0]).toMatchObject({ age: 45 });
  });

  test('that takes the kind of its grant away leaves a session nothing', async () => {
    await published(first);
    const session = await open();
    await published({ ...first, kinds: [] }, 1);
    const response = await api.send('GET', `/sessions/${session}/stream`);
    expect((await refusal(response))[0]).toBe('403 forbidden');
  });

  test('that was announced and withdrawn does nothing', async () => {
    await published(first);
    await published({ ...first, fields: {} }, 1);
    const withdrawn = await api.send('DELETE', '/datasets/ds/policy/scheduled');
    expect(withdrawn.status).toBe(200);
    expect(datasetPolicySchema.parse(await withdrawn.json()).announced).toBeNull();
    api.now += 48 * hour;
    expect(await inForce()).toBe(1);
    const again = await api.send('DELETE', '/datasets/ds/policy/scheduled');
    expect((await refusal(again))[0]).toBe('404 not_found');
  });

  test('gives way to the next one that is published', async () => {
    await published(first);
    await published({ ...first, fields: {} }, 1);
    const { announced, latest } = await published({ ...first, notice_hours: 1 }, 2);
    expect([announced?.version, latest]).toEqual([3, 3]);
    api.now += 24 * hour;
    const { in_force: held } = await policy();
    expect([held.version, held.policy.notice_hours]).toEqual([3, 1]);
    const { data } = await api.read(policyPageSchema, '/datasets/ds/policies');
    expect(data.map(({ version, withdrawn_at: at }) => [version, at])).toEqual([
      [3, null],
      [2, '2026-01-01T00:00:00.000Z'],
      [1, null],
    ]);
  });

  test('is not brought forward by a clock that is set back', async () => {
    await published(first);
    api.now += 48 * hour;
    await open();
    api.now -= 48 * hour;
    const { announced } = await published({ ...first, fields: {} }, 1);
    expect(announced?.effective_at).toBe('2026-01-04T00:00:00.000Z');
    api.now += 71 * hour;
    expect(await inForce()).toBe(1);
    api.now += hour;
    expect(await inForce()).toBe(2);
    await open();
    api.now -= 72 * hour;
    expect((await read(await open()))[0]).toHaveProperty('ssn');
  });

  test('ends the cursors of the one before', async () => {
    await published(first);
    const session = await open();
    const path = `/sessions/${session}/stream?batch_size=1`;
    const { next_cursor: cursor = '' } = await api.read(streamBatchSchema, path);
    await published(rules({ age: { method: 'withheld' } }), 1);
    const [status, fields] = await refusal(await api.send('GET', `${path}&cursor=${cursor}`));
    expect([status, fields]).toEqual([
      '400 validation_error',
      expect.stringContaining('begin again'),
    ]);
  });
});

test('a field that comes later is withheld where no rule names it, in sessions from before and after', async () => {
  await published({ unlisted: 'withheld', fields: { age: { method: 'clear' } } });
  const before = await open();
  await appendRows(api, 'ds', [{ record_id: 'rec_3', age: 30, email: 'ada@example.test' }]);
  const after = await open();
  expect(await read(before)).toHaveLength(2);
  expect((await read(after)).at(-1)).toEqual({ record_id: 'rec_3', age: 30 });
  for (const session of [before, after]) {
    const response = await api.send('POST', `/sessions/${session}/filter`, {
      body: { filter: { email: { $exists: true } } },
    });
    expect((await refusal(response))[1]).toContain('withheld');
  }
});

test('ids of rows are those of a grant, and lead back to them', async () => {
  await api.addAccount('acme');
  await published({ record_ids: 'per_grant' });
  const idsOf = async (session: string) =>
    (await read(session)).map(({ record_id: id }) => z.string().parse(id));
  const [one, two] = [await open(), await open({ account_id: 'acme' })];
  const [ids, others] = [await idsOf(one), await idsOf(two)];
  expect(ids[0]).toMatch(/^rec_[0-9a-f]{32}$/);
  expect(ids).toEqual(await idsOf(await open()));
  expect(ids.filter((id) => others.includes(id))).toEqual([]);
  const record = (session: string, id = '') =>
    api.send('GET', `/sessions/${session}/records/${id}`);
  expect(await (await record(one, ids[1])).json()).toMatchObject({ record_id: ids[1], age: 61 });
  for (const id of [others[1], 'rec_2']) expect((await record(one, id)).status).toBe(404);
  const filter = { record_id: ids[0] };
  const found = await api.send('POST', `/sessions/${one}/filter`, { body: { filter } });
  expect(filterResultSchema.parse(await found.json()).records).toMatchObject([{ age: 45 }]);
});

test('a preview shows rows as they are and as they would leave, to the holder alone and for nothing', async () => {
  const sent = {
    ...openPolicy,
    fields: { ssn: { method: 'withheld' }, age: { method: 'redact' } },
  };
  const body = { policy: sent, limit: 1 };
  const shown = await api.send('POST', '/datasets/ds/preview', { body });
  const { before, after, undecided } = datasetPreviewSchema.parse(await shown.json());
  expect([before, after]).toEqual([
    [rows[0]],
    [{ record_id: 'rec_1', fake_last_name: 'Adams', age: '', born: '1980-02-03' }],
  ]);
  expect(undecided.toSorted()).toEqual(['born', 'fake_last_name']);
  const none = await api.send('POST', '/datasets/ds/preview', { body: {} });
  expect((await refusal(none))[0]).toBe('409 dataset_unpublished');
  await api.addAccount('acme');
  const made = await api.send('POST', '/api-keys', {
    body: { name: 'lab', role: 'ai_lab', account_id: 'acme' },
  });
  const { key } = createdApiKeySchema.parse(await made.json());
  const asLab = await api.send('POST', '/datasets/ds/preview', {
    body,
    caller: { mount: 'direct', principal: { kind: 'anonymous' } },
    headers: { 'x-api-key': key ?? '' },
  });
  expect(asLab.status).toBe(403);
});

describe('A signed policy', () => {
  const ada = new TestPerson('Ada');
  const enrol = async (person: TestPerson, holder: string) => {
    const body = { ...enrolment(person, 'data_holder'), holder_id: holder };
    const response = await act(api, { path: '/people', body }, { signature: person });
    expect(response.status).toBe(201);
  };

  test('is asked for once people of the holder are enrolled, and names who published it', async () => {
    await enrol(ada, 'mayo');
    expect((await refusal(await put(openPolicy)))[0]).toBe('403 signature_required');
    const body = { policy: openPolicy, based_on: 0 };
    const made = await api.send('POST', '/datasets', {
      body: { name: 'x', holder_id: 'mayo', policy: openPolicy },
    });
    expect(made.status).toBe(403);
    const signed = await actAs(api, ada, { method: 'PUT', path: '/datasets/ds/policy', body });
    const { in_force: held } = publishedPolicySchema.parse(await signed.json());
    expect(held.signature?.by).toBe(ada.personId);
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    expect(job.result).toMatchObject({ findings_total: 0 });
  });

  test('is not published by the people of another holder', async () => {
    await enrol(new TestPerson('Eva'), 'clinic');
    const signer = new TestPerson('Eva').personId;
    const body = { policy: openPolicy, based_on: 0, signer, prepare: true };
    const response = await api.send('PUT', '/datasets/ds/policy', { body });
    expect((await refusal(response))[0]).toBe('403 forbidden');
  });
});
