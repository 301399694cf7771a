/** Facts that wait to be written are answered with as those that are written: right after an append, and in every thread. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { verificationSchema } from '../../shared/contract/chain.ts';
import { personSearchSchema } from '../../shared/contract/person-search.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { ledgerFileName } from '../database/file-names.ts';
import { mostWaiting } from './decision-facts.ts';
import { profileOf, reviewOf } from './testing/profile-of.ts';

const model = 'lending';
const profile = profileOf({
  outcome: {
    path: '/output/decision',
    favourable: ['approve'],
    adverse: ['deny'],
    undecided: ['refer'],
  },
  subject: { paths: ['/context/person'], match: 'folded' },
  decided_at: { path: '/context/at', format: 'iso' },
  groups: [
    { name: 'race', path: '/input/race' },
    { name: 'age', path: '/input/age', bands: [25, 40] },
  ],
  amount: { path: '/input/sum', currency: 'EUR' },
  columns: [
    { name: 'income', path: '/input/income', kind: 'number' },
    { name: 'note', path: '/input/note', kind: 'text' },
  ],
  review: reviewOf({ undecided: true, sample_percent: 20 }),
});

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

let appended = 0;
beforeEach(() => {
  appended = 0;
});

/** Appends a decision; texts repeat, and new ones come. */
async function append(): Promise<string> {
  appended += 1;
  const n = appended;
  api.now += 60_000;
  const { id } = await api.append({
    model_id: model,
    input: {
      race: ['a', 'b', 'c'][n % 3],
      age: 18 + (n % 40),
      sum: n / 2,
      income: (n * 7) % 50,
      note: n % 5 === 0 ? 'x'.repeat(300) : `note ${n % 17}`,
    },
    output: { decision: ['approve', 'deny', 'refer', `other ${n % 13}`][n % 4] },
    context: { person: `Person ${n % 6}`, at: `2026-01-${10 + (n % 9)}` },
    confidence: (n % 10) / 10,
  });
  return id;
}

/** The last record, and the last whose facts are written. */
function written(): { readonly last: number; readonly written: number } {
  const database = openReader(join(api.directory, ledgerFileName));
  try {
    const row = database
      .prepare('SELECT (SELECT max(position) FROM records) AS last, written FROM applied_profiles')
      .get();
    return z.object({ last: z.int(), written: z.int() }).parse(row);
  } finally {
    database.close();
  }
}

const asked = z.unknown();
const where = (filter: object) => `where=${encodeURIComponent(JSON.stringify(filter))}`;
const ofModel = `model_id=${model}`;
const questions = [
  `/records?${ofModel}&facts=true&limit=100`,
  `/records?${ofModel}&facts=true&sort=-column.income&limit=50`,
  `/records?${ofModel}&sort=column.note&limit=50`,
  ...[
    { outcome: 'deny' },
    { outcome_class: 'undecided' },
    { outcome: 'other 3' },
    { 'group.age': '25–39', 'column.note': 'note 3' },
    { 'column.note': { other: true } },
    { decided_at: { $gte: '2026-01-14' }, amount: { $gt: 9 } },
  ].map((filter) => `/records?${ofModel}&limit=100&${where(filter)}`),
  `/records/facets?${ofModel}&facets=outcome,effect,group.race,group.age,column.note,version`,
  `/records/facets?${ofModel}&facets=outcome_class&${where({ 'group.race': 'a' })}`,
  `/records/histogram?${ofModel}`,
  `/oversight?${ofModel}&groups=race`,
  '/oversight/models',
  '/reviews?limit=100',
];

/** Every answer that facts are in. */
async function answers(): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  for (const path of questions) told.push(await api.read(asked, path));
  const body = { identifiers: ['PERSON  3'] };
  const found = await api.send('POST', '/persons/search', { body });
  const { search_id: id, models } = personSearchSchema.parse(await found.json());
  const { data } = await api.read(recordListSchema, `/records?person=${id}&limit=100`);
  return [...told, models, data.map((each) => each.id)];
}

/** Confirms the profile, with a first decision before it. */
async function confirm(): Promise<void> {
  await append();
  const body = { profile, accept_unseen: true };
  const made = await api.send('POST', `/models/${model}/profiles`, { body });
  if (made.status !== 201) throw new Error(await made.text());
}

async function verify() {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  return verificationSchema.parse(job.result);
}

test('Every answer is the same while facts wait, once they are written, and from the file alone', async () => {
  await confirm();
  const ids: string[] = [];
  for (let n = 1; n < 30; n += 1) ids.push(await append());
  const actor = { id: 'usr_1', role: 'compliance_officer' };
  const body = { action: 'override', actor, reason: 'r', outcome: { decision: 'approve' } };
  const path = `/records/${ids[7]}/interventions`;
  expect((await api.send('POST', path, { body })).status).toBe(201);
  expect(written()).toEqual({ last: 30, written: 30 });
  // Columns in memory grow by what waits.
  await answers();
  for (let n = 0; n < 12; n += 1) {
    const id = await append();
    const newest = `/records?${ofModel}&facts=true&limit=1`;
    const [record] = (await api.read(recordListSchema, newest)).data;
    expect(record).toMatchObject({ id, facts: { columns: { income: (appended * 7) % 50 } } });
  }
  await answers();
  for (let n = 0; n < 12; n += 1) await append();
  const waiting = await answers();
  expect(written()).toEqual({ last: 54, written: 30 });
  expect(await verify()).toMatchObject({ findings_total: 0 });
  expect(written()).toEqual({ last: 54, written: 54 });
  expect(await answers()).toEqual(waiting);
  await append();
  const more = await answers();
  await api.reopen();
  expect(written()).toEqual({ last: 55, written: 55 });
  expect(await answers()).toEqual(more);
});

test('So many wait at most, and what an act is about waits for nobody @whole', async () => {
  await confirm();
  for (let n = 0; n < mostWaiting - 1; n += 1) await append();
  expect(written()).toEqual({ last: mostWaiting, written: 1 });
  await append();
  expect(written()).toEqual({ last: mostWaiting + 1, written: mostWaiting + 1 });
  const id = await append();
  expect(written()).toEqual({ last: mostWaiting + 2, written: mostWaiting + 1 });
  const body = {
    fields: ['context'],
    legal_basis: 'GDPR Art. 17(1)(a)',
    actor: { id: 'usr_1', role: 'compliance_officer' },
  };
  expect((await api.send('POST', `/records/${id}/erasures`, { body })).status).toBe(201);
  expect(written()).toEqual({ last: mostWaiting + 2, written: mostWaiting + 2 });
  expect(await verify()).toMatchObject({ findings_total: 0 });
});

test('Few large decisions wait as long as many small ones at most', async () => {
  await confirm();
  const large = 'x'.repeat(1_500_000);
  const send = () =>
    api.append({ model_id: model, input: { text: large }, output: { decision: 'deny' } });
  await send();
  await send();
  expect(written()).toEqual({ last: 3, written: 1 });
  await send();
  expect(written()).toEqual({ last: 4, written: 4 });
});
