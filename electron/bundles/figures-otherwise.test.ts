/** Figures that do not say what their records do, in bundles whose every hash and proof holds: all three verifiers refuse them, naming what. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figureSchema } from '../../shared/contract/figures.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { commitment } from '../../shared/ledger/entries.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { TestApi } from '../api/test-api.ts';
import { checkpointText, createLedgerKey, type LedgerKey } from '../ledger/ledger-key.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';
import { untilApplied } from '../oversight/testing/until-applied.ts';
import { headOfLines } from '../proof/head-of-lines.ts';
import { HeldTree } from '../proof/held-tree.ts';
import { hashTexts } from './hash-lines.ts';
import { textOf, withSums, type Files } from './testing/bundle-mutations.ts';
import { exportedFiles, judgeBundles } from './testing/judge-bundles.ts';

const folder = mkdtempSync(join(tmpdir(), 'proofdesk-figures-'));
let files: Files;
let key: LedgerKey;
const ids: string[] = [];

beforeAll(async () => {
  const api = await TestApi.open();
  for (const [place, outcome] of ['yes', 'no', 'yes', 'no', 'no'].entries()) {
    const input = { sex: place < 3 ? 'f' : 'm' };
    ids.push((await api.append({ model_id: 'm', input, output: { outcome } })).id);
  }
  const profile = profileOf({
    outcome: { path: '/output/outcome', favourable: ['yes'], adverse: ['no'], undecided: [] },
    groups: [{ name: 'sex', path: '/input/sex' }],
  });
  await api.send('POST', '/models/m/profiles', { body: { profile } });
  await untilApplied(api, 'm');
  const body = { model_id: 'm', measure: 'groups', groups: ['sex'] };
  const response = await api.send('POST', '/oversight/figures', { body });
  const { figure_id: id } = figureSchema.parse(await response.json());
  files = await exportedFiles(api, { kind: 'figure', figure_id: id });
  key = createLedgerKey(
    textOf(files, 'checkpoint.note').split('\n')[0] ?? '',
    Uint8Array.from({ length: 32 }, (_, index) => index),
  );
  await api.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Other {
  /** A value in the place of the one that was committed to. */
  readonly values?: (id: string, field: string, value: JsonValue) => JsonValue | undefined;
  readonly entries?: (entry: JsonObject) => JsonObject | undefined;
}

function objectsIn(name: string): JsonObject[] {
  return textOf(files, name)
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const value = parseStrictJson(line);
      if (!isJsonObject(value)) throw new Error(line);
      return value;
    });
}

const labelOf = ({ id, seq, type }: JsonObject): string =>
  typeof id === 'string' && type !== 'ledger.fact/v1' ? id : `seq-${Number(seq)}`;
const linesOf = (objects: readonly JsonObject[]) =>
  Buffer.from(objects.map((each) => `${canonicalJson(each)}\n`).join(''));

function memberText(object: JsonObject, name: string): string {
  const value = object[name];
  if (typeof value !== 'string') throw new TypeError(`${name} is no text.`);
  return value;
}

/** The bundle as its ledger would export it that had committed to other values, and holds other entries. */
function anew({
  values = (_id, _field, value) => value,
  entries = (entry) => entry,
}: Other): Files {
  const commits = new Map<string, JsonObject>();
  const payloads = objectsIn('payloads.ndjson').flatMap((payload): JsonObject[] => {
    const [id, field, salt] = [
      memberText(payload, 'id'),
      memberText(payload, 'field'),
      memberText(payload, 'salt'),
    ];
    const told = values(id, field, payload['value'] ?? null);
    if (told === undefined) return [];
    const hash = commitment(sha256, field, salt, canonicalJson(told));
    commits.set(id, { ...commits.get(id), [field]: hash });
    return [{ ...payload, value: told }];
  });
  const leaves: Buffer[] = [];
  const made = objectsIn('entries.ndjson').flatMap((entry): JsonObject[] => {
    const commit = isJsonObject(entry['commit'])
      ? { commit: { ...entry['commit'], ...commits.get(labelOf(entry)) } }
      : {};
    const other = entries({ ...entry, ...commit });
    // Whoever leaves an entry out still has its place in the tree.
    leaves[Number(entry['seq'])] = Buffer.from(
      leafHash(sha256, canonicalJson(other ?? entry)),
      'hex',
    );
    return other === undefined ? [] : [other];
  });
  const tree = new HeldTree(sha256Into, Buffer.concat(leaves));
  const pathOf = tree.paths();
  const here = new Set(made.map(labelOf));
  const isHere = (line: JsonObject) => here.has(memberText(line, 'id'));
  const note = key.signNote(checkpointText(key.origin, leaves.length, rootOf(leaves)));
  const proofs = made.map((entry) => {
    const seq = Number(entry['seq']);
    const lines = ['c2sp.org/tlog-proof@v1', `index ${seq}`, ...hashTexts(pathOf(seq))];
    return [
      `proofs/${labelOf(entry)}.tlog-proof`,
      Buffer.from(`${lines.join('\n')}\n\n${note}`),
    ] as const;
  });
  const manifest = textOf(files, 'manifest.json').replace(
    /"entries":\d+/,
    `"entries":${made.length}`,
  );
  const subjects = objectsIn('subjects.ndjson').filter(
    (subject) => isHere(subject) || memberText(subject, 'id').includes('/'),
  );
  const kept = [...files].filter(([name]) => !name.startsWith('proofs/'));
  const all = new Map([
    ...kept,
    ...proofs,
    ['entries.ndjson', linesOf(made)] as const,
    ['payloads.ndjson', linesOf(payloads.filter(isHere))] as const,
    ['subjects.ndjson', linesOf(subjects)] as const,
    ['manifest.json', Buffer.from(manifest)] as const,
    ['checkpoint.note', Buffer.from(note)] as const,
  ]);
  return withSums({ kind: '', files: all, sums: 'anew' }, key);
}

