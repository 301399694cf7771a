/** Whether the ledger's tables and indexes are those that its migrations make, and nothing was added. */
import type Database from 'better-sqlite3';
import { readSchema } from '../database/schema-digest.ts';
import { schemaDifferences } from '../database/schema-differences.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import { readable, UnreadableRow } from '../ledger/ledger-snapshot.ts';

/**
 * Compares the schema with a fresh one: a table, index or trigger that was changed or put in, and a
 * table or index that is missing. A missing guard trigger alone says nothing about the rows, which
 * are all compared; it is not reported. The two tables of Litestream may be there, as it makes them.
 * @param seq what the findings carry, since they belong to no entry
 */
export function checkSchema(
  database: Database.Database,
  onFinding: (finding: EntryFinding) => void,
  seq: number,
): void {
  const report = (message: string, expected?: string | null, actual?: string | null) =>
    onFinding(
      createFinding('PROJECTION_MISMATCH', message, { seq, field: 'schema', expected, actual }),
    );
  const stored = readable(() => readSchema(database));
  if (stored instanceof UnreadableRow) {
    report(`The schema of the ledger cannot be read: ${stored.reason}.`);
    return;
  }
  for (const { message, expected, actual } of schemaDifferences(stored))
    report(message, expected, actual);
}
