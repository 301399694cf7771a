/** Deletes erased values from every table of the ledger that holds or was made from them. */
import type { WriterDatabase } from '../database/open-database.ts';
import { cutMark, searchText, wholeSearchText } from '../ledger/search-text.ts';

/** Target of an erasure: fields of one entry, which is a record or an intervention on it. */
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
  const values = (): readonly [input: string, output: string] => [
    valueOf.get(seq, 'input') ?? '',
    valueOf.get(seq, 'output') ?? '',
  ];
  const before = values();
  const remove = database.prepare('DELETE FROM payloads WHERE seq = ? AND field = ?');
  for (const field of fields) remove.run(seq, field);
  if (!isRecord) return;
  if (fields.includes('transaction_id')) {
    database.prepare('UPDATE records SET transaction_id = NULL WHERE seq = ?').run(seq);
  }
  const after = values();
  if (after.join() === before.join()) return;
  const position = database
    .prepare<[number], number>('SELECT position FROM records WHERE seq = ?')
    .pluck()
    .get(seq);
  if (position === undefined) return;
  // The index keeps no text of its own: it must be told what it indexed to take it out again. What an
  // earlier version indexed was never cut.
  const isWhole = searchText(...before).endsWith(cutMark) && !isCut(database, position);
  database
    .prepare("INSERT INTO records_search (records_search, rowid, text) VALUES ('delete', ?, ?)")
    .run(position, isWhole ? wholeSearchText(...before) : searchText(...before));
  database
    .prepare('INSERT INTO records_search (rowid, text) VALUES (?, ?)')
    .run(position, searchText(...after));
}

/** Whether the index holds a part of a record's text. */
function isCut(database: WriterDatabase, position: number): boolean {
  return (
    database
      .prepare('SELECT 1 FROM records_search WHERE records_search MATCH ? AND rowid = ?')
      .get(cutMark, position) !== undefined
  );
}
