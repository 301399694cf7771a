/** Erasure in recorded figures: by themselves, and along with decisions whose values nobody else has. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { verificationSchema } from '../../shared/contract/chain.ts';
import { erasureListSchema, erasureSchema } from '../../shared/contract/erasures.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { figureSchema } from '../../shared/contract/figures.ts';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { TestApi } from '../api/test-api.ts';
import { textOf } from '../bundles/testing/bundle-mutations.ts';
import { exportedAnew } from '../bundles/testing/exported-anew.ts';
import { exportedFiles, judgeBundles } from '../bundles/testing/judge-bundles.ts';
import { openWriter } from '../database/open-database.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';
import { untilApplied } from '../oversight/testing/until-applied.ts';
import { tellingStatements } from '../oversight/telling-evidence.ts';

const officer = { id: 'usr_1', role: 'data_protection_officer' };
const basis = 'GDPR Art. 17(1)(a)';
const village = 'Zebedaeusville';

const folder = mkdtempSync(join(tmpdir(), 'proofdesk-erased-figures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let api: TestApi;
/** Of the one who lives there alone. */
let alone: string;
let ids: string[];
beforeEach(async () => {
  api = await TestApi.open();
  ids = [];
  for (const [n, where] of ['Aubach', village, 'Aubach', 'Bexhill', 'Bexhill'].entries()) {
    const input = { village: where, sex: n % 2 === 0 ? 'f' : 'm', income: 1_000.25 * n };
    const { id } = await api.append({
      model_id: 'lending',
      transaction_id: `TX-${where}-${n}`,
      input,
      output: { outcome: n % 2 === 0 ? 'yes' : 'no' },
    });
    ids.push(id);
  }
  alone = ids[1] ?? '';
  const profile = profileOf({
    outcome: { path: '/output/outcome', favourable: ['yes'], adverse: ['no'], undecided: [] },
    groups: [
      { name: 'village', path: '/input/village' },
      { name: 'sex', path: '/input/sex' },
    ],
    columns: [{ name: 'income', path: '/input/income', kind: 'number' }],
  });
  await api.send('POST', '/models/lending/profiles', { body: { profile } });
  await untilApplied(api, 'lending');
});
afterEach(() => api.close());

const record = (order: object, key: string) =>
  api.send('POST', '/oversight/figures', {
    body: { model_id: 'lending', ...order },
    headers: { 'idempotency-key': key },
  });

let keys = 0;
async function recorded(order: object, key = `figure-${(keys += 1)}`): Promise<string> {
  return figureSchema.parse(await (await record(order, key)).json()).figure_id;
}

const figure = (id: string) => api.read(figureSchema, `/oversight/figures/${id}`);

const eraseIn = (id: string, fields: readonly string[]) =>
  api.send('POST', `/proof/figures/${id}/erasures`, {
    body: { fields, legal_basis: basis, actor: officer },
  });

async function eraseRecord(fields: readonly string[], id = alone) {
  const body = { fields, legal_basis: basis, actor: officer };
  const response = await api.send('POST', `/records/${id}/erasures`, { body });
  return erasureSchema.parse(await response.json());
}

