/** Puts a copy in the ledger's place, so that whenever the process ends there is the old one or the new. */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError } from '../database/database-error.ts';
import { hashFile } from '../database/backup-files.ts';
import { syncFolder, syncPath } from '../database/durable-files.ts';
import { makeSingleFile } from '../database/sealed-backup.ts';
import {
  incomingName,
  swap,
  undoRestore,
  writeMarker,
  type AfterStep,
  type RestoreMarker,
} from './restore-marker.ts';

/**
 * Puts `copy` in the place of the ledger in `directory`. No connection may be open there. When it
 * returns, or after any end of the process from `swapping` on, the next opening has the new ledger.
 * @throws {DatabaseError} `corrupt` when the copy does not arrive as it was; the old ledger stays
 */
export function exchangeLedger(
  directory: string,
  copy: { readonly path: string; readonly sha256: string },
  order: Omit<RestoreMarker, 'step'>,
  afterStep: AfterStep = () => {},
): void {
  const incoming = join(directory, incomingName);
  writeMarker(directory, { ...order, step: 'copying' });
  afterStep('marked');
  try {
    rmSync(incoming, { force: true });
    copyFileSync(copy.path, incoming);
    afterStep('copied');
    if (hashFile(incoming) !== copy.sha256) {
      throw new DatabaseError('corrupt', copy.path, `${copy.path} changed while it was read.`);
    }
    // Private, and one file: what is swapped is whole.
    makeSingleFile(incoming);
    syncPath(incoming, 'r+');
    syncFolder(directory);
  } catch (error) {
    undoRestore(directory);
    throw error;
  }
  writeMarker(directory, { ...order, step: 'swapping' });
  afterStep('swapping');
  swap(directory, order, afterStep);
}
