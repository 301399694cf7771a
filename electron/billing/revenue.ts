/** The revenue summary: what was billed, paid, owed and passed on, each figure by itself. */
import type { Database, Statement } from 'better-sqlite3';
import { type DatasetRevenue, type Revenue } from '../../shared/contract/billing.ts';
import { dayOf, endOf, lastDay, startOf } from '../../shared/billing/calendar.ts';
import { usedThen, wasCanceled, wasCompleted, wasInForce, wasPaid, wasSent } from './past/was.ts';
import { costNumber } from '../../shared/billing/decimal.ts';
import { WorkspaceMoney } from './workspace-money.ts';
import { type Money } from '../../shared/billing/money.ts';

/** Minor units; `unbilled` in nanos. */
export interface RevenueFigures {
  readonly billed: bigint;
  readonly tax: bigint;
  readonly collected: bigint;
  readonly outstanding: bigint;
  readonly overdue: bigint;
  readonly canceled: bigint;
  readonly unbilled: bigint;
  readonly fees: bigint;
  readonly holderNet: bigint;
  readonly payoutsCompleted: bigint;
  readonly payoutsPending: bigint;
  readonly availableBalance: bigint;
}

type InvoiceSums = Pick<
  RevenueFigures,
  'billed' | 'tax' | 'collected' | 'outstanding' | 'overdue' | 'canceled'
>;

const [canceled, paid] = [wasCanceled('i'), wasPaid('i')];
const wasOpen = `(NOT ${paid} AND NOT ${canceled})`;
const wasOverdue = `(${wasOpen} AND i.due_day < @today)`;
const sum = (what: string, where: string) => `coalesce(sum(${what}) FILTER (WHERE ${where}), 0)`;

/** Of what an invoice holds for a dataset, nanos. */
const nanosOfUsage =
  'coalesce(u.nanos, (u.time_amount + u.record_amount + u.data_amount + u.operation_amount) * @minor)';
/** Use that is in no document in force, nanos: of months whose volumes are not all in one. */
const unbilled = (
  used: string,
  where: string,
) => `(SELECT coalesce(sum(max(m.time_nanos + m.record_nanos + m.data_nanos
       + m.operation_nanos - m.billed, 0)), 0)
     FROM (SELECT m.*, coalesce(sum(${nanosOfUsage}), 0) AS billed,
         coalesce(sum(u.micro_hours), 0) AS micro_hours_billed, coalesce(sum(u.records), 0) AS records_billed,
         coalesce(sum(u.bytes), 0) AS bytes_billed, coalesce(sum(u.operations), 0) AS operations_billed
       FROM ${used} AS m
       LEFT JOIN invoices AS i ON i.account_id = m.account_id AND i.month >= m.month AND ${wasInForce('i')}
       LEFT JOIN invoice_usage AS u ON u.invoice = i.number AND u.month = m.month AND u.dataset_id = m.dataset_id
       ${where} GROUP BY m.account_id, m.month, m.dataset_id) AS m
     WHERE m.micro_hours <> m.micro_hours_billed OR m.records <> m.records_billed
       OR m.bytes <> m.bytes_billed OR m.operations <> m.operations_billed)`;
/** What credit notes on paid invoices take back. */
const noted = (what: string) =>
  `(SELECT coalesce(sum(${what}), 0) FROM credit_notes
     WHERE kind = 'REFUND' AND issued_at >= @from AND issued_at <= @until)`;
const ofHolder = 'holder_id = @holder';
const accrued = `FROM earned WHERE ${ofHolder}`;
const arrived = wasCompleted('payouts');
const isOnItsWay = `(NOT ${arrived} AND (failed_at IS NULL OR failed_at > @at))`;
const sent = 'FROM payouts WHERE created_at >= @from AND created_at <= @until';
/** Earned until then, less what payouts had taken that had not failed. */
const available = (where: string) =>
  `(SELECT coalesce(sum(net), 0) FROM earned WHERE earned_at <= @at AND ${where})
     - (SELECT coalesce(sum(amount - coalesce(tax, 0)), 0) FROM payouts WHERE ${wasSent('payouts')} AND ${where})`;

/**
 * What invoices give a holder, before fees: its shares, less what credit notes take back of them; of one from before
 * there were any what its lines give it.
 */
