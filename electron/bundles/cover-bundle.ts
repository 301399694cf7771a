/** The checkpoint that a bundle is proven under: the newest that covers it; one is signed, and an index appended, only where none does. */
import { z } from 'zod';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import type { SubjectIndex } from '../../shared/ledger/subjects.ts';
import type { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { openBeside, type ReaderDatabase } from '../database/open-database.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { readKeyHistory } from '../ledger/key-rotation.ts';
import { verifyNote } from '../ledger/ledger-key.ts';
import { readTreeRoot } from '../ledger/tree-store.ts';
import { computeIndex, givingWayTo, type ComputedIndex } from '../proof/index-of-subjects.ts';
import { IndexPlaces } from '../proof/index-keeper.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const coverStatements = {
  /** From the end: batches and indexes say nothing of records and rows, and are passed over. */
  lastOfSubstance: `SELECT seq FROM entries
    WHERE bytes NOT LIKE '%"type":"ledger.batch/v1"}' AND bytes NOT LIKE '%"type":"ledger.index/v1"}'
    ORDER BY seq DESC LIMIT 1`,
} as const;

/** Work that the writer does for a bundle. */
export interface Signing {
  /** Signs the ledger as it is; resolves with the note. */
  readonly sign: () => Promise<string>;
  /** Appends an index over the entries below `from` and signs right behind it; undefined where it is no longer true. */
  readonly appendIndex: (index: SubjectIndex, from: number) => Promise<string | undefined>;
  /** Signs the sums of a bundle under a checkpoint of this size; resolves with the note. */
  readonly signSums: (size: number, text: string) => Promise<string>;
}

export const appendIndexTask = 'append-bundle-index';
export const signSumsTask = 'sign-bundle-sums';

const treeHeadSchema = z.object({
  count: z.int().min(0),
  root: z.templateLiteral(['sha256:', z.string()]),
});
export const appendIndexSchema = z.object({
  index: z.object({ records: treeHeadSchema, rows: treeHeadSchema }),
  from: z.int(),
});
export const signSumsSchema = z.object({ size: z.int(), text: z.string() });

/** Asks the writer for what a bundle needs of it. */
export function askWriter(
  callWriter: (task: string, params: unknown) => Promise<unknown>,
): Signing {
  return {
    sign: async () => z.string().parse(await callWriter('sign-checkpoint', {})),
    appendIndex: async (index, from) =>
      z
        .string()
        .optional()
        .parse(await callWriter(appendIndexTask, { index, from })),
    signSums: async (size, text) =>
      z.string().parse(await callWriter(signSumsTask, { size, text })),
  };
}

/** Connection, kept notes, and the writer. */
export interface CoverMeans {
  readonly database: ReaderDatabase;
  readonly checkpoints: CheckpointFiles;
  readonly signing: Signing;
  readonly giveWay: () => Promise<void>;
}

/** A checkpoint, and the index right before its end where the bundle is proven complete by it. */
export interface Covering {
  readonly note: string;
  readonly size: number;
  readonly index?: ComputedIndex | undefined;
}

/**
 * The newest checkpoint that covers everything but batches and indexes, and the entry `last` where it is
 * there; signs one where none does. Appends nothing.
 */
export async function coverAll(means: CoverMeans, last: number): Promise<Covering> {
  const known = inSnapshot(means.database, (database) => {
    const size = new ChainStore(database).size();
    const substance =
      database.prepare<[], number>(coverStatements.lastOfSubstance).pluck().get() ?? 0;
    const least = Math.max(substance + 1, Math.min(last + 1, size));
    return newestNote(database, means.checkpoints, (each) => each >= least);
  });
  return known ?? covering(await means.signing.sign());
}

/** How often an index is computed anew because something was appended meanwhile. */
const mostAttempts = 5;

/**
 * The checkpoint right behind the newest index, where nothing about a record or a row came after it; appends
 * an index where something did. Waits for the writer only to append it.
 * @param last an entry that it covers as well, which is about neither
 */
export async function coverSubjects(means: CoverMeans, last = 0): Promise<Covering> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const { index, from, known } = await withIndex(means, last);
    if (known !== undefined) return { ...known, index };
    const note = await means.signing.appendIndex(index.members, from);
    if (note !== undefined) return { ...covering(note), index };
  }
  throw new Error('The ledger grew faster than its index was computed.');
}

/** The index as it has to be, and the checkpoint behind the one in the journal where that is it. */
async function withIndex({ database, checkpoints, giveWay }: CoverMeans, last: number) {
  const connection = openBeside(database);
  try {
    connection.exec('BEGIN');
    const current = new IndexPlaces(connection).current();
    const rotated = readKeyHistory(connection).history.periods.at(-1)?.firstSize ?? 0;
    const known =
      current === undefined || current < rotated || current < last
        ? undefined
        : newestNote(connection, checkpoints, (size) => size === current + 1);
    const from = known === undefined ? new ChainStore(connection).size() : known.size - 1;
    const index = await givingWayTo(computeIndex(connection, from), giveWay);
    return { index, from, known };
  } finally {
    connection.close();
  }
}

/** The own note with the greatest size that fits, is signed by the key in force now, and speaks of this ledger. */
function newestNote(
  database: ReaderDatabase,
  checkpoints: CheckpointFiles,
  fits: (size: number) => boolean,
): Covering | undefined {
  const size = new ChainStore(database).size();
  const { history } = readKeyHistory(database);
  for (const { note } of checkpoints.own()) {
    const known = parseCheckpoint(note);
    if (known === undefined || known.size > size || !fits(known.size)) continue;
    if (history.at(known.size) !== history.current || !verifyNote(note, history.current)) continue;
    const root = Buffer.from(readTreeRoot(database, known.size), 'hex').toString('base64');
    if (root === known.root) return { note, size: known.size };
  }
  return undefined;
}

function covering(note: string): Covering {
  return { note, size: parseCheckpoint(note)?.size ?? 0 };
}

function inSnapshot<Result>(
  database: ReaderDatabase,
  read: (database: ReaderDatabase) => Result,
): Result {
  return database.transaction(() => read(database)).deferred();
}
