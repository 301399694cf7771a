/** Trees over lines, by how many they are and their head. */
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import type { TreeHead } from '../../shared/ledger/subjects.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';

/** RFC 6962; of no lines the SHA-256 of nothing. */
export function headOfLines(lines: Iterable<string>): TreeHead {
  const tree = new GrowingTree(sha256Into);
  for (const line of lines) tree.append(Buffer.from(leafHash(sha256, line), 'hex'));
  return headOf(tree);
}

/** RFC 6962; of no leaves the SHA-256 of nothing. */
export function headOf(tree: GrowingTree): TreeHead {
  return { count: tree.size, root: `sha256:${Buffer.from(tree.root()).toString('hex')}` };
}
