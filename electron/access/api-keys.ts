/** API keys: how one is made, what of it is kept, how a presented one is recognised. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The fixed prefix that is part of every key (specification, "Authentication" 3). */
const prefix = 'pdk_';
const secretBytes = 32;
/** The domain of the hash: the digest of a key is of no use as any other digest, nor the reverse. */
const domain = 'proofdesk.api-key/v1';
const keyIdDigits = 16;

export interface ApiKey {
  /** `pdk_` and 43 base64url characters: 256 random bits. Shown once, never stored. */
  readonly key: string;
  /** What is kept of it: 64 hexadecimal digits. */
  readonly hash: string;
}

/** Makes a key from 32 bytes of `random`. */
export function createApiKey(random: (bytes: number) => Uint8Array): ApiKey {
  const key = prefix + Buffer.from(random(secretBytes)).toString('base64url');
  return { key, hash: hashApiKey(key) };
}

/** The keyed hash (HMAC-SHA-256, hexadecimal) that stands for a key wherever it is kept. */
export function hashApiKey(key: string): string {
  return createHmac('sha256', domain).update(key, 'utf8').digest('hex');
}

/**
 * The id of the key among `hashes` that `presented` is, or undefined. Takes the same time whichever
 * hash matches and whether one does: nothing about a key can be learned from the duration.
 */
export function recogniseApiKey(presented: string, hashes: readonly string[]): string | undefined {
  const digest = Buffer.from(hashApiKey(presented), 'hex');
  let keyId: string | undefined;
  for (const hash of hashes) {
    const known = Buffer.from(hash, 'hex');
    if (known.length === digest.length && timingSafeEqual(known, digest)) {
      keyId = `key_${hash.slice(0, keyIdDigits)}`;
    }
  }
  return keyId;
}
