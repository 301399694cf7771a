/** The price of calls before they are made: from the month's card and volumes alone, no row is read. */
import type { Database, Statement } from 'better-sqlite3';
import type { Quote, QuoteBody } from '../../shared/contract/billing-prices.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { limits as apiLimits } from '../../shared/contract/limits.ts';
import { dayOf, monthOf, spanOf } from '../../shared/billing/calendar.ts';
import { costNumber, numberOf } from '../../shared/billing/decimal.ts';
import type { UsedBefore } from '../../shared/billing/month-price.ts';
import { quoteOf, type CallAhead, type QuotedLine } from '../../shared/billing/quote.ts';
import {
  nothing,
  plus,
  volumePlaces,
  volumeUnits,
  type PerDimension,
} from '../../shared/billing/volume.ts';
import { hdiv } from '../../shared/billing/rounding.ts';
import { DatasetsStore, type StoredDataset } from '../datasets/datasets-store.ts';
import { PoliciesStore } from '../datasets/policies-store.ts';
import type { Own } from '../route-handler.ts';
import { Accounts, defaultAccount } from './accounts.ts';
import { BilledSessions, type BilledSession } from './billed-sessions.ts';
import { GrantBudgets } from './grant-budgets.ts';
import { monthRules } from './month-rules.ts';
import { RateCards } from './rate-cards.ts';
import { SpendingLimits } from './spending-limits.ts';
import { secondsBetween, timeEndSql, timeVolume } from './time-slices.ts';
import { volumesOf, type VolumeRow } from './usage-figures.ts';
import { WorkspaceMoney } from './workspace-money.ts';

/** Every statement of quotes, by name, so that a test can read the plan of each. */
export const quoteStatements = {
  used: `SELECT micro_hours, records, bytes, operations FROM usage_counters
    WHERE account_id = ? AND month = ?`,
  ends: `SELECT ${timeEndSql('s')} FROM sessions AS s WHERE s.session_id = ?`,
  bytesPerRow: `SELECT json_extract(g.expected, '$.bytes_per_row') FROM sessions AS s
    JOIN grants AS g ON g.number = s."grant" WHERE s.session_id = ?`,
} as const;

/** A row of JSON text of which a policy treats fields is at most so many times as long as it is stored. */
const longestTreated = 64n;

interface Asked {
  readonly accountId: string;
  readonly dataset: StoredDataset;
  readonly session: BilledSession | undefined;
}

/** Who asks. */
export interface Asker {
  readonly own: Own | undefined;
  /** The holder of whose datasets alone it knows; undefined for all of them. */
  readonly ofHolder: string | undefined;
}

