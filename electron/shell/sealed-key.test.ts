/** The seed on a desktop: sealed where there is a keychain, and said to be unprotected where not. */
import { describe, expect, it } from 'vitest';
import { loadSealedKey, type KeyFiles, type SealedKeyOptions } from './sealed-key.ts';

const seed = new Uint8Array(32).fill(3);

interface Drawer {
  plain?: Uint8Array;
  sealed?: Uint8Array;
  hasLedger?: boolean;
}

function options(
  drawer: Drawer,
  more: Partial<SealedKeyOptions> & { safe?: Partial<SealedKeyOptions['safeStorage']> } = {},
): SealedKeyOptions {
  const files: KeyFiles = {
    readPlain: async () => drawer.plain,
    writePlain: async (_, bytes) => {
      drawer.plain = bytes;
    },
    readSealed: async () => drawer.sealed,
    writeSealed: async (_, bytes) => {
      drawer.sealed = bytes;
    },
    assertNoLedger: async () => {
      if (drawer.hasLedger === true) throw new Error('The ledger has lost its key.');
    },
  };
  return {
    safeStorage: {
      isAsyncEncryptionAvailable: async () => true,
      encryptStringAsync: async (text) => Buffer.from(Buffer.from(text).map((byte) => byte ^ 255)),
      decryptStringAsync: async (bytes) => ({
        result: Buffer.from(bytes.map((byte) => byte ^ 255)).toString(),
        shouldReEncrypt: false,
      }),
      getSelectedStorageBackend: () => 'gnome_libsecret',
      ...more.safe,
    },
    platform: more.platform ?? 'linux',
    files,
    random: (bytes) => seed.slice(0, bytes),
  };
}

describe('loadSealedKey', () => {
  it('seals a new seed and finds it again', async () => {
    const drawer: Drawer = {};
    expect(await loadSealedKey('/d', options(drawer))).toEqual({ seed, protection: 'keychain' });
    expect(drawer.plain).toBeUndefined();
    expect(drawer.sealed).toBeDefined();
    expect(Buffer.from(drawer.sealed ?? [])).not.toEqual(Buffer.from(seed));
    expect(await loadSealedKey('/d', options(drawer))).toEqual({ seed, protection: 'keychain' });
  });

  it.each(['basic_text', 'unknown'] as const)(
    'says that %s on Linux protects nothing',
    async (backend) => {
      const safe = { getSelectedStorageBackend: () => backend };
      expect((await loadSealedKey('/d', options({}, { safe }))).protection).toBe('unprotected');
    },
  );

  it('does not ask for the backend where there is only one', async () => {
    const safe = {
      getSelectedStorageBackend: () => {
        throw new Error('Only Linux knows this.');
      },
    };
    const mac = options({}, { platform: 'darwin', safe });
    expect((await loadSealedKey('/d', mac)).protection).toBe('keychain');
  });

  it('keeps a plain file where nothing can seal it, and says so', async () => {
    const drawer: Drawer = {};
    const safe = { isAsyncEncryptionAvailable: async () => false };
    expect(await loadSealedKey('/d', options(drawer, { safe }))).toEqual({
      seed,
      protection: 'unprotected',
    });
    expect(drawer).toEqual({ plain: seed });
  });

  it('uses the file of the headless host as it is', async () => {
    const drawer: Drawer = { plain: new Uint8Array(32).fill(9) };
    const key = await loadSealedKey('/d', options(drawer));
    expect(key).toEqual({ seed: drawer.plain, protection: 'unprotected' });
    expect(drawer.sealed).toBeUndefined();
  });

  it('seals anew when the keychain asks for it', async () => {
    const drawer: Drawer = { sealed: Buffer.from('old') };
    const safe = {
      decryptStringAsync: async () => ({
        result: Buffer.from(seed).toString('base64'),
        shouldReEncrypt: true,
      }),
    };
    expect((await loadSealedKey('/d', options(drawer, { safe }))).seed).toEqual(seed);
    expect(drawer.sealed).not.toEqual(Buffer.from('old'));
  });

  it('makes no new key for a ledger that lost its own', async () => {
    const drawer: Drawer = { hasLedger: true };
    await expect(loadSealedKey('/d', options(drawer))).rejects.toThrow('lost its key');
    expect(drawer.sealed).toBeUndefined();
  });

  it('refuses a seal that holds something else', async () => {
    const safe = {
      decryptStringAsync: async () => ({ result: 'c2hvcnQ=', shouldReEncrypt: false }),
    };
    const drawer: Drawer = { sealed: Buffer.from('x') };
    await expect(loadSealedKey('/d', options(drawer, { safe }))).rejects.toThrow('is damaged');
  });
});
