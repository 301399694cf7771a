/** Whether indexes find the rows of their tables: one that was made over something else hides them from every question. */
import { factTables, otherTables } from '../../shared/ledger/columns.ts';
import { readable, UnreadableRow, type LedgerSnapshot } from '../ledger/ledger-snapshot.ts';
import { createFinding, type EntryFinding } from './findings.ts';

/** Those whose indexes are looked at with their rows. */
const elsewhere: ReadonlySet<string> = new Set(['records', 'audit_events']);

const tables = [...Object.keys(factTables), ...Object.keys(otherTables)].filter(
  (name) => !elsewhere.has(name),
);

/** Messages of one table that are told; one more says nothing new. */
const mostTold = 5;

/**
 * Has SQLite compare each index with its table; yields after each.
 * @param seq what the findings carry, since they belong to no entry
 */
export function* checkRowIndexes(
  { database }: LedgerSnapshot,
  onFinding: (finding: EntryFinding) => void,
  seq: number,
): Generator<{ done: number; total: number }> {
  for (const [at, table] of tables.entries()) {
    const said = readable(() =>
      database.prepare<[], string>(`PRAGMA integrity_check("${table}")`).pluck().all(),
    );
    const messages = said instanceof UnreadableRow ? [`${said.reason} in an index`] : said;
    // What is wrong with a row itself is found where rows are compared.
    for (const each of messages.filter((text) => /\bindex\b/.test(text)).slice(0, mostTold)) {
      const message = `An index of ${table} does not hold its rows: ${each}.`;
      onFinding(createFinding('PROJECTION_MISMATCH', message, { seq, field: table }));
    }
    yield { done: at + 1, total: tables.length };
  }
}
