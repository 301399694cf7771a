/** What may be said of the whole ledger: one rule, so that no two places say different things. */
import type { Chain, LedgerVerdict, Verification } from './contract/chain.ts';

/** A result older than this is said to be an earlier one; milliseconds. */
export const oldAfterMs = 24 * 60 * 60_000;

const holding: ReadonlySet<LedgerVerdict> = new Set([
  'VERIFIED_ANCHORED',
  'VERIFIED_SIGNED',
  'SELF_CONSISTENT_ONLY',
]);

/** Tells whether a verdict says that nothing speaks against the ledger. */
export function isHolding(verdict: LedgerVerdict): boolean {
  return holding.has(verdict);
}

/** Tells whether a verification went through all of the ledger and found it in order; zero checked never is. */
export function holds(verification: Verification): boolean {
  const { verdict, checked, total, findings_total: findings } = verification;
  return isHolding(verdict) && findings === 0 && checked > 0 && checked === total;
}

/** Facts that the state of a ledger is told by. */
export type LedgerFacts = Pick<Chain, 'size' | 'record_count' | 'verification' | 'standing'>;

export type LedgerState =
  /** There is no decision in it. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'never' }
  | { readonly kind: 'ok'; readonly verification: Verification }
  | {
      readonly kind: 'stale';
      readonly verification: Verification;
      /** Entries appended since; 0 when only time has passed. */
      readonly appended: number;
    }
  | {
      readonly kind: 'failed';
      readonly verdict: LedgerVerdict;
      /** What speaks against it: the newest verification, or a checkpoint that is known now. */
      readonly by: 'verification' | 'checkpoint';
      readonly verification: Verification | null;
      readonly appended: number;
    };

/**
 * The state of a ledger by its newest verification and its checkpoints. Only a complete check that
 * covers every entry there is, and that no checkpoint contradicts, is `ok`.
 */
export function ledgerState(ledger: LedgerFacts, now: number): LedgerState {
  const verification = ledger.verification?.latest ?? null;
  const appended = Math.max(0, ledger.size - (verification?.total ?? ledger.size));
  if (verification !== null && !holds(verification)) {
    const { verdict } = verification;
    return { kind: 'failed', verdict, by: 'verification', verification, appended };
  }
  const standing = ledger.standing?.verdict;
  if (standing !== undefined && !isHolding(standing)) {
    return { kind: 'failed', verdict: standing, by: 'checkpoint', verification, appended };
  }
  if (verification === null) return { kind: ledger.record_count === 0 ? 'empty' : 'never' };
  const age = now - Date.parse(verification.finished_at);
  if (appended > 0 || age > oldAfterMs) return { kind: 'stale', verification, appended };
  return { kind: 'ok', verification };
}

/** Tells whether a ledger is doubted as a whole: something speaks against it, and not against single entries. */
export function isDoubted(state: LedgerState): boolean {
  if (state.kind !== 'failed') return false;
  return state.by === 'checkpoint' || (state.verification?.findings_total ?? 0) === 0;
}
