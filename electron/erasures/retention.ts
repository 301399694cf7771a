/** What stands on papers that were issued: it is kept until the term of the law has passed. */
import type { Database } from 'better-sqlite3';
import type { CommittedMember, FactTableName } from '../../shared/ledger/columns.ts';

/** Years for which papers are kept. */
const keptYears = 10;

/** A query for when a row last came to stand on a paper; the parts of its key in their order. */
const invoiceOfAccount = 'SELECT max(issued_at) FROM invoices WHERE account_id = ?';
const receipt = 'SELECT paid_at FROM payments WHERE payment_id = ?';
/** Evidence of what was done in a session says what for, and by whom. */
const evidence = 'SELECT max(created_at) FROM evidence WHERE session_id = ?';

const papers: {
  readonly [Table in FactTableName]?: { readonly [Member in CommittedMember<Table>]?: string };
} = {
  accounts: { name: invoiceOfAccount, email: invoiceOfAccount, address: invoiceOfAccount },
  adjustments: {
    description: `SELECT max(i.issued_at) FROM adjustments AS a
      JOIN invoices AS i ON i.account_id = a.account_id
      WHERE a.adjustment_id = ? AND instr(i.lines, a.adjustment_id) > 0`,
  },
  charges: {
    description: `SELECT max(i.issued_at) FROM charges AS c JOIN charge_uses AS u ON u.charge = c.number
      JOIN invoices AS i ON i.number = u.invoice WHERE c.charge_id = ?`,
  },
  payments: { method: receipt },
  rate_cards: {
    name: `SELECT max(i.issued_at) FROM rate_card_assignments AS a
      JOIN invoices AS i ON i.account_id = a.account_id AND i.month >= a.month
      WHERE a.rate_card_id = ? AND a.version = ?`,
  },
  sessions: { purpose: evidence, operator: evidence },
};

/** Every statement, by name, so that a test can read the plan of each. */
export const retentionStatements: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(papers).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, sql]) => [`${table}.${column}`, sql]),
  ),
);

/** The first day on which a value may be erased; undefined where it stands on no paper. */
export function keptUntil(
  database: Database,
  {
    table,
    field,
    key,
  }: { readonly table: string; readonly field: string; readonly key: unknown[] },
): string | undefined {
  const sql = retentionStatements[`${table}.${field}`];
  if (sql === undefined) return undefined;
  const issued = database
    .prepare<unknown[], string | null>(sql)
    .pluck()
    .get(...key);
  if (typeof issued !== 'string') return undefined;
  const until = new Date(issued);
  until.setUTCFullYear(until.getUTCFullYear() + keptYears);
  return until.toISOString();
}
