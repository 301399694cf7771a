/** What an erasure erases: values of entries, each with the hash that it had. */
import type { ErasureEntry } from '../../shared/ledger/entries.ts';

export interface ErasedTarget {
  readonly id: string;
  /** `sha256:<hex>` */
  readonly hash: string;
  readonly fields: readonly string[];
}

export function erasedBy({ targetId, targetHash, fields }: ErasureEntry): readonly ErasedTarget[] {
  return [{ id: targetId, hash: targetHash, fields }];
}
