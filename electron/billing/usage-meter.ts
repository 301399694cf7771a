/** Meters sessions: each access as it happens, their time whenever it is looked at, second by second. */
import type { Database, Statement } from 'better-sqlite3';
import { dayOf, monthOf, startOf, addDays } from '../../shared/billing/calendar.ts';
import { priceUsage, type PricedUsage } from '../../shared/billing/pricing.ts';
import { microHours, nothing, sumOf, type PerDimension } from '../../shared/billing/volume.ts';
import { instant } from '../../shared/time.ts';
import type { Accounts } from './accounts.ts';
import type { BilledSession, BilledSessions } from './billed-sessions.ts';
import type { RateCards } from './rate-cards.ts';
import type { LimitKeeper, SpendingLimits } from './spending-limits.ts';
import { costsOf, volumesOf, type FigureRow } from './usage-figures.ts';
import type { EventKind, UsageLedger } from './usage-ledger.ts';

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
  readonly kind: Exclude<EventKind, 'time' | 'correction'>;
  readonly records: number;
  readonly bytes: number;
}

export interface MeterMeans {
  readonly accounts: Accounts;
  readonly cards: RateCards;
  readonly sessions: BilledSessions;
  readonly ledger: UsageLedger;
  readonly limits: SpendingLimits;
  readonly limitKeeper: LimitKeeper;
  /** When a session's time ends at the latest: its expiry, or when it was closed or revoked. */
  readonly endOf: (sessionId: string) => string | undefined;
}

/** Over the writer's connection; the caller holds the transaction. */
export class UsageMeter {
  readonly #means: MeterMeans;
  readonly #open: Statement<[object]>;
  readonly #tick: Statement<[object]>;
  readonly #access: Statement<[object]>;
  readonly #eventByNumber: Statement<[number], EventRow>;

  constructor(database: Database, means: MeterMeans) {
    this.#means = means;
    this.#open = database.prepare(
      `INSERT INTO billed_sessions (session_id, account_id, dataset_id, holder_id, model_id,
         rate_card_id, version, opened_at, updated_at)
       VALUES (@sessionId, @accountId, @datasetId, @holderId, @modelId, @rateCardId, @version,
         @openedAt, @openedAt)`,
    );
    this.#tick = database.prepare(
      `UPDATE billed_sessions SET elapsed_seconds = @elapsed, blocked_seconds = @blocked,
         is_over = @isOver, updated_at = @now
       WHERE number = @number`,
    );
    this.#access = database.prepare(
      `UPDATE billed_sessions SET accesses = accesses + 1, active_seconds = active_seconds + @active,
         last_access_at = @now, updated_at = @now, reads = reads + @reads,
         filters = filters + @filters, transforms = transforms + @transforms,
         trains = trains + @trains
       WHERE number = @number`,
    );
    this.#eventByNumber = database
      .prepare<[number], EventRow>('SELECT * FROM usage_events WHERE number = ?')
      .safeIntegers();
  }

  /**
   * Begins a session under the rate card its account has this month.
   * @throws {ApiError} `not_found`, `account_suspended`
   */
  open(session: NewSession): void {
    const { accounts, cards } = this.#means;
    accounts.require(session.accountId);
    accounts.requireActive(session.accountId, session.openedAt);
    const card = cards.inForce(session.accountId, monthOf(session.openedAt));
    this.#open.run({ ...session, ...card, modelId: session.modelId ?? '' });
  }

  /** Whether a session was opened here: one from before billing was not. */
  knows(sessionId: string): boolean {
    return this.#means.sessions.find(sessionId) !== undefined;
  }

  /**
   * Charges one access and the time up to it. Refuses before anything is served.
   * @throws {ApiError} `spending_limit_exceeded`, `account_suspended`
   */
  charge(sessionId: string, access: Access, now: string): void {
    const { accounts, sessions } = this.#means;
    const before = sessions.find(sessionId);
    if (before === undefined) throw new Error(`Session ${sessionId} is not metered.`);
    this.#settle(before, now);
    accounts.requireActive(before.account_id, now);
    const session = sessions.find(sessionId) ?? before;
    const { kind, records, bytes } = access;
    const volume = {
      time: 0n,
      record: BigInt(records),
      data: BigInt(bytes),
      operation: 1n,
    };
    const number = session.accesses + 1n;
    this.#keep(session, {
      source: `${sessionId}/${number}`,
      kind,
      day: dayOf(now),
      volume,
      now,
    });
    const since = Date.parse(now) - Date.parse(session.last_access_at ?? session.opened_at);
    const gap = BigInt(Math.max(0, Math.floor(since / 1_000)));
    this.#access.run({
      number: session.number,
      now,
      active: gap < activeGap ? gap : activeGap,
      ...countOf(kind, 1),
    });
  }

  /** Charges the time of every session that goes on, or ended since it was last looked at. */
  settle(now: string, accountId?: string): void {
    for (const session of this.#means.sessions.running(accountId)) this.#settle(session, now);
  }

  /** Whether there is time that `settle` would charge. */
  isBehind(now: string): boolean {
    return this.#means.sessions.running().some((session) => {
      const end = this.#endOf(session, now);
      return secondsUntil(session, end) > session.elapsed_seconds || end < now;
    });
  }

  /** Takes an event back by another one, on the same day and at the same price. */
  reverse(eventNumber: number, now: string): void {
    const event = this.#eventByNumber.get(eventNumber);
    const session = event && this.#means.sessions.byNumber(event.session);
    if (event === undefined || session === undefined || event.kind === 'time') {
      throw new Error(`There is no access ${eventNumber} to take back.`);
    }
    const cost = negated(costsOf(event));
    this.#means.ledger.keep(session, {
      source: `reversal/${eventNumber}`,
      kind: 'correction',
      at: now,
      day: event.day,
      volume: negated(volumesOf(event)),
      cost,
      list: -event.list_nanos,
    });
    this.#means.limitKeeper.spend(spenderOf(session, event.day), sumOf(cost), now);
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
    const target = secondsUntil(session, end);
    let { elapsed_seconds: elapsed, blocked_seconds: blocked } = session;
    let current = session;
    while (elapsed < target) {
      const slice = nextSlice(session, elapsed, target);
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
    this.#tick.run({ number, elapsed, blocked, isOver: Number(isOver), now: end });
  }

  /** How many of a slice's seconds may be charged: none while suspended, else what hard limits leave. */
  #affordable(session: BilledSession, slice: Slice, charged: bigint): bigint {
    const { accounts, limits } = this.#means;
    if (accounts.isSuspended(session.account_id, slice.from)) return 0n;
    const left = limits.left(spenderOf(session, slice.day));
    if (left === undefined) return slice.seconds;
    const costs = (seconds: bigint) =>
      sumOf(
        this.#price(session, slice.day, { ...nothing, time: timeVolume(charged, seconds) }).cost,
      );
    let [least, most] = [0n, slice.seconds];
    while (least < most) {
      const middle = (least + most + 1n) / 2n;
      if (costs(middle) <= left) least = middle;
      else most = middle - 1n;
    }
    return least;
  }

  #price(session: BilledSession, day: string, volume: PerDimension): PricedUsage {
    const { cards, ledger } = this.#means;
    const card = cards.require({
      rateCardId: session.rate_card_id,
      version: Number(session.version),
    });
    const counter = ledger.counter(session, day);
    return priceUsage(card.rules, volume, {
      session: volumesOf(session),
      month: counter === undefined ? nothing : volumesOf(counter),
      monthList: counter?.list_nanos ?? 0n,
    });
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
  ): void {
    const { ledger, limitKeeper } = this.#means;
    const { now, ...event } = use;
    const priced = this.#price(session, use.day, use.volume);
    limitKeeper.spend(spenderOf(session, use.day), sumOf(priced.cost), now);
    ledger.keep(session, { ...event, ...priced, at: now });
  }
}

