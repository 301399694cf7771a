/** Receipts of accesses: each says what its access was, and names the one before it in its session. */
import type { Database } from 'better-sqlite3';
import { receiptHead } from '../../receipts/chain.ts';
import type { RowFinding } from '../row-finding.ts';

interface ReceiptRow {
  readonly session: number;
  readonly session_id: string;
  readonly number: number;
  readonly at: string;
  readonly kind: string;
  readonly records: number;
  readonly bytes: number;
  readonly policy_version: number | null;
  readonly request: string | null;
  readonly root: Buffer | null;
  readonly head: Buffer | null;
}

const columns = `u.session, s.session_id, u.number, u.at, u.kind, u.records, u.bytes, u.policy_version,
  u.request, u.root, u.head`;

/** The head that a receipt must have; undefined where its request was erased, as nobody can tell it any more. */
function expectedHead(row: ReceiptRow, previous: Buffer | undefined): Buffer | undefined {
  const { session_id: sessionId, number: n, at, kind, records: rows, bytes, request, root } = row;
  if (request === null) return undefined;
  const policyVersion = row.policy_version ?? 1;
  const delivered = { kind, rows, bytes, policyVersion, request, root: root ?? Buffer.alloc(0) };
  return receiptHead({ sessionId, n, at, ...delivered, previous });
}

/** The head of the receipt with a number among all, by what it says; undefined where nobody can tell it any more. */
export function headOfLine(database: Database, line: number): string | undefined {
  const row = database
    .prepare<[number], ReceiptRow & { readonly previous: Buffer | null }>(
      `SELECT ${columns}, (SELECT p.head FROM session_usage AS p
         WHERE p.session = u.session AND p.number = u.number - 1) AS previous
       FROM session_usage AS u JOIN sessions AS s ON s.number = u.session WHERE u.line = ?`,
    )
    .get(line);
  return row && expectedHead(row, row.previous ?? undefined)?.toString('hex');
}

/** Yields after each access. Those from before there were receipts come first in their session, and have none. */
export function* checkReceipts(
  database: Database,
  report: (finding: RowFinding) => void,
): Generator<void> {
  const rows = database.prepare<[], ReceiptRow>(
    `SELECT ${columns} FROM session_usage AS u JOIN sessions AS s ON s.number = u.session ORDER BY u.session, u.number`,
  );
  const erasure = database
    .prepare<[number], number>(
      `SELECT 1 FROM sessions AS s JOIN row_erasures AS e ON e.dataset = s.dataset
       WHERE s.number = ? LIMIT 1`,
    )
    .pluck();
  let session = 0;
  let previous: Buffer | undefined;
  for (const row of rows.iterate()) {
    if (row.session !== session) previous = undefined;
    session = row.session;
    const { head } = row;
    const about = {
      table: 'session_usage',
      row: JSON.stringify([row.session, row.number]),
      seq: 0,
    } as const;
    // A request is forgotten along with rows that it named, as an erasure of its dataset declares.
    if (head !== null && row.request === null && erasure.get(row.session) === undefined) {
      report({ ...about, kind: 'altered', column: 'request', expected: null, actual: null });
    }
    if (head !== null) {
      const expected = expectedHead(row, previous)?.toString('hex');
      const actual = head.toString('hex');
      if (expected !== undefined && expected !== actual) {
        report({ ...about, kind: 'altered', column: 'head', expected, actual });
      }
      previous = head;
    } else if (previous !== undefined) {
      report({ ...about, kind: 'altered', column: 'head', expected: null, actual: null });
    }
    yield;
  }
}
