/** The ledger's signing seed as a file that only its owner can read: what a host without a keychain has. */
import { access, chmod, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { writeWholeLater } from '../database/durable-files.ts';
import { ledgerFileName } from '../database/file-names.ts';

const seedBytes = 32;

export const keyFileName = 'ledger.key';
/** Where the desktop application keeps the seed, encrypted with the system's keychain. */
export const sealedKeyFileName = 'ledger.sealed';

/** The seed cannot be had; the ledger stays as it is. */
export class LedgerKeyError extends Error {
  readonly code = 'ledger_key';
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = 'LedgerKeyError';
    this.path = path;
  }
}

/** A file of signing keys under a passphrase, in place of a seed. */
export interface SealedKeyFile {
  readonly sealed: string;
  readonly path: string;
}

/** Longest file of signing keys that is read; bytes. */
const longestSealed = 65_536;

/**
 * The key in `directory`, made there by the first call for a new ledger: a seed of 32 bytes, or a file
 * under a passphrase.
 * @param path of the file, where it is kept elsewhere
 * @throws LedgerKeyError when a ledger is there without its key, or the key is damaged.
 */
export async function loadKeyFile(
  directory: string,
  random: (bytes: number) => Uint8Array,
  path = join(directory, keyFileName),
): Promise<Uint8Array | SealedKeyFile> {
  const found = await readKeyAt(path);
  if (found !== undefined) return found;
  if (await exists(join(directory, sealedKeyFileName))) {
    throw new LedgerKeyError(
      join(directory, sealedKeyFileName),
      `The key of the ledger in ${directory} is sealed by the desktop application; open it there.`,
    );
  }
  await assertNoLedger(directory, path);
  const seed = random(seedBytes);
  await writeKeyAt(path, seed);
  return seed;
}

/** The seed in the plain key file, or nothing where there is none. @throws LedgerKeyError */
async function readKeyFile(directory: string): Promise<Uint8Array | undefined> {
  const found = await readKeyAt(join(directory, keyFileName));
  if (found === undefined || found instanceof Uint8Array) return found;
  throw new LedgerKeyError(
    found.path,
    `${found.path} is under a passphrase. Open the ledger with the host that it was protected by, and take the passphrase off there.`,
  );
}

async function readKeyAt(path: string): Promise<Uint8Array | SealedKeyFile | undefined> {
  let seed: Uint8Array;
  try {
    seed = new Uint8Array(await readFile(path));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const isSealed = seed[0] === brace && seed.byteLength > seedBytes;
  if (seed.byteLength !== seedBytes && (!isSealed || seed.byteLength > longestSealed)) {
    throw new LedgerKeyError(
      path,
      `${path} is not a key of ${seedBytes} bytes. Put back the file from a backup.`,
    );
  }
  // A copy or a restored backup may have come with wider permissions.
  await chmod(path, 0o600);
  return isSealed ? { sealed: Buffer.from(seed).toString(), path } : seed;
}

/** First byte of a file of signing keys, which is a JSON object. */
const brace = 0x7b;

/** Writes a key, in whatever form, so that it is on the disk before anything depends on it. */
export async function writeKeyAt(path: string, content: Uint8Array | string): Promise<void> {
  await writeWholeLater(dirname(path), basename(path), content);
}

/** Writes the seed so that it is on the disk before any entry depends on it. */
export async function writeKeyFile(directory: string, seed: Uint8Array): Promise<Uint8Array> {
  await writeWholeLater(directory, keyFileName, seed);
  return seed;
}

/** A new key for an old ledger would be a forger's: it must not come about by losing a file. */
export async function assertNoLedger(
  directory: string,
  path = join(directory, keyFileName),
): Promise<void> {
  if (!(await exists(join(directory, ledgerFileName)))) return;
  const name = dirname(path) === directory ? keyFileName : path;
  throw new LedgerKeyError(
    path,
    `The ledger in ${directory} has lost its key file ${name}. Put it back from a backup.`,
  );
}

/** The files that the desktop application seals with the keychain, or leaves plain where there is none. */
export const keyFiles = {
  readPlain: readKeyFile,
  writePlain: writeKeyFile,
  readSealed: async (directory: string): Promise<Uint8Array | undefined> => {
    const path = join(directory, sealedKeyFileName);
    return (await exists(path)) ? new Uint8Array(await readFile(path)) : undefined;
  },
  writeSealed: (directory: string, sealed: Uint8Array): Promise<void> =>
    writeWholeLater(directory, sealedKeyFileName, sealed),
  assertNoLedger,
};

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