interface EventRow extends FigureRow {
  readonly session: bigint;
  readonly day: string;
  readonly kind: EventKind;
  readonly list_nanos: bigint;
}

/** Seconds of one UTC day. */
interface Slice {
  readonly day: string;
  readonly seconds: bigint;
  /** The instant it begins at, on its day. */
  readonly from: string;
}

/** A second belongs to the day in which it ends; one that ends at midnight to the day before. */
function nextSlice(session: BilledSession, elapsed: bigint, target: bigint): Slice {
  const opened = Date.parse(session.opened_at);
  const day = dayOf(instant(opened + (Number(elapsed) + 1) * 1_000 - 1));
  const midnight = Date.parse(startOf(addDays(day, 1)));
  const last = BigInt(Math.floor((midnight - opened) / 1_000));
  const end = last < target ? last : target;
  const from = instant(opened + Number(elapsed) * 1_000);
  return { day, seconds: end - elapsed, from: from > startOf(day) ? from : startOf(day) };
}

function secondsUntil(session: BilledSession, end: string): bigint {
  return BigInt(Math.max(0, Math.floor((Date.parse(end) - Date.parse(session.opened_at)) / 1_000)));
}

/** Micro-hours of `seconds` more after `before`. */
function timeVolume(before: bigint, seconds: bigint): bigint {
  return microHours(before + seconds) - microHours(before);
}

function spenderOf(session: BilledSession, day: string) {
  return { accountId: session.account_id, datasetId: session.dataset_id, day };
}

function negated(values: PerDimension): PerDimension {
  return {
    time: -values.time,
    record: -values.record,
    data: -values.data,
    operation: -values.operation,
  };
}

/** Which counter of a session an access belongs to: every recorded operation is a train operation. */
function countOf(kind: EventKind, by: number) {
  return {
    reads: kind === 'read' ? by : 0,
    filters: kind === 'filter' ? by : 0,
    transforms: kind === 'transform' ? by : 0,
    trains: kind === 'train' || kind === 'analyze' || kind === 'validate' ? by : 0,
  };
}