function rootOf(leaves: readonly Buffer[]): Uint8Array {
  const [first = Buffer.alloc(0), ...rest] = leaves;
  if (rest.length === 0) return first;
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1));
  const node = Buffer.concat([
    Buffer.of(1),
    rootOf(leaves.slice(0, split)),
    rootOf(leaves.slice(split)),
  ]);
  return Buffer.from(sha256(node), 'hex');
}

const isFigure = ({ kind }: JsonObject) => kind === 'figure';
const ofFigure = (more: JsonObject): Other => ({
  entries: (entry) => (isFigure(entry) ? { ...entry, ...more } : entry),
});
const result = (change: (text: string) => string): Other => ({
  values: (_id, field, value) =>
    field === 'result' ? parseStrictJson(change(canonicalJson(value))) : value,
});
const without = (place: number, more: JsonObject = {}): Other => ({
  entries: (entry) => {
    if (entry['id'] === ids[place]) return undefined;
    return isFigure(entry) ? { ...entry, ...more } : entry;
  },
});

/** What is altered, and the words of auditor.py about it. */
const wrong: readonly (readonly [name: string, other: () => Other, said: string])[] = [
  ['a record left out', () => without(0), 'counts 5 records, and those here, 4, are not they'],
  [
    'a record left out, and counted so',
    () => without(0, { count: 4, ids_root: headOfLines(ids.slice(1)).root }),
    'favourable of ["f"]: is 2, the records come to 1',
  ],
  [
    'an outcome changed',
    () => ({
      values: (id, field, value) =>
        id === ids[1] && field === 'output' ? { outcome: 'yes' } : value,
    }),
    'adverse of ["f"]: is 1, the records come to 0',
  ],
  [
    'a group changed',
    () => ({
      values: (id, field, value) => (id === ids[1] && field === 'input' ? { sex: 'm' } : value),
    }),
    'adverse of ["m"]: is 2, the records come to 3',
  ],
  [
    'a count of the result changed',
    () => result((text) => text.replace('"adverse":2', '"adverse":1')),
    'adverse of ["m"]: is 1, the records come to 2',
  ],
  [
    'a row of the result left out',
    () => result((text) => text.replace(/,\{[^{}]*\["m"\]\}/, '')),
    'adverse of ["m"]: is 0, the records come to 2',
  ],
  [
    'rows in another order',
    () => result((text) => text.replace(/\[(\{[^{}]*\}),(\{[^{}]*\})\]/, '[$2,$1]')),
    'rows: are not in order',
  ],
  [
    'by another group',
    () => result((text) => text.replace('group.sex', 'group.age')),
    'fields: are not those of its measure',
  ],
  ['of another measure', () => ofFigure({ measure: 'outcomes' }), 'not those of its measure'],
  ['another count', () => ofFigure({ count: 6 }), 'counts 6 records, and those here, 5'],
  [
    'another root',
    () => ofFigure({ ids_root: headOfLines(ids.toReversed()).root }),
    'counts 5 records, and those here, 5, are not they',
  ],
  ['of another model', () => ofFigure({ model_id: 'n' }), 'counts records of another model'],
  ['by another profile', () => ofFigure({ profile_id: 'prof_x' }), 'by another profile'],
  ['over other entries', () => ofFigure({ ledger_size: 3 }), 'lacks the figure, or it is none'],
  ['with a member more', () => ofFigure({ note: 'x' }), 'lacks the figure, or it is none'],
  [
    'a result that is none',
    () => ({ values: (_id, field, value) => (field === 'result' ? { rows: 7 } : value) }),
    'has a profile or a result that is none',
  ],
];

test('A figure is accepted where its records come to it, and refused where they do not, naming what @whole', async () => {
  const bundles = [
    { name: 'as it is', files: anew({}) },
    ...wrong.map(([name, other]) => ({ name, files: anew(other()) })),
  ];
  const { verdicts, audited } = await judgeBundles(folder, key.vkey, bundles);
  expect(verdicts).toEqual(
    bundles.map(({ name }, at) => ({
      name,
      product: at === 0,
      second: at === 0,
      auditor: at === 0,
    })),
  );
  for (const [at, [name, , said]] of wrong.entries()) {
    expect([name, audited[at + 1]?.all]).toEqual([name, expect.stringContaining(said)]);
  }
});
