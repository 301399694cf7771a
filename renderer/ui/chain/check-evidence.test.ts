/** Evidence recomputed in the window, against a tree built here over random sizes, and every kind of fault. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { EntryEvidence, RecordEvidence } from '../../../shared/contract/checkpoints.ts';
import { checkpointBody, signedNote } from '../../../shared/ledger/checkpoint.ts';
import { commitmentPreimage } from '../../../shared/ledger/entries.ts';
import { checkEvidence } from './check-evidence.ts';

const hashOf = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const named = (bytes: Uint8Array) => `sha256:${Buffer.from(bytes).toString('hex')}`;
const pair = generateKeyPairSync('ed25519');
const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const origin = 'ledger.example/test';

/** RFC 6962 §2.1, the definition itself. */
function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) return only;
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return hashOf(Uint8Array.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

/** RFC 6962 §2.1.1, the definition itself. */
function pathOf(index: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length <= 1) return [];
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1));
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...pathOf(index, left), rootOf(right)]
    : [...pathOf(index - split, right), rootOf(left)];
}

function evidenceAt(seq: number, size: number): RecordEvidence {
  const value = '{"age":41}';
  const commitment = named(hashOf(commitmentPreimage('input', 'c2FsdA', value)));
  const entry = `{"commit":{"input":"${commitment}"},"seq":${seq}}`;
  const texts = Array.from({ length: size }, (_none, index) =>
    index === seq ? entry : `e${index}`,
  );
  const leaves = texts.map((text) => hashOf(Uint8Array.of(0), text));
  const root = rootOf(leaves);
  const body = checkpointBody({ origin, size, root: Buffer.from(root).toString('base64') });
  const blob = Buffer.concat([Buffer.alloc(4), sign(null, Buffer.from(body), pair.privateKey)]);
  const record: EntryEvidence = {
    seq,
    type: 'ledger.record/v1',
    entry,
    hash: named(hashOf(entry)),
    leaf_hash: named(leaves[seq] ?? Buffer.alloc(0)),
    fields: [{ field: 'input', commitment, salt: 'c2FsdA', value }],
    inclusion: pathOf(seq, leaves).map(named),
  };
  return {
    record_id: 'rec_1',
    vkey: `${origin}+00000000+${Buffer.concat([Buffer.of(1), raw]).toString('base64')}`,
    checkpoint: {
      size,
      root_hash: named(root),
      note: signedNote(body, [{ name: origin, blob: blob.toString('base64') }]),
    },
    record,
    related: [],
  };
}

const good = {
  record: { hash: 'holds', fields: [{ field: 'input', outcome: 'holds' }], inclusion: 'holds' },
  related: [],
  checkpoint: 'holds',
  signature: 'holds',
};

describe('checkEvidence', () => {
  test('holds for every entry of trees of 1 to 20 entries', async () => {
    const places = Array.from({ length: 20 }, (_none, size) =>
      Array.from({ length: size + 1 }, (_each, seq) => evidenceAt(seq, size + 1)),
    ).flat();
    const checks = await Promise.all(places.map((each) => checkEvidence(each)));
    expect(checks.every((check) => JSON.stringify(check) === JSON.stringify(good))).toBe(true);
  });

  test('names what does not hold', async () => {
    const evidence = evidenceAt(5, 13);
    const { record, checkpoint } = evidence;
    const [field] = record.fields;
    const altered = (part: Partial<EntryEvidence>) =>
      checkEvidence({ ...evidence, record: { ...record, ...part } });
    if (field === undefined) throw new Error('no field');

    expect(await altered({ fields: [{ ...field, value: '{"age":42}' }] })).toMatchObject({
      record: { hash: 'holds', fields: [{ outcome: 'fails' }], inclusion: 'holds' },
    });
    expect(await altered({ fields: [{ ...field, salt: null, value: null }] })).toMatchObject({
      record: { fields: [{ outcome: 'gone' }] },
    });
    const other = `sha256:${'0'.repeat(64)}`;
    expect(await altered({ fields: [{ ...field, commitment: other }] })).toMatchObject({
      record: { fields: [{ outcome: 'fails' }] },
    });
    expect(await altered({ entry: `${record.entry} ` })).toMatchObject({
      record: { hash: 'fails', inclusion: 'fails' },
    });
    expect(await altered({ seq: 6 })).toMatchObject({ record: { inclusion: 'fails' } });
    expect(await altered({ seq: 13 })).toMatchObject({ record: { inclusion: 'fails' } });
    expect(await altered({ inclusion: record.inclusion.slice(1) })).toMatchObject({
      record: { inclusion: 'fails' },
    });
    expect(await altered({ inclusion: [...record.inclusion, other] })).toMatchObject({
      record: { inclusion: 'fails' },
    });
    expect(
      await checkEvidence({ ...evidence, checkpoint: { ...checkpoint, root_hash: other } }),
    ).toMatchObject({ checkpoint: 'fails', record: { inclusion: 'fails' } });
    const note = checkpoint.note.replace('\n13\n', '\n14\n');
    expect(await checkEvidence({ ...evidence, checkpoint: { ...checkpoint, note } })).toMatchObject(
      { checkpoint: 'fails', signature: 'fails' },
    );
    const vkey = evidenceAt(0, 1).vkey.replace(origin, 'ledger.example/other');
    expect(await checkEvidence({ ...evidence, vkey })).toMatchObject({ signature: 'fails' });
  });
});
