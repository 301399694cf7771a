/** A thread's own connection to the ledger that is open, and the place where that stands. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerFileName } from '../database/file-names.ts';
import { openAlone, openReader, type ReaderDatabase } from '../database/open-database.ts';
import { OpenPlace, refuseOther } from '../database/open-place.ts';
import type { Means } from '../area.ts';
import type { KeepOpen } from './closing-on-failure.ts';

export function ledgerPathOf({ workspace }: Pick<Means, 'workspace'>): string {
  return join(workspace.directory, ledgerFileName);
}

export interface OpenedLedger {
  readonly database: ReaderDatabase;
  readonly place: OpenPlace;
}

/**
 * Opens the ledger for reading: the very file that the writer has open.
 * @throws {DatabaseError} `moved` when another one stands in its place by now, and what opening it fails with
 */
export function openLedger(context: Means, open: KeepOpen): OpenedLedger {
  const { ledger, readOnly } = context.workspace;
  const path = ledgerPathOf(context);
  const refuse = () => ledger !== undefined && refuseOther(path, ledger);
  refuse();
  const database = open(readOnly === true ? openAlone(path) : openReader(path));
  const place = committedPlace(context);
  refuse();
  return { database, place };
}

/** Files that a commit has to reach: the ledger and its write-ahead log. */
export function committedPlace(context: Means): OpenPlace {
  const path = ledgerPathOf(context);
  // A ledger that is open alone may have no log.
  const files = [path, `${path}-wal`].filter((each) => each === path || existsSync(each));
  return new OpenPlace(files, (error) => context.supervisor.moved(error));
}
