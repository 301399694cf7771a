/**
 * Answers of statistics in bundles: with another price than their policy, grant and answers before them say, all three verifiers refuse them.
 * @push
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantSchema } from '../../shared/contract/grants.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { sessionSchema } from '../../shared/contract/sessions.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { evidenceType } from '../../shared/ledger/entries.ts';
import { TestApi } from '../api/test-api.ts';
import { memoryFolder } from '../database/testing/memory-folder.ts';
import { createLedgerKey, type LedgerKey } from '../ledger/ledger-key.ts';
import { sha256 } from '../ledger/sha256.ts';
import { makeDataset } from '../sessions/testing/clinical.ts';
import { isWhole, oneIn } from '../testing/rounds.ts';
import { mutationsOf, textOf, withSums, type Files } from './testing/bundle-mutations.ts';
import { exportedAnew } from './testing/exported-anew.ts';
import { exportedFiles, judgeBundles } from './testing/judge-bundles.ts';

/** A usual run tries one in so many kinds of mutations. */
const usualStep = 40;
const folder = mkdtempSync(join(memoryFolder(), 'proofdesk-privacy-'));
const policyOf = (dataset: string) => ({
  access: 'on_request',
  unlisted: 'withheld',
  entity: 'patient',
  kinds: ['rows', 'statistics'],
  fields: { dx: { method: 'clear' } },
  // Of the other dataset the usual price is asked.
  ...(dataset === 'ds'
    ? { statistics: { epsilon_per_answer: 0.5, epsilon: 2, epsilon_total: 4 } }
    : {}),
});
const rows: JsonObject[] = Array.from({ length: 40 }, (_, index) => ({
  record_id: `rec_${index}`,
  patient: `p${index}`,
  dx: index % 2 === 0 ? 'a' : 'b',
}));

let api: TestApi;
let files: Files;
let key: LedgerKey;
const grants: string[] = [];

async function granted(dataset: string): Promise<string> {
  const made = await api.send('POST', '/grants', {
    body: {
      dataset_id: dataset,
      kind: 'statistics',
      purpose: 'Counts',
      fields: ['dx'],
      operations: ['aggregate'],
      ends_at: '2026-06-01T00:00:00Z',
      budget: { amount: 500, currency: 'USD' },
      expected: { rows: 0, hours: 1, operations: 10 },
    },
  });
  if (made.status !== 201) throw new Error(await made.text());
  const { grant_id: id } = grantSchema.parse(await made.json());
  const body = { decision: 'grant', policy_version: 1 };
  const answered = await api.send('POST', `/grants/${id}/answer`, { body });
  if (answered.status !== 200) throw new Error(await answered.text());
  grants.push(id);
  return id;
}

beforeAll(async () => {
  api = await TestApi.open();
  for (const dataset of ['ds', 'usual']) {
    await makeDataset(api, rows, { dataset_id: dataset, policy: policyOf(dataset) });
    for (const answers of dataset === 'ds' ? [3, 1] : [1]) {
      const body = { dataset_id: dataset, purpose: 'x', grant_id: await granted(dataset) };
      const opened = await api.send('POST', '/sessions', { body });
      const { session_id: session } = sessionSchema.parse(await opened.json());
      for (let n = 0; n < answers; n += 1) {
        const pipeline = [{ $match: { dx: n } }, { $group: { _id: '$dx', n: { $sum: 1 } } }];
        const path = `/sessions/${session}/aggregate`;
        const response = await api.send('POST', path, { body: { pipeline } });
        if (response.status !== 200) throw new Error(await response.text());
      }
    }
  }
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

const entries = (): JsonObject[] =>
  textOf(files, 'entries.ndjson')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const value = parseStrictJson(line);
      if (!isJsonObject(value)) throw new Error(line);
      return value;
    });
const isAnswer = (entry: JsonObject) => entry['grant_id'] !== undefined;
const answers = () => entries().filter(isAnswer);

/** The ledger as it would be exported that holds another entry in a place. */
function telling(seq: JsonValue, other: JsonObject): Files {
  let before: string | undefined;
  return exportedAnew(files, key, {
    change: (entry) => {
      const told = entry['seq'] === seq ? other : entry;
      if (told['type'] !== evidenceType) return told;
      const linked = before === undefined ? told : { ...told, previous_hash: before };
      before = `sha256:${sha256(canonicalJson(linked))}`;
      return linked;
    },
  });
}

/** One answer with other members. */
function answer(at: number, more: JsonObject, without: readonly string[] = []): Files {
  const told = { ...answers()[at], ...more };
  const members = Object.entries(told).filter(([name]) => !without.includes(name));
  return telling(told['seq'] ?? null, Object.fromEntries(members));
}

/** The first fact that is so, with others in `set`. */
function fact(is: (entry: JsonObject, set: JsonObject) => boolean, more: JsonObject): Files {
  for (const entry of entries()) {
    const { seq = null, set } = entry;
    if (isJsonObject(set) && is(entry, set))
      return telling(seq, { ...entry, set: { ...set, ...more } });
  }
  throw new Error('There is no such fact.');
}

