/** How sure a model was over time: counts by day and bin of confidence, kept as the ledger grows. */
import type { Database, Statement } from 'better-sqlite3';
import {
  confidenceBins,
  type ConfidenceHistogram,
  type HistogramQuery,
} from '../../shared/contract/models.ts';

/** Models (of one account, or of all) whose days are kept in memory; the one asked longest ago goes first. */
const keptModels = 16;

const day = 24 * 60 * 60 * 1000;

const dayColumns = `substr(created_at, 1, 10) AS day,
      min(CAST(confidence * ${confidenceBins} AS INTEGER), ${confidenceBins - 1}) AS bin,
      count(*) AS count, total(confidence) AS sum`;

/** By name, so that a test can read the plan of each. */
export const histogramStatements = {
  lastPosition: 'SELECT coalesce(max(position), 0) FROM records',
  /** The bin is null without a confidence. 1 belongs to the last bin. */
  newDays: `SELECT ${dayColumns} FROM records WHERE model_id = @model AND position > @after
    GROUP BY 1, 2`,
  newDaysOfWriter: `SELECT ${dayColumns}
    FROM records WHERE account_id = @writer AND position > @after AND +model_id = @model
    GROUP BY 1, 2`,
} as const;

interface NewDay {
  day: string;
  bin: number | null;
  count: number;
  sum: number;
}

interface Counts {
  readonly bins: number[];
  without: number;
  sum: number;
}

interface ModelDays {
  upTo: number;
  /** By `YYYY-MM-DD`. */
  readonly days: Map<string, Counts>;
}

type Interval = ConfidenceHistogram['interval'];

/** Reads each decision of a model once: the next question costs what was appended since. */
export class ConfidenceCounter {
  readonly #database: Database;
  readonly #lastPosition: Statement<[], number>;
  readonly #newDays: Statement<[object], NewDay>;
  readonly #newDaysOfWriter: Statement<[object], NewDay>;
  /** By model and writer. */
  readonly #models = new Map<string, ModelDays>();

  constructor(database: Database) {
    this.#database = database;
    this.#lastPosition = database.prepare<[], number>(histogramStatements.lastPosition).pluck();
    this.#newDays = database.prepare(histogramStatements.newDays);
    this.#newDaysOfWriter = database.prepare(histogramStatements.newDaysOfWriter);
  }

  /** Periods in order, those without decisions left out; of the decisions of one account's keys, where one is named. */
  histogram(
    modelId: string,
    query: HistogramQuery & { readonly writer: string | undefined },
  ): ConfidenceHistogram {
    const days = [...this.#daysOf(modelId, query.writer)]
      .filter(([date]) => isWithin(date, query))
      .toSorted(([left], [right]) => (left < right ? -1 : 1));
    const interval = query.interval ?? intervalFor(days[0]?.[0], days.at(-1)?.[0]);
    const all = noCounts();
    const periods = new Map<string, Counts>();
    for (const [date, counts] of days) {
      const start = startOf(date, interval);
      const period = periods.get(start) ?? noCounts();
      periods.set(start, period);
      add(period, counts);
      add(all, counts);
    }
    return {
      model_id: modelId,
      interval,
      total: sizeOf(all),
      without_confidence: all.without,
      counts: all.bins,
      periods: [...periods].map(([start, counts]) => ({
        start,
        total: sizeOf(counts),
        without_confidence: counts.without,
        mean_confidence: meanOf(counts),
        counts: counts.bins,
      })),
    };
  }

  #daysOf(modelId: string, writer: string | undefined): ReadonlyMap<string, Counts> {
    const key = JSON.stringify([modelId, writer]);
    const known = this.#models.get(key) ?? { upTo: 0, days: new Map<string, Counts>() };
    this.#models.delete(key);
    this.#models.set(key, known);
    const oldest = this.#models.keys().next().value;
    if (this.#models.size > keptModels && oldest !== undefined) this.#models.delete(oldest);
    this.#database
      .transaction(() => {
        const last = this.#lastPosition.get() ?? 0;
        if (last === known.upTo) return;
        const of = { model: modelId, after: known.upTo };
        const added =
          writer === undefined
            ? this.#newDays.all(of)
            : this.#newDaysOfWriter.all({ ...of, writer });
        for (const { day: date, bin, count, sum } of added) {
          const counts = known.days.get(date) ?? noCounts();
          known.days.set(date, counts);
          if (bin === null) counts.without += count;
          else counts.bins[bin] = (counts.bins[bin] ?? 0) + count;
          counts.sum += sum;
        }
        known.upTo = last;
      })
      .deferred();
    return known.days;
  }
}

function noCounts(): Counts {
  return { bins: Array.from({ length: confidenceBins }, () => 0), without: 0, sum: 0 };
}

function add(to: Counts, counts: Counts): void {
  for (const [bin, count] of counts.bins.entries()) to.bins[bin] = (to.bins[bin] ?? 0) + count;
  to.without += counts.without;
  to.sum += counts.sum;
}

function sizeOf(counts: Counts): number {
  return counts.bins.reduce((sum, count) => sum + count, counts.without);
}

/** To six decimals: a sum of many numbers has no more that mean anything. */
function meanOf(counts: Counts): number | null {
  const judged = sizeOf(counts) - counts.without;
  return judged === 0 ? null : Math.round((counts.sum / judged) * 1e6) / 1e6;
}

function isWithin(date: string, query: HistogramQuery): boolean {
  return (
    (query.start_date === undefined || date >= query.start_date) &&
    (query.end_date === undefined || date <= query.end_date)
  );
}

/** Between a dozen and a few dozen periods, where the decisions span that much. */
function intervalFor(first: string | undefined, last: string | undefined): Interval {
  const days = (Date.parse(last ?? '') - Date.parse(first ?? '')) / day;
  if (!(days > 45)) return 'day';
  if (days <= 270) return 'week';
  return days <= 6 * 365 ? 'month' : 'quarter';
}

/** The first day of the period that a date is in; weeks start on Monday. */
function startOf(date: string, interval: Interval): string {
  return firstDays[interval](date);
}

const firstDays: Readonly<Record<Interval, (date: string) => string>> = {
  day: (date) => date,
  week: (date) => {
    const at = Date.parse(date);
    const sinceMonday = (new Date(at).getUTCDay() + 6) % 7;
    return new Date(at - sinceMonday * day).toISOString().slice(0, 10);
  },
  month: (date) => `${date.slice(0, 7)}-01`,
  quarter: (date) => {
    const month = Number(date.slice(5, 7));
    return `${date.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
  },
  year: (date) => `${date.slice(0, 4)}-01-01`,
};