/** Over one connection. */
export class Quotes {
  readonly #money: WorkspaceMoney;
  readonly #accounts: Accounts;
  readonly #cards: RateCards;
  readonly #sessions: BilledSessions;
  readonly #datasets: DatasetsStore;
  readonly #policies: PoliciesStore;
  readonly #limits: SpendingLimits;
  readonly #budgets: GrantBudgets;
  readonly #used: Statement<[string, string], VolumeRow>;
  readonly #ends: Statement<[string], string>;
  readonly #bytesPerRow: Statement<[string], number | null>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    this.#accounts = new Accounts(database);
    this.#cards = new RateCards(database);
    this.#sessions = new BilledSessions(database);
    this.#datasets = new DatasetsStore(database);
    this.#policies = new PoliciesStore(database);
    this.#limits = new SpendingLimits(database);
    this.#budgets = new GrantBudgets(database);
    this.#used = database.prepare<[string, string], VolumeRow>(quoteStatements.used).safeIntegers();
    this.#ends = database.prepare<[string], string>(quoteStatements.ends).pluck();
    this.#bytesPerRow = database
      .prepare<[string], number | null>(quoteStatements.bytesPerRow)
      .pluck();
  }

  /** @throws {ApiError} `validation_error`, `forbidden` */
  quote(body: QuoteBody, now: string, asker: Asker): Quote {
    const asked = this.#asked(body, asker);
    const { accountId, dataset, session } = asked;
    const month = monthOf(now);
    const card = this.#cards.requireAssigned(this.#cards.inForce(accountId, month));
    const { rules } = monthRules(card, month, this.#accounts.require(accountId));
    const quote = quoteOf(rules, this.#call(body, asked, now), this.#before(asked, month, now));
    return {
      account_id: accountId,
      dataset_id: dataset.datasetId,
      operation: body.operation,
      at_most: costNumber(quote.atMost),
      expected: costNumber(quote.expected),
      hour: costNumber(quote.hour),
      lines: quote.lines.map(shownLine),
      month_so_far: costNumber(quote.monthSoFar),
      month_after: costNumber(quote.monthAfter),
      limits: this.#left(accountId, dataset.datasetId, session, now).map(({ left, ...whose }) => ({
        ...whose,
        left_after: costNumber(left - quote.atMost),
      })),
      method: 'month_price',
      currency: this.#money.now.code,
    };
  }

  /** What a quote is asked for; a thing of others does not exist. */
  #asked(body: QuoteBody, { own, ofHolder }: Asker): Asked {
    const { session_id: sessionId, dataset_id: datasetId } = body;
    const session = sessionId === undefined ? undefined : this.#sessions.find(sessionId);
    const isForeign = own !== undefined && session?.account_id !== own.accountId;
    if (sessionId !== undefined && (session === undefined || isForeign)) {
      throw validationError([faultAt('session_id', 'not_known', { unit: 'session' })]);
    }
    const accountId = session?.account_id ?? body.account_id ?? own?.accountId ?? defaultAccount;
    if (own !== undefined && accountId !== own.accountId) {
      throw new ApiError('forbidden', 'This API key may not ask for another account.');
    }
    if (this.#accounts.find(accountId) === undefined) {
      throw validationError([faultAt('account_id', 'not_known', { unit: 'account' })]);
    }
    const dataset = this.#datasets.find(session?.dataset_id ?? datasetId ?? '');
    const isHidden = ofHolder !== undefined && dataset?.holderId !== ofHolder;
    if (dataset === undefined || isHidden) {
      throw validationError([faultAt('dataset_id', 'not_known', { unit: 'dataset' })]);
    }
    return { accountId, dataset, session };
  }

  /** Volumes before the call, with the time that goes on and is not charged yet. */
  #before({ accountId, session }: Asked, month: string, now: string): UsedBefore {
    const row = this.#used.get(accountId, month);
    let used = row === undefined ? nothing : volumesOf(row);
    let ofSession = session === undefined ? nothing : volumesOf(session);
    for (const each of this.#sessions.running(accountId)) {
      const end = this.#ends.get(each.session_id) ?? now;
      const seconds = secondsBetween(each.opened_at, end < now ? end : now) - each.elapsed_seconds;
      const charged = each.elapsed_seconds - each.blocked_seconds;
      const open = { ...nothing, time: seconds > 0n ? timeVolume(charged, seconds) : 0n };
      used = plus(used, open);
      if (each.number === session?.number) ofSession = plus(ofSession, open);
    }
    return { session: ofSession, month: used };
  }

  #call(body: QuoteBody, { dataset, session }: Asked, now: string): CallAhead {
    const delivers = ['read', 'filter', 'aggregate', 'transform'].includes(body.operation);
    const rows = delivers ? BigInt(body.rows) : 0n;
    const operations = BigInt(body.operations);
    const volume = (bytes: bigint): PerDimension => ({
      time: 0n,
      record: rows,
      data: bytes,
      operation: operations,
    });
    if (rows === 0n) return { most: volume(0n), likely: volume(0n) };
    const most = this.#mostBytes(body, dataset, now);
    const mean = rows * this.#meanBytes(dataset, session);
    return { most: volume(most), likely: volume(mean < most ? mean : most) };
  }

  /** What the answers hold at most: as much as there is room for, or all rows where each call delivers all of them. */
  #mostBytes({ operation, operations }: QuoteBody, dataset: StoredDataset, now: string): bigint {
    const calls = BigInt(operations);
    const answers = BigInt(apiLimits.answerBytes) * calls;
    // What a transformation makes of rows may be longer than they are.
    if (operation === 'transform') return answers * longestTreated;
    if (operation === 'aggregate') return answers;
    const stored = BigInt(dataset.totalBytes) * calls;
    const all = this.#policies.givesWhole(dataset, now) ? stored : stored * longestTreated;
    return all < answers ? all : answers;
  }

  /** Of what the session was given so far, else as its grant expects it, else as rows are stored. */
  #meanBytes(dataset: StoredDataset, session: BilledSession | undefined): bigint {
    if (session !== undefined && session.records > 0n) return hdiv(session.bytes, session.records);
    const expected = session === undefined ? null : this.#bytesPerRow.get(session.session_id);
    if (typeof expected === 'number') return BigInt(expected);
    const { recordCount, totalBytes } = dataset;
    return recordCount === 0 ? 0n : hdiv(BigInt(totalBytes), BigInt(recordCount));
  }

  /** Nanos that limits and the budget of the grant leave. */
  #left(
    accountId: string,
    datasetId: string,
    session: BilledSession | undefined,
    now: string,
  ): { limit_id: string | null; grant_id: string | null; left: bigint }[] {
    const day = dayOf(now);
    const limits = this.#limits.of({ accountId, datasetId, day }).map((limit) => ({
      limit_id: limit.limitId,
      grant_id: null,
      left:
        limit.amount * this.#money.now.nanosPerMinor -
        this.#limits.spent(limit, spanOf(limit.period, day).start),
    }));
    const budget = session && this.#budgets.budgetOf(session.session_id);
    if (budget === undefined) return limits;
    return [...limits, { limit_id: null, grant_id: budget.grantId, left: budget.left }];
  }
}

function shownLine({
  dimension,
  volume,
  atMost,
  expected,
  tier,
}: QuotedLine): Quote['lines'][number] {
  const units = (value: bigint) => numberOf(value, volumePlaces[dimension]);
  return {
    dimension,
    volume: units(volume),
    unit: volumeUnits[dimension],
    at_most: costNumber(atMost),
    expected: costNumber(expected),
    tier:
      tier === undefined
        ? null
        : {
            room: units(tier.room),
            within: costNumber(tier.within),
            beyond: costNumber(tier.beyond),
          },
  };
}
