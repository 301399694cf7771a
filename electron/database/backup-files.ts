/** The files of backups, handled without SQLite: the host's process does too, which opens no database. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** In a backup's folder. */
export const copyName = 'proofdesk.db';
export const manifestName = 'manifest.json';
/** A folder of this ending is being made, or was when the power went. */
export const unfinishedEnding = '.unfinished';

const chunkBytes = 4 * 1024 * 1024;

/** SHA-256 of a file that no connection has open, as `sha256:<hex>`. */
export function hashFile(path: string, onProgress?: (done: number, total: number) => void): string {
  const hash = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    const total = statSync(path).size;
    const chunk = Buffer.alloc(Math.min(chunkBytes, Math.max(1, total)));
    let done = 0;
    for (;;) {
      const bytes = readSync(file, chunk, 0, chunk.length, null);
      if (bytes === 0) break;
      hash.update(chunk.subarray(0, bytes));
      done += bytes;
      onProgress?.(done, total);
    }
  } finally {
    closeSync(file);
  }
  return `sha256:${hash.digest('hex')}`;
}
