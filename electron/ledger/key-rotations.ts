/** Appends changes of the ledger's key with their projection rows: both are there, or neither is. */
import type { Statement } from 'better-sqlite3';
import type { WriterDatabase } from '../database/open-database.ts';
import type { Journal } from './journal.ts';
import { entryOrUndefined } from '../../shared/ledger/entries.ts';
import { keyRotationEntry, readKeyRotation, type KeyPeriod } from './key-rotation.ts';
import type { LedgerKey } from './ledger-key.ts';

/** Over the writer's connection. */
export class KeyRotations {
  readonly #insert: Statement<[object]>;
  readonly #entries: Statement<[], { seq: number; text: string }>;

  constructor(database: WriterDatabase) {
    this.#insert = database.prepare(
      `INSERT INTO key_rotations (seq, previous_vkey, vkey, created_at, hash)
       VALUES (@seq, @previousVkey, @vkey, @createdAt, unhex(@hash))`,
    );
    this.#entries = database.prepare(
      `SELECT r.seq, e.bytes AS text FROM key_rotations AS r JOIN entries AS e ON e.seq = r.seq
       ORDER BY r.seq`,
    );
  }

  /** From the next entry on `next` signs. The caller holds the journal's transaction. */
  append(journal: Journal, previous: LedgerKey, next: LedgerKey): KeyPeriod {
    const { seq, createdAt, hash } = journal.appendEntry((place) =>
      keyRotationEntry(place, previous, next),
    );
    const row = { seq, createdAt, previousVkey: previous.vkey, vkey: next.vkey };
    this.#insert.run({ ...row, hash: hash.slice('sha256:'.length) });
    return { seq, createdAt, vkey: next.vkey, firstSize: seq + 1 };
  }

  /** Every change of key, as its canonical entry. */
  entries(): { readonly seq: number; readonly text: string }[] {
    return this.#entries.all().filter(({ text }) => {
      const entry = entryOrUndefined(text);
      return entry !== undefined && readKeyRotation(entry) !== undefined;
    });
  }
}
