/** What an entry is called in a bundle. */
import type { LedgerEntry } from '../../shared/ledger/entries.ts';
import { factType } from '../../shared/ledger/facts.ts';
import { rowErasureType } from '../../shared/ledger/row-erasures.ts';

/** Types whose entries share an id: facts of a row, and the parts of an erasure of rows. */
const sharing: ReadonlySet<string> = new Set([factType, rowErasureType]);

/** Its id, or its number where it has none of its own. */
export function entryLabel(entry: LedgerEntry): string {
  if ('id' in entry) return entry.id;
  const id = 'members' in entry && !sharing.has(entry.type) ? entry.members['id'] : undefined;
  return typeof id === 'string' ? id : `seq-${entry.seq}`;
}
