/** The overview over a whole demo ledger: every figure is its list, and everybody sees only what is theirs. */
import { hash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { datasetPageSchema } from '../../shared/contract/datasets.ts';
import { bases, oversightModelsSchema, oversightSchema } from '../../shared/contract/oversight.ts';
import { personRequestSchema } from '../../shared/contract/persons.ts';
import { overviewSchema, severities, type Overview } from '../../shared/contract/overview.ts';
import { openReader } from '../database/open-database.ts';
import { actAs, demoPerson } from '../api/testing/signing-people.ts';
import { countedIn } from '../oversight/testing/counted-in.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';
import { anonymous, TestApi, usualDemo, type SendOptions } from '../api/test-api.ts';
import { activityStatements } from './activity.ts';
import { daysFrom, daysUpTo } from './days.ts';
import { overviewStatements } from './routes.ts';
import { cases } from '../testing/rounds.ts';

let api: TestApi;
const keys = new Map<string, string>();

beforeAll(async () => {
  api = await TestApi.open(usualDemo);
  for (const [name, body] of Object.entries({
    compliance: { role: 'compliance' },
    holder: { role: 'data_holder', holder_id: 'riverside-clinic' },
    lab: { role: 'ai_lab', account_id: 'default' },
    reader: { role: 'compliance', scopes: ['records:read'] },
  })) {
    const response = await api.send('POST', '/api-keys', { body: { name, ...body } });
    keys.set(name, createdApiKeySchema.parse(await response.json()).key ?? '');
  }
});
afterAll(() => api.close());

/** The operator without a name. */
function asCaller(name: string | undefined): SendOptions {
  if (name === undefined) return {};
  return { caller: anonymous, headers: { 'x-api-key': keys.get(name) ?? '' } };
}

async function overview(as?: string): Promise<Overview> {
  const response = await api.send('GET', '/overview', asCaller(as));
  expect([response.status, api.logged.at(-1)]).toEqual([200, undefined]);
  return overviewSchema.parse(await response.json());
}

const totalSchema = z.union([
  z.object({ total: z.int() }).transform(({ total }) => total),
  z.object({ pagination: z.object({ total: z.int() }) }).transform((page) => page.pagination.total),
]);

/** How many a list has, as a caller sees it. */
async function total(path: string, query: Record<string, string>, as?: string): Promise<number> {
  const search = new URLSearchParams({ ...query, limit: '1' }).toString();
  const response = await api.send('GET', `${path}?${search}`, asCaller(as));
  expect(response.status).toBe(200);
  return totalSchema.parse(await response.json());
}

/** What differs between the numbers of an answer and the lists that they lead to; how many numbers there are. */
async function differences(answer: Overview, as?: string) {
  const { attention, due, reviews, requests, activity, decisions } = answer;
  const lists: [number | null | undefined, string, Record<string, string>][] = [
    [decisions, '/records', {}],
    [reviews?.waiting, '/records', { review: 'waiting' }],
    [reviews?.escalated, '/records', { review: 'escalated' }],
    [reviews?.late, '/reviews', { is_late: 'true' }],
    [requests?.open, '/persons/requests', { urgency: 'open' }],
    [requests?.late, '/persons/requests', { urgency: 'late' }],
    ...attention.flatMap(({ count, query }): (typeof lists)[number][] =>
      query === null ? [] : [[count, '/records', query]],
    ),
    ...due.flatMap(({ count, model_id: modelId, reason }): (typeof lists)[number][] =>
      modelId === null || reason === null
        ? []
        : [[count, '/reviews', { model_id: modelId, review: reason }]],
    ),
    ...activity.flatMap(({ count, object_id: day }): (typeof lists)[number][] =>
      count === null ? [] : [[count, '/records', { start_date: day, end_date: day }]],
    ),
  ];
  const told = lists.filter(([count]) => count !== null && count !== undefined);
  const found: object[] = [];
  for (const [count, path, query] of told) {
    const size = await total(path, query, as);
    if (size !== count) found.push({ path, query, count, size });
  }
  return { found, numbers: told.length };
}

const request = (received_on: string, identifier: string) =>
  api.send('POST', '/persons/requests', {
    body: { received_on, asks: ['explanation'], identifiers: [identifier] },
  });

describe('A number', () => {
  test.each([undefined, 'compliance', 'holder', 'lab'])('is its list, as %s', async (as) => {
    const { found, numbers } = await differences(await overview(as), as);
    expect(found).toEqual([]);
    expect(numbers).toBeGreaterThan(as === 'holder' ? -1 : as === 'lab' ? 0 : 8);
  });

  test('is absent, not zero, where it may not be asked for', async () => {
    const parts = async (as: string) => {
      const { reviews, requests, decisions, days } = await overview(as);
      return [reviews, requests, decisions, days].map((each) => each !== null);
    };
    expect(await parts('reader')).toEqual([true, false, true, true]);
    expect(await parts('holder')).toEqual([false, false, false, false]);
    // It has no decision of its own.
    expect(await parts('lab')).toEqual([false, false, true, false]);
    expect(await parts('compliance')).toEqual([true, true, true, true]);
  });
});

describe('What is due', () => {
  test('comes by its day: reviews of a model for a reason, requests, invoices', async () => {
    const { requests: before } = await overview();
    const asked = await request('2026-11-01', 'Finn Xu');
    expect(asked.status).toBe(201);
    const { number } = personRequestSchema.parse(await asked.json());
    const answer = await overview();
    const { due, requests } = answer;
    const days = due.map((each) => each.due);
    expect(days).toEqual(days.toSorted());
    expect(new Set(due.map(({ kind }) => kind))).toEqual(
      new Set(['review', 'person_request', 'invoice']),
    );
    expect(due.find(({ name }) => name === number)).toMatchObject({
      kind: 'person_request',
      due: '2026-12-01T00:00:00.000Z',
      asks: ['explanation'],
      count: 0,
    });
    expect(requests).toEqual({ ...before, open: (before?.open ?? 0) + 1 });
    const lines = due.flatMap(({ model_id: modelId, reason }) => `${modelId} ${reason}`);
    const reviews = lines.filter((each) => !each.startsWith('null'));
    expect(new Set(reviews).size).toBe(reviews.length);
    expect((await differences(answer)).found).toEqual([]);
  });

  test('is the caller’s own', async () => {
    expect((await overview('holder')).due).toEqual([]);
    expect((await overview('lab')).due).toEqual([]);
    const invoices = (await overview()).due.filter(({ kind }) => kind === 'invoice');
    const account_id = invoices[0]?.name;
    const response = await api.send('POST', '/api-keys', {
      body: { name: 'payer', role: 'ai_lab', account_id },
    });
    keys.set('payer', createdApiKeySchema.parse(await response.json()).key ?? '');
    expect((await overview('payer')).due).toEqual(
      invoices.filter(({ name }) => name === account_id),
    );
  });
});

describe('The days', () => {
  test('are thirty up to the newest decision, and add up to the decisions in them', async () => {
    const { days } = await overview();
    expect(days).toHaveLength(30);
    expect(days?.at(-1)?.total).toBeGreaterThan(0);
    const range = { start_date: days?.[0]?.date ?? '', end_date: days?.at(-1)?.date ?? '' };
    expect(days?.reduce((sum, day) => sum + day.total, 0)).toBe(await total('/records', range));
    for (const day of days ?? []) {
      expect(day.hours.reduce((sum, hour) => sum + hour, 0)).toBe(day.total);
    }
  });

  test('begin 29 days before the last one and count by hours', () => {
    expect(daysUpTo('2026-03-01T23:59:59.999Z')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
    const made = [
      '2026-01-31T00:00:00.000Z',
      '2026-01-31T23:59:59.999Z',
      '2026-03-01T13:00:00.000Z',
    ];
    const days = daysFrom('2026-01-31', (instants) =>
      instants.map((each) => made.filter((at) => at < each).length),
    );
    expect([days[0]?.total, days[0]?.hours[0], days[0]?.hours[23]]).toEqual([2, 1, 1]);
    expect([days[29]?.date, days[29]?.hours[13]]).toEqual(['2026-03-01', 1]);
  });

  test('are none for whom decisions are not', async () => {
    expect((await overview('holder')).days).toBeNull();
  });
});

describe('Attention', () => {
  const kinds = async () => (await overview()).attention.map(({ kind }) => kind);

  test('to verification goes with one, and comes back a week later @whole', async () => {
    expect(await kinds()).toContain('never_verified');
    await api.finished(await api.send('POST', '/chain/verifications'));
    const verified = await overview();
    expect(verified.attention.map(({ kind }) => kind)).not.toContain('never_verified');
    expect(verified.activity[0]).toMatchObject({ kind: 'verification', state: 'held' });
    const now = api.now;
    api.now += 8 * 86_400_000;
    expect(await kinds()).toContain('verification_old');
    api.now = now;
    expect(await kinds()).not.toContain('verification_old');
  });

  test('to an overdue invoice goes when it is paid or canceled', async () => {
    const { attention } = await overview();
    const overdue = attention.find(({ kind }) => kind === 'invoice_overdue');
    expect(overdue).toMatchObject({ severity: 'warn', currency: 'USD' });
    const path = `/billing/invoices/${overdue?.object_id}/cancel`;
    expect((await api.send('POST', path, { body: { reason: 'In error' } })).status).toBe(200);
    const left = (await overview()).attention.map((each) => each.object_id);
    expect(left).not.toContain(overdue?.object_id);
  });

  test('to a limit that is near goes with the limit', async () => {
    const limit = { account_id: 'default', period: 'MONTHLY', mode: 'SOFT', amount: 0 };
    const made = await api.send('POST', '/billing/limits', { body: limit });
    const { limit_id: id } = z.object({ limit_id: z.string() }).parse(await made.json());
    const near = async () =>
      (await overview()).attention.filter(({ object_id: object }) => object === id);
    expect(await near()).toMatchObject([{ kind: 'limit_near', share: 1 }]);
    await api.send('DELETE', `/billing/limits/${id}`);
    expect(await near()).toEqual([]);
  });

  test('to a grant comes before its end, with the way to it', async () => {
    const dataset = {
      dataset_id: 'wards',
      name: 'Wards',
      holder_id: 'clinic',
      policy: { unlisted: 'clear' },
    };
    expect((await api.send('POST', '/datasets', { body: dataset })).status).toBe(201);
    const rows = [{ record_id: 'rec_1', age: 45 }];
    await api.send('POST', '/datasets/wards/records', { body: rows });
    const asked = await api.send('POST', '/grants', {
      body: {
        dataset_id: 'wards',
        purpose: 'Triage',
        fields: ['age'],
        operations: ['read'],
        ends_at: new Date(api.now + 30 * 86_400_000).toISOString(),
        budget: { amount: 5, currency: 'USD' },
        expected: { rows: 1, hours: 1, operations: 1 },
      },
    });
    const { grant_id: id } = z.object({ grant_id: z.string() }).parse(await asked.json());
    const path = `/grants/${id}/answer`;
    expect(
      (await api.send('POST', path, { body: { decision: 'grant', policy_version: 1 } })).status,
    ).toBe(200);
    const about = async () =>
      (await overview()).attention.filter(({ object_id: object }) => object === id);
    expect(await about()).toEqual([]);
    const now = api.now;
    api.now += 16 * 86_400_000;
    expect(await about()).toMatchObject([{ kind: 'grant_ending', name: 'Triage' }]);
    api.now = now;
  });

  test('to a session comes with its end and goes a day after it was taken back', async () => {
    const body = { purpose: 'A look', ttl_seconds: 1_200 };
    const { data: datasets } = await api.read(datasetPageSchema, '/datasets');
    const dataset = datasets.find(
      ({ status, access }) => status === 'active' && access === 'open',
    )?.dataset_id;
    const made = await api.send('POST', '/sessions', { body: { ...body, dataset_id: dataset } });
    const { session_id: id } = z.object({ session_id: z.string() }).parse(await made.json());
    const told = async () =>
      (await overview()).attention.filter((each) => each.object_id === id).map(({ kind }) => kind);
    expect(await told()).toEqual([]);
    api.now += 600_000;
    expect(await told()).toEqual(['session_expiring']);
    await api.send('POST', `/sessions/${id}/revoke`, { body: { reason: 'Enough' } });
    expect(await told()).toEqual(['session_revoked']);
    api.now += 86_400_001;
    expect(await told()).toEqual([]);
  });

  test('to backups comes when one failed, or is long overdue, and goes with the cause', async () => {
    const told = async (as?: string) =>
      (await overview(as)).attention.filter(({ kind }) => kind.startsWith('backup_'));
    expect(await told()).toEqual([]);
    const at = new Date(api.now - 3_600_000).toISOString();
    const none = { since: at, done_at: null, last_success: null };
    const write = (name: string, value: object) =>
      writeFileSync(join(api.directory, name), JSON.stringify(value));
    write('backup-state.json', { ...none, last_failure: { at, message: 'No room.' } });
    expect(await told()).toMatchObject([{ kind: 'backup_failed', since: at, severity: 'warn' }]);
    expect(await told('lab')).toEqual([]);
    const keeps = { keep_last: 1, keep_days: 0, keep_months: 0, folder: null };
    write('backup-state.json', { ...none, last_failure: null });
    write('backup-settings.json', {
      schedule: 'hours',
      every_hours: 1,
      daily_at: '02:00',
      ...keeps,
    });
    expect(await told()).toEqual([]);
    api.now += 2 * 3_600_000 + 1;
    expect(await told()).toMatchObject([{ kind: 'backup_overdue' }]);
    api.now -= 2 * 3_600_000 + 1;
    for (const name of ['backup-state.json', 'backup-settings.json']) {
      rmSync(join(api.directory, name));
    }
  });

  test('to an artifact goes when its card has the one that is there, and weighs as much as a break', async () => {
    const register = (changes: object) =>
      api.send('POST', '/models', {
        body: { model_id: 'scorer', limitations: 'None', ...changes },
      });
    const check = (bytes: string) =>
      api.send('POST', '/models/scorer/artifact-checks', {
        body: bytes,
        headers: { 'content-type': 'application/octet-stream' },
      });
    const told = async () =>
      (await overview()).attention.filter(({ object_id: id }) => id === 'scorer');
    await register({ version: '1.0.0', model_hash: `sha256:${hash('sha256', 'weights')}` });
    await check('weights');
    expect(await told()).toEqual([]);
    await check('other weights');
    expect(await told()).toMatchObject([
      { kind: 'artifact_mismatch', severity: 'bad', name: 'scorer' },
    ]);
    expect((await overview()).attention[0]).toMatchObject({ kind: 'artifact_mismatch' });
    await register({ version: '1.0.1', model_hash: `sha256:${hash('sha256', 'other weights')}` });
    expect(await told()).toEqual([]);
  });

  test('to a model that decides without a card goes with its card', async () => {
    const told = async () =>
      (await overview()).attention.filter(
        ({ name, kind }) => name === 'unknown-model' && kind !== 'model_without_profile',
      );
    await api.append({ model_id: 'unknown-model' });
    await api.append({ model_id: 'unknown-model' });
    expect(await told()).toMatchObject([
      {
        kind: 'model_unregistered',
        severity: 'warn',
        count: 2,
        query: { model_id: 'unknown-model' },
      },
    ]);
    const card = { model_id: 'unknown-model', version: '1.0.0', limitations: 'None' };
    await api.send('POST', '/models', { body: card });
    expect(await told()).toEqual([]);
  });

  test('to decisions from before a card is there for thirty days', async () => {
    const told = async () =>
      (await overview()).attention.filter(
        ({ name, kind }) => name === 'late-card' && kind !== 'model_without_profile',
      );
    await api.append({ model_id: 'late-card' });
    const first = new Date(api.now).toISOString().slice(0, 10);
    api.now += 86_400_000;
    await api.append({ model_id: 'late-card' });
    const card = { model_id: 'late-card', version: '1.0.0', limitations: 'None' };
    expect((await api.send('POST', '/models', { body: card })).status).toBe(201);
    const [item, ...others] = await told();
    expect(others).toEqual([]);
    expect(item).toMatchObject({ kind: 'decisions_without_card', severity: 'warn', count: 1 });
    expect(item?.query).toMatchObject({ model_id: 'late-card', end_date: first });
    expect(await total('/records', item?.query ?? {})).toBe(1);
    const now = api.now;
    api.now += 31 * 86_400_000;
    expect(await told()).toEqual([]);
    api.now = now;
  });

  test('to reviews that are past due goes as they are done, and to requests as they are closed', async () => {
    const told = async (kind: string) =>
      (await overview()).attention.filter((each) => each.kind === kind);
    const { reviews } = await overview();
    expect(await told('review_late')).toMatchObject([{ severity: 'warn', count: reviews?.late }]);
    expect(reviews?.late).toBeGreaterThan(0);
    const soon = async () => (await told('person_request_soon')).map(({ name }) => name);
    const before = await soon();
    const asked = await request('2026-10-24', 'Ada Roe');
    const { number, request_id: id } = personRequestSchema.parse(await asked.json());
    expect(new Set(await soon())).toEqual(new Set([...before, number]));
    const closing = { body: { note: 'By telephone.' } };
    const closed = await api.send('POST', `/persons/requests/${id}/closing`, closing);
    expect(closed.status).toBe(200);
    expect(await soon()).toEqual(before);
  });

  test('is ordered by how much it weighs', async () => {
    const { attention } = await overview();
    const weights = attention.map(({ severity }) => severities.indexOf(severity));
    expect(new Set(weights).size).toBeGreaterThan(1);
    expect(weights).toEqual(weights.toSorted((one, other) => one - other));
  });

  test('is not given to what is not the caller’s', async () => {
    for (const as of ['lab', 'holder']) {
      const { attention, activity } = await overview(as);
      expect(attention.map(({ kind }) => kind)).not.toContain('never_verified');
      expect(activity.map(({ kind }) => kind)).not.toContain('intervention');
    }
  });
});

test('Activity is the newest of every area, newest first', async () => {
  const { activity } = await overview();
  const times = activity.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(new Set(activity.map(({ kind }) => kind)).size).toBeGreaterThan(2);
});

test('A decision that waits for a second person is a proposal there, and no decision', async () => {
  const input = { model_id: 'm', input: {}, output: { decision: 'decline' } };
  const made = await api.send('POST', '/records', { body: input });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  const officer = await demoPerson(api, 'Maja Lindqvist');
  const act = (body: object) => actAs(api, officer, { path: `/records/${id}/interventions`, body });
  const newest = async () => {
    const { activity } = await overview();
    return activity.find(({ kind }) => kind === 'intervention');
  };
  const proposed = await act({
    action: 'override',
    reason: 'The income was wrong.',
    outcome: { decision: 'approve' },
    meaning: 'proposal',
  });
  expect(proposed.status).toBe(201);
  expect(await newest()).toMatchObject({ object_id: id, state: 'override', proposal: true });
  const { id: supersedes } = z.object({ id: z.string() }).parse(await proposed.json());
  api.now += 1_000;
  const second = await act({ action: 'retract', supersedes });
  expect(second.status).toBe(201);
  const retracted = await newest();
  expect(retracted).not.toHaveProperty('proposal');
  expect(retracted).not.toHaveProperty('unsigned');
});

describe('Every figure of oversight, after people acted, is its list', () => {
  /** Numbers of an answer that their lists do not have; how many numbers there are. */
  const differing = async (answer: unknown, model?: string) => {
    const totals = new Map<string, Promise<number>>();
    const found: object[] = [];
    let numbers = 0;
    for (const { place, counted } of countedIn(answer)) {
      const { where, count } = counted;
      const query = { where, ...(model === undefined ? {} : { model_id: model }) };
      const size = totals.get(where) ?? total('/records', query);
      totals.set(where, size);
      numbers += 1;
      if ((await size) !== count) found.push({ place, where, count, size: await size });
    }
    return { found, numbers };
  };

  test.each(cases(bases.slice(1), bases.slice(0, 1)))('by the outcome of the %s', async (basis) => {
    const { data, all } = await api.read(oversightModelsSchema, `/oversight/models?basis=${basis}`);
    expect(all.changed.count).toBeGreaterThan(0);
    expect((await differing(all)).found).toEqual([]);
    let numbers = 0;
    for (const { model_id: model, profile, ...row } of data) {
      expect((await differing(row, model)).found).toEqual([]);
      if (profile === null) continue;
      const screen = await api.read(oversightSchema, `/oversight?model_id=${model}&basis=${basis}`);
      const told = await differing(screen, model);
      expect(told.found).toEqual([]);
      numbers += told.numbers;
    }
    expect(numbers).toBeGreaterThan(500);
  });
});

test('An act that nobody signed is told to be none that is', async () => {
  const plain = await TestApi.open();
  const made = await plain.send('POST', '/records', {
    body: { model_id: 'm', input: {}, output: { decision: 'decline' } },
  });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  const body = { action: 'approve', actor: { id: 'operator', role: 'operator' } };
  const approved = await plain.send('POST', `/records/${id}/interventions`, { body });
  expect(approved.status).toBe(201);
  const answer = overviewSchema.parse(await (await plain.send('GET', '/overview')).json());
  expect(answer.activity).toContainEqual(
    expect.objectContaining({ kind: 'intervention', object_id: id, unsigned: true }),
  );
  await plain.close();
});

test('A model with decisions needs attention until somebody says what they mean', async () => {
  const plain = await TestApi.open();
  const input = { input: {}, output: { decision: 'decline' } };
  await plain.append({ model_id: 'scorer', ...input });
  await plain.append({ model_id: 'router', ...input });
  await plain.append({ model_id: 'router', ...input });
  const told = async () => {
    const { attention } = await plain.read(overviewSchema, '/overview');
    return attention
      .filter(({ kind }) => kind === 'model_without_profile')
      .map(({ severity, name, count }) => [severity, name, count]);
  };
  expect(await told()).toEqual([
    ['info', 'router', 2],
    ['info', 'scorer', 1],
  ]);
  const made = await plain.send('POST', '/models/router/profiles', {
    body: { profile: profileOf({ outcome: null }), accept_unseen: true },
  });
  expect(made.status).toBe(201);
  expect(await told()).toEqual([['info', 'scorer', 1]]);
  await plain.close();
});

test('Its statements read a few rows from the end', () => {
  const database = openReader(join(api.directory, 'proofdesk.db'));
  for (const sql of Object.values(activityStatements)) {
    const plan = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
    expect(plan.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE');
  }
  const scans = Object.entries(overviewStatements).map(([name, sql]) => [
    name,
    database
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail),
  ]);
  // Its first row, and tables that are small by their nature.
  expect(Object.fromEntries(scans)).toEqual({
    first: ['SCAN records'],
    firstCards: [expect.stringMatching(/^SCAN models USING/)],
    profiled: ['SCAN profiles USING COVERING INDEX profiles_by_model'],
  });
  database.close();
});
