/** Meters sessions: each access as it happens, their time whenever it is looked at, second by second. */
import type { Database, Statement } from 'better-sqlite3';
import { dayOf, monthOf } from '../../shared/billing/calendar.ts';
import { monthPrice, type PriceRules } from '../../shared/billing/month-price.ts';
import { negated, nothing, plus, sumOf, type PerDimension } from '../../shared/billing/volume.ts';
import type { Accounts } from './accounts.ts';
import type { BilledSession, BilledSessions } from './billed-sessions.ts';
import type { RateCards } from './rate-cards.ts';
import type { GrantBudgets } from './grant-budgets.ts';
import type { LimitKeeper, SpentUse } from './limit-keeper.ts';
import type { SpendingLimits } from './spending-limits.ts';
import {
  nextSlice,
  secondsBefore,
  secondsBetween,
  timeVolume,
  type TimeSlice,
} from './time-slices.ts';
import { volumesOf, type FigureRow } from './usage-figures.ts';
import type { EventKind, UsageLedger } from './usage-ledger.ts';
import { tooMuchForMonth, UsagePricer, type DayChange, type Price } from './usage-pricer.ts';

/** An access keeps a session active for this long after the one before; seconds. */
const activeGap = 60n;

/** A session as it is opened. */
export interface NewSession {
  readonly sessionId: string;
  readonly accountId: string;
  readonly datasetId: string;
  readonly holderId: string;
  readonly modelId: string | null;
  readonly openedAt: string;
}

/** One data access. */
export interface Access {
  readonly kind: Exclude<EventKind, 'time' | 'correction' | 'reprice'>;
  readonly records: number;
  readonly bytes: number;
  /** Of the evidence it left: the fact that its event is derived from. */
  readonly evidenceId?: string | undefined;
}

/** The cost of an access, and the price of its month so far; nanos. */
export interface Charged {
  readonly cost: bigint;
  readonly month: bigint;
}

export interface MeterMeans {
  readonly accounts: Accounts;
  readonly cards: RateCards;
  readonly sessions: BilledSessions;
  readonly ledger: UsageLedger;
  readonly limits: SpendingLimits;
  readonly limitKeeper: LimitKeeper;
  readonly budgets: GrantBudgets;
  /** When a session's time ends at the latest: its expiry, or when it was closed or revoked. */
  readonly endOf: (sessionId: string) => string | undefined;
}

/** Over the writer's connection; the caller holds the transaction. */
export class UsageMeter {
  readonly #means: MeterMeans;
  readonly #pricer: UsagePricer;
  readonly #open: Statement<[object]>;
  readonly #tick: Statement<[object]>;
  readonly #access: Statement<[object]>;
  readonly #eventByNumber: Statement<[number], EventRow>;

