/** API keys: form, hash, recognition. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createApiKey, hashApiKey, recogniseApiKey } from './api-keys.ts';

describe('An API key', () => {
  test('is the prefix and 256 random bits', () => {
    const { key } = createApiKey((bytes) => new Uint8Array(bytes).fill(0xff));
    expect(key).toBe(`pdk_${'_'.repeat(42)}8`);
    expect(createApiKey(randomBytes).key).not.toBe(createApiKey(randomBytes).key);
  });

  test('is kept as a keyed hash that says nothing of it', () => {
    const { key, hash } = createApiKey(randomBytes);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hash).toBe(hashApiKey(key));
    expect(hash).not.toContain(key.slice(4, 12));
  });

  test('is recognised among others by the id that its hash gives', () => {
    const keys = [createApiKey(randomBytes), createApiKey(randomBytes)];
    const hashes = keys.map(({ hash }) => hash);
    const ids = keys.map(({ key }) => recogniseApiKey(key, hashes));
    expect(ids).toEqual(hashes.map((hash) => `key_${hash.slice(0, 16)}`));
    expect(recogniseApiKey(createApiKey(randomBytes).key, hashes)).toBeUndefined();
    expect(recogniseApiKey('', hashes)).toBeUndefined();
    expect(recogniseApiKey(hashes[0] ?? '', hashes)).toBeUndefined();
    expect(recogniseApiKey(keys[0]?.key ?? '', ['', 'zz'])).toBeUndefined();
  });
});
