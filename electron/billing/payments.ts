/** Payments of invoices that were completed, as a list. */
import type { Database, Statement } from 'better-sqlite3';
import type { ListPaymentsQuery, Payment } from '../../shared/contract/billing.ts';
import { shownPayment, type PaymentRow } from './invoices-store.ts';

const from = `FROM payments AS p JOIN invoices AS i ON i.number = p.invoice
  WHERE p.status = 'COMPLETED' AND (@account IS NULL OR i.account_id = @account)
    AND (@invoice IS NULL OR i.invoice_id = @invoice)`;

/** Every statement, by name, so that a test can read the plan of each. */
export const paymentStatements = {
  list: `SELECT p.payment_id, i.invoice_id, p.amount, p.currency, p.method, p.paid_at
    ${from} ORDER BY p.paid_at DESC, p.number DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) ${from}`,
} as const;

export class Payments {
  readonly #list: Statement<[object], PaymentRow>;
  readonly #count: Statement<[object], number>;

  constructor(database: Database) {
    this.#list = database.prepare<[object], PaymentRow>(paymentStatements.list).safeIntegers();
    this.#count = database.prepare<[object], number>(paymentStatements.count).pluck();
  }

  /** A page of payments, newest first, and how many there are. */
  list(query: ListPaymentsQuery, baseUrl: string): { data: Payment[]; total: number } {
    const { account_id: account = null, invoice_id: invoice = null, limit, offset } = query;
    const values = { account, invoice };
    return {
      data: this.#list.all({ ...values, limit, offset }).map((row) => shownPayment(row, baseUrl)),
      total: this.#count.get(values) ?? 0,
    };
  }
}
