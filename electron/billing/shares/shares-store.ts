/** Shares of holders, as a list shows them: what each is of, and what became of it. */
import type { Database, Statement } from 'better-sqlite3';
import type {
  SharesQuery,
  ShareState,
  ShownShare,
} from '../../../shared/contract/billing-credits.ts';
import { WorkspaceMoney } from '../workspace-money.ts';

interface Row {
  readonly document: string;
  readonly dataset_id: string;
  readonly holder_id: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
  readonly state: ShareState;
  readonly issued_at: string;
  readonly earned_at: string | null;
  readonly payout_id: string | null;
}

/** Shares, and what holders got of invoices from before shares were fixed as an invoice is issued. */
const given = `(
    SELECT 1 AS is_share, number, document, dataset_id, holder_id, gross, fee, net, at,
      (SELECT t.payout FROM payout_items AS t WHERE t.share = shares.number AND t.released = 0) AS payout
    FROM shares
    UNION ALL
    SELECT 0, a.number, v.invoice_id, a.dataset_id, a.holder_id, a.gross, a.fee, a.net, a.accrued_at, a.payout
    FROM accruals AS a JOIN invoices AS v ON v.number = a.invoice
  )`;
const from = `FROM ${given} AS s LEFT JOIN invoices AS i ON i.invoice_id = s.document
  LEFT JOIN payouts AS p ON p.number = s.payout`;
const state = `CASE WHEN p.status = 'COMPLETED' THEN 'PAID_OUT' WHEN p.status = 'PENDING' THEN 'ON_ITS_WAY'
  WHEN i.status = 'PAID' OR i.invoice_id IS NULL THEN 'EARNED' WHEN i.status = 'CANCELED' THEN 'VOID' ELSE 'EXPECTED' END`;
const where = `(@holder IS NULL OR s.holder_id = @holder)
  AND (@dataset IS NULL OR s.dataset_id = @dataset)
  AND (@document IS NULL OR s.document = @document)
  AND (@payout IS NULL OR p.payout_id = @payout)
  AND (@state IS NULL OR ${state} = @state)`;

/** Every statement, by name, so that a test can read the plan of each. */
export const shareStatements = {
  list: `SELECT s.document, s.dataset_id, s.holder_id, s.gross, s.fee, s.net, ${state} AS state, s.at AS issued_at,
      coalesce(i.paid_at, iif(i.invoice_id IS NULL, s.at, NULL)) AS earned_at, p.payout_id
    ${from} WHERE ${where} ORDER BY s.at DESC, s.is_share DESC, s.number DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) ${from} WHERE ${where}`,
} as const;

export class SharesStore {
  readonly #money: WorkspaceMoney;
  readonly #list: Statement<[object], Row>;
  readonly #count: Statement<[object], number>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    this.#list = database.prepare<[object], Row>(shareStatements.list).safeIntegers();
    this.#count = database.prepare<[object], number>(shareStatements.count).pluck();
  }

  /** A page of shares, newest first, and how many there are. */
  list(query: SharesQuery): { data: ShownShare[]; total: number } {
    const values = {
      holder: query.holder_id ?? null,
      dataset: query.dataset_id ?? null,
      document: query.document ?? null,
      payout: query.payout_id ?? null,
      state: query.state ?? null,
    };
    const { limit, offset } = query;
    const money = this.#money.now;
    return {
      data: this.#list.all({ ...values, limit, offset }).map(({ gross, fee, net, ...row }) => ({
        ...row,
        gross: money.number(gross),
        fee: money.number(fee),
        net: money.number(net),
        currency: money.code,
      })),
      total: this.#count.get(values) ?? 0,
    };
  }
}
