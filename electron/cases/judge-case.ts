/** The verdict on a bundle: its signature, what is known of its name and its past, what was found in it. */
import type { Case, Comparison } from '../../shared/contract/cases.ts';
import type { LedgerVerdict } from '../../shared/contract/chain.ts';
import type { BundleVerification } from '../bundles/verify-bundle.ts';
import { compareKnown, laterThan, type KnownHere } from './known-checkpoints.ts';

export interface CaseJudgement {
  readonly verdict: LedgerVerdict;
  readonly compared: Comparison[];
  readonly older_than: Case['older_than'];
}

/** The gravest that applies: a signature that fails, another key under a known name, another history, findings. */
export function judgeCase(
  verification: BundleVerification,
  { notes, otherKeys }: KnownHere,
): CaseJudgement {
  const { signature, checkpoint, roots, findings, checked } = verification;
  const alone = { compared: [], older_than: null };
  if (signature === 'bad_signature') return { verdict: 'BAD_SIGNATURE', ...alone };
  if (signature !== 'valid' || otherKeys.length > 0) return { verdict: 'UNKNOWN_KEY', ...alone };
  const claim = { ...checkpoint, roots };
  const compared = compareKnown(claim, notes);
  const judged = { compared, older_than: laterThan(claim, notes) };
  const [gravest] = compared;
  if (gravest?.verdict === 'FORKED') return { verdict: 'FORKED', ...judged };
  if (findings > 0 || checked === 0) return { verdict: 'UNVERIFIABLE', ...judged };
  return { verdict: gravest === undefined ? 'VERIFIED_SIGNED' : 'VERIFIED_ANCHORED', ...judged };
}
