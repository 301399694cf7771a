/**
 * Grants of statistics through the API: what is answered, what it costs, and that nothing tells what was withheld.
 * @push
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { evidenceSchema, evidenceVerificationSchema } from '../../shared/contract/evidence.ts';
import { grantSchema, type Grant } from '../../shared/contract/grants.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { aggregateResultSchema, sessionSchema } from '../../shared/contract/sessions.ts';
import { TestApi } from '../api/test-api.ts';
import { AnswerTicks } from './answer-tick.ts';
import { makeDataset, refusalOf } from './testing/clinical.ts';

/** 400 patients: three quarters of them have `dx` a, one has c. */
const rows: JsonObject[] = Array.from({ length: 400 }, (_, index) => ({
  record_id: `rec_${index}`,
  patient: `p${index}`,
  dx: index === 7 ? 'c' : index % 4 === 0 ? 'b' : 'a',
  salary: 30_000 + 100 * index,
  name: `N${index}`,
}));

const policy = {
  access: 'on_request',
  unlisted: 'withheld',
  entity: 'patient',
  kinds: ['rows', 'statistics'],
  fields: {
    dx: { method: 'clear' },
    salary: { method: 'statistics', min: 0, max: 200_000, step: 100 },
  },
  statistics: { epsilon_per_answer: 1, epsilon: 3, epsilon_total: 5 },
};

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
  await makeDataset(api, rows, { dataset_id: 'ds', policy });
});
afterEach(() => api.close());

const asked = {
  dataset_id: 'ds',
  kind: 'statistics',
  purpose: 'Counts',
  fields: ['dx', 'salary'],
  operations: ['aggregate'],
  ends_at: '2026-06-01T00:00:00Z',
  budget: { amount: 500, currency: 'USD' },
  expected: { rows: 0, hours: 1, operations: 10 },
};

async function granted(changes: object = {}): Promise<Grant> {
  const made = await api.send('POST', '/grants', { body: { ...asked, ...changes } });
  if (made.status !== 201) throw new Error(await made.text());
  const { grant_id: id } = grantSchema.parse(await made.json());
  const response = await api.send('POST', `/grants/${id}/answer`, {
    body: { decision: 'grant', policy_version: 1 },
  });
  if (response.status !== 200) throw new Error(await response.text());
  return grantSchema.parse(await response.json());
}

async function open(grant: Grant): Promise<string> {
  const body = { dataset_id: 'ds', purpose: 'x', grant_id: grant.grant_id };
  const response = await api.send('POST', '/sessions', { body });
  return sessionSchema.parse(await response.json()).session_id;
}

const send = (session: string, pipeline: object[], headers = {}) =>
  api.send('POST', `/sessions/${session}/aggregate`, { body: { pipeline }, headers });

async function ask(session: string, pipeline: object[]) {
  const response = await send(session, pipeline);
  if (response.status !== 200) throw new Error(await response.text());
  return aggregateResultSchema.parse(await response.json());
}

const byDx = [{ $group: { _id: '$dx', n: { $sum: 1 }, salary: { $avg: '$salary' } } }];

test('an answer has groups that are large enough, with noise, and is the same ever after', async () => {
  const grant = await granted();
  expect(grant.epsilon).toEqual({ granted: 3, spent: 0, per_answer: 1 });
  const session = await open(grant);
  const first = await ask(session, byDx);
  expect(first.results.map(({ _id }) => _id)).toEqual(['a', 'b']);
  const [a] = first.results;
  expect(Math.abs(Number(a?.['n']) - 299)).toBeLessThan(60);
  expect(Number(a?.['n']) % 5).toBe(0);
  expect(JSON.stringify(first)).not.toContain('"c"');
  const again = await ask(await open(grant), byDx);
  expect(again).toEqual(first);
  const spent = await api.read(grantSchema, `/grants/${grant.grant_id}`);
  expect(spent.epsilon).toEqual({ granted: 3, spent: 1, per_answer: 1 });
  // Another grant draws anew; one that is over keeps what it spent.
  await api.send('POST', `/grants/${grant.grant_id}/revoke`, { body: { reason: 'Done.' } });
  expect((await ask(await open(await granted()), byDx)).results).not.toEqual(first.results);

  const id = first.evidence_id ?? '';
  expect(await api.read(evidenceSchema, `/evidence/${id}`)).toMatchObject({
    kind: 'aggregation',
    counts: { changed: 0, skipped: 0 },
    outputs: { count: 2 },
  });
  const check = await api.read(evidenceVerificationSchema, `/evidence/${id}/verification`);
  expect(check.verdict).toBe('VALID');
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  expect(job.result).toMatchObject({ findings_total: 0 });
});

