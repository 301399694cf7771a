/**
 * What holders sign, in bundles: answers to grants and erasures of rows that are altered, moved or forged are refused by all three verifiers.
 * @push
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { grantSchema } from '../../shared/contract/grants.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { commitment } from '../../shared/ledger/entries.ts';
import { rowErasureType } from '../../shared/ledger/row-erasures.ts';
import { act, actAs, enrol, enrolment, TestPerson } from '../api/testing/signing-people.ts';
import { TestApi } from '../api/test-api.ts';
import { createLedgerKey, type LedgerKey } from '../ledger/ledger-key.ts';
import { sha256 } from '../ledger/sha256.ts';
import { makeDataset } from '../sessions/testing/clinical.ts';
import { isWhole, oneIn } from '../testing/rounds.ts';
import { mutationsOf, textOf, withSums, type Files } from './testing/bundle-mutations.ts';
import { exportedAnew } from './testing/exported-anew.ts';
import { exportedFiles, judgeBundles } from './testing/judge-bundles.ts';

/** A usual run tries one in so many kinds of mutations. */
const usualStep = 30;
const folder = mkdtempSync(join(tmpdir(), 'proofdesk-grants-'));
const hana = new TestPerson('Hana Holder');
const eva = new TestPerson('Eva Mayer');

