/** The keyed digests of transformations: typed, and apart from one another by the tag in their message. */
import { createHmac, createSecretKey } from 'node:crypto';
import type { JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { TransformationKey } from './transformation.ts';

/** Purpose of a digest; the first element of its message. */
export type DigestTag =
  | 'transform.hash/v1'
  | 'transform.date-shift/v1'
  | 'transform.noise/v1'
  | 'transform.key-id/v1'
  | 'view.hash/v1'
  | 'view.date-shift/v1'
  | 'view.noise/v1'
  | 'view.record-id/v1'
  | 'view.grant-key/v1'
  | 'view.preview-key/v1'
  | 'receipt.result/v1'
  | 'disclosure.row/v1'
  | 'disclosure.noise/v1';

/**
 * HMAC-SHA-256 of the RFC 8785 text of `[tag, value]`, UTF-8. The value's JSON type is part of the
 * message: 1, "1" and true have different digests.
 */
export type KeyedDigest = (tag: DigestTag, value: JsonValue) => Buffer;

export function createKeyedDigest(key: Uint8Array): KeyedDigest {
  if (key.length !== keyBytes) throw new RangeError('A transformation key has 32 bytes.');
  const secret = createSecretKey(key);
  return (tag, value) =>
    createHmac('sha256', secret)
      .update(`["${tag}",${canonicalJson(value)}]`)
      .digest();
}

const keyBytes = 32;

/** The key with these 32 bytes. Its id is a digest of its own, and tells nothing of it. */
export function transformationKey(bytes: Uint8Array): TransformationKey {
  const digest = createKeyedDigest(bytes)('transform.key-id/v1', null);
  return { id: `tkey_${digest.toString('hex', 0, 16)}`, bytes };
}