test('what is withheld is told as what is not there: bytes, use, entries', async () => {
  const session = await open(await granted());
  const size = async () => JSON.stringify(await (await api.send('GET', '/chain')).json());
  const told: string[] = [];
  for (const dx of ['c', 'none']) {
    const before = await size();
    const response = await send(session, [{ $match: { dx } }, ...byDx]);
    const text = (await response.text()).replace(/ev_\w+/, 'ev_');
    const used = await api.read(sessionSchema, `/sessions/${session}?include=usage`);
    const { records_accessed: records, total_data_bytes: bytes } = used.usage ?? {};
    const entries = Number(/"size":(\d+)/.exec(await size())?.[1]);
    told.push(`${text} ${records} ${bytes} ${entries - Number(/"size":(\d+)/.exec(before)?.[1])}`);
  }
  expect(told[0]).toBe(told[1]);
  expect(told[0]).toContain('"results":[]');
});

test('the budget of a grant, and that of all grants, ends', async () => {
  const session = await open(await granted());
  const numbered = (n: number) => [{ $match: { salary: { $gte: n } } }, { $count: 'n' }];
  for (const n of [1, 2, 3]) await ask(session, numbered(n));
  const response = await send(session, numbered(4));
  expect(response.status).toBe(403);
  const { error } = sessionsErrorSchema.parse(await response.json());
  expect([error.type, error.details]).toMatchObject([
    'privacy_budget_exhausted',
    { epsilon: 3, spent: 3 },
  ]);
  // What was asked before is still answered.
  expect((await send(session, numbered(2))).status).toBe(200);
  const second = await api.send('POST', '/grants', { body: asked });
  const { grant_id: id } = grantSchema.parse(await second.json());
  const answered = await api.send('POST', `/grants/${id}/answer`, {
    body: { decision: 'grant', policy_version: 1 },
  });
  expect(await refusalOf(answered)).toBe('409 conflict');
});

test.each<[object[], string]>([
  [[{ $match: { dx: 'a' } }], 'pipeline'],
  [[{ $sort: { dx: 1 } }, ...byDx], 'pipeline.0.sort'],
  [[{ $limit: 10 }, ...byDx], 'pipeline.0.limit'],
  [[{ $group: { _id: null, most: { $max: '$salary' } } }], 'pipeline.0.group.most'],
  [[{ $group: { _id: '$name' } }], 'pipeline.0.group'],
  [[{ $group: { _id: '$record_id' } }], 'pipeline.0.group'],
  [[{ $group: { _id: null, x: { $sum: '$dx' } } }], 'pipeline.0.group.x'],
])('%j is refused at its place', async (pipeline, field) => {
  const session = await open(await granted());
  const response = await send(session, pipeline);
  const { error } = sessionsErrorSchema.parse(await response.json());
  expect([response.status, JSON.stringify(error.details)]).toEqual([
    400,
    expect.stringContaining(`"field":"${field}`),
  ]);
});

test('no row is read with it', async () => {
  const session = await open(await granted());
  const path = `/sessions/${session}`;
  for (const [method, call, body] of [
    ['GET', '/stream', undefined],
    ['GET', '/records/rec_1', undefined],
    ['POST', '/filter', { filter: {} }],
    ['POST', '/count', { filter: {} }],
    ['POST', '/explain', { filter: {} }],
  ] as const) {
    const response = await api.send(method, path + call, body === undefined ? {} : { body });
    expect([call, await refusalOf(response)]).toEqual([call, '403 forbidden']);
  }
});

describe('An answer', () => {
  test.each([
    [0, 50],
    [1, 50],
    [49, 50],
    [50, 50],
    [51, 100],
    [212, 250],
  ])('that took %d ms is given at %d', async (took, given) => {
    let now = 1_000;
    const ticks = new AnswerTicks({
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
    });
    const untilTick = ticks.begin();
    now += took;
    await untilTick();
    expect(now - 1_000).toBe(given);
  });
});
