/** Which grants a list holds: by side, state, dataset, account, and whether they come to their end. Numbers alone, in order. */
import type { Database, Statement } from 'better-sqlite3';
import { nearDays } from '../../shared/billing/grant-ends.ts';
import type { GrantNearness, GrantStatus } from '../../shared/contract/grants.ts';
import { instant } from '../../shared/time.ts';
import type { Own } from '../route-handler.ts';

const dayMs = 86_400_000;

export interface GrantFilter {
  readonly status?: GrantStatus | undefined;
  readonly dataset_id?: string | undefined;
  readonly account_id?: string | undefined;
  /** Active ones that come to their end. */
  readonly near?: GrantNearness | undefined;
}

type Side = 'all' | 'account' | 'holder';

/** Whose grants: everybody's, those of an account, those on the datasets of a holder. */
const sides = {
  all: 'FROM grants AS g WHERE TRUE',
  account: 'FROM grants AS g WHERE g.account_id = @own',
  holder: `FROM datasets AS d CROSS JOIN grants AS g ON g.dataset = d.number
    WHERE d.holder_id = @own`,
} as const satisfies Record<Side, string>;

/** The same, where the grants are found by what became of them: that index has whose they are. */
const sidesOfState = {
  all: 'TRUE',
  account: 'g.account_id = @own',
  holder: 'g.dataset IN (SELECT number FROM datasets WHERE holder_id = @own)',
} as const satisfies Record<Side, string>;

const conditions = {
  status: 'g.action = @action AND g.ends_at > @after AND g.ends_at <= @until',
  dataset: 'g.dataset = (SELECT number FROM datasets WHERE dataset_id = @dataset)',
  account: 'g.account_id = @account',
} as const;

/** A grant is told to end until a later one was asked for; one that an open dataset gave is followed by itself. */
const nearness = {
  end: `g.action = 'grant' AND g.granted_by = 'holder' AND g.ends_at > @now AND g.ends_at <= @soon
    AND NOT EXISTS (SELECT 1 FROM grants AS n WHERE n.account_id = g.account_id
      AND n.number > g.number AND n.dataset = g.dataset AND n.action IN ('request', 'grant')
      AND n.ends_at > g.ends_at)`,
  budget: `g.action = 'grant' AND g.budget_nanos IS NOT NULL
    AND g.spent_nanos * 5 >= g.budget_nanos * 4 AND g.ends_at > @now`,
} as const satisfies Record<GrantNearness, string>;

/** The statement of a list: what is not narrowed by is not in it, so that an index finds the rest. */
export function grantListSql(
  side: Side,
  { status, dataset_id: dataset, account_id: account, near }: GrantFilter,
): { readonly numbers: string; readonly count: string } {
  const isWhole = status === undefined && near === undefined;
  const index = near === 'budget' ? 'grants_near_budget' : 'grants_by_state';
  const from = [
    isWhole ? sides[side] : `FROM grants AS g INDEXED BY ${index} WHERE ${sidesOfState[side]}`,
    ...(status === undefined ? [] : [conditions.status]),
    ...(dataset === undefined ? [] : [conditions.dataset]),
    ...(account === undefined ? [] : [conditions.account]),
    ...(near === undefined ? [] : [nearness[near]]),
  ].join(' AND ');
  const order = near === undefined ? 'g.number DESC' : 'g.ends_at, g.number';
  return {
    numbers: `SELECT g.number ${from} ORDER BY ${order} LIMIT @limit OFFSET @offset`,
    count: `SELECT count(*) ${from}`,
  };
}

/** The last action of a grant in each state. */
const actions = {
  requested: 'request',
  active: 'grant',
  ended: 'grant',
  refused: 'refuse',
  withdrawn: 'withdraw',
  revoked: 'revoke',
} as const satisfies Record<GrantStatus, string>;

const never = '';
const always = '9999';

/** Over one connection. */
export class GrantLists {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement<[object], number>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Numbers of a page, newest first, or what ends first where that is asked for; and how many there are. */
  find(
    filter: GrantFilter,
    page: { readonly limit: number; readonly offset: number },
    now: string,
    own?: Pick<Own, 'accountId' | 'holderId'>,
  ): { numbers: number[]; total: number } {
    const side = own === undefined ? 'all' : own.holderId === null ? 'account' : 'holder';
    const { status, dataset_id: dataset, account_id: account } = filter;
    const values = {
      action: status === undefined ? null : actions[status],
      after: status === 'active' ? now : never,
      until: status === 'ended' ? now : always,
      dataset: dataset ?? null,
      account: account ?? null,
      own: own?.holderId ?? own?.accountId ?? '',
      now,
      soon: instant(Date.parse(now) + nearDays * dayMs),
    };
    const sql = grantListSql(side, filter);
    return {
      numbers: this.#prepared(sql.numbers).all({ ...values, ...page }),
      total: this.#prepared(sql.count).get(values) ?? 0,
    };
  }

  #prepared(sql: string): Statement<[object], number> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#database.prepare<[object], number>(sql).pluck();
    this.#statements.set(sql, made);
    return made;
  }
}
