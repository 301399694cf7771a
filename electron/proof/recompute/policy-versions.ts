/** The version of the policy that each access was made under: one that held at its instant. */
import type { Database } from 'better-sqlite3';
import type { RowFinding } from '../row-finding.ts';

interface AccessRow {
  readonly session: number;
  readonly number: number;
  readonly version: number | null;
  readonly expected: number;
}

/** A version that is withdrawn never held: nothing that holds can be withdrawn. */
const newest = (compare: '<' | '<=') =>
  `coalesce((SELECT max(p.version) FROM policies AS p WHERE p.dataset = s.dataset
    AND p.effective_at ${compare} u.at AND p.withdrawn_at IS NULL), 1)`;

/** Yields after each access that was made under another version. */
export function* checkPolicyVersions(
  database: Database,
  report: (finding: RowFinding) => void,
): Generator<void> {
  // What was published in the very millisecond of an access may have held for it, or not yet.
  const rows = database.prepare<[], AccessRow>(
    `SELECT u.session, u.number, u.policy_version AS version, ${newest('<=')} AS expected
     FROM session_usage AS u JOIN sessions AS s ON s.number = u.session
     WHERE coalesce(u.policy_version, 1) NOT BETWEEN ${newest('<')} AND ${newest('<=')}
       OR (u.policy_version IS NULL AND EXISTS (SELECT 1 FROM policies AS p
         WHERE p.dataset = s.dataset AND p.effective_at < u.at AND p.withdrawn_at IS NULL))`,
  );
  for (const { session, number, version, expected } of rows.iterate()) {
    report({
      kind: 'altered',
      table: 'session_usage',
      row: JSON.stringify([session, number]),
      column: 'policy_version',
      seq: 0,
      expected: String(expected),
      actual: version === null ? null : String(version),
    });
    yield;
  }
}
