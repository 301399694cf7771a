/** Erasure in an alert: a note that names a person is gone from every file, and declared; auditors call it erased. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { alertPageSchema, type Alert } from '../../shared/contract/alerts.ts';
import { entryListSchema, verificationSchema } from '../../shared/contract/chain.ts';
import { erasureListSchema } from '../../shared/contract/erasures.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { TestApi } from '../api/test-api.ts';
import { textOf } from '../bundles/testing/bundle-mutations.ts';
import { exportedAnew } from '../bundles/testing/exported-anew.ts';
import { exportedFiles, judgeBundles } from '../bundles/testing/judge-bundles.ts';
import { openWriter } from '../database/open-database.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';
import { untilEvaluated } from '../oversight/testing/until-evaluated.ts';
import { evidenceErasureStatements } from './evidence-erasures.ts';

const day = 86_400_000;
const officer = { id: 'usr_1', role: 'data_protection_officer' };
const basis = 'GDPR Art. 17(1)(a)';
const note = 'Zebedaeus Xylander called.';

const folder = mkdtempSync(join(tmpdir(), 'proofdesk-erased-alerts-'));

let api: TestApi;
let alert: Alert;
/** An alert that somebody acknowledged with a note. */
beforeEach(async () => {
  api = await TestApi.open({ now: Date.parse('2026-03-10T12:00:00Z') });
  await api.append({ model_id: 'lending' });
  const profile = profileOf({ rules: [{ id: 'silent', kind: 'silence', hours: 24 }] });
  const body = { profile, accept_unseen: true };
  await api.send('POST', '/models/lending/profiles', { body });
  await untilEvaluated(api, 'lending');
  api.now += 3 * day;
  await api.reopen();
  await untilEvaluated(api, 'lending');
  alert = await theAlert();
  const response = await acknowledge();
  if (response.status !== 201) throw new Error(await response.text());
});
afterEach(() => api.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function theAlert(): Promise<Alert> {
  const { data } = await api.read(alertPageSchema, '/oversight/alerts');
  const [first, ...others] = data;
  if (first === undefined || others.length > 0) throw new Error(`There are ${data.length} alerts.`);
  return first;
}

const acknowledge = () =>
  api.send('POST', `/oversight/alerts/${alert.alert_id}/acknowledgements`, {
    body: { note },
    headers: { 'idempotency-key': 'acknowledged' },
  });

const erase = (fields: readonly string[], id = alert.alert_id) =>
  api.send('POST', `/proof/alert_entries/${id}/erasures`, {
    body: { fields, legal_basis: basis, actor: officer },
  });

async function refusal(response: Response): Promise<[number, string]> {
  return [response.status, sessionsErrorSchema.parse(await response.json()).error.type];
}

function filesWith(text: string): string[] {
  const { stdout } = spawnSync('grep', ['-arliF', '--', text, api.dataRoot], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}

async function verify() {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  return verificationSchema.parse(job.result);
}

test('takes the note from every file, and names the step that had it', async () => {
  expect(filesWith('Xylander')).not.toEqual([]);
  const response = await erase(['note']);
  expect(response.status).toBe(201);
  const { data: erasures } = erasureListSchema.parse(await response.json());
  const { data: entries } = await api.read(entryListSchema, '/chain/entries?limit=100');
  const step = entries.find(({ bytes }) => {
    const { state }: JsonObject = JSON.parse(bytes);
    return state === 'acknowledged';
  });
  expect(erasures).toMatchObject([
    {
      targets: [{ id: alert.alert_id, hash: step?.hash, fields: ['note'] }],
      legal_basis: basis,
      actor: officer,
    },
  ]);
  expect(filesWith('Xylander')).toEqual([]);
  await api.reopen();
  expect(filesWith('Xylander')).toEqual([]);
  const left = await theAlert();
  expect(left.acknowledged).toEqual({
    at: '2026-03-13T12:00:00.000Z',
    actor: { id: 'operator', role: 'operator' },
    note: null,
  });
  expect(left.finding).toEqual(alert.finding);
  // The same request again gets its answer, without the note.
  const again = await acknowledge();
  expect(again.status).toBe(201);
  expect(await again.json()).toMatchObject({
    alert_id: alert.alert_id,
    acknowledged: { note: null },
  });
  expect(await verify()).toMatchObject({ findings_total: 0, counts: { ERASED_DECLARED: 1 } });
});

test('takes what was found as well, where a group names a person @whole', async () => {
  expect((await erase(['result', 'note'])).status).toBe(201);
  const left = await theAlert();
  expect([left.state, left.finding, left.records]).toEqual(['acknowledged', null, null]);
  expect(await verify()).toMatchObject({ findings_total: 0, counts: { ERASED_DECLARED: 2 } });
});

test('is refused for what is not there, and what is gone', async () => {
  expect(await refusal(await erase(['note'], 'alert_none'))).toEqual([404, 'not_found']);
  expect(await refusal(await erase(['state']))).toEqual([400, 'validation_error']);
  expect((await erase(['note'])).status).toBe(201);
  expect(await refusal(await erase(['note']))).toEqual([409, 'conflict']);
});

test('a full bundle tells it, and all three verifiers find it to hold, but not of another alert @whole', async () => {
  expect((await erase(['note'])).status).toBe(201);
  const files = await exportedFiles(api, { kind: 'full' });
  const key = createLedgerKey(
    textOf(files, 'checkpoint.note').split('\n')[0] ?? '',
    Uint8Array.from({ length: 32 }, (_, index) => index),
  );
  const renamed = (entry: JsonObject): JsonObject =>
    entry['type'] === 'ledger.erasure/v1'
      ? { ...entry, targets: [{ ...targetOf(entry), id: 'alert_another' }] }
      : entry;
  const { verdicts } = await judgeBundles(folder, key.vkey, [
    { name: 'as it is', files: exportedAnew(files, key, {}) },
    { name: 'of another', files: exportedAnew(files, key, { change: renamed }) },
  ]);
  expect(verdicts).toEqual([
    { name: 'as it is', product: true, second: true, auditor: true },
    { name: 'of another', product: false, second: false, auditor: false },
  ]);
});

function targetOf({ targets }: JsonObject): JsonObject {
  const [target] = Array.isArray(targets) ? targets : [];
  if (!isJsonObject(target)) throw new TypeError('The erasure names nothing.');
  return target;
}

test('its statements are answered from indexes', () => {
  const database = openWriter(join(api.directory, 'proofdesk.db'));
  for (const sql of Object.values(evidenceErasureStatements)) {
    const plan = database
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(1)
      .map(({ detail }) => detail);
    expect(plan.filter((each) => each.startsWith('SCAN'))).toEqual([]);
  }
  database.close();
});
