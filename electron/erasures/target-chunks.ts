/** Targets of an erasure in as many entries as they take. */
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { mostTargets } from '../../shared/ledger/entries.ts';
import type { PlacedTarget } from '../ledger/intervention-journal.ts';

/** Bytes of the targets in one entry: with all else it stays below what an entry may have. */
const targetBytes = 48 * 1024;

/** As many targets together as one entry takes. */
export function chunksOf(targets: readonly PlacedTarget[]): PlacedTarget[][] {
  const chunks: PlacedTarget[][] = [];
  let bytes = 0;
  for (const target of targets) {
    const { id, hash, fields } = target;
    const length = Buffer.byteLength(canonicalJson({ id, hash, fields: [...fields] }));
    const last = chunks.at(-1);
    if (last === undefined || last.length === mostTargets || bytes + length > targetBytes) {
      chunks.push([target]);
      bytes = length;
    } else {
      last.push(target);
      bytes += length;
    }
  }
  return chunks;
}
