/** Folders of the program: for their owner alone. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCodeOf } from './error-code.ts';

/**
 * Makes a folder, and those above it that are not there, with mode 0700; nothing where it is there.
 * Node's own recursive mkdir does not end where a parent is there and still answers ENOENT, as in
 * `/proc`.
 * @throws the system's error, ENOTDIR where the path or one above it is a file
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    switch (errorCodeOf(error)) {
      case 'EEXIST':
        if (!statSync(path).isDirectory()) throw notAFolder(path);
        return;
      case 'ENOENT': {
        const parent = dirname(path);
        if (parent === path || isThere(parent)) throw error;
        makeFolder(parent);
        makeFolder(path);
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