function filesWith(text: string): string[] {
  const { stdout } = spawnSync('grep', ['-arliF', '--', text, api.dataRoot], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}

async function verify() {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  return verificationSchema.parse(job.result);
}

const byVillage = { measure: 'groups', groups: ['village'] };
const ofVillage = { measure: 'outcomes', where: `{"group.village":"${village}"}` };

test('takes counts and filter from every file, and says so', async () => {
  const id = await recorded({ ...byVillage, ...ofVillage, measure: 'groups' }, 'once');
  const response = await eraseIn(id, ['result', 'where']);
  expect(response.status).toBe(201);
  const { data } = erasureListSchema.parse(await response.json());
  expect(data.map(({ targets }) => targets.map((each) => [each.id, each.fields]))).toEqual([
    [[id, ['result', 'where']]],
  ]);
  const left = await figure(id);
  expect([left.result, left.where, left.count]).toEqual([null, null, 1]);
  // The same request again gets its answer, without what it told.
  const again = await record({ ...byVillage, ...ofVillage, measure: 'groups' }, 'once');
  expect(await again.json()).toMatchObject({ figure_id: id, result: null, where: null });
  expect(await verify()).toMatchObject({ findings_total: 0, counts: { ERASED_DECLARED: 2 } });
  const refused = await eraseIn(id, ['where']);
  expect(sessionsErrorSchema.parse(await refused.json()).error.type).toBe('conflict');
  expect((await eraseIn(id, ['count'])).status).toBe(400);
  expect((await eraseIn('fig_none', ['where'])).status).toBe(404);
});

test('goes along with a decision whose value nobody else has, and no further @whole', async () => {
  const [villages, where, quoted, sexes, all, drift] = [
    await recorded(byVillage),
    await recorded(ofVillage),
    await recorded({ measure: 'outcomes', where: `{"group.village":{"$regex":"^${village}$"}}` }),
    await recorded({ measure: 'groups', groups: ['sex'] }),
    await recorded({ measure: 'outcomes' }),
    await recorded({ measure: 'drift' }),
  ];
  expect(filesWith(village)).not.toEqual([]);
  const { targets } = await eraseRecord(['input', 'transaction_id']);
  const [own, ...beside] = targets;
  expect(own).toMatchObject({ id: alone, fields: ['input', 'transaction_id'] });
  expect(beside.map(({ id, fields }) => [id, fields])).toEqual([
    [villages, ['result']],
    [where, ['where']],
    [quoted, ['where']],
    [drift, ['result']],
  ]);
  expect(filesWith(village)).toEqual([]);
  await api.reopen();
  expect(filesWith(village)).toEqual([]);
  expect([(await figure(sexes)).result, (await figure(sexes)).erased_since]).toMatchObject([
    { fields: ['group.sex'] },
    1,
  ]);
  expect((await figure(all)).result).not.toBeNull();
  expect(await figure(villages)).toMatchObject({ result: null, where: '{}', erased_since: 1 });
  expect(await verify()).toMatchObject({ findings_total: 0 });
});

test('stays where another decision has the value @whole', async () => {
  const id = await recorded(byVillage);
  expect((await eraseRecord(['input'], ids[0])).targets).toHaveLength(1);
  expect((await figure(id)).result).not.toBeNull();
});

test('is erased and not altered for all three verifiers, once it is declared @whole', async () => {
  const id = await recorded(byVillage);
  const filtered = await recorded(ofVillage);
  await eraseRecord(['input']);
  const key = createLedgerKey(
    textOf(await exportedFiles(api, { kind: 'full' }), 'checkpoint.note').split('\n')[0] ?? '',
    Uint8Array.from({ length: 32 }, (_, index) => index),
  );
  const files = await exportedFiles(api, { kind: 'full' });
  const undeclared = (entry: JsonObject): JsonObject =>
    entry['type'] === 'ledger.erasure/v1' ? { ...entry, targets: withoutFigures(entry) } : entry;
  const { verdicts } = await judgeBundles(folder, key.vkey, [
    { name: 'all', files },
    { name: 'counts', files: await exportedFiles(api, { kind: 'figure', figure_id: id }) },
    { name: 'filter', files: await exportedFiles(api, { kind: 'figure', figure_id: filtered }) },
    { name: 'undeclared', files: exportedAnew(files, key, { change: undeclared }) },
  ]);
  const all = (holds: boolean) => ({ product: holds, second: holds, auditor: holds });
  expect(verdicts).toEqual([
    { name: 'all', ...all(true) },
    { name: 'counts', ...all(true) },
    { name: 'filter', ...all(true) },
    { name: 'undeclared', ...all(false) },
  ]);
});

function withoutFigures({ targets }: JsonObject) {
  const all = Array.isArray(targets) ? targets : [];
  return all.filter(
    (each) => !isJsonObject(each) || !JSON.stringify(each['id']).startsWith('"fig_'),
  );
}

test('statements are answered from indexes', () => {
  const database = openWriter(join(api.directory, 'proofdesk.db'));
  for (const sql of Object.values(tellingStatements)) {
    const plan = database
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all('lending')
      .map(({ detail }) => detail);
    expect(plan.filter((each) => each.startsWith('SCAN'))).toEqual([]);
  }
  database.close();
});
