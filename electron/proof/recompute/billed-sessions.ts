/** Metered sessions against the facts of sessions: whose they are, and of what. */
import type { Database } from 'better-sqlite3';
import type { JsonValue } from '../../../shared/contract/json.ts';
import type { RowFinding } from '../row-finding.ts';
import type { SqlValue } from '../column-values.ts';
import { StoredFacts } from './stored-facts.ts';

type Row = Readonly<Record<string, SqlValue>>;

/** By column, the member of the first fact of the session; `session_id` is the key of both. */
const members = {
  account_id: 'account_id',
  dataset_id: 'dataset_id',
  holder_id: 'holder_id',
  opened_at: 'created_at',
} as const;

/** Sessions are metered in the order in which they are opened; yields after each. */
export function* checkBilledSessions(
  database: Database,
  report: (finding: RowFinding) => void,
): Generator<void> {
  const billed = database
    .prepare<[string], Row>('SELECT * FROM billed_sessions WHERE session_id = ?')
    .safeIntegers();
  const known = new Set<string>();
  for (const { id, set, seq } of new StoredFacts(database).inOrder(['sessions'])) {
    yield;
    if (typeof id !== 'string' || set === null || known.has(id)) continue;
    known.add(id);
    const about = { table: 'billed_sessions', row: id, seq } as const;
    const row = billed.get(id);
    if (row === undefined) {
      report({ ...about, kind: 'deleted', column: null, expected: id, actual: null });
      continue;
    }
    const columns = [
      ['number', String(known.size)] as const,
      ...Object.entries(members).map(([column, member]) => [column, told(set[member])] as const),
      // A session without a model has no name of one.
      ['model_id', told(set['model_id']) ?? ''] as const,
    ];
    for (const [column, expected] of columns) {
      const value = row[column] ?? null;
      const actual = value === null ? null : String(value);
      if (expected !== actual) report({ ...about, kind: 'altered', column, expected, actual });
    }
  }
  const rows = database.prepare<[], string>('SELECT session_id FROM billed_sessions').pluck();
  for (const row of rows.iterate()) {
    yield;
    if (known.has(row)) continue;
    const about = { table: 'billed_sessions', row, column: null, seq: 0 } as const;
    report({ ...about, kind: 'inserted', expected: null, actual: row });
  }
}

function told(value: JsonValue | undefined): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
