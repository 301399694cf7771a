/** How far a ledger and its audit log had come when they were last seen: a small file beside the database. */
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { hashSchema, instantSchema } from '../../shared/contract/common.ts';
import { syncFolder, writeWhole, writeWholeLater } from '../database/durable-files.ts';
import { makeFolder } from '../database/make-folder.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { sha256 } from './sha256.ts';

const name = 'last-seen.json';
/** What the audit log contradicted is kept for good, by the number of events that were seen. */
const contradictedPattern = /^last-seen-\d{16}\.json$/;

const lastSeenSchema = z.object({
  format: z.literal('proofdesk.last-seen/v1'),
  size: z.int().min(0),
  /** Of the last entry; null of a ledger without any. */
  head_hash: hashSchema.nullable(),
  audit_events: z.int().min(0),
  /** Of the last event of the audit log. */
  audit_head_hash: hashSchema.nullable(),
  /** What the clock said. */
  seen_at: instantSchema,
});
export type LastSeen = z.infer<typeof lastSeenSchema>;

/** Where the ledger and the log end, as far as is committed. */
export type LedgerEnd = Omit<LastSeen, 'format' | 'seen_at'>;

/** The file of one ledger, and those that its audit log contradicted. */
export class LastSeenFiles {
  readonly #directory: string;

  /** @param directory the folder of the ledger */
  constructor(directory: string) {
    this.#directory = directory;
  }

  newest(): LastSeen | undefined {
    return readFile(join(this.#directory, name));
  }

  /** What was seen of the ledger at any time and is still known. */
  all(): LastSeen[] {
    return [name, ...this.#contradicted()].flatMap(
      (each) => readFile(join(this.#directory, each)) ?? [],
    );
  }

  keep(seen: LastSeen): void {
    writeWhole(this.#directory, name, JSON.stringify(seen));
  }

  /** The same, without holding up the thread. */
  async keepLater(seen: LastSeen): Promise<void> {
    await writeWholeLater(this.#directory, name, JSON.stringify(seen));
  }

  /** Keeps the newest for good, since the audit log contradicts it and goes on. */
  keepContradicted({ audit_events: events }: LastSeen): void {
    const kept = `last-seen-${String(events).padStart(16, '0')}.json`;
    renameSync(join(this.#directory, name), join(this.#directory, kept));
    syncFolder(this.#directory);
  }

  /** Moves all of it to the folder of a ledger that was replaced. */
  setAside(folder: string): void {
    const present = new Set(readdirSync(this.#directory));
    const moved = [name, ...this.#contradicted()].filter((each) => present.has(each));
    if (moved.length === 0) return;
    makeFolder(folder, this.#directory);
    for (const each of moved) renameSync(join(this.#directory, each), join(folder, each));
    syncFolder(this.#directory);
  }

  #contradicted(): string[] {
    return readdirSync(this.#directory).filter((each) => contradictedPattern.test(each));
  }
}

/** Where the ledger ends now. In an open transaction it is what that would make of it. */
export function readLedgerEnd(database: ReaderDatabase | WriterDatabase): LedgerEnd {
  const last = database
    .prepare<[], { seq: number; bytes: string }>(
      'SELECT seq, bytes FROM entries ORDER BY seq DESC LIMIT 1',
    )
    .get();
  const event = database
    .prepare<[], { seq: number; line: string }>(
      'SELECT seq, line FROM audit_events ORDER BY seq DESC LIMIT 1',
    )
    .get();
  return {
    size: (last?.seq ?? -1) + 1,
    head_hash: last === undefined ? null : `sha256:${sha256(last.bytes)}`,
    audit_events: event?.seq ?? 0,
    audit_head_hash: event === undefined ? null : `sha256:${sha256(event.line)}`,
  };
}

function readFile(path: string): LastSeen | undefined {
  try {
    return lastSeenSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Not there, or not what this program wrote: it says nothing of the ledger.
    return undefined;
  }
}
