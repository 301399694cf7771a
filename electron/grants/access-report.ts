/** Who used a dataset, by account: from roll-ups of what was metered. */
import type { Database, Statement } from 'better-sqlite3';
import { costNumber } from '../../shared/billing/decimal.ts';
import { netOfFee } from '../../shared/billing/invoice-amounts.ts';
import type { DatasetAccessReport } from '../../shared/contract/activity.ts';
import { Accounts } from '../billing/accounts.ts';
import { HolderAccounts, usualFeeBps } from '../billing/holder-accounts.ts';
import type { StoredDataset } from '../datasets/datasets-store.ts';
import { WorkspaceMoney } from '../billing/workspace-money.ts';

interface UsedRow {
  readonly account_id: string;
  readonly sessions: bigint;
  readonly records: bigint;
  readonly bytes: bigint;
  readonly accesses: bigint;
  readonly transforms: bigint;
  readonly nanos: bigint;
}

interface GrantedRow {
  readonly account_id: string;
  readonly count: number;
  readonly active: number;
}

const ofAccount = '(@account IS NULL OR account_id = @account)';

/** Every statement, by name, so that a test can read the plan of each. */
export const accessReportStatements = {
  used: `SELECT account_id, count(DISTINCT session) AS sessions, sum(records) AS records,
      sum(bytes) AS bytes, sum(operations) AS accesses,
      coalesce(sum(operations) FILTER (WHERE kind = 'transform'), 0) AS transforms,
      sum(time_nanos + record_nanos + data_nanos + operation_nanos) AS nanos
    FROM usage_days WHERE dataset_id = @dataset AND day >= @from AND day <= @to AND ${ofAccount}
    GROUP BY account_id`,
  granted: `SELECT account_id, count(*) AS count,
      count(*) FILTER (WHERE action = 'grant' AND ends_at > @now) AS active
    FROM grants WHERE dataset = @number AND ${ofAccount}
    GROUP BY account_id`,
  last: `SELECT b.account_id, max(b.last_access_at) AS at
    FROM sessions AS s JOIN billed_sessions AS b ON b.session_id = s.session_id
    WHERE s.dataset = @number AND (@account IS NULL OR b.account_id = @account)
    GROUP BY b.account_id`,
} as const;

const firstDay = '0000-01-01';
const lastDay = '9999-12-31';

/** Over one connection. */
export class AccessReports {
  readonly #money: WorkspaceMoney;
  readonly #accounts: Accounts;
  readonly #holders: HolderAccounts;
  readonly #used: Statement<[object], UsedRow>;
  readonly #granted: Statement<[object], GrantedRow>;
  readonly #last: Statement<[object], { account_id: string; at: string | null }>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    const sql = accessReportStatements;
    this.#accounts = new Accounts(database);
    this.#holders = new HolderAccounts(database);
    this.#used = database.prepare<[object], UsedRow>(sql.used).safeIntegers();
    this.#granted = database.prepare(sql.granted);
    this.#last = database.prepare(sql.last);
  }

  /**
   * @param now of which the active grants are
   * @param account which alone is told; all unless told
   */
  of(
    { number, datasetId, holderId, recordCount, erasedCount }: StoredDataset,
    {
      from = firstDay,
      to = lastDay,
    }: { readonly from?: string | undefined; readonly to?: string | undefined },
    now: string,
    account?: string,
  ): DatasetAccessReport {
    const values = { account: account ?? null, number, dataset: datasetId, from, to, now };
    const used = new Map(this.#used.all(values).map((row) => [row.account_id, row]));
    const granted = new Map(this.#granted.all(values).map((row) => [row.account_id, row]));
    const last = new Map(this.#last.all(values).map((row) => [row.account_id, row.at]));
    const fee = this.#holders.find(holderId)?.feeBps ?? usualFeeBps;
    const ids = [...new Set([...granted.keys(), ...last.keys()])].toSorted();
    return {
      data: ids.map((id) => {
        const row = used.get(id);
        const name = this.#accounts.find(id)?.customer.name ?? '';
        return {
          account_id: id,
          name,
          grants: granted.get(id)?.count ?? 0,
          active_grants: granted.get(id)?.active ?? 0,
          sessions: Number(row?.sessions ?? 0n),
          rows_delivered: Number(row?.records ?? 0n),
          bytes: Number(row?.bytes ?? 0n),
          accesses: Number(row?.accesses ?? 0n),
          transformations: Number(row?.transforms ?? 0n),
          earned: costNumber(netOfFee(row?.nanos ?? 0n, fee).net),
          currency: this.#money.now.code,
          last_at: last.get(id) ?? null,
        };
      }),
      rows_in_dataset: recordCount - erasedCount,
    };
  }
}
