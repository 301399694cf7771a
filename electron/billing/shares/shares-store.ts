/** Shares of holders, as a list shows them: what each is of, and what became of it. */
import type { Database, Statement } from 'better-sqlite3';
import type {
  SharesQuery,
  ShareState,
  ShownShare,
} from '../../../shared/contract/billing-credits.ts';
import { WorkspaceMoney } from '../workspace-money.ts';

interface Row {
  readonly is_share: bigint;
  readonly number: bigint;
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

/** What a list of shares is narrowed by. */
const filters = ['holder', 'dataset', 'document', 'payout', 'state'] as const;
type Filter = (typeof filters)[number];

/** A kind of row that holders got something by, with where each part of it stands. */
interface Arm {
  readonly isShare: 0 | 1;
  readonly table: string;
  readonly at: string;
  /** Id of its document. */
  readonly document: string;
  /** Number of the payout that it is in; null for none. */
  readonly payout: string;
  /** Its invoice; nothing for a credit note, of which all is earned. */
  readonly invoice: string;
  /** Members of a payout, by its number. */
  readonly ofPayout: (number: string) => string;
}

const share: Arm = {
  isShare: 1,
  table: 'shares',
  at: 's.at',
  document: 's.document',
  payout: '(SELECT t.payout FROM payout_items AS t WHERE t.share = s.number AND t.released = 0)',
  invoice: 'FROM invoices AS i WHERE i.invoice_id = s.document',
  ofPayout: (number) =>
    `s.number IN (SELECT t.share FROM payout_items AS t WHERE t.payout = ${number} AND t.released = 0)`,
};
/** What holders got of invoices from before shares were fixed as an invoice is issued. */
const accrual: Arm = {
  isShare: 0,
  table: 'accruals',
  at: 's.accrued_at',
  document: '(SELECT i.invoice_id FROM invoices AS i WHERE i.number = s.invoice)',
  payout: 's.payout',
  invoice: 'FROM invoices AS i WHERE i.number = s.invoice',
  ofPayout: (number) => `s.payout = ${number}`,
};

function stateOf({ payout, invoice }: Arm): string {
  return `CASE (SELECT p.status FROM payouts AS p WHERE p.number = ${payout})
      WHEN 'COMPLETED' THEN 'PAID_OUT' WHEN 'PENDING' THEN 'ON_ITS_WAY'
      ELSE CASE coalesce((SELECT i.status ${invoice}), 'PAID')
        WHEN 'PAID' THEN 'EARNED' WHEN 'CANCELED' THEN 'VOID' ELSE 'EXPECTED' END END`;
}

function conditionOf(arm: Arm, filter: Filter): string {
  switch (filter) {
    case 'holder':
      return 's.holder_id = @holder';
    case 'dataset':
      return 's.dataset_id = @dataset';
    case 'document':
      return `${arm.document} = @document`;
    case 'payout':
      return arm.ofPayout('(SELECT p.number FROM payouts AS p WHERE p.payout_id = @payout)');
    case 'state':
      return `${stateOf(arm)} = @state`;
  }
}

function fromOf(arm: Arm, by: readonly Filter[]): string {
  const conditions = by.map((filter) => conditionOf(arm, filter));
  return `FROM ${arm.table} AS s${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}`;
}

function rowsOf(arm: Arm, by: readonly Filter[]): string {
  const { isShare, at, document, payout, invoice } = arm;
  return `SELECT ${document} AS document, s.dataset_id, s.holder_id, s.gross, s.fee, s.net, ${stateOf(arm)} AS state,
      ${at} AS issued_at, (SELECT iif(count(*) = 0, ${at}, max(i.paid_at)) ${invoice}) AS earned_at,
      (SELECT p.payout_id FROM payouts AS p WHERE p.number = ${payout}) AS payout_id,
      ${isShare} AS is_share, s.number AS number
    ${fromOf(arm, by)}`;
}

/**
 * The statements of a list that is narrowed so. Both kinds of rows come in their order by an index and are merged: a page
 * costs what is before it, not all there is.
 */
export function sharesSql(by: readonly Filter[]): {
  readonly list: string;
  readonly count: string;
} {
  return {
    list: `${rowsOf(share, by)} UNION ALL ${rowsOf(accrual, by)}
      ORDER BY issued_at DESC, number DESC, is_share DESC LIMIT @limit OFFSET @offset`,
    count: `SELECT (SELECT count(*) ${fromOf(share, by)}) + (SELECT count(*) ${fromOf(accrual, by)})`,
  };
}

/** Some of them by name, so that a test can read the plan of each. */
export const shareStatements = {
  ...named('all', sharesSql([])),
  ...named('ofHolder', sharesSql(['holder'])),
  ...named('ofDocument', sharesSql(['document'])),
  ...named('ofPayout', sharesSql(['payout'])),
  ...named('inState', sharesSql(['holder', 'state'])),
} as const;

function named(name: string, { list, count }: { readonly list: string; readonly count: string }) {
  return { [`${name} list`]: list, [`${name} count`]: count };
}

interface Prepared {
  readonly list: Statement<[object], Row>;
  readonly count: Statement<[object], number>;
}

export class SharesStore {
  readonly #database: Database;
  readonly #money: WorkspaceMoney;
  /** By what they are narrowed by. */
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: Database) {
    this.#database = database;
    this.#money = new WorkspaceMoney(database);
  }

  /** A page of shares, newest first, and how many there are. */
  list(query: SharesQuery): { data: ShownShare[]; total: number } {
    const given = {
      holder: query.holder_id,
      dataset: query.dataset_id,
      document: query.document,
      payout: query.payout_id,
      state: query.state,
    };
    const by = filters.filter((each) => given[each] !== undefined);
    const values = Object.fromEntries(by.map((each) => [each, given[each]]));
    const { list, count } = this.#statements(by);
    const { limit, offset } = query;
    const money = this.#money.now;
    return {
      data: list
        .all({ ...values, limit, offset })
        .map(({ gross, fee, net, is_share: _kind, number: _place, ...row }) => ({
          ...row,
          gross: money.number(gross),
          fee: money.number(fee),
          net: money.number(net),
          currency: money.code,
        })),
      total: count.get(values) ?? 0,
    };
  }

  #statements(by: readonly Filter[]): Prepared {
    const key = by.join(' ');
    const known = this.#prepared.get(key);
    if (known !== undefined) return known;
    const { list, count } = sharesSql(by);
    const prepared = {
      list: this.#database.prepare<[object], Row>(list).safeIntegers(),
      count: this.#database.prepare<[object], number>(count).pluck(),
    };
    this.#prepared.set(key, prepared);
    return prepared;
  }
}
