/** An erasure for a person: after one act the value stands nowhere, in no table, index, answer or file, and figures say so. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { oversightSchema } from '../../shared/contract/oversight.ts';
import { personLetterPreviewSchema, personRequestSchema } from '../../shared/contract/persons.ts';
import { personSearchSchema } from '../../shared/contract/person-search.ts';
import { recordListSchema, recordSchema } from '../../shared/contract/records.ts';
import { TestApi } from '../api/test-api.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';

/** It begins as no other word does: an index of words keeps the rest of it as it is. */
const name = 'Zqxvebulon';
const trace = /qxvebulon/i;
const decisions = 9;

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

const post = (path: string, body: object, key?: string) =>
  api.send('POST', path, {
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

/** Files below the ledger's folder in whose bytes the name stands. */
const filesWithIt = (): string[] =>
  readdirSync(api.directory, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .filter((path) => trace.test(readFileSync(path, 'latin1')))
    .map((path) => path.slice(api.directory.length + 1));

const recordOf = (n: number) => ({
  model_id: 'lending',
  input: { applicant: name, city: `${name} ${n}` },
  output: { decision: 'deny', reasons: [`${name} was refused`] },
  context: { customer: 'C-4711', branch: `of ${name}` },
  explanation: { [name]: 0.4 },
  transaction_id: `${name}-${n}`,
  confidence: 0.4,
});

/** Decisions about the person, with what people said of them, and one about somebody else; ids by their order. */
async function decide(): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < decisions; n += 1) {
    const made = await post('/records', recordOf(n), `record ${n}`);
    ids.push(recordSchema.pick({ id: true }).parse(await made.json()).id);
  }
  await api.append({ ...recordOf(0), ...other });
  const actor = { id: 'eva', role: 'compliance_officer', name: 'Eva Mayer' };
  const override = {
    action: 'override',
    actor,
    reason: `${name} called.`,
    outcome: { decision: 'approve', for: name },
    evidence_viewed: [`papers of ${name}`],
  };
  const acted = await post(`/records/${ids[0]}/interventions`, override, 'override');
  expect(acted.status).toBe(201);
  const profile = profileOf({
    outcome: {
      path: '/output/decision',
      favourable: ['approve'],
      adverse: ['deny'],
      undecided: [],
    },
    subject: { paths: ['/context/customer'], match: 'folded' },
    reasons: { path: '/output/reasons' },
    groups: [{ name: 'Branch', path: '/context/branch' }],
    columns: [{ name: 'City', path: '/input/city', kind: 'text' }],
  });
  expect((await post('/models/lending/profiles', { profile })).status).toBe(201);
  return ids;
}
const other = {
  input: { applicant: 'Ada', city: 'Dublin' },
  output: { decision: 'approve', reasons: [] },
  context: { customer: 'C-1', branch: 'Dublin' },
  explanation: { income: 0.2 },
  transaction_id: 't-1',
};

const figures = () => api.read(oversightSchema, '/oversight?model_id=lending&groups=Branch');
const found = async () => {
  const response = await post('/persons/search', { identifiers: ['C-4711'] });
  return personSearchSchema.parse(await response.json()).models;
};

test('One act on the nine decisions of a person leaves the value nowhere, and figures say how many are without', async () => {
  const ids = await decide();
  expect(await found()).toEqual([{ model_id: 'lending', count: decisions }]);
  expect((await api.read(recordListSchema, `/records?q=${name}`)).total).toBe(decisions);
  expect(filesWithIt()).not.toEqual([]);
  const asked = {
    received_on: '2026-01-01',
    asks: ['explanation', 'erasure'],
    identifiers: ['C-4711'],
  };
  const made = await post('/persons/requests', asked);
  const path = `/persons/requests/${personRequestSchema.parse(await made.json()).request_id}`;
  expect((await post(`${path}/records`, { record_ids: ids })).status).toBe(200);
  const letter = {
    record_id: ids[1],
    language: 'en',
    dated_on: '2026-01-01',
    sender: 'Bank',
    objection_to: 'Bank',
  };
  const drafted = async () =>
    personLetterPreviewSchema.parse(await (await post(`${path}/letter/preview`, letter)).json());
  expect(JSON.stringify((await drafted()).parts)).toMatch(trace);
  const table = {
    title: 'Decisions',
    format: 'jsonl',
    source: { operation: 'listRecords', query: {} },
    columns: [{ key: 'input', title: 'Input', path: '/input', kind: 'json' }],
  };
  const exported = await api.finished(await post('/exports', table));
  expect(exported.status).toBe('completed');
  expect(filesWithIt().join()).toContain('exports');
  const branches = { model_id: 'lending', measure: 'groups', groups: ['Branch'] };
  const city = { model_id: 'lending', measure: 'outcomes', where: `{"column.City":"${name} 3"}` };
  for (const order of [branches, city]) {
    const recorded = await post('/oversight/figures', order, `figure ${order.measure}`);
    expect([recorded.status, trace.test(await recorded.text())]).toEqual([201, true]);
  }
  const fields = ['input', 'output', 'context', 'explanation', 'transaction_id'];
  const erased = await post(`${path}/erasure`, { record_ids: ids, fields, legal_basis: 'Art. 17' });
  expect(erased.status).toBe(200);
  expect(await erased.text()).not.toMatch(trace);

  expect(filesWithIt()).toEqual([]);
  expect(await found()).toEqual([]);
  expect((await api.read(recordListSchema, `/records?q=${name}`)).total).toBe(0);
  expect(JSON.stringify((await drafted()).parts)).not.toMatch(trace);
  for (const id of ids) {
    const record = await (await api.send('GET', `/records/${id}`)).text();
    expect(record).not.toMatch(trace);
  }
  // Asked again by the same keys, what was answered then is answered without it.
  const again = await post('/records', recordOf(3), 'record 3');
  expect([again.status, recordSchema.parse(await again.json()).id]).toEqual([201, ids[3]]);
  const repeated = await post('/oversight/figures', city, 'figure outcomes');
  expect(await repeated.json()).toMatchObject({ count: 1, where: null, erased_since: 1 });
  const { figures: counts, fairness } = await figures();
  expect([counts.decisions.count, counts.classes.absent.count]).toEqual([decisions + 1, decisions]);
  const [ofBranch] = fairness?.groups ?? [];
  expect([ofBranch?.without.count, ofBranch?.rows.map(({ n }) => n.count)]).toEqual([
    decisions,
    [1],
  ]);
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  expect(job.result).toMatchObject({ findings_total: 0 });
});
