/** Aggregated usage from the daily roll-ups; raw events are never scanned. */
import type { Database, Statement } from 'better-sqlite3';
import {
  type AggregatedUsage,
  type Grouping,
  type UsageQuery,
} from '../../shared/contract/billing.ts';
import { limits } from '../../shared/contract/limits.ts';
import { addDays, endOf, isoWeek, startOf } from '../../shared/billing/calendar.ts';
import { costNumber, numberOf } from '../../shared/billing/decimal.ts';
import {
  nothing,
  plus,
  sumOf,
  volumePlaces,
  type PerDimension,
} from '../../shared/billing/volume.ts';
import {
  costsOf,
  shownCosts,
  shownFigures,
  summedFigures,
  volumesOf,
  type FigureRow,
} from './usage-figures.ts';
import { WorkspaceMoney } from './workspace-money.ts';

interface TotalRow extends FigureRow {
  readonly key: string;
  readonly dataset_id: string;
  readonly sessions: bigint;
}

/** A session that was in use before the period, and in it. */
interface EarlierRow {
  readonly dataset_id: string;
  readonly model_id: string;
  readonly first: string;
}

interface Figures {
  sessions: number;
  volume: PerDimension;
  cost: PerDimension;
}

/** No session lasts longer: those in use when a period starts began this many days before, or later. */
const longestSession = limits.session.maximumTtl / 86_400 + 1;

const selected = `(@account IS NULL OR account_id = @account)
  AND (@dataset IS NULL OR dataset_id = @dataset)
  AND (@holder IS NULL
    OR dataset_id IN (SELECT dataset_id FROM datasets WHERE holder_id = @holder))`;
const totals = (key: string, groups: string) =>
  `SELECT ${key} AS key, dataset_id, sum(sessions) AS sessions, ${summedFigures()} FROM usage_totals
   WHERE day >= @start AND day <= @last AND ${selected} GROUP BY ${groups} ORDER BY ${groups}`;

/** Every statement, by name, so that a test can read the plan of each. */
export const usageStatements = {
  totalsByDataset: totals(`''`, 'dataset_id'),
  totalsByModel: totals('model_id', 'model_id, dataset_id'),
  totalsByDay: totals('day', 'day'),
  earlierSessions: `SELECT dataset_id, model_id, max(min(first_day), @start) AS first
    FROM usage_spans
    WHERE begun_day >= @earliest AND begun_day < @start
      AND first_day <= @last AND last_day >= @start AND ${selected}
    GROUP BY session`,
} as const;

export class UsageStore {
  readonly #money: WorkspaceMoney;
  readonly #totals: Readonly<Record<'dataset' | 'model' | 'day', Statement<[object], TotalRow>>>;
  readonly #earlier: Statement<[object], EarlierRow>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    const sql = usageStatements;
    const total = (text: string) => database.prepare<[object], TotalRow>(text).safeIntegers();
    this.#totals = {
      dataset: total(sql.totalsByDataset),
      model: total(sql.totalsByModel),
      day: total(sql.totalsByDay),
    };
    this.#earlier = database.prepare(sql.earlierSessions);
  }

  /**
   * Usage from `start_date` through `end_date`, UTC days. A session counts once, in the first group of
   * the period that it was used in, so that every grouping adds up to the whole.
   */
  aggregate(query: UsageQuery, holder?: string): AggregatedUsage {
    const values = {
      start: query.start_date,
      last: query.end_date,
      account: query.account_id ?? null,
      dataset: query.dataset_id ?? null,
      holder: holder ?? null,
    };
    const { group_by: grouping } = query;
    const earlier = this.#earlier.all({
      ...values,
      earliest: addDays(query.start_date, -longestSession),
    });
    const rows = this.#totals[grouping === 'model' ? 'model' : 'dataset'].all(values);
    const datasets = grouped(
      rows,
      (row) => row.dataset_id,
      earlier,
      (each) => each.dataset_id,
    );
    const whole = total(datasets.values());
    const breakdown =
      grouping === 'dataset' && query.include === 'costs'
        ? datasets
        : this.#breakdown(grouping, values, rows, earlier);
    return {
      period: {
        start_date: startOf(query.start_date),
        end_date: endOf(query.end_date),
      },
      metrics: {
        total_sessions: whole.sessions,
        total_hours: numberOf(whole.volume.time, volumePlaces.time),
        total_records: Number(whole.volume.record),
        total_gb: numberOf(whole.volume.data, volumePlaces.data),
        total_operations: Number(whole.volume.operation),
      },
      costs: {
        ...shownCosts(whole.cost),
        total_cost: costNumber(sumOf(whole.cost)),
        currency: this.#money.now.code,
      },
      breakdown_by_dataset: [...datasets].map(([dataset_id, each]) => ({
        dataset_id,
        sessions: each.sessions,
        ...shownFigures(each.volume, each.cost),
      })),
      ...(breakdown === undefined
        ? {}
        : {
            breakdown: [...breakdown].map(([group, each]) => ({
              group,
              sessions: each.sessions,
              ...shownFigures(each.volume, each.cost),
              ...shownCosts(each.cost),
            })),
          }),
    };
  }

  #breakdown(
    grouping: Grouping | undefined,
    values: object,
    rows: readonly TotalRow[],
    earlier: readonly EarlierRow[],
  ): Map<string, Figures> | undefined {
    if (grouping === undefined || grouping === 'dataset') return undefined;
    if (grouping === 'model') {
      return grouped(
        rows,
        (row) => row.key,
        earlier,
        (each) => each.model_id,
      );
    }
    const nameOf = groupNames[grouping]();
    return grouped(
      this.#totals.day.all(values),
      (row) => nameOf(row.key),
      earlier,
      (each) => nameOf(each.first),
    );
  }
}

/** How the group of a day is called. */
const groupNames = {
  day: () => (day: string) => day,
  month: () => (day: string) => day.slice(0, 7),
  week: () => {
    const known = new Map<number, string>();
    return (day: string) => {
      // 1970-01-01 was a Thursday.
      const number = Math.floor((Date.parse(day) / 86_400_000 + 3) / 7);
      const week = known.get(number) ?? isoWeek(day);
      known.set(number, week);
      return week;
    };
  },
} as const;

/** Figures by group, in the order of their names. */
function grouped(
  rows: readonly TotalRow[],
  groupOf: (row: TotalRow) => string,
  earlier: readonly EarlierRow[],
  groupOfSession: (each: EarlierRow) => string,
): Map<string, Figures> {
  const groups = new Map<string, Figures>();
  for (const row of rows) add(groups, groupOf(row), figuresOf(row));
  for (const each of earlier) {
    add(groups, groupOfSession(each), { sessions: 1, volume: nothing, cost: nothing });
  }
  return new Map([...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function figuresOf(row: TotalRow): Figures {
  return { sessions: Number(row.sessions), volume: volumesOf(row), cost: costsOf(row) };
}

function add(groups: Map<string, Figures>, key: string, more: Figures): void {
  const before = groups.get(key);
  groups.set(key, before === undefined ? more : total([before, more]));
}

function total(all: Iterable<Figures>): Figures {
  const sum: Figures = { sessions: 0, volume: nothing, cost: nothing };
  for (const each of all) {
    sum.sessions += each.sessions;
    sum.volume = plus(sum.volume, each.volume);
    sum.cost = plus(sum.cost, each.cost);
  }
  return sum;
}
