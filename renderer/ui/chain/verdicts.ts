/** How verdicts are said: their tone, and which of them break the chain for what follows. */
import type { CheckpointVerdict } from '../../../shared/contract/checkpoints.ts';
import type { EntryVerdict, LedgerVerdict, Verification } from '../../../shared/contract/chain.ts';

/** After one of these, the entries that follow no longer hang on what came before. */
export const chainBreaks: ReadonlySet<EntryVerdict> = new Set([
  'ENTRY_ALTERED',
  'LINK_BROKEN',
  'INSERTED',
  'DELETED',
  'REORDERED',
]);

const holding: ReadonlySet<LedgerVerdict> = new Set([
  'VERIFIED_ANCHORED',
  'VERIFIED_SIGNED',
  'SELF_CONSISTENT_ONLY',
]);

/** Whether a verification found the ledger in order. Zero checked entries are never in order. */
export function holds(verification: Verification): boolean {
  return (
    holding.has(verification.verdict) &&
    verification.findings_total === 0 &&
    verification.checked > 0 &&
    verification.checked === verification.total
  );
}

/** Whether a field's or an entry's verdict is in order; a declared erasure is. */
export function isInOrder(verdict: EntryVerdict): boolean {
  return verdict === 'OK' || verdict === 'ERASED_DECLARED';
}

/** Whether a verdict says that the ledger is not the one that was signed for. */
export function contradicts(verdict: CheckpointVerdict): boolean {
  return verdict === 'TRUNCATED' || verdict === 'ROLLED_BACK' || verdict === 'FORKED';
}
