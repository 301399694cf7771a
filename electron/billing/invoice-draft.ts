/** Draws up the invoice of an account's month from what was metered; writes nothing. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { currency } from '../../shared/contract/billing.ts';
import {
  addDays,
  addMonths,
  dayOf,
  monthOf,
  prorate,
  startOf,
} from '../../shared/billing/calendar.ts';
import { applyCredit, invoiceAmounts, lineAmount } from '../../shared/billing/invoice-amounts.ts';
import {
  dimensions,
  nothing,
  plus,
  sumOf,
  type PerDimension,
} from '../../shared/billing/volume.ts';
import { instant } from '../../shared/time.ts';
import type { Accounts, StoredAccount } from './accounts.ts';
import type { InvoiceDocument, InvoiceLine } from './invoice-document.ts';
import { allUnitsLines, sumLines, trueUpLines, usageLine } from './invoice-lines.ts';
import type { RateCards } from './rate-cards.ts';
import type { RateCard } from './rate-terms.ts';
import { figureColumns, volumesOf, type CostRow } from './usage-figures.ts';
import type { CounterRow } from './usage-ledger.ts';

/** A period is closed so long after its end at the earliest; milliseconds. */
const closingDelay = 3_600_000;

export interface MonthRow extends CostRow {
  readonly month: string;
  readonly dataset_id: string;
  readonly holder_id: string;
  readonly billed_time_nanos: bigint;
  readonly billed_record_nanos: bigint;
  readonly billed_data_nanos: bigint;
  readonly billed_operation_nanos: bigint;
}

export interface CardCounterRow extends CounterRow {
  readonly rate_card_id: string;
  readonly version: bigint;
}

export interface AdjustmentRow {
  readonly adjustment_id: string;
  readonly description: string;
  readonly amount: bigint;
}

/** Usage of a dataset in a month that goes on the invoice; nanos. */
export interface BilledUsage {
  readonly month: string;
  readonly datasetId: string;
  readonly holderId: string;
  readonly cost: PerDimension;
}

export interface InvoiceDraft {
  readonly document: InvoiceDocument;
  readonly usage: readonly BilledUsage[];
  /** Sum of the usage lines: what holders share. */
  readonly usageTotal: bigint;
  readonly adjustmentTotal: bigint;
  /** Ids of the adjustments that are used up, and credits that are carried. */
  readonly adjustments: readonly string[];
  readonly carried: readonly { readonly description: string; readonly amount: bigint }[];
}

/** The account that an invoice is for, as far as it decides what stands on it. */
type Billed = Pick<StoredAccount, 'accountId' | 'taxBps' | 'termsDays' | 'createdAt'>;

/** All that an invoice is drawn up from, as it is at that moment. */
export interface InvoiceSource {
  /** Usage of an account up to a month and what of it is billed, by month and dataset. */
  readonly months: (accountId: string, month: string) => readonly MonthRow[];
  /** Usage of an account in a month, by rate card. */
  readonly counters: (accountId: string, month: string) => readonly CardCounterRow[];
  /** Those that no invoice has used up, in their order. */
  readonly adjustments: (accountId: string) => readonly AdjustmentRow[];
  /** Id of the invoice of a month that is not canceled. */
  readonly inForce: (accountId: string, month: string) => string | undefined;
  /** The rate card of an account in a month. */
  readonly card: (accountId: string, month: string) => RateCard;
}

/** Lines, sums, and what they use up. */
export type DrawnLines = Omit<InvoiceDraft, 'document'> &
  Pick<InvoiceDocument, 'lines' | 'subtotal' | 'tax' | 'total'>;

export class InvoiceDrafts {
  readonly #means: { readonly accounts: Accounts; readonly cards: RateCards };
  readonly #source: InvoiceSource;
  readonly #nextNumber: Statement<[], number>;

  constructor(
    database: Database,
    means: { readonly accounts: Accounts; readonly cards: RateCards },
  ) {
    this.#means = means;
    this.#source = storedSource(database, means.cards);
    this.#nextNumber = database
      .prepare<[], number>('SELECT coalesce(max(number), 0) + 1 FROM invoices')
      .pluck();
  }

