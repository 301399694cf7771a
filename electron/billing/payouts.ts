/** Payouts to data holders: runs that pay whole balances, and what becomes of each payout. */
import type { Database, Statement } from 'better-sqlite3';
import {
  payoutStatuses,
  type ListPayoutsQuery,
  type Payout,
  type PayoutOutcome,
  type PayoutRun,
} from '../../shared/contract/billing.ts';
import {
  dayAt,
  dayOf,
  endOf,
  lastDay,
  lastInstant,
  spanOf,
  startOf,
} from '../../shared/billing/calendar.ts';
import { statementNumber } from '../../shared/billing/statement-number.ts';
import { jsonOrUndefined, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import type { Destination } from '../../shared/contract/billing-parties.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { CreateId } from '../../shared/ids.ts';
import { accrualLine, type PaidAccrual } from '../../shared/ledger/accruals.ts';
import { shareLine, type CommittedShare } from '../../shared/ledger/shares.ts';
import { integerMember } from '../../shared/ledger/facts.ts';
import type { Facts } from '../proof/facts.ts';
import { headOfLines } from '../proof/head-of-lines.ts';
import { PaidLines } from '../proof/paid-lines.ts';
import type { LineSealer } from '../proof/sealer.ts';
import type { Events } from '../webhooks/event-log.ts';
import type { BookWriter } from './books.ts';
import type { Holder, HolderAccounts } from './holder-accounts.ts';
import { placeInForce, type Parties } from './parties.ts';
import type { PaymentProcessor } from './payment-processor.ts';
import { payoutPostings } from './payout-postings.ts';
import { payoutTax } from './payout-tax.ts';
import { WorkspaceMoney } from './workspace-money.ts';
import { moneyIn } from '../../shared/billing/money.ts';

interface Row {
  number: bigint;
  payout_id: string;
  holder_id: string;
  status: string;
  amount: bigint;
  currency: string;
  method: string;
  period_start: string;
  period_end: string;
  created_at: string;
  completed_at: string | null;
  failure_reason: string | null;
  tax: bigint | null;
  destination: string | null;
  reference: string | null;
}

const columns = `number, payout_id, holder_id, status, amount, currency, method, period_start,
  period_end, created_at, completed_at, failure_reason, tax, destination, reference`;
const selected = `created_at >= @from AND created_at <= @until
  AND (@status IS NULL OR status = @status) AND (@holder IS NULL OR holder_id = @holder)
  AND (@last = 0 OR NOT EXISTS (SELECT 1 FROM payouts AS later
    WHERE later.holder_id = payouts.holder_id AND later.number > payouts.number))`;

export const payoutStatements = {
  one: `SELECT ${columns} FROM payouts WHERE payout_id = ?`,
  list: `SELECT ${columns} FROM payouts WHERE ${selected}
    ORDER BY created_at DESC, number DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) FROM payouts WHERE ${selected}`,
  openShares: `SELECT s.number, s.document, s.n, s.salt, s.dataset_id AS datasetId, s.holder_id AS holderId,
      s.gross, s.fee, s.net
    FROM earned AS e JOIN shares AS s ON s.number = e.number
    WHERE e.holder_id = ? AND e.is_share = 1 AND e.payout IS NULL ORDER BY s.number`,
} as const;

/** A share that is its holder's and in no payout. */
type OpenShare = Omit<CommittedShare, 'n'> & { readonly number: bigint; readonly n: bigint };

export class PayoutsStore {
  readonly #list: Statement<[object], Row>;
  readonly #count: Statement<[object], number>;

  constructor(database: Database) {
    this.#list = database.prepare<[object], Row>(payoutStatements.list).safeIntegers();
    this.#count = database.prepare<[object], number>(payoutStatements.count).pluck();
  }

  /** A page of payouts, newest first, and how many there are. */
  list(query: ListPayoutsQuery): { data: Payout[]; total: number } {
    const { created_after: after, created_before: before, limit, offset } = query;
    const values = {
      from: after === undefined ? '' : startOf(after),
      until: endOf(before ?? lastDay),
      status: query.status ?? null,
      holder: query.holder_id ?? null,
      last: query.last === true ? 1 : 0,
    };
    return {
      data: this.#list
        .all({ ...values, limit, offset })
        .map((row) => shownPayout(row, query.include === 'holder')),
      total: this.#count.get(values) ?? 0,
    };
  }
}

interface PayoutHeads {
  /** Only where it pays some from before there were shares. */
  readonly accruals?: JsonObject;
  readonly shares: JsonObject;
  readonly lines: JsonObject;
}

/** Over the writer's connection; the caller holds the transaction. */
export class PayoutRunner {
  readonly #money: WorkspaceMoney;
  readonly #means: {
    readonly holders: HolderAccounts;
    readonly parties: Parties;
    readonly books: BookWriter;
    readonly processor: PaymentProcessor;
    readonly createId: CreateId;
    readonly facts: Facts;
    readonly events: Events;
    readonly sealer: LineSealer;
  };
  readonly #one: Statement<[string], Row>;
  readonly #pending: Statement<[], Row>;
  readonly #lines: PaidLines;
  readonly #hasPending: Statement<[string], number>;
  readonly #open: Statement<[string], PaidAccrual>;
  readonly #openShares: Statement<[string], OpenShare>;
  readonly #number: Statement<[string], bigint>;
  readonly #earned: Statement<[string], { first: string; last: string }>;
  readonly #take: Statement<[bigint, string]>;
  readonly #takeShare: Statement<[bigint, bigint]>;
  readonly #release: readonly Statement<[bigint]>[];
  readonly #ran: Statement<[string, string]>;

  constructor(
    database: Database,
    means: {
      readonly holders: HolderAccounts;
      readonly parties: Parties;
      readonly books: BookWriter;
      readonly processor: PaymentProcessor;
      readonly createId: CreateId;
      readonly facts: Facts;
      readonly events: Events;
      readonly sealer: LineSealer;
    },
  ) {
    this.#money = new WorkspaceMoney(database);
    this.#means = means;
    this.#lines = new PaidLines(database);
    this.#one = database.prepare<[string], Row>(payoutStatements.one).safeIntegers();
    this.#pending = database
      .prepare<[], Row>(`SELECT ${columns} FROM payouts WHERE status = 'PENDING' ORDER BY number`)
      .safeIntegers();
    this.#hasPending = database
      .prepare<[string], number>(`SELECT 1 FROM payouts WHERE holder_id = ? AND status = 'PENDING'`)
      .pluck();
    this.#open = database
      .prepare<[string], PaidAccrual>(
        `SELECT i.invoice_id AS invoiceId, a.dataset_id AS datasetId, a.net
         FROM accruals AS a JOIN invoices AS i ON i.number = a.invoice
         WHERE a.holder_id = ? AND a.payout IS NULL ORDER BY a.number`,
      )
      .safeIntegers();
    this.#number = database
      .prepare<[string], bigint>('SELECT number FROM payouts WHERE payout_id = ?')
      .pluck()
      .safeIntegers();
    this.#earned = database.prepare(
      `SELECT min(earned_at) AS first, max(earned_at) AS last FROM earned
       WHERE holder_id = ? AND payout IS NULL`,
    );
    this.#take = database.prepare(
      'UPDATE accruals SET payout = ? WHERE holder_id = ? AND payout IS NULL',
    );
    this.#openShares = database
      .prepare<[string], OpenShare>(payoutStatements.openShares)
      .safeIntegers();
    this.#takeShare = database.prepare('INSERT INTO payout_items (payout, share) VALUES (?, ?)');
    this.#release = [
      database.prepare('UPDATE accruals SET payout = NULL WHERE payout = ?'),
      database.prepare('UPDATE payout_items SET released = 1 WHERE payout = ?'),
    ];
    this.#ran = database.prepare(
      'UPDATE payout_preferences SET last_run_day = ? WHERE holder_id = ?',
    );
  }

  /** Settles what is pending, then runs what has been due since the last run, once however often it was. */
  runDue(now: string): PayoutRun {
    const settled = this.#settle(now);
    const due = this.#means.holders
      .all()
      .map((holder) => ({ holder, dueDay: spanOf(holder.frequency, dayOf(now)).start }))
      .filter(({ holder, dueDay }) => dueDay > holder.lastRunDay);
    let [created, carried] = [0, 0];
    for (const { holder, dueDay } of due) {
      // With one on its way the run waits: it is due until it was made.
      if (this.#hasPending.get(holder.holderId) !== undefined) continue;
      if (this.#pay(holder, lastInstant(dueDay), now)) created += 1;
      else carried += 1;
      this.#ran.run(dueDay, holder.holderId);
    }
    return { ...settled, created, carried };
  }

  /** Settles what is pending, then pays every balance that has reached its threshold, due or not. */
  runNow(now: string, holderId?: string): PayoutRun {
    const settled = this.#settle(now);
    let [created, carried] = [0, 0];
    for (const holder of this.#means.holders.all()) {
      if (holderId !== undefined && holder.holderId !== holderId) continue;
      if (this.#hasPending.get(holder.holderId) !== undefined) continue;
      if (this.#pay(holder, now, now)) created += 1;
      else carried += 1;
    }
    return { ...settled, created, carried };
  }

  /** Asks what became of the payouts on their way. A failed one returns its funds. */
  #settle(now: string): { completed: number; failed: number } {
    const counts = { completed: 0, failed: 0 };
    for (const payout of this.#pending.all()) {
      const result = this.#means.processor.transfer(payout.method, payout.amount);
      if (result.outcome === 'COMPLETED') {
        this.#complete(payout, now);
        counts.completed += 1;
      } else if (result.outcome === 'FAILED') {
        this.#fail(payout, result.reason, now);
        counts.failed += 1;
      }
    }
    return counts;
  }

  /**
   * What became of a bank transfer, as somebody at the bank told.
   * @throws {ApiError} `not_found`; `conflict` where it is over, or is asked of the processor
   */
  tellOutcome(payoutId: string, outcome: PayoutOutcome, now: string): Payout {
    const payout = this.#one.get(payoutId);
    if (payout === undefined) throw new ApiError('not_found', `There is no payout ${payoutId}.`);
    const { status, method } = payout;
    if (status !== 'PENDING' || method !== 'bank_transfer') {
      const why = status === 'PENDING' ? 'is no bank transfer' : `is ${status.toLowerCase()}`;
      throw new ApiError('conflict', `The payout ${payoutId} ${why}.`, {
        details: { payout_id: payoutId, status },
      });
    }
    if (outcome.status === 'COMPLETED') this.#complete(payout, now, outcome.reference);
    else this.#fail(payout, outcome.reason ?? '', now, outcome.reference);
    return shownPayout(this.#one.get(payoutId) ?? payout, true);
  }

  #complete(payout: Row, now: string, reference?: string): void {
    const { books, facts } = this.#means;
    const { payout_id: id, amount, tax } = payout;
    facts.write('payouts', id, {
      set: { status: 'COMPLETED', completed_at: now },
      ...(reference === undefined ? {} : { commit: { reference } }),
    });
    books.post(id, 'payout_completed', now, payoutPostings(amount, tax ?? 0n).completed);
    this.#tell('payout.completed', payout, now);
  }

  /** Its funds return to the balance. */
  #fail(payout: Row, reason: string, now: string, reference?: string): void {
    const { books, facts } = this.#means;
    const { number, payout_id: id, amount, tax } = payout;
    facts.write('payouts', id, {
      set: { status: 'FAILED', failed_at: now },
      commit: { failure_reason: reason, ...(reference === undefined ? {} : { reference }) },
    });
    for (const statement of this.#release) statement.run(number);
    books.post(id, 'payout_failed', now, payoutPostings(amount, tax ?? 0n).failed);
    this.#tell('payout.failed', payout, now);
  }

  #tell(
    type: 'payout.completed' | 'payout.failed',
    { payout_id, holder_id: holderId, amount, currency: of }: Row,
    at: string,
  ): void {
    const data = {
      payout_id,
      holder_id: holderId,
      amount_cents: integerMember(amount),
      currency: of,
    };
    this.#means.events.emit({ type, at, holderId, data });
  }

  /** Starts a payout of the whole balance, unless it is below the threshold and carried. */
  #pay(holder: Holder, periodEnd: string, now: string): boolean {
    const { holders, parties, books, createId, facts, sealer } = this.#means;
    const net = holders.balance(holder.holderId);
    if (net <= 0n || net < holder.threshold) return false;
    const { party } = parties.holder(holder.holderId);
    const tax = payoutTax(party.tax, net);
    const amount = net + tax;
    const place = placeInForce(party, now);
    const earned = this.#earned.get(holder.holderId);
    // What is paid goes back to metered lines: none of them is open then.
    sealer.seal({ table: 'usage_events' });
    const id = createId('payout');
    const accruals = this.#open.all(holder.holderId);
    const shares = this.#openShares.all(holder.holderId);
    facts.write('payouts', id, {
      set: {
        holder_id: holder.holderId,
        status: 'PENDING',
        amount: integerMember(amount),
        currency: this.#money.now.code,
        method: holder.method,
        // What was carried came from before; what came after the run was due is paid with it.
        period_start: startOf(dayOf(earned?.first ?? now)),
        period_end: earned !== undefined && earned.last > periodEnd ? now : periodEnd,
        created_at: now,
        ...(tax === 0n ? {} : { tax: integerMember(tax) }),
        ...this.#headsOf(accruals, shares),
      },
      ...(place === undefined ? {} : { commit: { destination: jsonOf(place.destination) } }),
    });
    const number = this.#number.get(id) ?? 0n;
    this.#take.run(number, holder.holderId);
    for (const share of shares) this.#takeShare.run(number, share.number);
    books.post(id, 'payout_created', now, payoutPostings(amount, tax).created);
    return true;
  }

  /** What a payout names: the trees over what it pays and over the metered lines behind that. */
  #headsOf(accruals: readonly PaidAccrual[], shares: readonly OpenShare[]): PayoutHeads {
    const own = headOfLines(shares.map((share) => shareLine({ ...share, n: Number(share.n) })));
    const paid = [
      ...accruals,
      ...shares.map(({ document, datasetId }) => ({ invoiceId: document, datasetId })),
    ];
    return {
      ...(accruals.length === 0 ? {} : { accruals: { ...headOfLines(accruals.map(accrualLine)) } }),
      shares: { ...own },
      lines: { ...this.#lines.headOf(paid) },
    };
  }
}

/** As facts hold it. */
function jsonOf(destination: Destination): JsonValue {
  return jsonOrUndefined(JSON.stringify(destination)) ?? null;
}

function shownPayout(row: Row, withHolder: boolean): Payout {
  const money = moneyIn(row.currency);
  const status = payoutStatuses.find((each) => each === row.status);
  if (status === undefined) throw new Error(`The payout ${row.payout_id} cannot be read.`);
  return {
    payout_id: row.payout_id,
    status,
    created_at: row.created_at,
    ...(row.completed_at === null ? {} : { completed_at: row.completed_at }),
    amount: money.number(row.amount),
    currency: row.currency,
    period: { start_date: dayAt(row.period_start), end_date: dayAt(row.period_end) },
    ...(withHolder
      ? {
          holder_id: row.holder_id,
          statement_number: statementNumber(row.number, row.created_at),
          tax: money.number(row.tax ?? 0n),
        }
      : {}),
    ...(withHolder && row.reference !== null ? { reference: row.reference } : {}),
    ...(withHolder && row.failure_reason !== null ? { failure_reason: row.failure_reason } : {}),
  };
}
