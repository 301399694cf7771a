/** Prices of metered events, computed again in their order from the card of each month, with the sums that these keep. */
import type { Database, Statement } from 'better-sqlite3';
import { addMonths, monthOf } from '../../../shared/billing/calendar.ts';
import {
  isOpenRate,
  perDimension,
  priceUse,
  type PriceRules,
} from '../../../shared/billing/month-price.ts';
import {
  dimensions,
  nothing,
  type Dimension,
  type PerDimension,
} from '../../../shared/billing/volume.ts';
import { Accounts } from '../../billing/accounts.ts';
import { monthRules } from '../../billing/month-rules.ts';
import { RateCards } from '../../billing/rate-cards.ts';
import {
  costsOf,
  figureColumns,
  summedFigures,
  volumesOf,
  type FigureRow,
} from '../../billing/usage-figures.ts';
import { dayChanges, type DayChange } from '../../billing/usage-pricer.ts';
import type { EventKind } from '../../billing/usage-ledger.ts';
import type { RowFinding } from '../row-finding.ts';
import { counterKey, EventSums, type SummedEvent } from './event-sums.ts';

interface EventRow extends SummedEvent {
  readonly number: bigint;
  readonly account_id: string;
  readonly source: string;
  readonly day: string;
}

const dimensionColumns = {
  time: 'time_nanos',
  record: 'record_nanos',
  data: 'data_nanos',
  operation: 'operation_nanos',
} as const;

type Report = (finding: RowFinding) => void;

/** Every statement, by name, so that a test can read the plan of each. */
export const priceCheckStatements = {
  earlier: `SELECT s.number FROM billed_sessions AS s JOIN entries AS e ON e.seq = (SELECT min(f.seq)
      FROM facts AS f WHERE f.table_name = 'sessions' AND f.row = s.session_id)
    WHERE json_extract(e.bytes, '$.set.rate_card_id') IS NOT NULL`,
  days: `SELECT e.session, s.session_id, s.dataset_id, e.day, ${summedFigures('e')}
    FROM usage_events AS e JOIN billed_sessions AS s ON s.number = e.session
    WHERE e.account_id = @account AND e.number <= @last AND e.day >= @month AND e.day < @end
    GROUP BY e.day, e.session ORDER BY e.day, e.session`,
  before: `SELECT e.session, ${summedFigures('e')} FROM usage_events AS e
    WHERE e.account_id = @account AND e.day < @month AND e.session IN
      (SELECT session FROM usage_days WHERE day >= @month AND day < @end AND account_id = @account)
    GROUP BY e.session`,
} as const;

interface DayRow extends FigureRow {
  readonly session: bigint;
  readonly session_id: string;
  readonly dataset_id: string;
  readonly day: string;
}

/**
 * Prices every event again, and compares the sums of sessions and months; yields after each, so that the caller can give
 * way. What was priced by rules of before stands as it was asked: only its sums are compared.
 */
export function* checkPrices(database: Database, report: Report): Generator<void> {
  const check = new PricesCheck(database, report);
  const figures = figureColumns.map((name) => `e.${name}`).join(', ');
  const events = database
    .prepare<[], EventRow>(
      `SELECT e.number, e.account_id, e.source, e.session, e.at, e.day, e.kind, ${figures},
         s.opened_at
       FROM usage_events AS e JOIN billed_sessions AS s ON s.number = e.session ORDER BY e.number`,
    )
    .safeIntegers();
  for (const event of events.iterate()) {
    yield;
    check.add(event);
  }
  check.finish();
  yield* check.sums.compare(database, report);
}

class PricesCheck {
  readonly sums = new EventSums();
  readonly #report: Report;
  readonly #cards: RateCards;
  readonly #accounts: Accounts;
  /** Sessions that were opened under a card of their own: they are from before months were priced. */
  readonly #earlier: ReadonlySet<bigint>;
  readonly #kind: Statement<[number], EventKind>;
  readonly #days: Statement<[object], DayRow>;
  readonly #before: Statement<[object], FigureRow & { readonly session: bigint }>;
  /** Rules of the months of accounts, each up to the event that is the last priced by them. */
  readonly #known = new Map<
    string,
    { readonly rules: PriceRules | undefined; readonly to: number }
  >();
  /** Other prices that must follow next. */
  #changes: DayChange[] = [];
  /** The event or assignment that they are by, and the last event before them. */
  #cause = '';
  #last = 0n;