const wrong: readonly (readonly [name: string, made: () => Files])[] = [
  ['that cost less', () => answer(1, { epsilon_micro: 1 })],
  ['that cost less, and spent as much less', () => answer(0, { epsilon_micro: 1, spent_micro: 1 })],
  ['that cost more', () => answer(1, { epsilon_micro: 600_000, spent_micro: 1_100_000 })],
  ['that cost nothing', () => answer(1, { epsilon_micro: 0, spent_micro: 500_000 })],
  ['that gave something back', () => answer(1, { epsilon_micro: -500_000, spent_micro: 1 })],
  ['that had spent less before', () => answer(2, { spent_micro: 1_000_000 })],
  ['that had spent more before', () => answer(0, { spent_micro: 1_000_000 })],
  ['that had spent a text', () => answer(0, { spent_micro: '500000' })],
  ['that had spent a fraction', () => answer(0, { spent_micro: 500_000.5 })],
  ['of another grant', () => answer(0, { grant_id: grants[1] ?? '' })],
  ['of a grant of another dataset', () => answer(0, { grant_id: grants[2] ?? '' })],
  ['of a grant that is not there', () => answer(0, { grant_id: 'grant_1' })],
  ['of no grant', () => answer(0, { grant_id: null })],
  ['of a policy that is not there', () => answer(0, { policy_version: 2 })],
  ['of policy 0', () => answer(0, { policy_version: 0 })],
  ['of another dataset', () => answer(0, { dataset_id: 'usual' })],
  ['of another kind', () => answer(0, { kind: 'operation' })],
  ['without a grant', () => answer(0, {}, ['grant_id'])],
  ['without a price', () => answer(0, {}, ['epsilon_micro'])],
  ['without a policy', () => answer(0, {}, ['policy_version'])],
  ['without what was spent', () => answer(0, {}, ['spent_micro'])],
  [
    'one of which is not told to have cost anything',
    () => answer(1, {}, ['grant_id', 'policy_version', 'epsilon_micro', 'spent_micro']),
  ],
  [
    'of a grant that nobody gave',
    () =>
      fact(({ id }, set) => id === grants[0] && set['action'] === 'grant', { action: 'refuse' }),
  ],
  [
    'of a grant of rows',
    () => fact(({ id }, set) => id === grants[0] && set['kind'] === 'statistics', { kind: 'rows' }),
  ],
  [
    'of a grant of less',
    () =>
      fact(({ id }, set) => id === grants[0] && typeof set['epsilon_micro'] === 'number', {
        epsilon_micro: 1_000_000,
      }),
  ],
  [
    'of a policy with another price',
    () =>
      fact(({ table }, set) => table === 'policies' && set['dataset_id'] === 'ds', {
        policy: { statistics: { epsilon_per_answer: 0.25 } },
      }),
  ],
];

describe('A bundle with answers of statistics', () => {
  test('is accepted by all three as it is, whole and in part', async () => {
    expect(answers().map(({ epsilon_micro: price, spent_micro: spent }) => [price, spent])).toEqual(
      [
        [500_000, 500_000],
        [500_000, 1_000_000],
        [500_000, 1_500_000],
        [500_000, 500_000],
        [500_000, 500_000],
      ],
    );
    const from = Number(answers()[1]?.['seq']);
    const range = await exportedFiles(api, { kind: 'range', range: { from, to: from + 1 } });
    const made = [
      { name: 'as it is', files },
      { name: 'made anew', files: exportedAnew(files, key, {}) },
      { name: 'in part', files: range },
    ];
    expect((await judgeBundles(folder, key.vkey, made)).verdicts).toEqual(
      made.map(({ name }) => ({ name, product: true, second: true, auditor: true })),
    );
  });

  test('is refused by all three with one that was not paid so, whatever else holds', async () => {
    const made = oneIn(4, wrong).map(([name, make]) => ({ name, files: make() }));
    const { verdicts, audited } = await judgeBundles(folder, key.vkey, made);
    expect(verdicts).toEqual(
      made.map(({ name }) => ({ name, product: false, second: false, auditor: false })),
    );
    expect(audited.filter(({ status }) => status !== 1 && status !== 2)).toEqual([]);
  });

  test(
    'is refused by all three however the evidence is altered @whole',
    { timeout: 1_800_000 },
    async () => {
      const lines = new Set(answers().map((each) => canonicalJson(each)));
      const all = [...mutationsOf(files)].filter((each) => {
        const left = new Set(textOf(each.files, 'entries.ndjson').split('\n'));
        return [...lines].some((line) => !left.has(line));
      });
      const names = ['epsilon_micro', 'grant_id', 'policy_version', 'spent_micro'];
      for (const what of ['altered', 'dropped', 'null']) {
        for (const name of names) {
          const kind = `entries.ndjson: the member ${name} ${what}`;
          expect([kind, all.filter((each) => each.kind === kind).length]).toEqual([kind, 5]);
        }
      }
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
