/** What holders earned by paid invoices, as lists show it: the rows behind a balance and a payout. */
import type { Database, Statement } from 'better-sqlite3';
import { type AccrualsQuery, type ShownAccrual } from '../../shared/contract/billing.ts';
import { WorkspaceMoney } from './workspace-money.ts';

interface Row {
  readonly holder_id: string;
  readonly dataset_id: string;
  readonly invoice_id: string;
  readonly payout_id: string | null;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
  readonly accrued_at: string;
}

const from = 'FROM earned AS e LEFT JOIN payouts AS p ON p.number = e.payout';
const where = `(@holder IS NULL OR e.holder_id = @holder)
  AND (@dataset IS NULL OR e.dataset_id = @dataset)
  AND (@invoice IS NULL OR e.document = @invoice)
  AND (@payout IS NULL OR p.payout_id = @payout)`;

/** Every statement, by name, so that a test can read the plan of each. */
export const accrualStatements = {
  list: `SELECT e.holder_id, e.dataset_id, e.document AS invoice_id, p.payout_id, e.gross, e.fee, e.net,
      e.earned_at AS accrued_at ${from} WHERE ${where}
    ORDER BY e.earned_at DESC, e.is_share DESC, e.number DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) ${from} WHERE ${where}`,
} as const;

export class Accruals {
  readonly #money: WorkspaceMoney;
  readonly #list: Statement<[object], Row>;
  readonly #count: Statement<[object], number>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    this.#list = database.prepare<[object], Row>(accrualStatements.list).safeIntegers();
    this.#count = database.prepare<[object], number>(accrualStatements.count).pluck();
  }

  /** A page of accruals, newest first, and how many there are. */
  list(query: AccrualsQuery): { data: ShownAccrual[]; total: number } {
    const values = {
      holder: query.holder_id ?? null,
      dataset: query.dataset_id ?? null,
      invoice: query.invoice_id ?? null,
      payout: query.payout_id ?? null,
    };
    const { limit, offset } = query;
    const money = this.#money.now;
    return {
      data: this.#list.all({ ...values, limit, offset }).map((row) => ({
        holder_id: row.holder_id,
        dataset_id: row.dataset_id,
        invoice_id: row.invoice_id,
        payout_id: row.payout_id,
        gross: money.number(row.gross),
        fee: money.number(row.fee),
        net: money.number(row.net),
        currency: money.code,
        created_at: row.accrued_at,
      })),
      total: this.#count.get(values) ?? 0,
    };
  }
}
