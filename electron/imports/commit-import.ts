/** The second half of an import: the staged records enter the ledger in one transaction. */
import type { FileHandle } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { instant, type Clock } from '../../shared/time.ts';
import type { WriteLock } from '../access/write-lock.ts';
import type { Journal, StoredRecord } from '../ledger/journal.ts';
import { readPieces, type ImportFiles } from './import-files.ts';
import { LineReader, unstageRecord } from './staged-records.ts';

/** Bytes of staged records read at once. */
const pieceBytes = 1024 * 1024;
/** Records appended between two turns of the event loop, or so many characters of them: a few milliseconds. */
const recordsPerSlice = 100;
const charactersPerSlice = 256 * 1024;

const importCacheKibibytes = 64 * 1024;

/** Result of a commit: what was written. */
export const importCommitSchema = z.object({
  imported: z.int(),
  first_seq: z.int(),
  last_seq: z.int(),
});
export type ImportCommit = z.infer<typeof importCommitSchema>;

export interface CommitOptions {
  readonly database: Database;
  /** The journal; throws while the ledger cannot be appended to. */
  readonly journal: () => Journal;
  readonly lock: WriteLock;
  readonly uploads: ImportFiles;
  readonly clock: Clock;
  /** Called between slices with the records written so far; false undoes all of them. */
  readonly onProgress: (done: number) => boolean;
}

/**
 * Appends the staged records of a job, all or none: undefined when it was stopped before the end.
 * Other appends wait for their turn meanwhile. The fact is noted in the same transaction, so that a
 * process that ends right after it still knows (`readImportCommit`).
 * @throws the error of a failed write, after undoing everything
 */
export async function commitImport(
  jobId: string,
  options: CommitOptions,
): Promise<ImportCommit | undefined> {
  const journal = options.journal();
  const file = await options.uploads.openForReading(jobId, 'staged');
  try {
    return await options.lock.run(() => writeAll(jobId, journal, file, options));
  } finally {
    await file.close();
  }
}

async function writeAll(
  jobId: string,
  journal: Journal,
  file: FileHandle,
  options: CommitOptions,
): Promise<ImportCommit | undefined> {
  const { database, clock } = options;
  const restoreCache = widenCache(database);
  let isCommitted = false;
  try {
    journal.begin();
    const commit = await appendAll(journal, readPieces(file, pieceBytes), options);
    if (commit === undefined) return undefined;
    noteCommit(database, jobId, commit, instant(clock()));
    journal.commit();
    isCommitted = true;
    return commit;
  } finally {
    // Also after a full disk, when SQLite has undone everything already: the journal must know.
    if (!isCommitted) journal.rollback();
    restoreCache();
  }
}

/** More pages in memory while the hash indexes take entries in no order; returns the way back. */
function widenCache(database: Database): () => void {
  const usual = Number(database.pragma('cache_size', { simple: true }));
  database.pragma(`cache_size = -${importCacheKibibytes}`);
  return () => {
    database.pragma(`cache_size = ${usual}`);
    database.pragma('shrink_memory');
  };
}

async function appendAll(
  journal: Journal,
  pieces: AsyncIterable<Buffer>,
  { onProgress }: CommitOptions,
): Promise<ImportCommit | undefined> {
  const reader = new LineReader();
  let first: StoredRecord | undefined;
  let last: StoredRecord | undefined;
  let done = 0;
  let slice = { records: recordsPerSlice, characters: 0 };
  for await (const piece of pieces) {
    for (const line of reader.push(piece)) {
      if (slice.records >= recordsPerSlice || slice.characters >= charactersPerSlice) {
        if (!onProgress(done)) return undefined;
        await nextTurn();
        slice = { records: 0, characters: 0 };
      }
      last = journal.appendRecord(unstageRecord(line));
      first ??= last;
      done += 1;
      slice.records += 1;
      slice.characters += line.length;
    }
  }
  if (!onProgress(done)) return undefined;
  if (first === undefined || last === undefined) throw new Error('Nothing was staged to import.');
  return { imported: done, first_seq: first.seq, last_seq: last.seq };
}

const noteColumns = `caller = 'job' AND operation = 'commit-import' AND key = ?`;

function noteCommit(database: Database, jobId: string, commit: ImportCommit, now: string): void {
  database
    .prepare(
      `INSERT INTO idempotency (caller, operation, key, body_hash, status, body, created_at)
       VALUES ('job', 'commit-import', ?, '', 200, ?, ?)`,
    )
    .run(jobId, JSON.stringify(commit), now);
}

/** Reads what the import of this job wrote, if it came to its end. */
export function readImportCommit(database: Database, jobId: string): ImportCommit | undefined {
  const note = database
    .prepare<[string], string>(`SELECT body FROM idempotency WHERE ${noteColumns}`)
    .pluck()
    .get(jobId);
  return note === undefined ? undefined : importCommitSchema.parse(JSON.parse(note));
}