const partsOfHolder = `SELECT i.paid_at, i.canceled_at, i.due_day, s.gross * @minor AS nanos
  FROM shares AS s JOIN invoices AS i ON i.invoice_id = s.document
  WHERE s.holder_id = @holder AND s.at >= @from AND s.at <= @until
  UNION ALL
  SELECT s.at, NULL, '', s.gross * @minor FROM shares AS s JOIN credit_notes AS n ON n.credit_note_id = s.document
  WHERE s.holder_id = @holder AND s.at >= @from AND s.at <= @until
  UNION ALL
  SELECT i.paid_at, i.canceled_at, i.due_day, ${nanosOfUsage}
  FROM invoices AS i JOIN invoice_usage AS u ON u.invoice = i.number
  WHERE i.pool IS NULL AND i.issued_at >= @from AND i.issued_at <= @until AND u.holder_id = @holder`;

const holderFigures = (used: string) => `SELECT i.*,
    ${unbilled(used, 'WHERE m.holder_id = @holder')} AS unbilled,
    (SELECT coalesce(sum(fee), 0) ${accrued} AND earned_at >= @from AND earned_at <= @until) AS fees,
    (SELECT coalesce(sum(net), 0) ${accrued} AND earned_at >= @from AND earned_at <= @until)
      AS holderNet,
    ${available(ofHolder)} AS availableBalance,
    (SELECT ${sum('amount', arrived)} ${sent} AND ${ofHolder}) AS payoutsCompleted,
    (SELECT ${sum('amount', isOnItsWay)} ${sent} AND ${ofHolder}) AS payoutsPending
  FROM (SELECT ${sum('nanos', `NOT ${canceled}`)} AS billed,
      ${sum('nanos', paid)} AS collected,
      ${sum('nanos', wasOpen)} AS outstanding,
      ${sum('nanos', wasOverdue)} AS overdue,
      ${sum('nanos', canceled)} AS canceled
    FROM (${partsOfHolder}) AS i) AS i`;
/** One row. So that a test can read its plan. */
export const revenueOfHolder = holderFigures('usage_months');

/** UTC days, both included. */
interface Period {
  readonly start?: string | undefined;
  readonly last?: string | undefined;
}

interface DatasetRow {
  readonly dataset_id: string;
  readonly holder_id: string;
  readonly gross: bigint;
  readonly fees: bigint;
  readonly net: bigint;
}

/** A period, and the instant up to which what happened is known. */
interface Asked extends Period {
  readonly now: string;
  /** That of a question about the past: then use is summed from its events. */
  readonly asOf?: string | undefined;
}

const invoiceSums = `SELECT ${sum('i.subtotal', `NOT ${canceled}`)} - ${noted('subtotal')} AS billed,
    ${sum('i.tax', `NOT ${canceled}`)} - ${noted('tax')} AS tax,
    ${sum('i.total', paid)} - ${noted('total')} AS collected,
    ${sum('i.total', wasOpen)} AS outstanding,
    ${sum('i.total', wasOverdue)} AS overdue,
    ${sum('i.total', canceled)} AS canceled
  FROM invoices AS i WHERE i.issued_at >= @from AND i.issued_at <= @until`;
const earnedSums = `SELECT coalesce(sum(fee), 0) AS fees, coalesce(sum(net), 0) AS holderNet
  FROM earned WHERE earned_at >= @from AND earned_at <= @until`;
const payoutSums = `SELECT ${sum('amount', arrived)} AS payoutsCompleted,
    ${sum('amount', isOnItsWay)} AS payoutsPending ${sent}`;
const byDataset = `SELECT dataset_id, holder_id, sum(gross) AS gross, sum(fee) AS fees, sum(net) AS net
  FROM earned WHERE earned_at >= @from AND earned_at <= @until AND (@holder IS NULL OR holder_id = @holder)
  GROUP BY dataset_id, holder_id ORDER BY dataset_id, holder_id`;

