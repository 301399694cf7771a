/** API keys: form, hash, recognition. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createApiKey,
  digestOfKey,
  hashApiKey,
  hintOf,
  KeyRing,
  keySecretOf,
  type StoredKey,
} from './api-keys.ts';

const secret = keySecretOf(new Uint8Array(32).fill(1));

function stored(key: string, keyId: string): StoredKey {
  return {
    keyId,
    digest: digestOfKey(key, secret),
    name: keyId,
    role: 'compliance',
    accountId: null,
    holderId: null,
    personId: null,
    scopes: null,
    rateLimits: null,
    expiresAt: null,
    revokedAt: null,
  };
}

describe('An API key', () => {
  test('is the prefix and 256 random bits', () => {
    const { key } = createApiKey((bytes) => new Uint8Array(bytes).fill(0xff));
    expect(key).toBe(`pdk_${'_'.repeat(42)}8`);
    expect(createApiKey(randomBytes).key).not.toBe(createApiKey(randomBytes).key);
  });

  test('is kept as a keyed hash that says nothing of it', () => {
    const { key, hash } = createApiKey(randomBytes);
    const digest = digestOfKey(key, secret);
    for (const kept of [hash, digest]) {
      expect(kept).toMatch(/^[0-9a-f]{64}$/);
      expect(kept).not.toContain(key.slice(4, 12));
    }
    expect(hash).toBe(hashApiKey(key));
    expect(digest).not.toBe(hash);
    expect(hintOf(key)).toBe(`${key.slice(0, 8)}…`);
  });

  test('has another digest in every ledger', () => {
    const { key } = createApiKey(randomBytes);
    const other = keySecretOf(new Uint8Array(32).fill(2));
    expect(other).toHaveLength(32);
    expect(digestOfKey(key, secret)).not.toBe(digestOfKey(key, other));
  });
});

describe('A key ring', () => {
  test('recognises the keys of the ledger and those of the host', () => {
    const host = createApiKey(randomBytes);
    const [one, two] = [createApiKey(randomBytes), createApiKey(randomBytes)];
    const ring = new KeyRing([host.hash]);
    ring.useSecret(secret);
    ring.replace([stored(one.key, 'key_one'), stored(two.key, 'key_two')]);
    expect(ring.recognise(one.key)?.keyId).toBe('key_one');
    expect(ring.recognise(two.key)?.keyId).toBe('key_two');
    expect(ring.recognise(host.key)).toMatchObject({
      keyId: 'key_host',
      role: 'admin',
    });
    expect(ring.ids()).toEqual(new Set(['key_one', 'key_two', 'key_host']));
  });

  test.each(['', 'pdk_', hashApiKey('x'), createApiKey(randomBytes).key])(
    'does not recognise %j',
    (presented) => {
      const { key, hash } = createApiKey(randomBytes);
      const ring = new KeyRing([hash]);
      ring.useSecret(secret);
      ring.replace([stored(key, 'key_one')]);
      expect(ring.recognise(presented)).toBeUndefined();
      // Neither what is kept nor a part of the key is the key.
      expect(ring.recognise(hash)).toBeUndefined();
      expect(ring.recognise(digestOfKey(key, secret))).toBeUndefined();
      expect(ring.recognise(key.slice(0, -1))).toBeUndefined();
    },
  );

  test('does not take a digest of the host for one of a ledger, nor the reverse', () => {
    const { key, hash } = createApiKey(randomBytes);
    const ring = new KeyRing([digestOfKey(key, secret)]);
    ring.useSecret(secret);
    ring.replace([{ ...stored(key, 'key_one'), digest: hash }]);
    expect(ring.recognise(key)).toBeUndefined();
  });

  test('forgets what is replaced', () => {
    const { key } = createApiKey(randomBytes);
    const ring = new KeyRing([]);
    ring.useSecret(secret);
    ring.replace([stored(key, 'key_one')]);
    ring.replace([]);
    expect(ring.recognise(key)).toBeUndefined();
  });
});
