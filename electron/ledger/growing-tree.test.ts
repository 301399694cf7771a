/** The head of a growing tree is that of the whole tree, at every size. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { treeRoot } from '../../shared/ledger/merkle.ts';
import { sha256Into } from './sha256.ts';

test('has the head of the tree over the same leaves, for 0 to 70 of them', () => {
  const tree = new GrowingTree(sha256Into);
  const leaves: Uint8Array[] = [];
  for (let size = 0; size <= 70; size += 1) {
    const whole = treeRoot(sha256Into, size, (_level, _position, width) =>
      Buffer.concat(leaves.slice(0, width)),
    );
    expect(Buffer.from(tree.root()).toString('hex')).toBe(Buffer.from(whole).toString('hex'));
    const leaf = createHash('sha256').update(`leaf ${size}`).digest();
    leaves.push(leaf);
    tree.append(leaf);
  }
  expect(tree.size).toBe(71);
});
