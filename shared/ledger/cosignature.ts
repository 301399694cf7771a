/** Cosignatures of witnesses (C2SP tlog-cosignature, Ed25519): what is signed, and the line that holds it. */
import { fromBase64, toBase64 } from '../base64.ts';
import type { NoteSignature } from './checkpoint.ts';
import type { VerifierKey } from './verifier-key.ts';

/** Checks an Ed25519 signature. Passed in: this floor has no crypto. */
export type VerifyEd25519 = (publicKey: Uint8Array, text: string, signature: Uint8Array) => boolean;

export interface Cosignature {
  /** Seconds since 1970, when the witness saw it. */
  readonly time: number;
}

const keyIdBytes = 4;
const timeBytes = 8;
const signatureBytes = 64;

/** The text that a witness signs: when it saw which checkpoint. */
export function cosignedText(time: number, checkpointBody: string): string {
  return `cosignature/v1\ntime ${time}\n${checkpointBody}`;
}

/** The base64 of a cosignature's line: key id, time, signature. */
export function cosignatureBlob(keyId: string, time: number, signature: Uint8Array): string {
  const bytes = new Uint8Array(keyIdBytes + timeBytes + signatureBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Number.parseInt(keyId, 16));
  view.setBigUint64(keyIdBytes, BigInt(time));
  bytes.set(signature, keyIdBytes + timeBytes);
  return toBase64(bytes);
}

/** Judges a note's signature line by a witness's key: not its line, a line that does not hold, or when it was made. */
export function judgeCosignature(
  verify: VerifyEd25519,
  checkpointBody: string,
  { name, blob }: NoteSignature,
  key: VerifierKey,
): Cosignature | 'bad_signature' | 'unknown_key' {
  const bytes = fromBase64(blob);
  if (bytes === undefined || name !== key.name) return 'unknown_key';
  const view = new DataView(bytes.buffer);
  if (bytes.length < keyIdBytes) return 'unknown_key';
  if (view.getUint32(0) !== Number.parseInt(key.keyId, 16)) return 'unknown_key';
  if (bytes.length !== keyIdBytes + timeBytes + signatureBytes) return 'bad_signature';
  const time = Number(view.getBigUint64(keyIdBytes));
  if (!Number.isSafeInteger(time)) return 'bad_signature';
  const signature = bytes.subarray(keyIdBytes + timeBytes);
  const holds = verify(key.publicKey, cosignedText(time, checkpointBody), signature);
  return holds ? { time } : 'bad_signature';
}
