/** Folders of the program: for their owner alone. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCodeOf } from './error-code.ts';

/**
 * Makes a folder, and those above it that are not there, with mode 0700; nothing where it is there.
 * Node's own recursive mkdir does not end where a parent is there and still answers ENOENT, as in
 * `/proc`.
 * @param within a folder above `path` that is not made: whoever took it away shall not find it again
 *   with a part of what was in it
 * @throws the system's error, ENOENT where `within` is not there, ENOTDIR where the path or one above
 *   it is a file
 */
export function makeFolder(path: string, within?: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    switch (errorCodeOf(error)) {
      case 'EEXIST':
        if (!statSync(path).isDirectory()) throw notAFolder(path);
        return;
      case 'ENOENT': {
        const parent = dirname(path);
        if (parent === path || parent === within || isThere(parent)) throw error;
        makeFolder(parent, within);
        makeFolder(path, within);
        return;
      }
      default:
        throw error;
    }
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function notAFolder(path: string): Error {
  return Object.assign(new Error(`ENOTDIR: not a directory, ${path}`), { code: 'ENOTDIR', path });
}