  constructor(database: Database, means: MeterMeans) {
    this.#means = means;
    this.#pricer = new UsagePricer(means.accounts, means.cards, means.ledger);
    this.#open = database.prepare(
      `INSERT INTO billed_sessions (session_id, account_id, dataset_id, holder_id, model_id,
         opened_at, updated_at)
       VALUES (@sessionId, @accountId, @datasetId, @holderId, @modelId, @openedAt, @openedAt)`,
    );
    this.#tick = database.prepare(
      `UPDATE billed_sessions SET elapsed_seconds = @elapsed, blocked_seconds = @blocked,
         is_over = @isOver
       WHERE number = @number`,
    );
    this.#access = database.prepare(
      `UPDATE billed_sessions SET accesses = accesses + 1, active_seconds = active_seconds + @active,
         last_access_at = @now, reads = reads + @reads,
         filters = filters + @filters, transforms = transforms + @transforms,
         trains = trains + @trains
       WHERE number = @number`,
    );
    this.#eventByNumber = database
      .prepare<[number], EventRow>('SELECT * FROM usage_events WHERE number = ?')
      .safeIntegers();
  }

  /**
   * Begins a session.
   * @throws {ApiError} `not_found`, `account_suspended`
   */
  open(session: NewSession): void {
    const { accounts } = this.#means;
    accounts.require(session.accountId);
    accounts.requireActive(session.accountId, session.openedAt);
    this.#open.run({ ...session, modelId: session.modelId ?? '' });
  }

  /**
   * Charges one access and the time up to it. Refuses before anything is served.
   * @returns what the access alone came to, with what it makes of the rest of the month
   * @throws {ApiError} `spending_limit_exceeded`, `account_suspended`
   */
  charge(sessionId: string, access: Access, now: string): Charged {
    const { accounts, sessions } = this.#means;
    const before = sessions.find(sessionId);
    if (before === undefined) throw new Error(`Session ${sessionId} is not metered.`);
    this.#settle(before, now);
    accounts.requireActive(before.account_id, now);
    const session = sessions.find(sessionId) ?? before;
    const { kind, records, bytes, evidenceId } = access;
    const volume = {
      time: 0n,
      record: BigInt(records),
      data: BigInt(bytes),
      operation: 1n,
    };
    const number = session.accesses + 1n;
    const day = dayOf(now);
    const source = evidenceId ?? `${sessionId}/${number}`;
    const price = this.#keep(session, { source, kind, day, volume, now });
    this.#access.run({
      number: session.number,
      now,
      active: secondsActive(session.last_access_at ?? session.opened_at, now),
      ...countOf(kind, 1),
    });
    return this.#charged(session.account_id, monthOf(day), volume, price);
  }

  #charged(
    accountId: string,
    month: string,
    volume: PerDimension,
    { cost, changes, rules }: Price,
  ): Charged {
    const after = this.used(accountId, month);
    const price = monthPrice(rules, after);
    const before = monthPrice(rules, plus(after, negated(volume)));
    const metered = changes.reduce((sum, each) => sum + sumOf(each.cost), sumOf(cost));
    return {
      cost: metered + sumOf(price.flats) - sumOf(before.flats),
      month: sumOf(price.cost),
    };
  }

  /** Charges the time of every session that goes on, or ended since it was last looked at. */
  settle(now: string, accountId?: string): void {
    for (const session of this.#means.sessions.running(accountId)) this.#settle(session, now);
  }

  /** Whether there is time that `settle` would charge. */
  isBehind(now: string): boolean {
    return this.#means.sessions.running().some((session) => {
      const end = this.#endOf(session, now);
      return secondsBetween(session.opened_at, end) > session.elapsed_seconds || end < now;
    });
  }

  /**
   * Takes an event back by another one, on the same day: the month is priced as if it had not been. At one rate that
   * is the price of so much less; else its tiers are run through anew.
   */
  reverse(eventNumber: number, now: string): void {
    const event = this.#eventByNumber.get(eventNumber);
    const session = event && this.#means.sessions.byNumber(event.session);
    if (event === undefined || session === undefined || event.kind === 'time') {
      throw new Error(`There is no access ${eventNumber} to take back.`);
    }
    this.#keep(session, {
      source: `reversal/${eventNumber}`,
      kind: 'correction',
      day: event.day,
      volume: negated(volumesOf(event)),
      now,
    });
    this.#access.run({
      number: session.number,
      now,
      active: 0n,
      ...countOf(event.kind, -1),
    });
  }

  #endOf(session: BilledSession, now: string): string {
    const end = this.#means.endOf(session.session_id) ?? now;
    return end < now ? end : now;
  }

  #settle(session: BilledSession, now: string): void {
    const end = this.#endOf(session, now);
    const target = secondsBetween(session.opened_at, end);
    let { elapsed_seconds: elapsed, blocked_seconds: blocked } = session;
    let current = session;
    while (elapsed < target) {
      const slice = nextSlice(session.opened_at, elapsed, target);
      const charged = this.#affordable(current, slice, elapsed - blocked);
      if (charged > 0n) {
        this.#keep(current, {
          source: `${session.session_id}/time/${elapsed + slice.seconds}`,
          kind: 'time',
          day: slice.day,
          volume: { ...nothing, time: timeVolume(elapsed - blocked, charged) },
          now,
        });
        current = this.#means.sessions.byNumber(session.number) ?? current;
      }
      elapsed += slice.seconds;
      blocked += slice.seconds - charged;
    }
    const isOver = end < now;
    if (elapsed === session.elapsed_seconds && !isOver) return;
    const { number } = session;
    this.#tick.run({ number, elapsed, blocked, isOver: Number(isOver) });
  }

  /** How many of a slice's seconds may be charged: those before a suspension, as far as hard limits leave. */
  #affordable(session: BilledSession, slice: TimeSlice, charged: bigint): bigint {
    const { accounts, limits, budgets } = this.#means;
    const since = accounts.suspendedSince(session.account_id, slice.from);
    const allowed = since === undefined ? slice.seconds : secondsBefore(since, slice);
    const left = least(
      limits.left(spenderOf(session, slice.day)),
      budgets.left(session.session_id),
    );
    if (allowed === 0n) return allowed;
    const fits = (seconds: bigint) => {
      const volume = { ...nothing, time: timeVolume(charged, seconds) };
      const price = this.#pricer.price(session, slice.day, volume);
      if (price.changes.length > 0)
        return !price.isTooMuch && this.#isWithin(session, slice.day, price);
      return !price.isTooMuch && (left === undefined || sumOf(price.cost) <= left);
    };
    if (fits(allowed)) return allowed;
    let [fewest, most] = [0n, allowed];
    while (fewest < most) {
      const middle = (fewest + most + 1n) / 2n;
      if (fits(middle)) fewest = middle;
      else most = middle - 1n;
    }
    return fewest;
  }

  #keep(
    session: BilledSession,
    use: {
      readonly source: string;
      readonly kind: EventKind;
      readonly day: string;
      readonly volume: PerDimension;
      readonly now: string;
    },
  ): Price {
    const { ledger, limitKeeper, budgets } = this.#means;
    const { now, ...event } = use;
    const { account_id: accountId } = session;
    const price = this.#pricer.price(session, use.day, use.volume);
    const { cost, changes } = price;
    if (price.isTooMuch) {
      const currency = this.#means.limits.money.code;
      throw tooMuchForMonth(session, use.day, { requested: sumOf(cost), currency });
    }
    budgets.spend(spentBySession(session, price));
    limitKeeper.spend(accountId, spentByDay(session, use.day, price), now);
    ledger.keep(session, { ...event, cost, at: now });
    ledger.reprice(accountId, changes, String(ledger.last), now);
    return price;
  }

  /** Whether budgets and hard limits leave room for a use with what it makes of the rest of the month. */
  #isWithin(session: BilledSession, day: string, price: Price): boolean {
    const { budgets, limits } = this.#means;
    return (
      budgets.allow(spentBySession(session, price)) &&
      limits.allow(session.account_id, spentByDay(session, day, price))
    );
  }

  /** What other rules would make of an account's use of a month so far. */
  repriced(accountId: string, month: string, rules: PriceRules): readonly DayChange[] {
    return this.#pricer.reprice(accountId, month, rules);
  }

  /** The rules of an account's month (its first day). */
  rules(accountId: string, month: string): PriceRules {
    return this.#pricer.rules(accountId, month);
  }

  /** What an account used in a month (its first day). */
  used(accountId: string, month: string): PerDimension {
    const counter = this.#means.ledger.counter(accountId, month);
    return counter === undefined ? nothing : volumesOf(counter);
  }

  /** Number of the last metered event. */
  get lastEvent(): number {
    return this.#means.ledger.last;
  }

  /** Keeps what a card that was assigned makes of the use of a month. Nothing is refused for it. */
  keepRepriced(accountId: string, changes: readonly DayChange[], cause: string, now: string): void {
    const { ledger, limitKeeper, budgets } = this.#means;
    budgets.count(bySession(changes));
    limitKeeper.count(accountId, changes.map(toSpent), now);
    ledger.reprice(accountId, changes, cause, now);
  }
}

