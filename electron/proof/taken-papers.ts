/** Papers that show a value which was erased: their bytes go, and a fact of each says so. */
import type { Database, Statement } from 'better-sqlite3';
import type { FactTableName } from '../../shared/ledger/columns.ts';
import type { Facts } from './facts.ts';

/** A paper by its key. */
interface Place {
  readonly kind: string;
  readonly about: string;
}

/** SQL of the key by which the paper of a reminder `r` of an invoice `i` is kept. */
export const reminderAbout = `i.invoice_id || '/' || r.level`;
/** The papers on an invoice beside itself, by a condition on the invoice `i`. */
const onInvoices = (where: string) => `
  SELECT 'CREDIT_NOTE' AS kind, n.credit_note_id AS about FROM credit_notes AS n
    JOIN invoices AS i ON i.number = n.invoice WHERE ${where}
  UNION ALL
  SELECT 'REMINDER', ${reminderAbout} FROM reminders AS r
    JOIN invoices AS i ON i.number = r.invoice WHERE ${where}`;
/** Statements by a condition on the payout `o`. */
const ofPayouts = (where: string) =>
  `SELECT 'STATEMENT' AS kind, o.payout_id AS about FROM payouts AS o WHERE ${where}`;
const ofCreditNote = `SELECT 'CREDIT_NOTE' AS kind, @first AS about`;
const ofAccount = onInvoices('i.account_id = @first');
/** SQL of the instant at which a newer version of a party `p` came into force, behind every instant where there is none. */
export const newerParty = `coalesce((SELECT min(n.at) FROM parties AS n
  WHERE n.kind = p.kind AND n.id = p.id AND n.version > p.version), '9')`;
const inForce = (at: string) => `EXISTS (SELECT 1 FROM parties AS p
  WHERE p.kind = @first AND p.id = @second AND p.version = @third AND ${at} >= p.at AND ${at} < ${newerParty})`;

/**
 * By table and column: the papers that show the value of a row, whose key gives the parameters. Of a bank account a
 * statement has its last characters alone: it stays.
 */
const showing: {
  readonly [Table in FactTableName]?: Readonly<Record<string, string>>;
} = {
  accounts: { name: ofAccount, email: ofAccount, address: ofAccount },
  credit_notes: { reason: ofCreditNote },
  refunds: { reference: ofCreditNote },
  parties: {
    value: `${onInvoices(`@first = 'ACCOUNT' AND i.account_id = @second AND ${inForce('i.issued_at')}`)}
      UNION ALL ${ofPayouts(`@first = 'HOLDER' AND o.holder_id = @second AND ${inForce('o.created_at')}`)}`,
  },
};

/** Every statement, by name, so that a test can read the plan of each. */
export const takenStatements: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(showing).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, sql]) => [`${table}.${column}`, sql]),
  ),
);

/** Over the writer's connection; the caller holds the transaction. */
export class TakenPapers {
  readonly #database: Database;
  readonly #facts: Facts;
  readonly #kept: Statement<[string, string], number>;
  readonly #take: Statement<[string, string]>;

  constructor(database: Database, facts: Facts) {
    this.#database = database;
    this.#facts = facts;
    this.#kept = database
      .prepare<[string, string], number>(
        'SELECT 1 FROM papers WHERE kind = ? AND about = ? AND pdf IS NOT NULL',
      )
      .pluck();
    this.#take = database.prepare('UPDATE papers SET pdf = NULL WHERE kind = ? AND about = ?');
  }

  /** Takes the papers that show an erased value of a row. @param row the text of its key */
  take(table: FactTableName, row: string, fields: ReadonlySet<string>): void {
    const key = this.#facts.keyOfText(table, row);
    if (key === undefined) return;
    const [first, second, third] = typeof key === 'object' ? key : [key];
    for (const field of fields) {
      const sql = takenStatements[`${table}.${field}`];
      if (sql === undefined) continue;
      const places = this.#database.prepare<[object], Place>(sql).all({ first, second, third });
      for (const { kind, about } of places) {
        if (this.#kept.get(kind, about) === undefined) continue;
        this.#facts.write('papers', [kind, about], { set: { taken: true } });
        this.#take.run(kind, about);
      }
    }
  }
}
