/** Draws up the invoice of an account's month from what was metered; writes nothing. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { addDays, addMonths, dayOf, monthOf, startOf } from '../../shared/billing/calendar.ts';
import type { OpenCredit } from '../../shared/billing/credits.ts';
import { applyCredit, invoiceAmounts } from '../../shared/billing/invoice-amounts.ts';
import { monthLines, type MonthLines } from '../../shared/billing/month-lines.ts';
import { perDimension } from '../../shared/billing/month-price.ts';
import { splitByVolume, type SharedAmounts } from '../../shared/billing/share-rule.ts';
import {
  dimensions,
  negated,
  nothing,
  plus,
  type PerDimension,
} from '../../shared/billing/volume.ts';
import { instant } from '../../shared/time.ts';
import type { Accounts, StoredAccount } from './accounts.ts';
import type { InvoiceDocument, InvoiceLine } from './invoice-document.ts';
import { cardLines, lateLines, usageLines, type AskedMonth } from './invoice-lines.ts';
import { chargeLines, creditLines } from './credits/credit-lines.ts';
import { OpenCredits, type OpenCharge } from './credits/open-credits.ts';
import { isInForce } from './in-force.ts';
import { sharedAmounts, sumLines } from './invoice-sums.ts';
import { monthRules, type MonthRules } from './month-rules.ts';
import { withTaxes } from './other-taxes.ts';
import type { RateCards } from './rate-cards.ts';
import type { RateCard } from './rate-terms.ts';
import { volumesOf, type VolumeRow } from './usage-figures.ts';
import { WorkspaceMoney } from './workspace-money.ts';
import { type Money } from '../../shared/billing/money.ts';

/** A period is closed so long after its end at the earliest; milliseconds. */
const closingDelay = 3_600_000;

/** Use of a dataset in a month. */
export interface MonthRow extends VolumeRow {
  readonly month: string;
  readonly dataset_id: string;
  readonly holder_id: string;
}

/** The part of it that a document in force holds; amounts are null in documents from before use was priced by its month. */
export interface BilledRow extends MonthRow {
  readonly time_amount: bigint | null;
  readonly record_amount: bigint | null;
  readonly data_amount: bigint | null;
  readonly operation_amount: bigint | null;
  /** In place of them. */
  readonly nanos: bigint | null;
}

export interface AdjustmentRow {
  readonly adjustment_id: string;
  readonly description: string;
  readonly amount: bigint;
}

/** Use of a dataset in a month that goes on the invoice, and what its lines give the dataset; minor units. */
export interface BilledUsage {
  readonly month: string;
  readonly datasetId: string;
  readonly holderId: string;
  readonly volume: PerDimension;
  readonly amounts: PerDimension;
}

export interface InvoiceDraft {
  readonly document: InvoiceDocument;
  readonly usage: readonly BilledUsage[];
  /** Sum of the usage lines. */
  readonly usageTotal: bigint;
  /** What holders share of it. */
  readonly shared: SharedAmounts;
  readonly adjustmentTotal: bigint;
  /** Ids of the adjustments that are used up, and credits that are carried. */
  readonly adjustments: readonly string[];
  readonly carried: readonly { readonly description: string; readonly amount: bigint }[];
  /** What is given back of use that came to be cheaper than it was: a credit for the next invoice. */
  readonly correction: bigint;
}

/** The account that an invoice is for, as far as it decides what stands on it. */
type Billed = Pick<
  StoredAccount,
  'accountId' | 'taxBps' | 'otherTaxes' | 'termsDays' | 'createdAt'
>;

