/** The rows of a ledger, prepared for inserting them again without Proofdesk: the raw baseline. */
import Database from 'better-sqlite3';
import { openWriter, type WriterDatabase } from '../database/open-database.ts';

/** The tables an append writes to, the search index apart. */
const tables = ['entries', 'payloads', 'records'] as const;

/** What one record is stored as: rows for each table of `tables`, and the text of the search index. */
export interface RecordRows {
  readonly rows: readonly (readonly unknown[][])[];
  readonly searchText: string;
}

/** The rows of every record of the ledger at `path`; `searchTexts` in the order of its records. */
export function readRecordRows(path: string, searchTexts: readonly string[]): RecordRows[] {
  const ledger = new Database(path, { readonly: true });
  const statements = tables.map((table) =>
    ledger.prepare<[number], unknown[]>(`SELECT * FROM ${table} WHERE seq = ?`).raw(),
  );
  const seqs = ledger
    .prepare<[], number>('SELECT seq FROM records ORDER BY position')
    .pluck()
    .all();
  const records = seqs.map((seq, index) => ({
    rows: statements.map((statement) => statement.all(seq)),
    searchText: searchTexts[index] ?? '',
  }));
  ledger.close();
  return records;
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
