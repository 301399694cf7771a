/** Secrets of endpoints and the signatures made with them, as Standard Webhooks 1.0.0 has them. */
import { createHmac, hkdfSync } from 'node:crypto';

/** For how long the secret before the last rotation signs, too; milliseconds. */
export const bothSignMs = 24 * 3_600_000;
const secretBytes = 32;

/** Parts of one attempt that are signed. */
export interface SignedMessage {
  /** `webhook-id`. */
  readonly id: string;
  /** `webhook-timestamp`: seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** State of an endpoint that decides with which secrets its deliveries are signed. */
export interface SecretState {
  readonly endpointId: string;
  readonly version: number;
  /** UTC instant of the last rotation. */
  readonly rotatedAt: string | null;
}

/** The secret of an endpoint, 32 bytes: made of the ledger's seed (32 bytes), kept nowhere. */
export function endpointSecret(
  seed: Uint8Array,
  { endpointId, version }: Pick<SecretState, 'endpointId' | 'version'>,
): Uint8Array {
  const info = `proofdesk.webhook/v1 ${endpointId} ${version}`;
  return new Uint8Array(hkdfSync('sha256', seed, new Uint8Array(), info, secretBytes));
}

/** `whsec_` and base64: how a receiver is told its secret. */
export function secretText(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`;
}

/** `v1,` and base64 of the HMAC-SHA-256 over `id.timestamp.body`. */
export function signatureOf(secret: Uint8Array, { id, timestamp, body }: SignedMessage): string {
  const signed = `${id}.${timestamp}.${body}`;
  return `v1,${createHmac('sha256', secret).update(signed, 'utf8').digest('base64')}`;
}

/** The value of `webhook-signature`: for a day after a rotation with both secrets. */
export function signaturesOf(
  seed: Uint8Array,
  { endpointId, version, rotatedAt }: SecretState,
  message: SignedMessage,
  now: number,
): string {
  const isLate = rotatedAt === null || now - Date.parse(rotatedAt) >= bothSignMs;
  const versions = isLate ? [version] : [version, version - 1];
  return versions
    .map((each) => signatureOf(endpointSecret(seed, { endpointId, version: each }), message))
    .join(' ');
}
