/** Credits that lower an account's next invoice, and charges that it asks for, as they are stored. */
import type { Database, Statement } from 'better-sqlite3';
import type { CreditBearer, CreditKind, OpenCredit } from '../../../shared/billing/credits.ts';
import { isInForce } from '../in-force.ts';

export const chargeKinds = ['CHARGE', 'PREPAYMENT'] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** A charge that no invoice in force asks for. */
export interface OpenCharge {
  readonly charge_id: string;
  readonly kind: ChargeKind;
  readonly amount: bigint;
  readonly description: string;
}

export interface CreditRow {
  readonly number: bigint;
  readonly credit_id: string;
  readonly kind: CreditKind;
  readonly borne_by: CreditBearer | null;
  readonly priority: bigint;
  readonly expires_on: string | null;
  readonly rest: bigint;
}

/** Rest of a credit in SQL: what no invoice uses that is not canceled. */
export const restOfCredit = `c.amount - coalesce((SELECT sum(u.amount) FROM credit_uses AS u
  JOIN invoices AS i ON i.number = u.invoice WHERE u.credit = c.number AND i.status <> 'CANCELED'), 0)`;
/** Condition in SQL: a credit that can be used. What is paid beforehand can be, once it is paid. */
export const isUsable = `c.voided_at IS NULL AND (c.kind <> 'PREPAID'
  OR (SELECT s.status FROM invoices AS s WHERE s.invoice_id = c.source) = 'PAID')`;

/** Every statement, by name, so that a test can read the plan of each. */
export const openCreditStatements = {
  credits: `SELECT c.number, c.credit_id, c.kind, c.borne_by, c.priority, c.expires_on, ${restOfCredit} AS rest
    FROM credits AS c WHERE c.account_id = ? AND ${isUsable} ORDER BY c.number`,
  charges: `SELECT c.charge_id, c.kind, c.amount, c.description FROM charges AS c
    WHERE c.account_id = ? AND NOT EXISTS (SELECT 1 FROM charge_uses AS u
      JOIN invoices AS i ON i.number = u.invoice WHERE u.charge = c.number AND ${isInForce('i')})
    ORDER BY c.number`,
} as const;

export class OpenCredits {
  readonly #credits: Statement<[string], CreditRow>;
  readonly #charges: Statement<[string], OpenCharge>;

  constructor(database: Database) {
    this.#credits = database
      .prepare<[string], CreditRow>(openCreditStatements.credits)
      .safeIntegers();
    this.#charges = database
      .prepare<[string], OpenCharge>(openCreditStatements.charges)
      .safeIntegers();
  }

  of(accountId: string): OpenCredit[] {
    return this.#credits.all(accountId).map(creditOf);
  }

  charges(accountId: string): OpenCharge[] {
    return this.#charges.all(accountId);
  }
}

export function creditOf(row: CreditRow): OpenCredit {
  return {
    creditId: row.credit_id,
    kind: row.kind,
    rest: row.rest,
    borneBy: row.borne_by,
    priority: Number(row.priority),
    expiresOn: row.expires_on,
    number: row.number,
  };
}
