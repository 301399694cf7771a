/** Cosignatures by the policy: which lines of a note count, and whether its quorum is met. */
import { judgeCosignature } from '../../../shared/ledger/cosignature.ts';
import {
  parseCheckpoint,
  type NoteSignature,
  type SignedCheckpoint,
} from '../../../shared/ledger/checkpoint.ts';
import {
  isQuorumMet,
  type PolicyWitness,
  type TrustPolicy,
} from '../../../shared/ledger/trust-policy.ts';
import { verifyEd25519 } from '../../ledger/ledger-key.ts';

/** How far ahead of the clock here that of a witness may be; seconds. */
const mostAhead = 24 * 60 * 60;

export interface CountedCosignature {
  readonly witness: PolicyWitness;
  /** Seconds since 1970. */
  readonly time: number;
}

export type CosignatureVerdict =
  | CountedCosignature
  /** The policy names no such key. */
  | 'unknown_key'
  /** Its signature is of something else. */
  | 'bad_signature'
  /** Its time is more than a day ahead. */
  | 'ahead';

/** Judges one signature line over the body of a checkpoint. @param now milliseconds since 1970 */
export function judgeLine(
  policy: TrustPolicy,
  body: string,
  line: NoteSignature,
  now: number,
): CosignatureVerdict {
  for (const witness of policy.witnesses) {
    const judged = judgeCosignature(verifyEd25519, body, line, witness.key);
    if (judged === 'unknown_key') continue;
    if (judged === 'bad_signature') return judged;
    return judged.time > now / 1_000 + mostAhead ? 'ahead' : { witness, time: judged.time };
  }
  return 'unknown_key';
}

/** A note with what the policy counts of its cosignatures. */
export interface CosignedNote {
  readonly note: string;
  readonly checkpoint: SignedCheckpoint;
  readonly counted: readonly CountedCosignature[];
  readonly isQuorumMet: boolean;
}

/** Undefined for a text that is no note. */
export function readCosigned(
  policy: TrustPolicy,
  note: string,
  now: number,
): CosignedNote | undefined {
  const checkpoint = parseCheckpoint(note);
  if (checkpoint === undefined) return undefined;
  const counted = checkpoint.signatures
    .map((line) => judgeLine(policy, checkpoint.body, line, now))
    .filter((each) => typeof each === 'object');
  const names = new Set(counted.map(({ witness }) => witness.name));
  return { note, checkpoint, counted, isQuorumMet: isQuorumMet(policy, names) };
}
