/** Files that are there whole, also after the power went. */
import { closeSync, fsync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCodeOf } from './error-code.ts';

/** Writes a file of mode 0600 so that it is whole and durable, or as it was before. */
export function writeWhole(folder: string, name: string, content: string | Uint8Array): void {
  const draft = join(folder, `${name}.new`);
  const file = openSync(draft, 'w', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, join(folder, name));
  syncFolder(folder);
}

/**
 * The same, durable without holding up the thread. The draft is begun before this returns, so a folder
 * that is replaced meanwhile gets nothing: the draft went with the other one. Not for one file twice at
 * a time.
 */
export async function writeWholeLater(
  folder: string,
  name: string,
  content: string | Uint8Array,
): Promise<void> {
  const draft = join(folder, `${name}.new`);
  const file = openSync(draft, 'w', 0o600);
  try {
    writeFileSync(file, content);
    await promisify(fsync)(file);
  } finally {
    closeSync(file);
  }
  await rename(draft, join(folder, name));
  if (process.platform === 'win32') return;
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** A folder cannot be opened on Windows, nor need be: there a name is durable with its file. */
export function syncFolder(path: string): void {
  if (process.platform !== 'win32') syncPath(path, 'r');
}

/** Makes what was written to a file durable, without holding up the thread. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
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

/** Reads; undefined where the file or folder is not there, or was taken away meanwhile. */
export function unlessGone<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