let api: TestApi;
let files: Files;
let key: LedgerKey;
const grants: string[] = [];
const conditions = (purpose: string) => `Keep it safe, ${purpose}.`;
beforeAll(async () => {
  api = await TestApi.open();
  await api.addAccount('acme');
  const dataset = await makeDataset(api, undefined, { policy: { access: 'on_request' } });
  await enrol(api, eva, 'compliance');
  const body = { ...enrolment(hana, 'data_holder'), holder_id: 'holder_mayo' };
  await act(api, { path: '/people', body }, { signature: hana });
  for (const purpose of ['Diabetes research', 'Another study']) {
    api.now += 1_000;
    const asked = await api.send('POST', '/grants', {
      body: {
        dataset_id: dataset,
        account_id: 'acme',
        purpose,
        fields: ['age', 'diagnosis'],
        operations: ['read', 'filter'],
        ends_at: '2026-12-31T00:00:00Z',
        budget: { amount: 500, currency: 'USD' },
        expected: { rows: 4, hours: 1, operations: 2 },
      },
    });
    if (asked.status !== 201) throw new Error(await asked.text());
    const { grant_id: id } = grantSchema.parse(await asked.json());
    grants.push(id);
    const answered = await actAs(api, hana, {
      path: `/grants/${id}/answer`,
      body: { decision: 'grant', conditions: conditions(purpose), policy_version: 1 },
    });
    if (answered.status !== 200) throw new Error(await answered.text());
  }
  const erased = await actAs(api, hana, {
    path: `/datasets/${dataset}/erasures`,
    body: { record_ids: ['rec_001', 'rec_003'], legal_basis: 'GDPR Art. 17', reason: 'Withdrawn.' },
  });
  if (erased.status !== 201) throw new Error(await erased.text());
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

const linesOf = (name: string) => textOf(files, name).split('\n').slice(0, -1);
function objectOf(text: string): JsonObject {
  const value = parseStrictJson(text);
  if (!isJsonObject(value)) throw new Error(text);
  return value;
}
const membersOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const isAnswer = (entry: JsonObject, grant = 0) =>
  entry['table'] === 'grants' && entry['id'] === grants[grant] && entry['signature'] !== undefined;
const answerOf = (grant: number): JsonObject =>
  linesOf('entries.ndjson')
    .map(objectOf)
    .find((entry) => isAnswer(entry, grant)) ?? {};

const isAbout = ({ table, type }: JsonObject) =>
  table === 'grants' || table === 'policies' || type === rowErasureType;

/** The first answer with other members, and all else as a ledger would say it. */
const answering = (other: (entry: JsonObject) => JsonObject) =>
  exportedAnew(files, key, { change: (entry) => (isAnswer(entry) ? other(entry) : entry) });
const withSet = (set: JsonObject) =>
  answering((entry) => ({ ...entry, set: { ...membersOf(entry['set']), ...set } }));
const withSignature = (change: JsonObject) =>
  answering((entry) => ({
    ...entry,
    signature: { ...membersOf(entry['signature']), ...change },
  }));

/** The erasure with other members. */
const erasing = (other: (entry: JsonObject) => JsonObject) =>
  exportedAnew(files, key, {
    change: (entry) => (entry['type'] === rowErasureType ? other(entry) : entry),
  });

/** The first answer with other conditions, which hold by their commitment. */
function withConditions(): Files {
  const value = 'Do as you like.';
  let committed = '';
  const payloads = linesOf('payloads.ndjson').map((line) => {
    const payload = objectOf(line);
    if (payload['value'] !== conditions('Diabetes research')) return line;
    committed = commitment(
      sha256,
      'conditions',
      z.string().parse(payload['salt']),
      canonicalJson(value),
    );
    return canonicalJson({ ...payload, value });
  });
  return exportedAnew(files, key, {
    payloads: payloads.map((line) => `${line}\n`).join(''),
    change: (entry) =>
      isAnswer(entry)
        ? { ...entry, commit: { ...membersOf(entry['commit']), conditions: committed } }
        : entry,
  });
}

const wrong: readonly (readonly [name: string, made: () => Files])[] = [
  [
    'with the signature of another answer',
    () => answering((entry) => ({ ...entry, signature: answerOf(1)['signature'] ?? null })),
  ],
  ['about another grant', () => answering((entry) => ({ ...entry, id: grants[1] ?? '' }))],
  ['that ends later', () => withSet({ ends_at: '2029-12-31T00:00:00.000Z' })],
  ['that refuses', () => withSet({ action: 'refuse' })],
  ['of more fields', () => withSet({ fields: ['age', 'diagnosis', 'patient_id'] })],
  ['under other conditions', withConditions],
  ['signed by nobody', () => answering(({ signature: _signature, ...rest }) => rest)],
  ['signed by another person', () => withSignature({ by: eva.personId })],
  ['signed at another time', () => withSignature({ at: '2025-12-31T23:59:00.000Z' })],
  [
    'given by another person',
    () =>
      answering((entry) => ({ ...entry, by: { id: eva.personId, role: 'compliance_officer' } })),
  ],
  ['whose erasure is of other rows', () => erasing((entry) => ({ ...entry, rows: '01000200' }))],
  ['whose erasure is of fewer rows', () => erasing((entry) => ({ ...entry, count: 1 }))],
  [
    'whose erasure is by another person',
    () =>
      erasing((entry) => ({ ...entry, actor: { id: eva.personId, role: 'compliance_officer' } })),
  ],
  [
    'whose erasure has another basis',
    () => erasing((entry) => ({ ...entry, legal_basis: 'None' })),
  ],
  ['whose erasure names no rows', () => erasing(({ rows: _rows, ...entry }) => entry)],
];

describe('A bundle with answers to grants and an erasure of rows', () => {
  test('is accepted by all three as it is', async () => {
    const made = [
      { name: 'as it is', files },
      { name: 'made anew', files: exportedAnew(files, key, {}) },
    ];
    expect((await judgeBundles(folder, key.vkey, made)).verdicts).toEqual(
      made.map(({ name }) => ({ name, product: true, second: true, auditor: true })),
    );
  });

  test('is refused by all three with an answer that nobody gave so, whatever else holds', async () => {
    const made = oneIn(3, wrong).map(([name, make]) => ({ name, files: make() }));
    expect((await judgeBundles(folder, key.vkey, made)).verdicts).toEqual(
      made.map(({ name }) => ({ name, product: false, second: false, auditor: false })),
    );
  });

  test(
    'is refused by all three however its grants and policies are altered @whole',
    { timeout: 1_800_000 },
    async () => {
      const entries = linesOf('entries.ndjson').filter((line) => isAbout(objectOf(line)));
      const labels = new Set(entries.map((line) => `seq-${Number(objectOf(line)['seq'])}`));
      const payloads = linesOf('payloads.ndjson').filter((line) =>
        labels.has(z.string().parse(objectOf(line)['id'])),
      );
      const about = new Set([...entries, ...payloads]);
      expect([entries.length >= 5, payloads.length > 4]).toEqual([true, true]);
      // Every mutation that touches a line about a grant or a policy.
      const all = [...mutationsOf(files)].filter((each) =>
        ['entries.ndjson', 'payloads.ndjson'].some((name) => {
          const left = new Set(textOf(each.files, name).split('\n'));
          const gone = linesOf(name).filter((line) => !left.has(line));
          return gone.some((line) => about.has(line)) || /: a line twice|exchanged/.test(each.kind);
        }),
      );
      expect(all.length).toBeGreaterThanOrEqual(150);
      const kinds = [...new Map(all.map((each) => [each.kind, each])).values()];
      const tried = isWhole ? all : kinds.filter((_, at) => at % usualStep === 0);
      const altered = tried.map((each) => ({ name: each.kind, files: withSums(each, key) }));
      const { verdicts, audited } = await judgeBundles(folder, key.vkey, altered);
      expect(
        verdicts.filter(({ product, second, auditor }) => product || second || auditor),
      ).toEqual([]);
      expect(audited.filter(({ status }) => status !== 1 && status !== 2)).toEqual([]);
    },
  );
});
