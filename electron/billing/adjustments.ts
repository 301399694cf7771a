/** Credits and charges for coming invoices, as lists show them. */
import type { Database, Statement } from 'better-sqlite3';
import { currency, type Adjustment } from '../../shared/contract/billing.ts';
import { moneyNumber } from '../../shared/billing/decimal.ts';

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
  readonly #one: Statement<[string], Row>;
  readonly #list: Statement<[object], Row>;
  readonly #count: Statement<[object], number>;

  constructor(database: Database) {
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
    return row && shown(row);
  }

  /** A page of adjustments, newest first, and how many there are. */
  list(filter: { accountId: string | undefined; limit: number; offset: number }): {
    data: Adjustment[];
    total: number;
  } {
    const { limit, offset } = filter;
    const account = filter.accountId ?? null;
    return {
      data: this.#list.all({ account, limit, offset }).map(shown),
      total: this.#count.get({ account }) ?? 0,
    };
  }
}

function shown(row: Row): Adjustment {
  return {
    adjustment_id: row.adjustment_id,
    account_id: row.account_id,
    description: row.description,
    amount: moneyNumber(row.amount),
    currency,
    created_at: row.created_at,
    invoice_id: row.invoice_id,
  };
}
