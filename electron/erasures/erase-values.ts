/** Deletes erased values from every table of the ledger that holds or was made from them. */
import type { WriterDatabase } from '../database/open-database.ts';
import { searchText } from '../ledger/prepare-record.ts';

/** What is erased: fields of one entry, which is a record or an intervention on it. */
export interface ErasureTarget {
  readonly recordId: string;
  /** Journal index of the entry whose values go. */
  readonly seq: number;
  readonly fields: readonly string[];
  readonly isRecord: boolean;
}

/**
 * Deletes values and salts, the transaction id's clear copy, and the words of input and output from
 * the search index. The caller holds the transaction.
 */
export function eraseValues(database: WriterDatabase, target: ErasureTarget): void {
  const { seq, fields, isRecord } = target;
  const valueOf = database
    .prepare<[number, string], string>('SELECT value FROM payloads WHERE seq = ? AND field = ?')
    .pluck();
  const searchable = (): string =>
    searchText(valueOf.get(seq, 'input') ?? '', valueOf.get(seq, 'output') ?? '');
  const before = isRecord ? searchable() : '';
  const remove = database.prepare('DELETE FROM payloads WHERE seq = ? AND field = ?');
  for (const field of fields) remove.run(seq, field);
  if (!isRecord) return;
  if (fields.includes('transaction_id')) {
    database.prepare('UPDATE records SET transaction_id = NULL WHERE seq = ?').run(seq);
  }
  const after = searchable();
  if (after === before) return;
  const position = database.prepare('SELECT position FROM records WHERE seq = ?').pluck().get(seq);
  // The index keeps no text of its own: it must be told what it indexed to take it out again.
  database
    .prepare("INSERT INTO records_search (records_search, rowid, text) VALUES ('delete', ?, ?)")
    .run(position, before);
  database.prepare('INSERT INTO records_search (rowid, text) VALUES (?, ?)').run(position, after);
}

/**
 * Copies the write-ahead log into the file and empties it, so that no earlier state of a page is
 * left in it. False while a reader still needs the log: then to be asked again.
 */
export function emptyLog(database: WriterDatabase): boolean {
  const [result] = database.prepare<[], { busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)').all();
  return result?.busy === 0;
}