  constructor(database: Database, report: Report) {
    this.#report = report;
    this.#cards = new RateCards(database);
    this.#accounts = new Accounts(database);
    this.#earlier = new Set(
      database.prepare<[], bigint>(priceCheckStatements.earlier).pluck().safeIntegers().all(),
    );
    this.#kind = database
      .prepare<[number], EventKind>('SELECT kind FROM usage_events WHERE number = ?')
      .pluck();
    this.#days = database.prepare<[object], DayRow>(priceCheckStatements.days).safeIntegers();
    this.#before = database
      .prepare<[object], FigureRow & { readonly session: bigint }>(priceCheckStatements.before)
      .safeIntegers();
  }

  /** The event that comes next. */
  add(event: EventRow): void {
    const month = monthOf(event.day);
    const key = counterKey(event.account_id, month);
    if (!this.#earlier.has(event.session)) {
      if (event.kind === 'reprice') this.#compareReprice(event, month);
      else this.#compareUse(event, month, key);
    }
    const reversed = reversedBy(event);
    const meant = reversed === undefined ? undefined : this.#kind.get(reversed);
    const kept = { volume: volumesOf(event), cost: costsOf(event) };
    this.sums.add(event, key, kept, meant ?? event.kind);
    this.#last = event.number;
  }

  /** Tells of other prices that are not there. */
  finish(): void {
    for (const { session, day } of this.#changes) {
      const row = `reprice/${this.#cause}/${session}/${day}`;
      const about = { kind: 'deleted', table: 'usage_events', row, column: null } as const;
      this.#report({ ...about, seq: 0, expected: row, actual: null });
    }
    this.#changes = [];
  }

  #compareUse(event: EventRow, month: string, key: string): void {
    this.finish();
    const rules = this.#rules(event, month);
    // A card that is not there is a finding of its own.
    if (rules === undefined) return;
    const volume = volumesOf(event);
    const { cost, reprices } = priceUse(rules, volume, {
      session: this.sums.usedIn(event.session),
      month: this.sums.counter(key).volume,
    });
    this.#compare(event, cost);
    const isLess = dimensions.some((each) => volume[each] < 0n);
    const changed = isLess ? dimensions.filter((each) => !isOpenRate(rules, each)) : reprices;
    if (changed.length > 0) this.#expect(String(event.number), event, rules, changed, event.number);
  }

  #compareReprice(event: EventRow, month: string): void {
    const [, cause = ''] = event.source.split('/');
    if (cause !== this.#cause) {
      this.finish();
      const rules = this.#rules(event, month);
      if (rules === undefined) return;
      this.#expect(cause, event, rules, dimensions, this.#last);
    }
    const { session, day } = event;
    const at = this.#changes.findIndex((each) => each.session === session && each.day === day);
    const [change] = at < 0 ? [] : this.#changes.splice(at, 1);
    this.#compare(event, change?.cost ?? nothing);
  }

  /** Other prices that must follow for what was used in the month of an event up to another. */
  #expect(
    cause: string,
    { account_id: account, day }: EventRow,
    rules: PriceRules,
    changed: readonly Dimension[],
    last: bigint,
  ): void {
    const month = monthOf(day);
    const values = { account, last, month, end: addMonths(month, 1) };
    const days = this.#days.all(values).map((row) => ({
      session: row.session,
      sessionId: row.session_id,
      datasetId: row.dataset_id,
      day: row.day,
      volume: volumesOf(row),
      cost: costsOf(row),
    }));
    const needsBefore = changed.some((each) => isOpenRate(rules, each));
    const rows = needsBefore ? this.#before.all({ account, month, end: values.end }) : [];
    const before = new Map(rows.map((row) => [row.session, volumesOf(row)]));
    this.#cause = cause;
    this.#changes = dayChanges(rules, { days, before }, changed);
  }

  #rules({ account_id: accountId, number }: EventRow, month: string): PriceRules | undefined {
    const key = counterKey(accountId, month);
    const event = Number(number);
    const known = this.#known.get(key);
    if (known !== undefined && event <= known.to) return known.rules;
    const rules = this.#rulesAt(accountId, month, event);
    this.#known.set(key, { rules, to: this.#cards.lastBySame(accountId, month, event) });
    return rules;
  }

  #rulesAt(accountId: string, month: string, event: number): PriceRules | undefined {
    try {
      const assigned = this.#cards.inForceAt(accountId, month, event);
      const account = this.#accounts.require(accountId);
      return monthRules(this.#cards.requireAssigned(assigned), month, account).rules;
    } catch {
      return undefined;
    }
  }

  #compare(event: EventRow, cost: PerDimension): void {
    const stored = costsOf(event);
    const differing = perDimension((each) => cost[each] !== stored[each]);
    for (const each of dimensions.filter((name) => differing[name])) {
      this.#report({
        kind: 'altered',
        table: 'usage_events',
        row: String(event.number),
        column: dimensionColumns[each],
        seq: 0,
        expected: String(cost[each]),
        actual: String(stored[each]),
      });
    }
  }
}

/** The number of the event that a correction takes back. */
function reversedBy({ kind, source }: EventRow): number | undefined {
  const number = kind === 'correction' ? /^reversal\/(\d+)$/.exec(source)?.[1] : undefined;
  return number === undefined ? undefined : Number(number);
}