/** All that an invoice is drawn up from, as it is at that moment. */
export interface InvoiceSource {
  /** Use of an account up to a month, by month and dataset. */
  readonly months: (accountId: string, month: string) => readonly MonthRow[];
  /** What documents in force hold of it. */
  readonly billed: (accountId: string, month: string) => readonly BilledRow[];
  /** Those that no invoice has used up, in their order. */
  readonly adjustments: (accountId: string) => readonly AdjustmentRow[];
  /** Charges that no invoice in force asks for, in their order. */
  readonly charges: (accountId: string) => readonly OpenCharge[];
  /** Credits with what is left of them. */
  readonly credits: (accountId: string) => readonly OpenCredit[];
  /** Id of the invoice of a month that is not canceled. */
  readonly inForce: (accountId: string, month: string) => string | undefined;
  /** The currency of the workspace. */
  readonly money: Money;
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
   * The invoice of a month (its first day) as it would be issued at `now`, behind `ahead` others.
   * @throws {ApiError} `not_found`, `conflict` before the period can be closed, or when it was
   */
  draw(
    order: { accountId: string; month: string; invoiceId: string; notes: string },
    now: string,
    ahead = 0,
  ): InvoiceDraft {
    const { accountId, month, invoiceId, notes } = order;
    const account = this.#means.accounts.require(accountId);
    this.#refuse(account, month, now);
    const { lines, subtotal, tax, total, ...draft } = drawLines(this.#source, account, {
      month,
      day: dayOf(now),
    });
    const { taxBps, termsDays, customer } = account;
    const number = String((this.#nextNumber.get() ?? 1) + ahead).padStart(6, '0');
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
        currency: this.#source.money.code,
        taxBps,
        subtotal,
        tax,
        total,
      },
    };
  }

  /** The lines of a month (its first day) as they are now, whether it can be closed or not. */
  lines(account: StoredAccount, month: string, now: string): DrawnLines {
    return drawLines(this.#source, account, { month, day: dayOf(now) });
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

/** Tells whether a line asks for anything. */
export function isAsked({ lines }: Pick<InvoiceDocument, 'lines'>): boolean {
  return lines.some(({ amount }) => amount !== 0n);
}

/**
 * A month in which no line asks for anything becomes no invoice: no number, no entry.
 * @throws {ApiError} `conflict`
 */
export function requireAsked(draft: InvoiceDraft): void {
  if (isAsked(draft.document)) return;
  const { accountId, month } = draft.document;
  const of = month.slice(0, 7);
  throw new ApiError('conflict', `Nothing is asked for ${of}: there is no invoice to issue.`, {
    details: { account_id: accountId, month: of },
  });
}

/** The lines of an account's month, issued on a day, and what they come to. */
export function drawLines(
  source: InvoiceSource,
  account: Billed,
  { month, day }: { readonly month: string; readonly day: string },
): DrawnLines {
  const { accountId } = account;
  const { lines: used, card, usage } = monthLinesOf(source, account, month);
  const { sharedExtras } = source.card(accountId, month);
  const charged = [...used, ...card, ...chargeLines(source.charges(accountId))];
  const settled = settleAdjustments(source.adjustments(accountId), charged);
  const due = [...charged, ...settled.lines];
  const asked = [...due, ...creditLines(due, source.credits(accountId), day)];
  const lines = withTaxes(asked, account.otherTaxes);
  const usageTotal = sumLines(used);
  return {
    lines,
    ...invoiceAmounts(lines, account.taxBps),
    usage,
    usageTotal: usageTotal < 0n ? 0n : usageTotal,
    shared: sharedAmounts(lines, usage, sharedExtras),
    adjustmentTotal: sumLines(settled.lines),
    adjustments: settled.used,
    carried: settled.carried,
    correction: settled.correction,
  };
}

/** The tables that billing keeps. */
function storedSource(database: Database, cards: RateCards): InvoiceSource {
  const open = new OpenCredits(database);
  const workspace = new WorkspaceMoney(database);
  const months = database
    .prepare<[string, string], MonthRow>(
      'SELECT * FROM usage_months WHERE account_id = ? AND month <= ? ORDER BY month, dataset_id',
    )
    .safeIntegers();
  const billed = database
    .prepare<[string, string], BilledRow>(
      `SELECT u.* FROM invoices AS i JOIN invoice_usage AS u ON u.invoice = i.number
       WHERE i.account_id = ? AND u.month <= ? AND ${isInForce('i')} ORDER BY i.number`,
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
      `SELECT invoice_id FROM invoices AS i
       WHERE account_id = ? AND month = ? AND ${isInForce('i')}`,
    )
    .pluck();
  return {
    get money() {
      return workspace.now;
    },
    months: (accountId, month) => months.all(accountId, month),
    billed: (accountId, month) => billed.all(accountId, month),
    adjustments: (accountId) => adjustments.all(accountId),
    charges: (accountId) => open.charges(accountId),
    credits: (accountId) => open.of(accountId),
    inForce: (accountId, month) => inForce.get(accountId, month),
    card: (accountId, month) => cards.requireAssigned(cards.inForce(accountId, month)),
  };
}

/** Lines of use, of the month itself and of closed months that got use since; and what the rate card adds. */
function monthLinesOf(
  source: InvoiceSource,
  account: Billed,
  month: string,
): { lines: InvoiceLine[]; card: InvoiceLine[]; usage: BilledUsage[] } {
  const { accountId } = account;
  const rows = source.months(accountId, month);
  const billed = source.billed(accountId, month);
  const months = new Set([...rows.map((row) => row.month), month]);
  const lines: InvoiceLine[] = [];
  const late: InvoiceLine[] = [];
  const usage: BilledUsage[] = [];
  let card: InvoiceLine[] = [];
  for (const of of [...months].toSorted()) {
    const isLate = of !== month;
    if (isLate && source.inForce(accountId, of) === undefined) continue;
    const rules = monthRules(source.card(accountId, of), of, account);
    const inMonth = {
      rows: rows.filter((row) => row.month === of),
      billed: billed.filter((row) => row.month === of),
    };
    const asked = askedMonth(of, rules, { ...inMonth, minor: source.money.nanosPerMinor });
    usage.push(...asked.usage);
    if (isLate) late.push(...lateLines(asked));
    else {
      lines.push(...usageLines(asked));
      card = cardLines(rules, asked.lines);
    }
  }
  return { lines: [...lines, ...late], card, usage };
}

/** What a month still asks: the price of all of its use, less what documents in force ask for it. */
function askedMonth(
  month: string,
  rules: MonthRules,
  {
    rows,
    billed,
    minor,
  }: {
    readonly rows: readonly MonthRow[];
    readonly billed: readonly BilledRow[];
    readonly minor: bigint;
  },
): AskedMonth & { readonly usage: BilledUsage[]; readonly lines: MonthLines } {
  const volumes = new Map(rows.map((row) => [row.dataset_id, volumesOf(row)]));
  const used = [...volumes.values()].reduce(plus, nothing);
  const lines = monthLines(rules.card, used, { part: rules.part, minor });
  const given = givenBefore(rules, billed, minor);
  const parts = splitLines(lines.usage, volumes);
  const usage = rows.flatMap((row): BilledUsage[] => {
    const { dataset_id: datasetId, holder_id: holderId } = row;
    const before = given.get(datasetId) ?? { volume: nothing, amounts: nothing };
    const volume = plus(volumesOf(row), negated(before.volume));
    const amounts = plus(parts.get(datasetId) ?? nothing, negated(before.amounts));
    const isNothing = dimensions.every((each) => volume[each] === 0n && amounts[each] === 0n);
    return isNothing ? [] : [{ month, datasetId, holderId, volume, amounts }];
  });
  return {
    month,
    rules,
    minor,
    used,
    volume: usage.reduce((sum, each) => plus(sum, each.volume), nothing),
    amounts: usage.reduce((sum, each) => plus(sum, each.amounts), nothing),
    usage,
    lines,
  };
}

interface GivenUse {
  readonly volume: PerDimension;
  readonly amounts: PerDimension;
}

/** What documents in force hold of a month, by dataset. What those from before hold is what the month's card asks for it. */
function givenBefore(
  rules: MonthRules,
  billed: readonly BilledRow[],
  minor: bigint,
): Map<string, GivenUse> {
  const given = new Map<string, GivenUse>();
  const earlier = new Map<string, PerDimension>();
  for (const row of billed) {
    const known = given.get(row.dataset_id) ?? { volume: nothing, amounts: nothing };
    const amounts = amountsOf(row);
    given.set(row.dataset_id, {
      volume: plus(known.volume, volumesOf(row)),
      amounts: plus(known.amounts, amounts ?? nothing),
    });
    if (amounts !== undefined) continue;
    const before = earlier.get(row.dataset_id) ?? nothing;
    earlier.set(row.dataset_id, plus(before, volumesOf(row)));
  }
  if (earlier.size === 0) return given;
  const used = [...earlier.values()].reduce(plus, nothing);
  const { usage } = monthLines(rules.card, used, { part: rules.part, minor });
  for (const [datasetId, amounts] of splitLines(usage, earlier)) {
    const known = given.get(datasetId) ?? { volume: nothing, amounts: nothing };
    given.set(datasetId, { ...known, amounts: plus(known.amounts, amounts) });
  }
  return given;
}

/** The line of each dimension, split over datasets by their volumes. */
function splitLines(
  amounts: PerDimension,
  volumes: ReadonlyMap<string, PerDimension>,
): Map<string, PerDimension> {
  const parts = perDimension((each) =>
    splitByVolume(amounts[each], new Map([...volumes].map(([id, volume]) => [id, volume[each]]))),
  );
  return new Map(
    [...volumes.keys()].map((id) => [id, perDimension((each) => parts[each].get(id) ?? 0n)]),
  );
}

function amountsOf(row: BilledRow): PerDimension | undefined {
  const {
    time_amount: time,
    record_amount: record,
    data_amount: data,
    operation_amount: operation,
  } = row;
  return time === null || record === null || data === null || operation === null
    ? undefined
    : { time, record, data, operation };
}

/** Charges in full; credits as far as there is something due, the rest carried. */
function settleAdjustments(rows: readonly AdjustmentRow[], charged: readonly InvoiceLine[]) {
  const lines: InvoiceLine[] = rows
    .filter((row) => row.amount > 0n)
    .map((row) => adjustmentLine(row, row.amount));
  const carried: { description: string; amount: bigint }[] = [];
  // What is bought beforehand is asked for in full.
  let due = sumLines([...charged.filter(({ kind }) => kind !== 'prepayment'), ...lines]);
  const correction = due < 0n ? -due : 0n;
  if (correction > 0n) {
    const description = 'Carried to the next invoice';
    lines.push({ kind: 'adjustment', description, amount: correction });
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
  return { lines, carried, used, correction };
}

function adjustmentLine(row: AdjustmentRow, amount: bigint): InvoiceLine {
  const { adjustment_id: adjustmentId, description } = row;
  return { kind: 'adjustment', description, amount, adjustmentId };
}
