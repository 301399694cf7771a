/** Leaves and roots against a second, naive reading of RFC 6962. */
import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { evidenceSide, leafSalts, merkleRoot, oldLeafSalts } from './evidence-leaves.ts';
import { sampleRows } from './testing/sample-evidence.ts';

const sha256 = (...parts: (string | Buffer)[]) => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** MTH(D[n]) as RFC 6962 §2.1 states it: split at the largest power of two below n. */
function naiveRoot(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (first === undefined) return sha256('');
  if (leaves.length === 1) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return sha256(Buffer.of(1), naiveRoot(left), naiveRoot(right));
}

describe('merkle root', () => {
  it.each([0, 1, 2, 3, 4, 5, 7, 8, 255, 256, 257, 511, 512, 513, 1_000])(
    'of %i leaves is that of RFC 6962',
    (count) => {
      const leaves = Array.from({ length: count }, (_, index) => sha256(`leaf ${index}`));
      const expected = `sha256:${naiveRoot(leaves).toString('hex')}`;
      expect(merkleRoot(leaves.map((leaf) => `sha256:${leaf.toString('hex')}`))).toBe(expected);
    },
  );

  it('holds for more than a tile of tiles @whole', () => {
    const leaves = Array.from({ length: 65_537 }, (_, index) => sha256(`leaf ${index}`));
    const expected = `sha256:${naiveRoot(leaves).toString('hex')}`;
    expect(merkleRoot(leaves.map((leaf) => `sha256:${leaf.toString('hex')}`))).toBe(expected);
  });
});

describe('leaves', () => {
  const salts = leafSalts('ev_1');
  const leafOf = (salt: string) =>
    sha256(
      Buffer.of(0),
      `["evidence.row/v1","${salt}","outputs","rec_1",{"lab_results":{"glucose":0.3333333333333333},"mark":"x","record_id":"rec_1"}]`,
    ).toString('hex');

  it('hash the documented text, salted by the salt of each row', () => {
    const side = evidenceSide(sampleRows(2, 'x'), 'outputs', salts);
    const rowSalt = Buffer.alloc(16, 2).toString('base64url');
    const salt = sha256(`["evidence.salt/v2","ev_1","outputs","${rowSalt}"]`)
      .subarray(0, 16)
      .toString('base64url');
    expect(side.leaves[1]).toEqual({ record_id: 'rec_1', hash: `sha256:${leafOf(salt)}` });
    expect(side.count).toBe(2);
  });

  it('from before there were receipts are salted by their place, under one secret', () => {
    const secret = Buffer.alloc(32, 7);
    const side = evidenceSide(
      sampleRows(2, 'x'),
      'outputs',
      oldLeafSalts(secret.toString('base64url')),
    );
    const salt = createHmac('sha256', secret)
      .update('["evidence.salt/v1","outputs",1]')
      .digest()
      .subarray(0, 16)
      .toString('base64url');
    expect(side.leaves[1]?.hash).toBe(`sha256:${leafOf(salt)}`);
  });

  it('of equal rows differ by the salt of the row, side and evidence', () => {
    const [row] = sampleRows(1, 'x');
    const rows = row === undefined ? [] : [row, { ...row, rowSalt: Buffer.alloc(16, 9) }];
    const hashes = [
      ...evidenceSide(rows, 'inputs', salts).leaves,
      ...evidenceSide(rows, 'outputs', salts).leaves,
      ...evidenceSide(rows, 'inputs', leafSalts('ev_2')).leaves,
    ].map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(6);
  });
});
