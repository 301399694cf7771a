/** Whether a path can be a data directory, asked before anything else is started there. */
import { existsSync } from 'node:fs';
import { errorCodeOf } from '../database/error-code.ts';
import { makeFolder } from '../database/make-folder.ts';

/**
 * Makes the data directory where it is not there. Why there can be none at the path, as a sentence;
 * undefined where there is one. A folder that is there and refuses is not looked into: the console
 * shows what is wrong with it, and it may be mended meanwhile.
 */
export function refusedFolder(path: string): string | undefined {
  try {
    makeFolder(path);
    return undefined;
  } catch (error) {
    const code = errorCodeOf(error);
    if (code !== 'ENOTDIR' && existsSync(path)) return undefined;
    const why = code === 'ENOTDIR' ? 'it, or a folder above it, is a file' : code;
    return `${path} cannot be the data directory: ${why}. Name a folder, or one that can be made.`;
  }
}
