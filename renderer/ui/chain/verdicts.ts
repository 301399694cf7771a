/** How verdicts are said: their tone, and which of them break the chain for what follows. */
import type { CheckpointVerdict } from '../../../shared/contract/checkpoints.ts';
import type { EntryVerdict } from '../../../shared/contract/chain.ts';

/** After one of these, the entries that follow no longer hang on what came before. */
export const chainBreaks: ReadonlySet<EntryVerdict> = new Set([
  'ENTRY_ALTERED',
  'LINK_BROKEN',
  'INSERTED',
  'DELETED',
  'REORDERED',
]);

/** Tells whether a field's or an entry's verdict is in order; a declared erasure is. */
export function isInOrder(verdict: EntryVerdict): boolean {
  return verdict === 'OK' || verdict === 'ERASED_DECLARED';
}

/** Tells whether a verdict says that the ledger is not the one that was signed for. */
export function contradicts(verdict: CheckpointVerdict): boolean {
  return verdict === 'TRUNCATED' || verdict === 'ROLLED_BACK' || verdict === 'FORKED';
}
