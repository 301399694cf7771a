/** What an entry is called in a bundle. */
import type { LedgerEntry } from '../../shared/ledger/entries.ts';
import { factType } from '../../shared/ledger/facts.ts';

/** Its id, or its number where it has none: that of a fact is its row's, which has others. */
export function entryLabel(entry: LedgerEntry): string {
  if ('id' in entry) return entry.id;
  const id = 'members' in entry && entry.type !== factType ? entry.members['id'] : undefined;
  return typeof id === 'string' ? id : `seq-${entry.seq}`;
}
