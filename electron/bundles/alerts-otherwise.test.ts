/** Steps of alerts that say or follow what they may not, in bundles whose every hash holds: all three verifiers refuse them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertPageSchema } from '../../shared/contract/alerts.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import type { WatchRule } from '../../shared/contract/rules.ts';
import { TestApi } from '../api/test-api.ts';
import { createLedgerKey, type LedgerKey } from '../ledger/ledger-key.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';
import { untilEvaluated } from '../oversight/testing/until-evaluated.ts';
import { textOf, type Files } from './testing/bundle-mutations.ts';
import { exportedAnew, type OtherEntries } from './testing/exported-anew.ts';
import { exportedFiles, judgeBundles } from './testing/judge-bundles.ts';

const folder = mkdtempSync(join(tmpdir(), 'proofdesk-alerts-'));
const rules: WatchRule[] = [
  { id: 'seen', kind: 'silence', hours: 24 },
  { id: 'unseen', kind: 'silence', hours: 48 },
];

let api: TestApi;
let files: Files;
let key: LedgerKey;
/** Of the alert that nobody acknowledged. */
let unseen: JsonObject;
beforeAll(async () => {
  api = await TestApi.open({ now: Date.parse('2026-03-05T12:00:00Z') });
  await api.append({ model_id: 'lending' });
  api.now += 5 * 86_400_000;
  const body = { profile: profileOf({ rules }) };
  await api.send('POST', '/models/lending/profiles', { body });
  await untilEvaluated(api, 'lending');
  const { data } = await api.read(alertPageSchema, '/oversight/alerts');
  for (const { alert_id: id, rule_id: rule } of data) {
    if (rule !== 'seen') continue;
    const path = `/oversight/alerts/${id}/acknowledgements`;
    const response = await api.send('POST', path, { body: { note: 'Seen.' } });
    if (response.status !== 201) throw new Error(await response.text());
  }
  files = await exportedFiles(api, { kind: 'full' });
  key = createLedgerKey(
    textOf(files, 'checkpoint.note').split('\n')[0] ?? '',
    Uint8Array.from({ length: 32 }, (_, index) => index),
  );
  const lines = textOf(files, 'entries.ndjson').split('\n').slice(0, -1);
  unseen =
    lines
      .map((line): JsonObject => JSON.parse(line))
      .find(({ rule_id: rule }) => rule === 'unseen') ?? {};
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const actor = { id: 'operator', role: 'operator' };
const isOpening = ({ rule_id: rule, state }: JsonObject) => rule === 'unseen' && state === 'open';
const isSeen = ({ state }: JsonObject) => state === 'acknowledged';

/** Another opening of the alert that nobody acknowledged. */
const opened = (more: JsonObject): OtherEntries => ({
  change: (entry) => (isOpening(entry) ? { ...entry, ...more } : entry),
});
const without = (name: string, of: (entry: JsonObject) => boolean): OtherEntries => ({
  change: (entry) => {
    const { [name]: _left, ...rest } = entry;
    return of(entry) ? rest : entry;
  },
});
/** Steps behind it: closings by a profile, which commit to nothing. */
const then = (...steps: readonly JsonObject[]): OtherEntries => ({
  more: steps.map((step, place) => {
    const { commit: _commit, ...rest } = unseen;
    return { ...rest, id: `ev_${place}`, state: 'closed', actor, ...step };
  }),
});

const sound: readonly (readonly [name: string, other: () => OtherEntries])[] = [
  ['as it is', () => ({})],
  ['closed by a profile', () => then({ profile_id: 'prof_2' })],
  [
    'of all that was decided before',
    () => opened({ window: { from: null, to: '2026-03-10T00:00:00.000Z' } }),
  ],
];
const wrong: readonly (readonly [name: string, other: () => OtherEntries])[] = [
  ['with a member too many', () => opened({ threshold: 1 })],
  ['with a state that is none', () => opened({ state: 'shut' })],
  ['that begins acknowledged', () => opened({ state: 'acknowledged' })],
  ['that somebody opened', () => opened({ actor })],
  ['of a rule that is no text', () => opened({ rule_id: 7 })],
  ['with a window that lacks its end', () => opened({ window: { from: null } })],
  ['with a window of no instant', () => opened({ window: { from: null, to: '2026-03-10' } })],
  [
    'with a window that ends before it begins',
    () => opened({ window: { from: '2026-03-11T00:00:00.000Z', to: '2026-03-10T00:00:00.000Z' } }),
  ],
  ['without its rule', () => without('rule_id', isOpening)],
  ['without its window', () => without('window', isOpening)],
  ['without its alert', () => without('alert_id', isOpening)],
  ['acknowledged by nobody', () => without('actor', isSeen)],
  [
    'acknowledged by somebody without a role',
    () => ({
      change: (entry) => (isSeen(entry) ? { ...entry, actor: { id: 'operator' } } : entry),
    }),
  ],
  [
    'acknowledged of another rule',
    () => ({
      change: (entry) => (isSeen(entry) ? { ...entry, rule_id: 'unseen' } : entry),
    }),
  ],
  ['closed though nothing opened it', () => then({ alert_id: 'alert_0' })],
  ['closed of another rule', () => then({ rule_id: 'seen' })],
  ['closed of another model', () => then({ model_id: 'another' })],
  ['closed twice', () => then({}, {})],
  ['closed by nobody, with nothing found', () => then({ actor: null })],
  ['opened anew behind its end', () => then({}, { state: 'open' })],
];

test('An alert is accepted by all three where its steps hold, and refused where they do not @whole', async () => {
  const bundles = [...sound, ...wrong].map(([name, other]) => ({
    name,
    files: exportedAnew(files, key, other()),
  }));
  const { verdicts } = await judgeBundles(folder, key.vkey, bundles);
  const alike = (verdict: boolean) => (name: string) => ({
    name,
    product: verdict,
    second: verdict,
    auditor: verdict,
  });
  expect(verdicts).toEqual([
    ...sound.map(([name]) => alike(true)(name)),
    ...wrong.map(([name]) => alike(false)(name)),
  ]);
});
