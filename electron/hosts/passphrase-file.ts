/** The passphrase that a host is given as a file: never in its arguments, which every program can read. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from '../database/error-code.ts';

const credentialName = 'proofdesk-passphrase';
/** Longer than any passphrase; bytes. */
const longest = 8_192;

/**
 * The text of the file that was named, or of the credential that the system's service manager gives;
 * without the line feed at its end. Undefined where there is neither.
 * @throws {Error} where the file cannot be read
 */
export async function readPassphrase(
  file: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  if (file !== undefined) return textOf(file);
  const folder = environment['CREDENTIALS_DIRECTORY'];
  if (folder === undefined || folder === '') return undefined;
  try {
    return await textOf(join(folder, credentialName));
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path);
  if (bytes.length > longest) throw new Error(`${path} is longer than a passphrase.`);
  return bytes.toString().replace(/\r?\n$/, '');
}
