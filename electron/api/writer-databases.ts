/** The two databases of a workspace as the writer opens them, and the files that they stand in. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Means, WriteContext } from '../area.ts';
import { jobsFileName, lockFileName } from '../database/file-names.ts';
import { openWriter } from '../database/open-database.ts';
import { OpenPlace, refuseOther } from '../database/open-place.ts';
import { openJobsDatabase } from '../jobs/jobs-database.ts';
import { refuseForeign, refuseVanished } from '../ledger/own-ledger.ts';
import type { KeepOpen } from './closing-on-failure.ts';
import { committedPlace, ledgerPathOf } from './open-ledger.ts';

/** Bytes that the write-ahead log is cut back to after a checkpoint. */
const walBytes = 64 * 1024 * 1024;

/** Pages in the log before it is copied into the file: an append changes some twenty. */
const walPages = 4_000;

export interface WriterDatabases extends Pick<WriteContext, 'database' | 'jobsDatabase' | 'place'> {
  readonly jobsPlace: OpenPlace;
}

/** @throws {DatabaseError} where the ledger is not the one that belongs here, and what opening it fails with */
export function openDatabases(means: Means, open: KeepOpen): WriterDatabases {
  const { workspace, clock, signingSeed } = means;
  const path = ledgerPathOf(means);
  const isOwn = workspace.kind !== 'case';
  if (workspace.ledger !== undefined) refuseOther(path, workspace.ledger);
  const { isKnown = false } = workspace;
  if (isOwn || isKnown) refuseVanished(workspace.directory, path, isKnown);
  const { version: programVersion } = workspace;
  const migrating = () => means.supervisor.migrating();
  const database = open(openWriter(path, { clock, programVersion, migrating }));
  const place = committedPlace(means);
  if (isOwn) refuseForeign(database, path, signingSeed);
  const jobsPath = join(workspace.directory, jobsFileName);
  const jobsDatabase = open(openJobsDatabase(jobsPath));
  const jobsPlace = placeOf(means, [jobsPath, `${jobsPath}-wal`]);
  // After an import the log would otherwise stay as large as everything that was imported.
  database.pragma(`journal_size_limit = ${walBytes}`);
  database.pragma(`wal_autocheckpoint = ${walPages}`);
  return { database, jobsDatabase, place, jobsPlace };
}

/** Files that no commit has to reach: without them others could come in, or see another state. */
export function placeBeside(means: Means): OpenPlace {
  const { directory, dataRoot } = means.workspace;
  const databases = [ledgerPathOf(means), join(directory, jobsFileName)];
  const files = [...databases.map((path) => `${path}-shm`), join(dataRoot, lockFileName)];
  return placeOf(means, files.filter(existsSync));
}

function placeOf({ supervisor }: Means, files: readonly string[]): OpenPlace {
  return new OpenPlace(files, (error) => supervisor.moved(error));
}
