/** What stands on papers that were issued: it is kept until the term of the settings has passed. */
import type { Database } from 'better-sqlite3';
import { usualKeptYears } from '../../shared/contract/billing-parties.ts';
import type { CommittedMember, FactTableName } from '../../shared/ledger/columns.ts';
import { newerParty } from '../proof/taken-papers.ts';

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
  // A paper shows who issued it, and to whom, as it was then.
  billing_settings: {
    value: `SELECT max(i.issued_at) FROM billing_settings AS s JOIN invoices AS i ON i.issued_at >= s.at
      WHERE s.version = ? AND i.issued_at < coalesce(
        (SELECT min(n.at) FROM billing_settings AS n WHERE n.version > s.version), '9')`,
  },
  parties: {
    value: `SELECT CASE p.kind
        WHEN 'ACCOUNT' THEN (SELECT max(i.issued_at) FROM invoices AS i
          WHERE i.account_id = p.id AND i.issued_at >= p.at AND i.issued_at < ${newerParty})
        ELSE (SELECT max(o.created_at) FROM payouts AS o
          WHERE o.holder_id = p.id AND o.created_at >= p.at AND o.created_at < ${newerParty}) END
      FROM parties AS p WHERE p.kind = ? AND p.id = ? AND p.version = ?`,
  },
  payments: { method: receipt },
  credit_notes: { reason: 'SELECT issued_at FROM credit_notes WHERE credit_note_id = ?' },
  refunds: {
    reference: `SELECT n.issued_at FROM credit_notes AS n WHERE n.credit_note_id = ?`,
  },
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

/** Years for which papers are kept. */
export function keptYears(database: Database): number {
  return (
    database
      .prepare<[], number | null>(
        'SELECT kept_years FROM billing_settings ORDER BY version DESC LIMIT 1',
      )
      .pluck()
      .get() ?? usualKeptYears
  );
}

/** A committed value of a row. */
interface CommittedValue {
  readonly table: string;
  readonly field: string;
  readonly key: unknown[];
}

/** The first day on which a value may be erased; undefined where it stands on no paper. */
export function keptUntil(
  database: Database,
  { table, field, key }: CommittedValue,
  years: number,
): string | undefined {
  const sql = retentionStatements[`${table}.${field}`];
  if (sql === undefined) return undefined;
  const issued = database
    .prepare<unknown[], string | null>(sql)
    .pluck()
    .get(...key);
  if (typeof issued !== 'string') return undefined;
  const until = new Date(issued);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  return until.toISOString();
}