  /**
   * The invoice of a month (its first day) as it would be issued at `now`.
   * @throws {ApiError} `not_found`, `conflict` before the period can be closed, or when it was
   */
  draw(
    order: { accountId: string; month: string; invoiceId: string; notes: string },
    now: string,
  ): InvoiceDraft {
    const { accountId, month, invoiceId, notes } = order;
    const account = this.#means.accounts.require(accountId);
    this.#refuse(account, month, now);
    const { lines, subtotal, tax, total, ...draft } = drawLines(this.#source, account, month);
    const { taxBps, termsDays, customer } = account;
    const number = String(this.#nextNumber.get() ?? 1).padStart(6, '0');
    return {
      ...draft,
      document: {
        invoiceId,
        invoiceNumber: `INV-${month.slice(0, 4)}-${number}`,
        accountId,
        month,
        issuedAt: now,
        dueDay: addDays(dayOf(now), termsDays),
        customer,
        lines,
        terms: termsDays === 0 ? 'Due on receipt' : `Net ${termsDays} days`,
        notes,
        currency,
        taxBps,
        subtotal,
        tax,
        total,
      },
    };
  }

  #refuse({ accountId, createdAt }: StoredAccount, month: string, now: string): void {
    if (month < monthOf(createdAt)) {
      const first = createdAt.slice(0, 7);
      throw new ApiError('validation_error', `The account ${accountId} was made in ${first}.`, {
        fields: [faultAt('month', 'month_or_later', { month: first })],
      });
    }
    const closable = instant(Date.parse(startOf(addMonths(month, 1))) + closingDelay);
    if (now < closable) {
      throw new ApiError(
        'conflict',
        `${month.slice(0, 7)} can be closed from ${closable}, an hour after its end.`,
        { details: { account_id: accountId, closable_at: closable } },
      );
    }
    const issued = this.#source.inForce(accountId, month);
    if (issued === undefined) return;
    throw new ApiError(
      'conflict',
      `${month.slice(0, 7)} is closed: its invoice is ${issued}. Cancel that to invoice it anew.`,
      { details: { account_id: accountId, invoice_id: issued } },
    );
  }
}

/** The lines of an account's month and what they come to. */
export function drawLines(source: InvoiceSource, account: Billed, month: string): DrawnLines {
  const { lines: used, usage } = usageLines(source, account.accountId, month);
  const charged = [...used, ...cardLines(source, account, month, used)];
  const settled = settleAdjustments(source.adjustments(account.accountId), charged);
  const lines = [...charged, ...settled.lines];
  const usageTotal = sumLines(used);
  return {
    lines,
    ...invoiceAmounts(
      lines.map((each) => each.amount),
      account.taxBps,
    ),
    usage,
    usageTotal: usageTotal < 0n ? 0n : usageTotal,
    adjustmentTotal: sumLines(settled.lines),
    adjustments: settled.used,
    carried: settled.carried,
  };
}

/** The tables that billing keeps. */
function storedSource(database: Database, cards: RateCards): InvoiceSource {
  const months = database
    .prepare<[string, string], MonthRow>(
      'SELECT * FROM usage_months WHERE account_id = ? AND month <= ? ORDER BY month, dataset_id',
    )
    .safeIntegers();
  const counters = database
    .prepare<[string, string], CardCounterRow>(
      `SELECT rate_card_id, version, ${figureColumns.join(', ')}, list_nanos FROM usage_counters
       WHERE account_id = ? AND month = ? ORDER BY rate_card_id, version`,
    )
    .safeIntegers();
  const adjustments = database
    .prepare<[string], AdjustmentRow>(
      `SELECT adjustment_id, description, amount FROM adjustments
       WHERE account_id = ? AND invoice IS NULL ORDER BY number`,
    )
    .safeIntegers();
  const inForce = database
    .prepare<[string, string], string>(
      `SELECT invoice_id FROM invoices
       WHERE account_id = ? AND month = ? AND status <> 'CANCELED'`,
    )
    .pluck();
  return {
    months: (accountId, month) => months.all(accountId, month),
    counters: (accountId, month) => counters.all(accountId, month),
    adjustments: (accountId) => adjustments.all(accountId),
    inForce: (accountId, month) => inForce.get(accountId, month),
    card: (accountId, month) => cards.require(cards.inForce(accountId, month)),
  };
}

/** A line per dimension, and one per closed month that got usage since. */
function usageLines(
  source: InvoiceSource,
  accountId: string,
  month: string,
): { lines: InvoiceLine[]; usage: BilledUsage[] } {
  const rows = source
    .months(accountId, month)
    .filter((row) => row.month === month || source.inForce(accountId, row.month) !== undefined)
    .map((row) => ({ ...row, open: unbilled(row) }))
    .filter(({ open }) => dimensions.some((each) => open[each] !== 0n));
  const costOf = (of: string) =>
    rows.filter((row) => row.month === of).reduce((sum, row) => plus(sum, row.open), nothing);
  const cost = costOf(month);
  const volume = source
    .counters(accountId, month)
    .reduce((sum, row) => plus(sum, volumesOf(row)), nothing);
  const card = source.card(accountId, month);
  const late = [...new Set(rows.map((row) => row.month))].filter((each) => each !== month);
  return {
    lines: [
      ...dimensions.map((dimension) =>
        usageLine(dimension, card, { volume: volume[dimension], cost: cost[dimension] }),
      ),
      ...late.map((each): InvoiceLine => ({
        kind: 'late_usage',
        description: `Late usage, ${each.slice(0, 7)}`,
        amount: lineAmount(sumOf(costOf(each))),
      })),
    ],
    usage: rows.map((row) => ({
      month: row.month,
      datasetId: row.dataset_id,
      holderId: row.holder_id,
      cost: row.open,
    })),
  };
}

/** What the account's rate card adds when a month ends. */
function cardLines(
  source: InvoiceSource,
  { accountId, createdAt }: Billed,
  month: string,
  usage: readonly InvoiceLine[],
): InvoiceLine[] {
  const card = source.card(accountId, month);
  const counter = source
    .counters(accountId, month)
    .find((row) => row.rate_card_id === card.rateCardId && Number(row.version) === card.version);
  const firstDay = monthOf(createdAt) === month ? dayOf(createdAt) : month;
  const lines = [
    ...trueUpLines(card, counter),
    ...allUnitsLines(card, counter),
    ...card.fees.map(({ description, amount }): InvoiceLine => ({
      kind: 'fee',
      description,
      amount: prorate(amount, firstDay),
    })),
  ];
  if (card.minimum === undefined) return lines;
  const missing = card.minimum - sumLines([...usage, ...lines]);
  if (missing <= 0n) return lines;
  return [...lines, { kind: 'minimum', description: 'Minimum charge', amount: missing }];
}

/** Charges in full; credits as far as there is something due, the rest carried. */
function settleAdjustments(rows: readonly AdjustmentRow[], charged: readonly InvoiceLine[]) {
  const lines: InvoiceLine[] = rows
    .filter((row) => row.amount > 0n)
    .map((row) => adjustmentLine(row, row.amount));
  const carried: { description: string; amount: bigint }[] = [];
  let due = sumLines([...charged, ...lines]);
  if (due < 0n) {
    // Usage that was taken back is a credit like any other.
    carried.push({ description: 'Credit for usage taken back', amount: due });
    lines.push({ kind: 'adjustment', description: 'Carried to the next invoice', amount: -due });
    due = 0n;
  }
  for (const row of rows.filter(({ amount }) => amount < 0n)) {
    const { applied, carried: rest } = applyCredit(due, -row.amount);
    // A credit of which nothing is used waits as it is.
    if (applied === 0n) continue;
    lines.push(adjustmentLine(row, -applied));
    if (rest > 0n) carried.push({ description: row.description, amount: -rest });
    due -= applied;
  }
  const used = lines.flatMap(({ adjustmentId: id }) => (id === undefined ? [] : [id]));
  return { lines, carried, used };
}

function adjustmentLine(row: AdjustmentRow, amount: bigint): InvoiceLine {
  const { adjustment_id: adjustmentId, description } = row;
  return { kind: 'adjustment', description, amount, adjustmentId };
}

function unbilled(row: MonthRow): PerDimension {
  return {
    time: row.time_nanos - row.billed_time_nanos,
    record: row.record_nanos - row.billed_record_nanos,
    data: row.data_nanos - row.billed_data_nanos,
    operation: row.operation_nanos - row.billed_operation_nanos,
  };
}