export class RevenueStore {
  readonly #money: WorkspaceMoney;
  readonly #datasets: Statement<[object], DatasetRow>;
  readonly #invoices: Statement<[object], InvoiceSums>;
  readonly #accruals: Statement<[object], Pick<RevenueFigures, 'fees' | 'holderNet'>>;
  readonly #payouts: Statement<
    [object],
    Pick<RevenueFigures, 'payoutsCompleted' | 'payoutsPending'>
  >;
  readonly #holder: Readonly<Record<'now' | 'past', Statement<[object], HolderSums>>>;
  readonly #available: Statement<[object], bigint>;
  readonly #unbilled: Readonly<Record<'now' | 'past', Statement<[object], bigint>>>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    const sums = <Row>(sql: string) => database.prepare<[object], Row>(sql).safeIntegers();
    const figure = (sql: string) => database.prepare<[object], bigint>(sql).pluck().safeIntegers();
    this.#invoices = sums(invoiceSums);
    this.#accruals = sums(earnedSums);
    this.#payouts = sums(payoutSums);
    this.#datasets = sums(byDataset);
    this.#holder = { now: sums(revenueOfHolder), past: sums(holderFigures(usedThen)) };
    this.#available = figure(`SELECT ${available('1')}`);
    this.#unbilled = {
      now: figure(`SELECT ${unbilled('usage_months', '')}`),
      past: figure(`SELECT ${unbilled(usedThen, '')}`),
    };
  }

  /** What was accrued for each dataset (of one holder) in a period, by its name. */
  byDataset(asked: Asked, holder?: string): DatasetRevenue[] {
    const money = this.#money.now;
    return this.#datasets.all({ ...boundsOf(asked), holder: holder ?? null }).map((row) => ({
      dataset_id: row.dataset_id,
      holder_id: row.holder_id,
      gross: money.number(row.gross),
      fees: money.number(row.fees),
      net: money.number(row.net),
      currency: money.code,
    }));
  }

  /** The same for the datasets of one holder: its share of the invoices, without their tax. */
  figuresOf(holder: string, asked: Asked): RevenueFigures {
    const statement = this.#holder[asked.asOf === undefined ? 'now' : 'past'];
    const values = { ...boundsOf(asked), minor: this.#money.now.nanosPerMinor };
    const sums = statement.get({ ...values, holder });
    if (sums === undefined) throw new Error('A sum has no row.');
    const minorUnits = (nanos: bigint) => halfUp(nanos, values.minor);
    return {
      ...sums,
      tax: 0n,
      billed: minorUnits(sums.billed),
      collected: minorUnits(sums.collected),
      outstanding: minorUnits(sums.outstanding),
      overdue: minorUnits(sums.overdue),
      canceled: minorUnits(sums.canceled),
    };
  }

  /** Figures of what was issued, accrued or sent in a period; unbilled and available are those of the instant. */
  figures(asked: Asked): RevenueFigures {
    const values = { ...boundsOf(asked), minor: this.#money.now.nanosPerMinor };
    const [invoices, accruals, payouts] = [
      this.#invoices.get(values),
      this.#accruals.get(values),
      this.#payouts.get(values),
    ];
    if (invoices === undefined || accruals === undefined || payouts === undefined) {
      throw new Error('A sum has no row.');
    }
    const unbilledUse = this.#unbilled[asked.asOf === undefined ? 'now' : 'past'];
    return {
      ...invoices,
      ...accruals,
      ...payouts,
      unbilled: unbilledUse.get(values) ?? 0n,
      availableBalance: this.#available.get(values) ?? 0n,
    };
  }
}

/** Nanos; the rest in minor units. */
interface HolderSums {
  readonly billed: bigint;
  readonly collected: bigint;
  readonly outstanding: bigint;
  readonly overdue: bigint;
  readonly canceled: bigint;
  readonly unbilled: bigint;
  readonly fees: bigint;
  readonly holderNet: bigint;
  readonly payoutsCompleted: bigint;
  readonly payoutsPending: bigint;
  readonly availableBalance: bigint;
}

export function shownRevenue(figures: RevenueFigures, money: Money): Revenue {
  return {
    billed: money.number(figures.billed),
    tax: money.number(figures.tax),
    collected: money.number(figures.collected),
    outstanding: money.number(figures.outstanding),
    overdue: money.number(figures.overdue),
    canceled: money.number(figures.canceled),
    unbilled: costNumber(figures.unbilled),
    fees: money.number(figures.fees),
    holder_net: money.number(figures.holderNet),
    payouts_completed: money.number(figures.payoutsCompleted),
    payouts_pending: money.number(figures.payoutsPending),
    available_balance: money.number(figures.availableBalance),
    currency: money.code,
  };
}

/** Nanos as minor units, halves up. */
function halfUp(nanos: bigint, minor: bigint): bigint {
  return (nanos + minor / 2n) / minor;
}

/** What lies behind the instant that is asked for is in no figure. */
function boundsOf({ start, last, now, asOf = now }: Asked) {
  const until = endOf(last ?? lastDay);
  return {
    from: start === undefined ? '' : startOf(start),
    until: until < asOf ? until : asOf,
    at: asOf,
    today: dayOf(asOf),
  };
}
