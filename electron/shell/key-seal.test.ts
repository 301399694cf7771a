/** Keys of connections on a desktop: sealed where there is a keychain, and said to be unprotected where not. */
import { describe, expect, it } from 'vitest';
import { createKeySeal, type KeySealOptions } from './key-seal.ts';

const key = 'pdk_of_a_server';
const flipped = (bytes: Uint8Array) => Buffer.from(bytes.map((byte) => byte ^ 255));

function sealOf(
  platform: NodeJS.Platform,
  safe: Partial<KeySealOptions['safeStorage']> = {},
): ReturnType<typeof createKeySeal> {
  return createKeySeal({
    platform,
    safeStorage: {
      isAsyncEncryptionAvailable: async () => true,
      encryptStringAsync: async (text) => flipped(Buffer.from(text)),
      decryptStringAsync: async (bytes) => ({
        result: flipped(bytes).toString(),
        shouldReEncrypt: false,
      }),
      getSelectedStorageBackend: () => 'gnome_libsecret',
      ...safe,
    },
  });
}

describe('createKeySeal', () => {
  it('seals, and opens what it has sealed', async () => {
    const seal = sealOf('linux');
    const { bytes, sealed, protection } = await seal.seal(key);
    expect([sealed, protection]).toEqual([true, 'keychain']);
    expect(Buffer.from(bytes)).not.toContain(key);
    expect(await seal.open(bytes, true)).toBe(key);
  });

  it('says that basic_text on Linux protects nothing', async () => {
    const seal = sealOf('linux', { getSelectedStorageBackend: () => 'basic_text' });
    expect(await seal.seal(key)).toMatchObject({ sealed: true, protection: 'unprotected' });
    expect(await sealOf('darwin').seal(key)).toMatchObject({ protection: 'keychain' });
  });

  it('keeps the key as it is where nothing can be sealed, and opens that anywhere', async () => {
    const bare = sealOf('linux', { isAsyncEncryptionAvailable: async () => false });
    const { bytes, sealed, protection } = await bare.seal(key);
    expect([sealed, protection]).toEqual([false, 'unprotected']);
    expect(await sealOf('darwin').open(bytes, sealed)).toBe(key);
  });
});
