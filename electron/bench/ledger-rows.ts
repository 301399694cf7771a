/** The rows of a ledger, prepared for inserting them again without Proofdesk: the raw baseline. */
import Database from 'better-sqlite3';
import { openWriter, type WriterDatabase } from '../database/open-database.ts';

/** The tables an append writes to, the search index apart. */
const tables = ['entries', 'payloads', 'records'] as const;

/** Stored form of one record: rows for each table of `tables`, and the text of the search index. */
export interface RecordRows {
  readonly rows: readonly (readonly unknown[][])[];
  readonly searchText: string;
}

/** The rows of every record of the ledger at `path`; `searchTexts` in the order of its records. */
export function readRecordRows(path: string, searchTexts: readonly string[]): RecordRows[] {
  const rows = openRecordRows(path);
  const records = rows.next(searchTexts);
  rows.close();
  return records;
}

/** The same a part at a time: `next` answers the rows of as many records as it is given texts of. */
export function openRecordRows(path: string): {
  readonly next: (searchTexts: readonly string[]) => RecordRows[];
  readonly close: () => void;
} {
  const ledger = new Database(path, { readonly: true });
  const statements = tables.map((table) =>
    ledger.prepare<[number], unknown[]>(`SELECT * FROM ${table} WHERE seq = ?`).raw(),
  );
  const seqs = ledger
    .prepare<[number, number], number>(
      'SELECT seq FROM records WHERE position > ? ORDER BY position LIMIT ?',
    )
    .pluck();
  let position = 0;
  return {
    next(searchTexts) {
      const records = seqs.all(position, searchTexts.length).map((seq, index) => ({
        rows: statements.map((statement) => statement.all(seq)),
        searchText: searchTexts[index] ?? '',
      }));
      position += records.length;
      return records;
    },
    close: () => void ledger.close(),
  };
}

/** A ledger file of the same schema, indexes and pragmas, and what inserts one record's rows into it. */
export function openRaw(path: string): {
  readonly database: WriterDatabase;
  readonly insert: (record: RecordRows) => void;
} {
  const database = openWriter(path);
  const inserts = tables.map((table) => {
    const columns = database.prepare(`SELECT * FROM ${table}`).columns();
    const places = columns.map(() => '?').join(', ');
    return database.prepare(`INSERT INTO ${table} VALUES (${places})`);
  });
  const search = database.prepare('INSERT INTO records_search (rowid, text) VALUES (?, ?)');
  let position = 0;
  return {
    database,
    insert({ rows, searchText }) {
      inserts.forEach((statement, index) => {
        for (const row of rows[index] ?? []) statement.run(row);
      });
      position += 1;
      search.run(position, searchText);
    },
  };
}
