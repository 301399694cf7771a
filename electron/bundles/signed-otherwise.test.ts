/** What people signed wrongly, in bundles whose every other hash and signature holds: all three verifiers refuse it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { interventionSchema } from '../../shared/contract/interventions.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { commitment } from '../../shared/ledger/entries.ts';
import { signedText } from '../../shared/ledger/signed-text.ts';
import { actAs, enrol, TestPerson, type Signing } from '../api/testing/signing-people.ts';
import { TestApi } from '../api/test-api.ts';
import { createLedgerKey, type LedgerKey } from '../ledger/ledger-key.ts';
import { sha256 } from '../ledger/sha256.ts';
import { textOf, type Files } from './testing/bundle-mutations.ts';
import { exportedAnew } from './testing/exported-anew.ts';
import { exportedFiles, judgeBundles } from './testing/judge-bundles.ts';

const folder = mkdtempSync(join(tmpdir(), 'proofdesk-signed-'));
const ada = new TestPerson('Ada Lind');
const eva = new TestPerson('Eva Mayer');
const tom = new TestPerson('Tom Baker');
const people = [ada, eva, tom];
const override = { action: 'override', reason: 'r', outcome: { decision: 'deny' } };

let api: TestApi;
let files: Files;
let key: LedgerKey;
let id: string;
let otherId: string;
beforeAll(async () => {
  api = await TestApi.open();
  ({ id } = await api.append());
  ({ id: otherId } = await api.append());
  await enrol(api, ada, 'admin');
  await enrol(api, eva, 'compliance', ada);
  await enrol(api, tom, 'compliance', ada);
  const supersedes = await intervene(eva, { ...override, meaning: 'proposal' });
  await intervene(tom, { ...override, supersedes });
  files = await exportedFiles(api, { kind: 'full' });
  const origin = textOf(files, 'checkpoint.note').split('\n')[0] ?? '';
  key = createLedgerKey(
    origin,
    Uint8Array.from({ length: 32 }, (_, index) => index),
  );
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

async function intervene(person: Signing, body: object): Promise<string> {
  const response = await actAs(api, person, { path: `/records/${id}/interventions`, body });
  return interventionSchema.parse(await response.json()).id;
}

type Change = (entry: JsonObject) => JsonObject;

function objectOf(text: string): JsonObject {
  const value = parseStrictJson(text);
  if (!isJsonObject(value)) throw new Error(text);
  return value;
}

function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The entry with what its people and the ledger would have signed. */
function signedAnew(entry: JsonObject): JsonObject {
  const signed = { ...entry };
  for (const name of ['signature', 'approval']) {
    const head = entry[name];
    if (head === undefined || !isJsonObject(head)) continue;
    const signer = people.find(({ personId }) => personId === head['by']);
    if (signer === undefined) throw new Error(`Nobody is ${textIn(head['by'])}.`);
    const named = { ...head, key: signer.vkey.split('+')[1] ?? '' };
    signed[name] = { ...named, value: '' };
  }
  const text = signedText(signed, key.origin);
  for (const name of ['signature', 'approval']) {
    const head = signed[name];
    if (head === undefined || !isJsonObject(head)) continue;
    const signer = people.find(({ personId }) => personId === head['by']);
    signed[name] = { ...head, value: signer?.sign(text) ?? '' };
  }
  return signed;
}

/** The bundle as a ledger would export it that took the changed entries, and more behind them. */
const exportedWith = (
  change: Change,
  more: readonly JsonObject[] = [],
  payloads = textOf(files, 'payloads.ndjson'),
): Files => exportedAnew(files, key, { change, more, payloads, signed: signedAnew });

/** What the three say of each; auditor.py is started once. */
async function verdictsOf(changed: readonly (readonly [name: string, files: Files])[]) {
  const bundles = changed.map(([name, made]) => ({ name, files: made }));
  return (await judgeBundles(folder, key.vkey, bundles)).verdicts;
}

const alike = (names: readonly string[], verdict: boolean) =>
  names.map((name) => ({ name, product: verdict, second: verdict, auditor: verdict }));

const isDecision = (entry: JsonObject) => entry['supersedes'] !== undefined;
const isTom = (entry: JsonObject) => entry['id'] === tom.personId;

/** The entry with its signatures dated so many milliseconds from it. */
function dated(entry: JsonObject, milliseconds: number): JsonObject {
  const { signature, created_at: created } = entry;
  if (!isJsonObject(signature ?? null)) return entry;
  const at = new Date(Date.parse(textIn(created)) + milliseconds).toISOString();
  return { ...entry, signature: { ...Object(signature), at } };
}

const isEva = (entry: JsonObject) => entry['id'] === eva.personId;
const operator = { id: 'operator', role: 'operator' };
const clock = { id: 'clock', role: 'clock' };
const adas = { id: ada.personId, role: 'admin' };
const at = '2030-01-01T00:00:00.000Z';
const signedBy = (person: Signing) => ({
  signature: { at, by: person.personId, key: '', value: '' },
});
const fact = (person: Signing, by: JsonObject, set: JsonObject | null, more: JsonObject = {}) => ({
  by,
  created_at: at,
  id: person.personId,
  set,
  table: 'people',
  type: 'ledger.fact/v1',
  ...more,
});
const restore = { created_at: at, type: 'ledger.restore/v1' };
const revoked = { revoked_at: at };

