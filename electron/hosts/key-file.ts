/** The ledger's signing seed as a file that only its owner can read: what a host without a keychain has. */
import { access, chmod, open, readFile, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

const seedBytes = 32;

export const keyFileName = 'ledger.key';
/** Where the desktop application keeps the seed, encrypted with the system's keychain. */
export const sealedKeyFileName = 'ledger.sealed';
/** The ledger itself: where it is, its key must be too. */
export const ledgerFileName = 'proofdesk.db';

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

/**
 * The 32-byte seed in `directory`, made there by the first call for a new ledger.
 * @throws LedgerKeyError when a ledger is there without its key, or the key is damaged.
 */
export async function loadKeyFile(
  directory: string,
  random: (bytes: number) => Uint8Array,
): Promise<Uint8Array> {
  const found = await readKeyFile(directory);
  if (found !== undefined) return found;
  if (await exists(join(directory, sealedKeyFileName))) {
    throw new LedgerKeyError(
      join(directory, sealedKeyFileName),
      `The key of the ledger in ${directory} is sealed by the desktop application; open it there.`,
    );
  }
  await assertNoLedger(directory);
  return writeKeyFile(directory, random(seedBytes));
}

/** The seed in the plain key file, or nothing where there is none. @throws LedgerKeyError */
export async function readKeyFile(directory: string): Promise<Uint8Array | undefined> {
  const path = join(directory, keyFileName);
  let seed: Uint8Array;
  try {
    seed = new Uint8Array(await readFile(path));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  if (seed.byteLength !== seedBytes) {
    throw new LedgerKeyError(
      path,
      `${path} is not a key of ${seedBytes} bytes. Put back the file from a backup.`,
    );
  }
  // A copy or a restored backup may have come with wider permissions.
  await chmod(path, 0o600);
  return seed;
}

/** Writes the seed so that it is on the disk before any entry depends on it. */
export async function writeKeyFile(directory: string, seed: Uint8Array): Promise<Uint8Array> {
  await writeDurably(directory, keyFileName, seed);
  return seed;
}

/**
 * A file, 0600, that is whole on the disk, or not there at all, whatever happens meanwhile.
 * The caller holds the data directory: nobody else writes there.
 */
export async function writeDurably(
  directory: string,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const draft = join(directory, `${name}.new`);
  await withFile(await open(draft, 'w', 0o600), async (file) => {
    await file.writeFile(bytes);
    await file.sync();
  });
  await rename(draft, join(directory, name));
  // A folder cannot be opened on Windows, nor need be: there a name is durable with its file.
  if (process.platform === 'win32') return;
  await withFile(await open(directory, 'r'), (folder) => folder.sync());
}

/** A new key for an old ledger would be a forger's: it must not come about by losing a file. */
export async function assertNoLedger(directory: string): Promise<void> {
  if (!(await exists(join(directory, ledgerFileName)))) return;
  throw new LedgerKeyError(
    join(directory, keyFileName),
    `The ledger in ${directory} has lost its key file ${keyFileName}. Put it back from a backup.`,
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
    writeDurably(directory, sealedKeyFileName, sealed),
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

async function withFile(
  file: FileHandle,
  work: (file: FileHandle) => Promise<void>,
): Promise<void> {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}
