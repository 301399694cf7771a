/**
 * Altered bundles: the product, auditor.py and a second verifier refuse each of them, and agree on what they accept.
 * @push
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { consistencyProof } from '../../shared/ledger/proofs.ts';
import { TestApi } from '../api/test-api.ts';
import { memoryFolder } from '../database/testing/memory-folder.ts';
import { checkpointText, createLedgerKey, type LedgerKey } from '../ledger/ledger-key.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { HeldTree } from '../proof/held-tree.ts';
import { cases, isWhole, oneIn } from '../testing/rounds.ts';
import { hashLines } from './hash-lines.ts';
import { audit } from './testing/auditor.ts';
import {
  mutationsOf,
  textOf,
  withSums,
  type Files,
  type Mutation,
} from './testing/bundle-mutations.ts';
import { exportedFiles, judgeBundles, zipTo } from './testing/judge-bundles.ts';

/** A usual run tries one mutation of each of so many kinds. */
const usualKinds = 4;
const actor = { id: 'usr_7', role: 'officer' };
const folder = mkdtempSync(join(memoryFolder(), 'proofdesk-mutations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let api: TestApi;
let key: LedgerKey;
const ids: string[] = [];
const bundles = new Map<string, Files>();

beforeAll(async () => {
  api = await TestApi.open();
  for (let n = 0; n < 6; n += 1) {
    api.now += 1_000;
    ids.push((await api.append({ input: { n, name: `größer ${n} \ufffd` }, context: { n } })).id);
  }
  const override = { action: 'override', actor, reason: 'r', outcome: { decision: 'deny' } };
  for (const id of [ids[2], ids[2], ids[4]]) {
    await api.send('POST', `/records/${id}/interventions`, { body: override });
  }
  const erasure = { fields: ['context'], legal_basis: 'GDPR Art. 17', actor };
  await api.send('POST', `/records/${ids[2]}/erasures`, { body: erasure });
  await api.addAccount('acct_1');
  await api.send('POST', '/models', { body: { model_id: 'm', version: '1.0.0' } });
  const chosen = [ids[0], ids[2], ids[4]];
  // The selection comes first: the index that it appends stands in the others, too.
  const selection = await exportedFiles(api, {
    kind: 'selection',
    record_ids: chosen,
    since: [3, 4],
  });
  const origin = textOf(selection, 'checkpoint.note').split('\n')[0] ?? '';
  key = createLedgerKey(
    origin,
    Uint8Array.from({ length: 32 }, (_, index) => index),
  );
  const full = await exportedFiles(api, { kind: 'full', since: [4, 7] });
  const order = { kind: 'range', range: { from: 2, to: 6 }, since: [5] };
  bundles.set('full', withAnchor(full, full, 5));
  bundles.set('range', withAnchor(await exportedFiles(api, order), full, 6));
  bundles.set('selection', withAnchor(selection, full, 5));
});
afterAll(() => api.close());

/** The bundle with a checkpoint of an earlier size, as one that others vouched for. */
function withAnchor(files: Files, full: Files, size: number): Files {
  const leaves = textOf(full, 'entries.ndjson')
    .split('\n')
    .slice(0, -1)
    .map((line) => Buffer.from(leafHash(sha256, line), 'hex'));
  const tree = new GrowingTree(sha256Into);
  for (const leaf of leaves.slice(0, size)) tree.append(leaf);
  const held = new HeldTree(sha256Into, Buffer.concat(leaves));
  const sizeNow = Number(textOf(files, 'checkpoint.note').split('\n')[1]);
  const path = consistencyProof(sha256Into, size, sizeNow, held.read);
  const note = key.signNote(checkpointText(key.origin, size, tree.root()));
  const anchored = new Map([
    ...files,
    [`anchors/${size}.note`, Buffer.from(note)],
    [`anchors/${size}.proof`, Buffer.from(hashLines(path))],
  ]);
  return withSums({ kind: '', files: anchored, sums: 'anew' }, key);
}

const filesOf = (kind: string): Files => bundles.get(kind) ?? new Map();

/** Mutations that one of the three accepts, and what auditor.py could not end in a line of its own. */
async function accepted(mutations: readonly Mutation[]) {
  const altered = mutations.map((each) => ({ name: each.kind, files: withSums(each, key) }));
  const { verdicts, audited } = await judgeBundles(folder, key.vkey, altered);
  return {
    accepted: verdicts.filter(({ product, second, auditor }) => product || second || auditor),
    failed: audited
      .map(({ status, last, all }, at) => ({ name: altered[at]?.name, status, last, all }))
      .filter(
        ({ status, last }) => ![0, 1, 2].includes(status) || /^CANNOT BE READ: \w+Error/.test(last),
      ),
  };
}

function chosenFrom(all: readonly Mutation[], kind: string): readonly Mutation[] {
  if (isWhole) return all;
  const firsts = [...new Map(all.map((each) => [each.kind, each])).values()];
  const step = Math.max(1, Math.floor(firsts.length / usualKinds));
  const from = ['full', 'range', 'selection'].indexOf(kind);
  return firsts.filter((_, at) => at % step === from % step);
}

describe.each(cases<string>(['full'], ['range', 'selection']))('A bundle (%s)', (kind) => {
  test('is accepted by all three as it is', async () => {
    const { verdicts } = await judgeBundles(folder, key.vkey, [
      { name: kind, files: filesOf(kind) },
    ]);
    expect(verdicts).toEqual([{ name: kind, product: true, second: true, auditor: true }]);
  });

  test('is refused by all three however it is altered', { timeout: 3_600_000 }, async () => {
    const all = [...mutationsOf(filesOf(kind))];
    expect(all.length).toBeGreaterThanOrEqual(400);
    expect(new Set(all.map((each) => each.kind)).size).toBeGreaterThanOrEqual(190);
    expect(await accepted(chosenFrom(all, kind))).toEqual({ accepted: [], failed: [] });
  });
});

describe('A selection', () => {
  test('is refused with any other hash in what leads from an earlier state', async () => {
    const name = 'consistency/4.proof';
    const kind = 'consistency/n.proof: a hash altered';
    const files = filesOf('selection');
    const altered = [...mutationsOf(files)].filter((each) => each.kind === kind);
    // A proof from 4, a power of two, does not give the old root by itself.
    const of4 = altered.filter((each) => textOf(each.files, name) !== textOf(files, name));
    expect(of4.length).toBeGreaterThanOrEqual(3);
    expect(await accepted(oneIn(2, of4))).toEqual({ accepted: [], failed: [] });
  });

  test('that lacks one entry is refused, whichever it is @whole', async () => {
    const left = [...mutationsOf(filesOf('selection'))].filter((each) =>
      each.kind.startsWith('an entry left out'),
    );
    expect(left).toHaveLength(9);
    expect(await accepted(left)).toEqual({ accepted: [], failed: [] });
  });
});

describe('A full bundle', () => {
  test('cut back to an older signed state is accepted, and is told to be older', async () => {
    const files = filesOf('full');
    const lines = textOf(files, 'entries.ndjson').split('\n').slice(0, -2);
    const tree = new GrowingTree(sha256Into);
    for (const line of lines) tree.append(Buffer.from(leafHash(sha256, line), 'hex'));
    const size = lines.length;
    const manifest = textOf(files, 'manifest.json')
      .replace(/"entries":\d+/, `"entries":${size}`)
      .replace(/"size":\d+/, `"size":${size}`)
      .replace(/,"since":\[[^\]]*\]/, '');
    const note = key.signNote(checkpointText(key.origin, size, tree.root()));
    const kept = [...files].filter(([name]) => !/^(anchors|consistency)\//.test(name));
    const cut = new Map([
      ...kept,
      ['entries.ndjson', Buffer.from(lines.map((line) => `${line}\n`).join(''))],
      ['manifest.json', Buffer.from(manifest)],
      ['checkpoint.note', Buffer.from(note)],
    ]);
    const whole = withSums({ kind: '', files: cut, sums: 'anew' }, key);
    const { verdicts } = await judgeBundles(folder, key.vkey, [{ name: 'cut', files: whole }]);
    expect(verdicts).toEqual([{ name: 'cut', product: true, second: true, auditor: true }]);
    const newer = join(folder, 'newer.note');
    writeFileSync(newer, textOf(files, 'checkpoint.note'));
    await zipTo(join(folder, 'cut.zip'), whole);
    const argv = ['verify', join(folder, 'cut.zip'), '--vkey', key.vkey, '--checkpoint', newer];
    const [said] = audit(folder, [argv]);
    expect(said?.status).toBe(0);
    expect(said?.all).toContain(`the bundle is older than ${newer} (${size + 1} entries)`);
  });
});
