/** What drafts are drawn from, as it was at an instant. */
import type { Database, Statement } from 'better-sqlite3';
import type { OpenCredit } from '../../../shared/billing/credits.ts';
import { creditOf, type CreditRow, type OpenCharge } from '../credits/open-credits.ts';
import type { AdjustmentRow, BilledRow, InvoiceSource, MonthRow } from '../invoice-draft.ts';
import type { RateCards } from '../rate-cards.ts';
import { usedThen, wasCanceled, wasInForce, wasPaid } from './was.ts';
import { WorkspaceMoney } from '../workspace-money.ts';

const uses = (what: string, charge: string) => `(SELECT ${what} FROM ${charge}_uses AS u
  JOIN invoices AS i ON i.number = u.invoice WHERE u.${charge} = c.number AND i.issued_at <= @at`;

/** Every statement, by name, so that a test can read the plan of each. */
export const pastStatements = {
  used: `SELECT * FROM ${usedThen} ORDER BY account_id, month, dataset_id`,
  billed: `SELECT u.*, i.account_id, i.month AS invoice_month FROM invoices AS i
    JOIN invoice_usage AS u ON u.invoice = i.number WHERE ${wasInForce('i')} ORDER BY i.number`,
  adjustments: `SELECT a.adjustment_id, a.description, a.amount FROM adjustments AS a
    LEFT JOIN invoices AS i ON i.number = a.invoice
    WHERE a.account_id = @account AND a.created_at <= @at AND (i.number IS NULL OR i.issued_at > @at)
    ORDER BY a.number`,
  inForce: `SELECT invoice_id FROM invoices AS i
    WHERE account_id = @account AND month = @month AND ${wasInForce('i')}`,
  credits: `SELECT c.number, c.credit_id, c.kind, c.borne_by, c.priority, c.expires_on,
      c.amount - coalesce(${uses('sum(u.amount)', 'credit')} AND NOT ${wasCanceled('i')}), 0) AS rest
    FROM credits AS c WHERE c.account_id = @account AND c.created_at <= @at
      AND (c.voided_at IS NULL OR c.voided_at > @at)
      AND (c.kind <> 'PREPAID' OR EXISTS (SELECT 1 FROM invoices AS s
        WHERE s.invoice_id = c.source AND ${wasPaid('s')})) ORDER BY c.number`,
  charges: `SELECT c.charge_id, c.kind, c.amount, c.description FROM charges AS c
    WHERE c.account_id = @account AND c.created_at <= @at
      AND NOT EXISTS ${uses('1', 'charge')} AND ${wasInForce('i')}) ORDER BY c.number`,
} as const;

type UsedRow = MonthRow & { readonly account_id: string };
type HeldRow = BilledRow & { readonly account_id: string; readonly invoice_month: string };

/** Use and what invoices held of it, and what drafts are drawn from. */
export interface PastSource extends InvoiceSource {
  readonly used: readonly UsedRow[];
  readonly held: readonly HeldRow[];
}

/** Over one connection. */
export class PastSources {
  readonly #money: WorkspaceMoney;
  readonly #used: Statement<[object], UsedRow>;
  readonly #billed: Statement<[object], HeldRow>;
  readonly #adjustments: Statement<[object], AdjustmentRow>;
  readonly #inForce: Statement<[object], string>;
  readonly #credits: Statement<[object], CreditRow>;
  readonly #charges: Statement<[object], OpenCharge>;
  readonly #cards: RateCards;

  constructor(database: Database, cards: RateCards) {
    this.#money = new WorkspaceMoney(database);
    const rows = <Row>(sql: string) => database.prepare<[object], Row>(sql).safeIntegers();
    this.#used = rows(pastStatements.used);
    this.#billed = rows(pastStatements.billed);
    this.#adjustments = rows(pastStatements.adjustments);
    this.#inForce = database.prepare<[object], string>(pastStatements.inForce).pluck();
    this.#credits = rows(pastStatements.credits);
    this.#charges = rows(pastStatements.charges);
    this.#cards = cards;
  }

  at(at: string): PastSource {
    const used = this.#used.all({ at });
    const held = this.#billed.all({ at });
    const isOf = (account: string, month: string) => (row: UsedRow | HeldRow) =>
      row.account_id === account && row.month <= month;
    return {
      money: this.#money.now,
      used,
      held,
      months: (account, month) => used.filter(isOf(account, month)),
      billed: (account, month) => held.filter(isOf(account, month)),
      adjustments: (account) => this.#adjustments.all({ at, account }),
      charges: (account) => this.#charges.all({ at, account }),
      credits: (account): OpenCredit[] => this.#credits.all({ at, account }).map(creditOf),
      inForce: (account, month) => this.#inForce.get({ at, account, month }),
      card: (account, month) =>
        this.#cards.requireAssigned(this.#cards.inForceThen(account, month, at)),
    };
  }
}
