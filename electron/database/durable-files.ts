/** Files that are there whole, also after the power went. */
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a file of mode 0600 so that it is whole and durable, or as it was before. */
export function writeWhole(folder: string, name: string, text: string): void {
  const draft = join(folder, `${name}.new`);
  const file = openSync(draft, 'w', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, join(folder, name));
  syncFolder(folder);
}

/** A folder cannot be opened on Windows, nor need be: there a name is durable with its file. */
export function syncFolder(path: string): void {
  if (process.platform !== 'win32') syncPath(path, 'r');
}

/** Makes what was written durable. */
export function syncPath(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
