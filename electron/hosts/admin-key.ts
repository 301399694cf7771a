/** The API key of the host in a file: the same after every start, and printed nowhere. */
import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { createApiKey, hashApiKey, type ApiKey } from '../access/api-keys.ts';
import { errorCodeOf } from '../database/error-code.ts';

/** A key and the end of its line. */
const longest = 256;

/**
 * The key in a file of one line, for its owner only; made where there is no file.
 * @param credentials folder in which the service manager lays secrets: it alone decides who reads there
 * @throws {Error} where others may read the file, or it holds no key; one sentence
 */
export function loadAdminKey(
  path: string,
  random: (bytes: number) => Uint8Array,
  credentials: string | undefined,
): ApiKey {
  try {
    return readKey(path, isBelow(path, credentials));
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
  }
  const made = createApiKey(random);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // Never one that came about meanwhile: its rights would stay.
    writeFileSync(path, `${made.key}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    throw new Error(`The key file ${path} cannot be made.`, { cause: error });
  }
  return made;
}

/** Reads rights and text of one open file: nobody exchanges it between. */
function readKey(path: string, isCredential: boolean): ApiKey {
  const file = openFile(path);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error(`The key file ${path} is no file.`);
    const others = isCredential ? 0o007 : 0o077;
    if (process.platform !== 'win32' && (stat.mode & others) !== 0) {
      throw new Error(`Others may read the key file ${path}: take that right away with chmod 600.`);
    }
    const buffer = Buffer.alloc(longest);
    const text = buffer.toString('utf8', 0, readSync(file, buffer, 0, longest, 0));
    const key = /^(pdk_[\w-]{43})\r?\n?$/.exec(text)?.[1];
    if (key === undefined)
      throw new Error(`The key file ${path} does not hold one line with a key.`);
    return { key, hash: hashApiKey(key) };
  } finally {
    closeSync(file);
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') throw error;
    throw new Error(`The key file ${path} cannot be read.`, { cause: error });
  }
}

function isBelow(path: string, folder: string | undefined): boolean {
  return folder !== undefined && folder !== '' && resolve(path).startsWith(resolve(folder) + sep);
}
