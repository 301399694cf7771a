/** Keys of connections on a desktop: sealed by the system's keychain where there is one. */
import type { SafeStorage } from 'electron';
import type { KeyProtection } from './commands.ts';

export interface KeySealOptions {
  readonly safeStorage: Pick<
    SafeStorage,
    | 'isAsyncEncryptionAvailable'
    | 'encryptStringAsync'
    | 'decryptStringAsync'
    | 'getSelectedStorageBackend'
  >;
  readonly platform: NodeJS.Platform;
}

/**
 * Seals with the keychain; where there is none, the text is kept as it is and said to be unprotected
 * (the file is its owner's alone). `open` takes what either has left.
 */
export function createKeySeal({ safeStorage, platform }: KeySealOptions) {
  return {
    async seal(key: string) {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) {
        const bytes = new Uint8Array(Buffer.from(key));
        return { bytes, sealed: false, protection: 'unprotected' as const };
      }
      const bytes = new Uint8Array(await safeStorage.encryptStringAsync(key));
      return { bytes, sealed: true, protection: protectionBy(safeStorage, platform) };
    },
    async open(bytes: Uint8Array, sealed: boolean): Promise<string> {
      if (!sealed) return Buffer.from(bytes).toString();
      return (await safeStorage.decryptStringAsync(Buffer.from(bytes))).result;
    },
  };
}

/** On Linux without a keychain the "encryption" has a key that is in Chromium's source. */
export function protectionBy(
  safeStorage: Pick<SafeStorage, 'getSelectedStorageBackend'>,
  platform: NodeJS.Platform,
): Exclude<KeyProtection, 'unknown'> {
  if (platform !== 'linux') return 'keychain';
  const backend = safeStorage.getSelectedStorageBackend();
  return backend === 'basic_text' || backend === 'unknown' ? 'unprotected' : 'keychain';
}
