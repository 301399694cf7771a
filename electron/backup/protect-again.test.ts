/** An older backup is no way to a looser policy, nor to ε that was spent: what held in the replaced ledger holds on. */
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { datasetPolicySchema, policyPageSchema } from '../../shared/contract/policy-routes.ts';
import { grantSchema } from '../../shared/contract/grants.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { aggregateResultSchema, sessionSchema } from '../../shared/contract/sessions.ts';
import { TestApi } from '../api/test-api.ts';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { makeDataset, refusalOf } from '../sessions/testing/clinical.ts';
import { restoreBefore } from './testing/restore-before.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const rows: JsonObject[] = Array.from({ length: 200 }, (_, index) => ({
  record_id: `rec_${index}`,
  patient: `p${index}`,
  dx: index % 4 === 0 ? 'b' : 'a',
  age: 20 + (index % 60),
  zip: `${10_000 + index}`,
}));

const policy = {
  access: 'on_request',
  unlisted: 'withheld',
  entity: 'patient',
  kinds: ['rows', 'statistics'],
  notice_hours: 24,
  fields: {
    dx: { method: 'clear' },
    age: { method: 'clear' },
    zip: { method: 'withheld' },
  },
  statistics: { epsilon_per_answer: 1, epsilon: 3, epsilon_total: 6 },
};

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
  await makeDataset(api, rows, { dataset_id: 'ds', policy });
});
afterEach(() => api.close());

const restored = (since: () => Promise<void>) => restoreBefore(api, folder.newDirectory(), since);

async function put(changes: object, based_on: number): Promise<void> {
  const body = { policy: { ...policy, ...changes }, based_on };
  const response = await api.send('PUT', '/datasets/ds/policy', { body });
  if (response.status !== 200) throw new Error(await response.text());
}

const held = () => api.read(datasetPolicySchema, '/datasets/ds/policy');
const versions = async () => (await api.read(policyPageSchema, '/datasets/ds/policies')).data;

async function request(): Promise<string> {
  const body = {
    dataset_id: 'ds',
    kind: 'statistics',
    purpose: 'Counts',
    fields: ['dx', 'age'],
    operations: ['aggregate'],
    ends_at: '2026-06-01T00:00:00Z',
    budget: { amount: 500, currency: 'USD' },
    expected: { rows: 0, hours: 1, operations: 10 },
  };
  const made = await api.send('POST', '/grants', { body });
  if (made.status !== 201) throw new Error(await made.text());
  return grantSchema.parse(await made.json()).grant_id;
}

const answer = async (id: string) =>
  api.send('POST', `/grants/${id}/answer`, {
    body: { decision: 'grant', policy_version: (await held()).in_force.version },
  });

async function open(grant: string): Promise<string> {
  const body = { dataset_id: 'ds', purpose: 'x', grant_id: grant };
  const response = await api.send('POST', '/sessions', { body });
  return sessionSchema.parse(await response.json()).session_id;
}

const send = (session: string, n: number) =>
  api.send('POST', `/sessions/${session}/aggregate`, {
    body: { pipeline: [{ $match: { age: { $gte: n } } }, { $count: 'n' }] },
  });

async function ask(session: string, n: number): Promise<void> {
  const response = await send(session, n);
  if (response.status !== 200) throw new Error(await response.text());
  aggregateResultSchema.parse(await response.json());
}

async function expectSound(): Promise<void> {
  const { result } = await api.finished(await api.send('POST', '/chain/verifications'));
  expect(result).toMatchObject({ findings_total: 0 });
}

test('What was made tighter after the backup is tighter at once, and what was made looser is not looser', async () => {
  const looser = { zip: { method: 'clear' } };
  await restored(async () => {
    await put({ fields: { ...policy.fields, age: { method: 'withheld' } } }, 1);
    await put({ fields: { ...policy.fields, ...looser, age: { method: 'withheld' } } }, 2);
    api.now += 25 * 3_600_000;
    expect((await held()).in_force.policy.fields['zip']).toEqual({ method: 'clear' });
  });
  const { in_force: now, announced } = await held();
  expect(now.policy.fields).toEqual({ ...policy.fields, age: { method: 'withheld' } });
  expect([now.version, announced]).toEqual([2, null]);
  await expectSound();
});

test('What was announced before the backup and withdrawn after it never comes to hold', async () => {
  await put({ fields: { ...policy.fields, zip: { method: 'clear' } } }, 1);
  await restored(async () => {
    const gone = await api.send('DELETE', '/datasets/ds/policy/scheduled');
    expect(gone.status).toBeLessThan(300);
    // It is put back once the notice of the withdrawn version would be over.
    api.now += 48 * 3_600_000;
  });
  expect((await held()).in_force.policy.fields['zip']).toEqual({ method: 'withheld' });
  expect((await versions()).filter((each) => each.withdrawn_at !== null)).toHaveLength(1);
  await expectSound();
});

test('A policy that did not change is not published again, nor is one whose dataset is not there @whole', async () => {
  await restored(async () => {
    await makeDataset(api, rows, { dataset_id: 'later', policy });
  });
  expect(await versions()).toHaveLength(1);
  expect((await api.send('GET', '/datasets/later')).status).toBe(404);
  await expectSound();
});

test('ε that was spent after the backup is spent, and what it was spent on cannot be asked again', async () => {
  const [used, unused] = [await request(), await request()];
  await answer(used);
  const session = await open(used);
  await ask(session, 21);
  await restored(async () => {
    for (const n of [22, 23]) await ask(session, n);
    // A grant that the backup knows as a request, and one that it does not know.
    await api.send('POST', `/grants/${used}/revoke`, { body: { reason: 'Done.' } });
    await answer(unused);
    await ask(await open(unused), 24);
  });
  expect((await api.read(grantSchema, `/grants/${used}`)).status).toBe('revoked');
  expect(await refusalOf(await send(session, 21))).toMatch(/^403 /);
  // Its noise would be drawn with the same key.
  expect((await api.read(grantSchema, `/grants/${unused}`)).status).toBe('revoked');
  expect((await answer(unused)).status).toBe(409);
  // 3 + 1 were spent of 6: there is no room for a grant of 3.
  const refused = await answer(await request());
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: { details: { given: 4 } } });
  await expectSound();
});

test('ε of answered grants counts once, however often a backup is put back @whole', async () => {
  const id = await request();
  for (const n of [21, 22]) {
    await restored(async () => {
      if (n === 21) await answer(id);
      else await answer(await request());
      const grants = await api.send('GET', '/grants?status=active');
      const [active] = z
        .object({ data: z.array(z.object({ grant_id: z.string() })) })
        .parse(await grants.json()).data;
      if (active !== undefined) await ask(await open(active.grant_id), n);
    });
  }
  const refused = await answer(await request());
  // 1 + 1 were spent: a grant of 3 has just room, and then none has.
  expect(refused.status).toBe(200);
  const second = await answer(await request());
  expect(await second.json()).toMatchObject({ error: { details: { given: 5 } } });
  await expectSound();
});

test('A grant that gave no answer since the backup goes on @whole', async () => {
  const id = await request();
  await answer(id);
  const session = await open(id);
  await ask(session, 21);
  await restored(async () => {
    // Asked before: it was paid for, and is no new answer.
    await ask(session, 21);
  });
  expect((await api.read(grantSchema, `/grants/${id}`)).status).toBe('active');
  await ask(session, 22);
  await expectSound();
});
