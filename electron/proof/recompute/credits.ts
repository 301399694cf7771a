/** Credits that follow from invoices, uses of credits and charges, against what the lines of the invoices say. */
import type { Database } from 'better-sqlite3';
import type { DrawnLines } from '../../billing/invoice-draft.ts';
import { sumLines } from '../../billing/invoice-sums.ts';
import type { RowFinding } from '../row-finding.ts';

/** A table whose rows follow from the lines, each as a text. */
const tables = {
  credits: `SELECT json_array(source, kind, amount, account_id) FROM credits WHERE source IS NOT NULL`,
  credit_uses: `SELECT json_array(coalesce(c.credit_id, u.credit), coalesce(i.invoice_id, u.invoice), u.amount)
    FROM credit_uses AS u LEFT JOIN credits AS c ON c.number = u.credit
    LEFT JOIN invoices AS i ON i.number = u.invoice`,
  charge_uses: `SELECT json_array(coalesce(c.charge_id, u.charge), coalesce(i.invoice_id, u.invoice))
    FROM charge_uses AS u LEFT JOIN charges AS c ON c.number = u.charge
    LEFT JOIN invoices AS i ON i.number = u.invoice`,
} as const;
type CheckedTable = keyof typeof tables;
const names = ['credits', 'credit_uses', 'charge_uses'] as const satisfies readonly CheckedTable[];

export class CreditsCheck {
  readonly #database: Database;
  readonly #report: (finding: RowFinding) => void;
  readonly #expected: Readonly<Record<CheckedTable, Set<string>>> = {
    credits: new Set(),
    credit_uses: new Set(),
    charge_uses: new Set(),
  };

  constructor(database: Database, report: (finding: RowFinding) => void) {
    this.#database = database;
    this.#report = report;
  }

  /** Takes in what follows from an invoice that is issued next. */
  expect(
    { id, accountId }: { readonly id: string; readonly accountId: string },
    { lines, correction }: Pick<DrawnLines, 'lines' | 'correction'>,
  ): void {
    const bought = sumLines(lines.filter(({ kind }) => kind === 'prepayment'));
    for (const [kind, amount] of [
      ['PREPAID', bought] as const,
      ['CORRECTION', correction] as const,
    ]) {
      if (amount > 0n) this.#add('credits', [id, kind, Number(amount), accountId]);
    }
    for (const { amount, credit, chargeId } of lines) {
      if (credit !== undefined) this.#add('credit_uses', [credit.id, id, Number(-amount)]);
      if (chargeId !== undefined) this.#add('charge_uses', [chargeId, id]);
    }
  }

  /** Yields after each row. */
  *compare(): Generator<void> {
    for (const table of names) {
      const expected = new Set(this.#expected[table]);
      const about = { table, column: null, seq: 0 } as const;
      for (const row of this.#database.prepare<[], string>(tables[table]).pluck().all()) {
        yield;
        if (expected.delete(row)) continue;
        this.#report({ ...about, row, kind: 'inserted', expected: null, actual: row });
      }
      for (const row of expected) {
        this.#report({ ...about, row, kind: 'deleted', expected: row, actual: null });
      }
    }
  }

  #add(table: CheckedTable, row: readonly (string | number)[]): void {
    this.#expected[table].add(JSON.stringify(row));
  }
}
