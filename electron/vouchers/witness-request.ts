/** The request to a witness: byte for byte the body of `add-checkpoint` (C2SP tlog-witness). */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { parseCheckpoint, signedNote } from '../../shared/ledger/checkpoint.ts';
import type { PolicyWitness, TrustPolicy } from '../../shared/ledger/trust-policy.ts';

/** By the name of its key, or by its name in the policy. @throws {ApiError} `not_found` */
export function witnessOf(policy: TrustPolicy, name: string): PolicyWitness {
  const found = policy.witnesses.find((each) => each.key.name === name || each.name === name);
  if (found !== undefined) return found;
  throw new ApiError('not_found', `The policy names no witness ${name}.`);
}

/**
 * @param old size that the witness cosigned last
 * @param proveFrom makes the consistency proof from a size to another one, as `sha256:<hex>`
 * @throws {ApiError} `validation_error` for an old size above that of the note
 */
export function witnessRequest(
  note: string,
  old: number,
  proveFrom: (from: number, to: number) => readonly string[],
): string {
  const checkpoint = parseCheckpoint(note);
  if (checkpoint === undefined) throw new Error('The note is not a checkpoint.');
  const { size, body, signatures } = checkpoint;
  if (old > size) throw validationError([faultAt('old', 'at_most', { maximum: size })]);
  const proof = old === 0 ? [] : proveFrom(old, size).map(toBase64);
  return `${[`old ${old}`, ...proof].join('\n')}\n\n${signedNote(body, signatures.slice(0, 1))}`;
}

function toBase64(hash: string): string {
  return Buffer.from(hash.slice('sha256:'.length), 'hex').toString('base64');
}