interface EventRow extends FigureRow {
  readonly session: bigint;
  readonly day: string;
  readonly kind: EventKind;
}

const toSpent = ({ datasetId, day, cost }: DayChange): SpentUse => ({
  datasetId,
  day,
  nanos: sumOf(cost),
});

/** What a use and what it makes of the rest spend, by dataset and day. */
function spentByDay(session: BilledSession, day: string, { cost, changes }: Price): SpentUse[] {
  const use = { datasetId: session.dataset_id, day, nanos: sumOf(cost) };
  return [use, ...changes.map(toSpent)];
}

/** The same by session. */
function spentBySession({ session_id: id }: BilledSession, { cost, changes }: Price) {
  const spent = bySession(changes);
  spent.set(id, (spent.get(id) ?? 0n) + sumOf(cost));
  return spent;
}

function bySession(changes: readonly DayChange[]): Map<string, bigint> {
  const spent = new Map<string, bigint>();
  for (const { sessionId, cost } of changes) {
    spent.set(sessionId, (spent.get(sessionId) ?? 0n) + sumOf(cost));
  }
  return spent;
}

/** The smaller one; undefined stands for no limit. */
function least(one: bigint | undefined, other: bigint | undefined): bigint | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

function spenderOf(session: BilledSession, day: string) {
  return { accountId: session.account_id, datasetId: session.dataset_id, day };
}

/** Seconds that an access keeps a session active, by the instant of the one before it or of the opening. */
export function secondsActive(before: string, at: string): bigint {
  const seconds = secondsBetween(before, at);
  return seconds < activeGap ? seconds : activeGap;
}

/** By counter of a session, what an access adds to it: every recorded operation is a train operation. */
export function countOf(kind: EventKind, by: number) {
  return {
    reads: kind === 'read' ? by : 0,
    filters: kind === 'filter' ? by : 0,
    transforms: kind === 'transform' ? by : 0,
    trains: kind === 'train' || kind === 'analyze' || kind === 'validate' ? by : 0,
  };
}
