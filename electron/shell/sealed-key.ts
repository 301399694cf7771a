/** The ledger's signing seed on a desktop: sealed by the system's keychain where there is one. */
import type { SafeStorage } from 'electron';
import type { KeyProtection } from './commands.ts';
import { protectionBy } from './key-seal.ts';

/** The files beside the ledger; `undefined` where there is none. */
export interface KeyFiles {
  readPlain(directory: string): Promise<Uint8Array | undefined>;
  writePlain(directory: string, seed: Uint8Array): Promise<unknown>;
  readSealed(directory: string): Promise<Uint8Array | undefined>;
  writeSealed(directory: string, sealed: Uint8Array): Promise<void>;
  /** @throws when a ledger is there already: it must not get a new key. */
  assertNoLedger(directory: string): Promise<void>;
}

export interface SealedKeyOptions {
  readonly safeStorage: Pick<
    SafeStorage,
    | 'isAsyncEncryptionAvailable'
    | 'encryptStringAsync'
    | 'decryptStringAsync'
    | 'getSelectedStorageBackend'
  >;
  readonly platform: NodeJS.Platform;
  readonly files: KeyFiles;
  readonly random: (bytes: number) => Uint8Array;
}

export interface LoadedKey {
  readonly seed: Uint8Array;
  readonly protection: KeyProtection;
}

/**
 * The 32-byte seed in `directory`, made there by the first call for a new ledger.
 * A plain key file (of the headless host) is used as it is, so that both can open the ledger.
 * @throws when the seal cannot be broken here, or a ledger is there without its key
 */
export async function loadSealedKey(
  directory: string,
  options: SealedKeyOptions,
): Promise<LoadedKey> {
  const { safeStorage, files } = options;
  const plain = await files.readPlain(directory);
  if (plain !== undefined) return { seed: plain, protection: 'unprotected' };

  const sealed = await files.readSealed(directory);
  if (sealed !== undefined) {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(sealed));
    const seed = new Uint8Array(Buffer.from(result, 'base64'));
    if (seed.byteLength !== 32) {
      throw new Error(`The sealed key in ${directory} is damaged. Put it back from a backup.`);
    }
    if (shouldReEncrypt) await seal(directory, seed, options);
    return { seed, protection: protectionBy(safeStorage, options.platform) };
  }

  await files.assertNoLedger(directory);
  const seed = options.random(32);
  const isSealed = await keepSealedKey(directory, seed, options);
  return {
    seed,
    protection: isSealed ? protectionBy(safeStorage, options.platform) : 'unprotected',
  };
}

/** Keeps a seed in `directory`, sealed where there is a keychain; answers whether it was. */
export async function keepSealedKey(
  directory: string,
  seed: Uint8Array,
  { safeStorage, files }: Pick<SealedKeyOptions, 'safeStorage' | 'files'>,
): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) {
    await files.writePlain(directory, seed);
    return false;
  }
  await seal(directory, seed, { safeStorage, files });
  return true;
}

async function seal(
  directory: string,
  seed: Uint8Array,
  { safeStorage, files }: Pick<SealedKeyOptions, 'safeStorage' | 'files'>,
): Promise<void> {
  const text = Buffer.from(seed).toString('base64');
  await files.writeSealed(directory, await safeStorage.encryptStringAsync(text));
}
