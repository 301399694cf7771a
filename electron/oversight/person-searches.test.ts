/** Searches for a person through the API: who is found, by whom, and that a name stands nowhere. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditPageSchema } from '../../shared/contract/audit.ts';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { personSearchSchema, type PersonSearch } from '../../shared/contract/person-search.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { testSeed } from '../ledger/testing/test-ledger.ts';
import { readSubjectKey } from '../proof/subject-key-file.ts';
import { AppliedProfiles } from './applied-profiles.ts';
import { PersonSearches } from './person-searches.ts';
import { profileOf } from './testing/profile-of.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open({ keepsAuditLog: true });
});
afterEach(() => api.close());

const append = (modelId: string, person: string | number) =>
  api.append({ model_id: modelId, context: { person } });

async function apply(modelId: string, match: 'folded' | 'exact'): Promise<void> {
  const profile = profileOf({ subject: { paths: ['/context/person'], match } });
  const made = await api.send('POST', `/models/${modelId}/profiles`, { body: { profile } });
  expect(made.status).toBe(201);
}

const ask = (body: object) => api.send('POST', '/persons/search', { body });
async function search(body: object): Promise<PersonSearch> {
  const response = await ask(body);
  if (response.status !== 200) throw new Error(await response.text());
  return personSearchSchema.parse(await response.json());
}
const models = async (body: object) => (await search(body)).models;

async function twoModels(): Promise<{ readonly id: string }> {
  const first = await append('lending', 'Finn Xu');
  await append('lending', '  FINN   xu ');
  await append('lending', 'Eva Mayer');
  await append('insurance', 'Finn Xu');
  await append('insurance', 'finn xu');
  await append('insurance', 4711);
  await append('other', 'Finn Xu');
  await apply('lending', 'folded');
  await apply('insurance', 'exact');
  return first;
}

test('A person is found over all models whose profiles name persons, each compared in its way', async () => {
  expect(await models({ identifiers: ['Finn Xu'] })).toEqual([]);
  const { id } = await twoModels();
  const both = [
    { model_id: 'insurance', count: 1 },
    { model_id: 'lending', count: 2 },
  ];
  const { search_id: searchId } = await search({ identifiers: ['Finn Xu'] });
  expect(searchId).toMatch(/^psr_[0-9A-Z]{26}$/);
  expect(await models({ identifiers: ['Finn Xu'] })).toEqual(both);
  expect(await models({ record_id: id })).toEqual(both);
  expect(await models({ identifiers: ['FINN XU'] })).toEqual([{ model_id: 'lending', count: 2 }]);
  expect(await models({ identifiers: ['4711', 'eva mayer', 'nobody'] })).toEqual([
    { model_id: 'insurance', count: 1 },
    { model_id: 'lending', count: 1 },
  ]);
  await append('lending', 'finn XU');
  expect(await models({ identifiers: ['Finn Xu'] })).toEqual([
    { model_id: 'insurance', count: 1 },
    { model_id: 'lending', count: 3 },
  ]);
});

test('Whose value was erased is not found any more', async () => {
  const { id } = await twoModels();
  const actor = { id: 'usr_1', role: 'compliance_officer' };
  const erased = await api.send('POST', `/records/${id}/erasures`, {
    body: { fields: ['context'], legal_basis: 'GDPR Art. 17(1)(a)', actor },
  });
  expect(erased.status).toBe(201);
  expect(await models({ identifiers: ['Finn Xu'] })).toEqual([
    { model_id: 'insurance', count: 1 },
    { model_id: 'lending', count: 1 },
  ]);
  expect(await models({ record_id: id })).toEqual([]);
});

test('Positions of a search are known for an hour, and those that came since are among them', async () => {
  await twoModels();
  const database = openReader(join(api.directory, 'proofdesk.db'));
  let now = 0;
  const searches = new PersonSearches({
    database,
    clock: () => now,
    createId: () => 'psr_1',
    key: () => readSubjectKey({ directory: api.directory, seed: testSeed }),
  });
  expect(searches.byIdentifiers(['Finn Xu']).search_id).toBe('psr_1');
  expect(searches.positionsOf('psr_1')).toEqual([1, 2, 4]);
  expect(searches.positionsOf('psr_2')).toBeUndefined();
  await append('lending', 'Finn Xu');
  now = 60 * 60 * 1_000;
  expect(searches.positionsOf('psr_1')).toEqual([1, 2, 4, 8]);
  now += 1;
  expect(searches.positionsOf('psr_1')).toBeUndefined();
  database.close();
});

test('Search is refused while who decisions are about is being made anew', async () => {
  await twoModels();
  const database = openReader(join(api.directory, 'proofdesk.db'));
  const searches = new PersonSearches({
    database,
    clock: () => 0,
    createId: () => 'psr_1',
    key: () => undefined,
  });
  expect(() => searches.byIdentifiers(['Finn Xu'])).toThrow(/is being made anew/);
  database.close();
  await api.reopen(() => rmSync(join(api.directory, 'keys'), { recursive: true, force: true }));
  const reader = openReader(join(api.directory, 'proofdesk.db'));
  const isMade = () =>
    new AppliedProfiles(reader).setsOf('lending')?.answering?.subjects === null &&
    new AppliedProfiles(reader).setsOf('insurance')?.answering?.subjects === null;
  await expect.poll(isMade).toBe(true);
  reader.close();
  expect(await models({ identifiers: ['Finn Xu'] })).toHaveLength(2);
});

test.each([
  [{}, ['identifiers']],
  [{ identifiers: [] }, ['identifiers']],
  [{ identifiers: [' '] }, ['identifiers.0']],
  [{ identifiers: ['a'], record_id: 'rec_1' }, ['identifiers']],
  [{ identifiers: ['a'], name: 'b' }, ['name']],
])('A body is refused: %j', async (body, fields) => {
  const response = await ask(body);
  expect(response.status).toBe(400);
  const { error } = sessionsErrorSchema.parse(await response.json());
  expect(error.type).toBe('validation_error');
  expect(error.details.fields).toMatchObject(fields.map((field) => ({ field })));
});

test('A record that is not there is said', async () => {
  expect((await ask({ record_id: 'rec_none' })).status).toBe(404);
});

test('Only compliance and administrators search, and the audit log tells that they did, not for whom', async () => {
  await twoModels();
  await api.addAccount('acct_1');
  const statuses: Record<string, number> = {};
  for (const role of ['admin', 'compliance', 'data_holder', 'ai_lab'] as const) {
    const made = await api.send('POST', '/api-keys', {
      body: {
        name: role,
        role,
        ...(role === 'ai_lab' ? { account_id: 'acct_1' } : {}),
        ...(role === 'data_holder' ? { holder_id: 'holder_1' } : {}),
      },
    });
    const { key } = createdApiKeySchema.parse(await made.json());
    const response = await api.send('POST', '/persons/search', {
      body: { identifiers: ['Finn Xu'] },
      headers: { authorization: `Bearer ${key}` },
      caller: anonymous,
    });
    statuses[role] = response.status;
  }
  expect(statuses).toEqual({ admin: 200, compliance: 200, data_holder: 403, ai_lab: 403 });
  const searches = async () => {
    const { data } = await api.read(auditPageSchema, '/audit/events?limit=100');
    expect(JSON.stringify(data)).not.toContain('Finn');
    return data
      .filter(({ operation_id: operation }) => operation === 'searchPersons')
      .map(({ action, outcome }) => [action, outcome]);
  };
  await expect.poll(searches).toEqual([
    ['read', 'refused'],
    ['read', 'refused'],
    ['read', 'done'],
    ['read', 'done'],
  ]);
});

test('A list has the decisions that a search found, as they are by now, for an hour', async () => {
  await twoModels();
  const { search_id: searchId } = await search({ identifiers: ['Finn Xu'] });
  const listed = async (more = '') => {
    const { data } = await api.read(recordListSchema, `/records?person=${searchId}${more}`);
    return data.map(({ model_id: modelId, context }) => [modelId, context?.['person']]);
  };
  expect(await listed()).toEqual([
    ['insurance', 'Finn Xu'],
    ['lending', '  FINN   xu '],
    ['lending', 'Finn Xu'],
  ]);
  await append('lending', 'finn XU');
  expect(await listed('&model_id=lending&where={"decided_from":"recording"}')).toEqual([
    ['lending', 'finn XU'],
    ['lending', '  FINN   xu '],
    ['lending', 'Finn Xu'],
  ]);
  api.now += 60 * 60 * 1_000 + 1;
  for (const unknown of [searchId, 'psr_none', 'Finn']) {
    expect((await api.send('GET', `/records?person=${unknown}`)).status).toBe(400);
  }
});
