/** What an entry is called in a bundle. */
import type { LedgerEntry } from '../../shared/ledger/entries.ts';

/** Its id, or its number where it has none. */
export function entryLabel(entry: LedgerEntry): string {
  if ('id' in entry) return entry.id;
  const id = 'members' in entry ? entry.members['id'] : undefined;
  return typeof id === 'string' ? id : `seq-${entry.seq}`;
}
