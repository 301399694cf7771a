/** The files of backups, handled without SQLite: the host's process does too, which opens no database. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** In a backup's folder. */
export const copyName = 'proofdesk.db';
export const manifestName = 'manifest.json';
/** A folder of this ending is being made, or was when the power went. */
export const unfinishedEnding = '.unfinished';

const chunkBytes = 4 * 1024 * 1024;

/** SHA-256 of a file that no connection has open, as `sha256:<hex>`. */
export function hashFile(path: string): string {
  const hash = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.alloc(Math.min(chunkBytes, Math.max(1, statSync(path).size)));
    for (;;) {
      const bytes = readSync(file, chunk, 0, chunk.length, null);
      if (bytes === 0) break;
      hash.update(chunk.subarray(0, bytes));
    }
  } finally {
    closeSync(file);
  }
  return `sha256:${hash.digest('hex')}`;
}

/**
 * The same without holding up the thread.
 * @param goOn called after each piece with the bytes that are done; throws to stop
 */
export async function hashFileInPieces(
  path: string,
  goOn: (done: number, total: number) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'r');
  try {
    const total = (await file.stat()).size;
    const piece = Buffer.alloc(Math.min(chunkBytes, Math.max(1, total)));
    let done = 0;
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, piece.length);
      if (bytesRead === 0) break;
      hash.update(piece.subarray(0, bytesRead));
      done += bytesRead;
      await goOn(done, total);
    }
  } finally {
    await file.close();
  }
  return `sha256:${hash.digest('hex')}`;
}
