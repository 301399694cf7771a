/** Credits and charges for coming invoices, as lists show them. */
import type { Database, Statement } from 'better-sqlite3';
import { type Adjustment } from '../../shared/contract/billing.ts';
import { WorkspaceMoney } from './workspace-money.ts';
import { type Money } from '../../shared/billing/money.ts';

interface Row {
  adjustment_id: string;
  account_id: string;
  description: string;
  amount: bigint;
  created_at: string;
  invoice_id: string | null;
}

const select = `SELECT a.adjustment_id, a.account_id, a.description, a.amount, a.created_at, i.invoice_id
  FROM adjustments AS a LEFT JOIN invoices AS i ON i.number = a.invoice`;
const selected = '(@account IS NULL OR a.account_id = @account)';

export class Adjustments {
  readonly #money: WorkspaceMoney;
  readonly #one: Statement<[string], Row>;
  readonly #list: Statement<[object], Row>;
  readonly #count: Statement<[object], number>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    this.#one = database
      .prepare<[string], Row>(`${select} WHERE a.adjustment_id = ?`)
      .safeIntegers();
    this.#list = database
      .prepare<[object], Row>(
        `${select} WHERE ${selected} ORDER BY a.number DESC LIMIT @limit OFFSET @offset`,
      )
      .safeIntegers();
    this.#count = database
      .prepare<[object], number>(`SELECT count(*) FROM adjustments AS a WHERE ${selected}`)
      .pluck();
  }

  find(id: string): Adjustment | undefined {
    const row = this.#one.get(id);
    return row && shown(row, this.#money.now);
  }

  /** A page of adjustments, newest first, and how many there are. */
  list(filter: { accountId: string | undefined; limit: number; offset: number }): {
    data: Adjustment[];
    total: number;
  } {
    const { limit, offset } = filter;
    const account = filter.accountId ?? null;
    const money = this.#money.now;
    return {
      data: this.#list.all({ account, limit, offset }).map((row) => shown(row, money)),
      total: this.#count.get({ account }) ?? 0,
    };
  }
}

function shown(row: Row, money: Money): Adjustment {
  return {
    adjustment_id: row.adjustment_id,
    account_id: row.account_id,
    description: row.description,
    amount: money.number(row.amount),
    currency: money.code,
    created_at: row.created_at,
    invoice_id: row.invoice_id,
  };
}