/** Facts about people behind what the ledger holds, where Ada is the only admin. */
const behind: readonly (readonly [name: string, more: readonly JsonObject[], isSound: boolean])[] =
  [
    ['revoked by an admin', [fact(tom, adas, revoked, signedBy(ada))], true],
    ['the only admin revoked by nobody', [fact(ada, operator, revoked)], true],
    ['revoked again behind a restore', [restore, fact(tom, clock, revoked)], true],
    ['revoked by nobody where an admin is', [fact(tom, operator, revoked)], false],
    ['ended by nobody where an admin is', [fact(tom, operator, null)], false],
    ['revoked again without a restore', [fact(tom, clock, revoked)], false],
    [
      'revoked again, with something between it and the restore',
      [restore, { ...restore, type: 'ledger.archive/v1' }, fact(tom, clock, revoked)],
      false,
    ],
    [
      'revoked by somebody who is no admin',
      [fact(ada, { id: eva.personId, role: 'compliance_officer' }, revoked, signedBy(eva))],
      false,
    ],
    [
      'revoked by somebody who was revoked',
      [fact(ada, adas, revoked, signedBy(ada)), fact(tom, adas, { revoked_at: at }, signedBy(ada))],
      false,
    ],
    ['given another role', [fact(tom, adas, { role: 'admin' }, signedBy(ada))], false],
    ['taken back', [fact(tom, adas, { revoked_at: null }, signedBy(ada))], false],
    [
      'revoked with an approval besides',
      [fact(tom, adas, revoked, { ...signedBy(ada), approval: signedBy(eva).signature })],
      false,
    ],
  ];

describe('A bundle of facts about people', () => {
  test('is accepted by all three where they hold, and refused where they do not @whole', async () => {
    const made = behind.map(
      ([name, more]) => [name, exportedWith((entry) => entry, more)] as const,
    );
    expect(await verdictsOf(made)).toEqual(
      behind.flatMap(([name, , isSound]) => alike([name], isSound)),
    );
  });
});

describe('A bundle of what people signed', () => {
  const sound: [string, Change][] = [
    ['as it was signed', (entry) => entry],
    ['signed five minutes before', (entry) => (isDecision(entry) ? dated(entry, -300_000) : entry)],
  ];
  const wrong: [string, Change][] = [
    [
      'more than five minutes before its entry',
      (entry) => (isDecision(entry) ? dated(entry, -300_001) : entry),
    ],
    ['after its entry', (entry) => (isDecision(entry) ? dated(entry, 1) : entry)],
    ['by a new key long before', (entry) => (isTom(entry) ? dated(entry, -300_001) : entry)],
    [
      'for a new person by somebody who is no admin',
      (entry) =>
        isTom(entry)
          ? {
              ...entry,
              by: { id: eva.personId, role: 'compliance_officer' },
              approval: { ...Object(entry['approval']), by: eva.personId },
            }
          : entry,
    ],
    [
      'for a new person by nobody, though an admin is in force',
      (entry) => {
        const { approval: _approval, ...rest } = entry;
        return isTom(entry) ? { ...rest, by: operator } : entry;
      },
    ],
    [
      'for a new person with more than an enrolment says',
      (entry) =>
        isTom(entry) ? { ...entry, set: { ...Object(entry['set']), revoked_at: null } } : entry,
    ],
    [
      'in a role that may not decide',
      (entry) => {
        const { actor } = entry;
        const role = 'data_holder';
        if (isEva(entry)) return { ...entry, set: { ...Object(entry['set']), role } };
        const isEvas = isJsonObject(actor ?? null) && Object(actor)['id'] === eva.personId;
        return isEvas ? { ...entry, actor: { ...Object(actor), role } } : entry;
      },
    ],
    [
      'by nobody in the name of a person',
      (entry) => {
        const { signature: _signature, ...rest } = entry;
        return isDecision(entry) ? { ...rest, action: 'annotate', supersedes: 'int_0' } : entry;
      },
    ],
    [
      'as a second with another action',
      (entry) => (isDecision(entry) ? { ...entry, action: 'modify' } : entry),
    ],
    [
      'as a second about another record',
      (entry) => (isDecision(entry) ? { ...entry, record_id: otherId } : entry),
    ],
  ];
  const made = (cases: readonly [string, Change][]) =>
    verdictsOf(cases.map(([name, change]) => [name, exportedWith(change)] as const));

  test('is accepted as it is, and where it was signed in time', async () => {
    const names = sound.map(([name]) => name);
    expect(await made(sound)).toEqual(alike(names, true));
  });

  test('is refused by all three where it is signed out of time, by somebody who may not, or otherwise than proposed @whole', async () => {
    const names = wrong.map(([name]) => name);
    expect(await made(wrong)).toEqual(alike(names, false));
  });

  test('is refused by all three where the second has another outcome @whole', async () => {
    const value = { decision: 'approve' };
    let committed = '';
    const decision = textOf(files, 'entries.ndjson')
      .split('\n')
      .slice(0, -1)
      .map(objectOf)
      .find(isDecision);
    const payloads = textOf(files, 'payloads.ndjson')
      .split('\n')
      .slice(0, -1)
      .map((line) => {
        const payload = objectOf(line);
        if (payload['id'] !== decision?.['id'] || payload['field'] !== 'outcome') return line;
        const salt = textIn(payload['salt']);
        committed = commitment(sha256, 'outcome', salt, canonicalJson(value));
        return canonicalJson({ ...payload, value });
      });
    const change: Change = (entry) =>
      isDecision(entry)
        ? { ...entry, commit: { ...Object(entry['commit']), outcome: committed } }
        : entry;
    const changed = exportedWith(change, [], payloads.map((line) => `${line}\n`).join(''));
    expect(await verdictsOf([['outcome', changed]])).toEqual(alike(['outcome'], false));
  });
});
