/** The verdict on a bundle: its signature, what is known of its origin, what was found in it. */
import type { Comparison } from '../../shared/contract/cases.ts';
import type { LedgerVerdict } from '../../shared/contract/chain.ts';
import { compareKnown, type KnownNote } from './known-checkpoints.ts';
import type { BundleVerification } from '../bundles/verify-bundle.ts';

/** The gravest that applies: a signature that fails, another or a later history, findings. */
export function judgeCase(
  verification: BundleVerification,
  known: readonly KnownNote[],
): { readonly verdict: LedgerVerdict; readonly compared: Comparison[] } {
  const { signature, checkpoint, roots, findings, checked } = verification;
  if (signature !== 'valid') {
    const verdict = signature === 'bad_signature' ? 'BAD_SIGNATURE' : 'UNKNOWN_KEY';
    return { verdict, compared: [] };
  }
  const compared = compareKnown({ ...checkpoint, roots }, known);
  const [gravest] = compared;
  const contradicted = gravest?.verdict === 'FORKED' || gravest?.verdict === 'ROLLED_BACK';
  if (contradicted) return { verdict: gravest.verdict, compared };
  if (findings > 0 || checked === 0) return { verdict: 'UNVERIFIABLE', compared };
  return { verdict: gravest === undefined ? 'VERIFIED_SIGNED' : 'VERIFIED_ANCHORED', compared };
}
