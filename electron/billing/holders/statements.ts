/** Statements for holders: of one payout, and of all that was paid in a period. The document, the rows and JSON are made of them. */
import type { Database, Statement } from 'better-sqlite3';
import { placeLines } from '../documents/address-lines.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import type {
  HolderStatement,
  StatementLine,
  StatementParty,
  StatementUse,
} from '../../../shared/contract/billing-holders.ts';
import {
  destinationSchema,
  type Destination,
  type PartyTax,
} from '../../../shared/contract/billing-parties.ts';
import type { Issuer } from '../../../shared/contract/issuer.ts';
import { addMonths, endOf, lastInstant, startOf } from '../../../shared/billing/calendar.ts';
import { numberOf } from '../../../shared/billing/decimal.ts';
import { statementNumber } from '../../../shared/billing/statement-number.ts';
import { volumePlaces } from '../../../shared/billing/volume.ts';
import { BillingSettingsStore } from '../billing-settings.ts';
import { Parties, type HolderParty } from '../parties.ts';
import { reasonOf } from '../party-checks.ts';
import { ofDocument } from '../credit-notes/of-document.ts';
import { wasCompleted, wasSent } from '../past/was.ts';
import { WorkspaceMoney } from '../workspace-money.ts';
import { type Money } from '../../../shared/billing/money.ts';
import { labName } from './lab-name.ts';

interface LineRow {
  readonly payout_id: string | null;
  readonly is_released_before: bigint;
  readonly document: string;
  readonly document_number: string;
  readonly account_name: string;
  readonly month: string;
  readonly dataset_id: string;
  readonly earned_at: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

interface PayoutRow {
  readonly number: bigint;
  readonly payout_id: string;
  readonly holder_id: string;
  readonly status: string;
  readonly amount: bigint;
  readonly tax: bigint | null;
  readonly destination: string | null;
  readonly created_at: string;
}

interface UseRow {
  readonly dataset_id: string;
  readonly sessions: bigint;
  readonly micro_hours: bigint;
  readonly records: bigint;
  readonly operations: bigint;
}

const named = `coalesce(n.credit_note_number, i.invoice_number) AS document_number, ${labName} AS account_name,
  i.month`;
const joined = `${ofDocument('t')}
  LEFT JOIN accounts AS a ON a.account_id = i.account_id`;
const columns = 'number, payout_id, holder_id, status, amount, tax, destination, created_at';

/** Every statement, by name, so that a test can read the plan of each. */
export const statementStatements = {
  payout: `SELECT ${columns} FROM payouts WHERE payout_id = ?`,
  /** What a payout pays, or paid until it failed. */
  ofPayout: `SELECT @id AS payout_id, t.*, ${named} FROM (
      SELECT s.number, s.document, s.dataset_id, s.gross, s.fee, s.net, coalesce(v.paid_at, s.at) AS earned_at,
        EXISTS (SELECT 1 FROM payout_items AS b WHERE b.share = s.number AND b.payout < p.payout)
          AS is_released_before
      FROM payout_items AS p JOIN shares AS s ON s.number = p.share
        LEFT JOIN invoices AS v ON v.invoice_id = s.document
      WHERE p.payout = @number
      UNION ALL
      SELECT 0, v.invoice_id, c.dataset_id, c.gross, c.fee, c.net, c.accrued_at, 0
      FROM accruals AS c JOIN invoices AS v ON v.number = c.invoice WHERE c.payout = @number) AS t
    ${joined} ORDER BY t.earned_at, t.document, t.dataset_id`,
  /** What was earned in a period, up to an instant, `@at`, with the payout that had it then. */
  ofPeriod: `SELECT t.payout_id, 0 AS is_released_before, t.document, t.dataset_id, t.gross, t.fee, t.net, t.earned_at, ${named}
    FROM (SELECT e.document, e.dataset_id, e.gross, e.fee, e.net, e.earned_at, coalesce(h.payout_id, p.payout_id) AS payout_id
      FROM earned AS e
        LEFT JOIN (SELECT x.share, p.payout_id FROM payouts AS p JOIN payout_items AS x ON x.payout = p.number
          WHERE p.holder_id = @holder AND ${wasSent('p')}) AS h ON e.is_share = 1 AND h.share = e.number
        LEFT JOIN payouts AS p ON e.is_share = 0 AND p.number = e.payout AND ${wasSent('p')}
      WHERE e.holder_id = @holder AND e.earned_at >= @from AND e.earned_at <= @until) AS t ${joined}
    ORDER BY t.earned_at, t.document, t.dataset_id`,
  use: `SELECT u.dataset_id, coalesce(sum((SELECT coalesce(sum(d.sessions), 0) FROM usage_totals AS d
        WHERE d.day >= u.month AND d.day < date(u.month, '+1 month') AND d.account_id = i.account_id
          AND d.dataset_id = u.dataset_id)), 0) AS sessions,
      sum(u.micro_hours) AS micro_hours, sum(u.records) AS records, sum(u.operations) AS operations
    FROM invoices AS i JOIN invoice_usage AS u ON u.invoice = i.number
    WHERE i.invoice_id IN (SELECT value FROM json_each(@documents))
      AND u.dataset_id IN (SELECT value FROM json_each(@datasets))
    GROUP BY u.dataset_id ORDER BY u.dataset_id`,
  unpaid: `SELECT coalesce(sum(s.net), 0) FROM shares AS s JOIN invoices AS i ON i.invoice_id = s.document
    WHERE s.holder_id = @holder AND s.at <= @at AND (i.paid_at IS NULL OR i.paid_at > @at)
      AND (i.canceled_at IS NULL OR i.canceled_at > @at)`,
  payouts: `SELECT ${columns}, CASE WHEN ${wasCompleted('payouts')} THEN 'COMPLETED'
      WHEN NOT ${wasSent('payouts')} THEN 'FAILED' ELSE 'PENDING' END AS status_then FROM payouts
    WHERE holder_id = @holder AND created_at >= @from AND created_at <= @until ORDER BY number`,
  /** What had been earned, and was in payouts, before a period and up to an instant, `@at`. */
  before: `SELECT (SELECT coalesce(sum(net), 0) FROM earned
      WHERE holder_id = @holder AND earned_at < @from AND earned_at <= @at)
    - (SELECT coalesce(sum(amount - coalesce(tax, 0)), 0) FROM payouts
        WHERE holder_id = @holder AND created_at < @from AND created_at <= @at)
    + (SELECT coalesce(sum(amount - coalesce(tax, 0)), 0) FROM payouts
        WHERE holder_id = @holder AND failed_at < @from AND failed_at <= @at)`,
  returned: `SELECT coalesce(sum(amount - coalesce(tax, 0)), 0) FROM payouts
    WHERE holder_id = @holder AND failed_at >= @from AND failed_at <= @until`,
} as const;

/** Minor units. */
interface Balance {
  readonly before: bigint;
  readonly earned: bigint;
  readonly returned: bigint;
  readonly takenBack: bigint;
  readonly paidOut: bigint;
}

/** A statement with what its document and its form for machines need beside the figures. */
export interface DrawnStatement {
  readonly statement: HolderStatement;
  readonly issuer: Issuer | undefined;
  readonly holder: HolderParty;
}

/** Over one connection. */
export class Statements {
  readonly #money: WorkspaceMoney;
  readonly #payout: Statement<[string], PayoutRow>;
  readonly #ofPayout: Statement<[object], LineRow>;
  readonly #ofPeriod: Statement<[object], LineRow>;
  readonly #use: Statement<[object], UseRow>;
  readonly #payouts: Statement<[object], PayoutRow & { readonly status_then: string }>;
  readonly #sums: Readonly<Record<'unpaid' | 'before' | 'returned', Statement<[object], bigint>>>;
  readonly #parties: Parties;
  readonly #settings: BillingSettingsStore;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    const sql = statementStatements;
    const sum = (text: string) => database.prepare<[object], bigint>(text).pluck().safeIntegers();
    this.#payout = database.prepare<[string], PayoutRow>(sql.payout).safeIntegers();
    this.#ofPayout = database.prepare<[object], LineRow>(sql.ofPayout).safeIntegers();
    this.#ofPeriod = database.prepare<[object], LineRow>(sql.ofPeriod).safeIntegers();
    this.#use = database.prepare<[object], UseRow>(sql.use).safeIntegers();
    this.#payouts = database
      .prepare<[object], PayoutRow & { readonly status_then: string }>(sql.payouts)
      .safeIntegers();
    this.#sums = { unpaid: sum(sql.unpaid), before: sum(sql.before), returned: sum(sql.returned) };
    this.#parties = new Parties(database);
    this.#settings = new BillingSettingsStore(database);
  }

  /**
   * The statement of a payout, as of the instant at which it was made.
   * @throws {ApiError} `not_found`
   */
  ofPayout(payoutId: string): DrawnStatement {
    const payout = this.#payout.get(payoutId);
    if (payout === undefined) throw new ApiError('not_found', `There is no payout ${payoutId}.`);
    const { number, holder_id: holderId, amount, created_at: at } = payout;
    const rows = this.#ofPayout.all({ id: payoutId, number });
    const tax = payout.tax ?? 0n;
    const parties = this.#partiesAt(holderId, at);
    const isNew = rows.filter((row) => row.is_released_before === 0n);
    const takenBack = -sumOf(isNew.filter(({ net }) => net < 0n));
    return this.#drawn(parties, {
      holderId,
      number: statementNumber(number, at),
      kind: canSelfBill(parties) ? 'SELF_BILLED_INVOICE' : 'PAYOUT_STATEMENT',
      issuedAt: at,
      period: monthsOf(rows) ?? {
        start_date: startOf(at.slice(0, 10)),
        end_date: endOf(at.slice(0, 10)),
      },
      rows,
      tax,
      destination: lastOf(payout.destination),
      // A payout takes all that is open: nothing was before it but what came since the last, and nothing stays.
      balance: {
        before: 0n,
        earned: sumOf(isNew) + takenBack,
        returned: sumOf(rows) - sumOf(isNew),
        takenBack,
        paidOut: amount - tax,
      },
      unpaid: this.#sums.unpaid.get({ holder: holderId, at }) ?? 0n,
      payouts: [payout],
    });
  }

  /**
   * What labs paid to a holder, and what it was paid, in days that are both included.
   * @param at nothing that came later is in it
   */
  ofPeriod(
    holderId: string,
    { from, to }: { readonly from: string; readonly to: string },
    at: string,
  ): DrawnStatement {
    const period = { start_date: startOf(from), end_date: endOf(to) };
    const until = period.end_date < at ? period.end_date : at;
    const values = { holder: holderId, from: period.start_date, until, at };
    const rows = this.#ofPeriod.all(values);
    const payouts = this.#payouts.all(values).map((row) => ({ ...row, status: row.status_then }));
    const taxes = payouts.filter(({ status }) => status !== 'FAILED');
    const takenBack = -sumOf(rows.filter(({ net }) => net < 0n));
    return this.#drawn(this.#partiesAt(holderId, until), {
      holderId,
      number: `${from} – ${to}`,
      kind: 'PERIOD_STATEMENT',
      issuedAt: period.end_date,
      period,
      rows,
      tax: taxes.reduce((sum, { tax }) => sum + (tax ?? 0n), 0n),
      destination: null,
      balance: {
        before: this.#sums.before.get(values) ?? 0n,
        earned: sumOf(rows) + takenBack,
        returned: this.#sums.returned.get(values) ?? 0n,
        takenBack,
        paidOut: payouts.reduce((sum, { amount, tax }) => sum + amount - (tax ?? 0n), 0n),
      },
      unpaid: undefined,
      payouts,
    });
  }

  #partiesAt(holderId: string, at: string): Omit<DrawnStatement, 'statement'> {
    return {
      issuer: this.#settings.at(at) ?? undefined,
      holder: this.#parties.holderAt(holderId, at),
    };
  }

  #drawn(
    parties: Omit<DrawnStatement, 'statement'>,
    told: {
      readonly holderId: string;
      readonly number: string;
      readonly kind: HolderStatement['kind'];
      readonly issuedAt: string;
      readonly period: HolderStatement['period'];
      readonly rows: readonly LineRow[];
      readonly tax: bigint;
      readonly destination: string | null;
      readonly balance: Balance;
      readonly unpaid: bigint | undefined;
      readonly payouts: readonly PayoutRow[];
    },
  ): DrawnStatement {
    const { holderId, rows, tax, balance, unpaid } = told;
    const { issuer, holder } = parties;
    const net = sumOf(rows);
    const money = this.#money.now;
    const statement: HolderStatement = {
      number: told.number,
      kind: told.kind,
      holder_id: holderId,
      currency: money.code,
      issued_at: told.issuedAt,
      period: told.period,
      payer: issuer === undefined ? null : payerOf(issuer),
      payee: payeeOf(holderId, holder),
      destination: told.destination,
      self_billing_agreed_on: holder.self_billing_agreed_on,
      lines: rows.map((row) => lineOf(row, money)),
      use: this.#useOf(rows),
      gross: money.number(rows.reduce((sum, { gross }) => sum + gross, 0n)),
      fee: money.number(rows.reduce((sum, { fee }) => sum + fee, 0n)),
      net: money.number(net),
      tax: taxOf(holder.tax, tax, money),
      amount: money.number(net + tax),
      balance: shownBalance(balance, money),
      not_in_it: unpaid === undefined ? null : { invoiced: money.number(unpaid) },
      payouts: told.payouts.map((each) => ({
        number: statementNumber(each.number, each.created_at),
        payout_id: each.payout_id,
        status: each.status,
        created_at: each.created_at,
        amount: money.number(each.amount),
      })),
    };
    return { statement, ...parties };
  }

  /** How the use became money: volumes of the invoices, and the gross that came of them. */
  #useOf(rows: readonly LineRow[]): StatementUse[] {
    const gross = new Map<string, bigint>();
    for (const row of rows) {
      gross.set(row.dataset_id, (gross.get(row.dataset_id) ?? 0n) + row.gross);
    }
    const used = this.#use.all({
      documents: JSON.stringify([...new Set(rows.map(({ document }) => document))]),
      datasets: JSON.stringify([...gross.keys()]),
    });
    return used.map((row) => ({
      dataset_id: row.dataset_id,
      sessions: Number(row.sessions),
      hours: numberOf(row.micro_hours, volumePlaces.time),
      records: Number(row.records),
      operations: Number(row.operations),
      gross: this.#money.now.number(gross.get(row.dataset_id) ?? 0n),
    }));
  }
}

function sumOf(rows: readonly { readonly net: bigint }[]): bigint {
  return rows.reduce((sum, { net }) => sum + net, 0n);
}

/** Without what an invoice must have, it is a statement. */
function canSelfBill({ issuer, holder }: Omit<DrawnStatement, 'statement'>): boolean {
  const { self_billing_agreed_on: agreed, tax, legal_name: name, address } = holder;
  return [agreed, tax, name, address].every((each) => each !== null) && issuer !== undefined;
}

function lineOf(row: LineRow, money: Money): StatementLine {
  return {
    payout_id: row.payout_id,
    document: row.document,
    document_number: row.document_number,
    account_name: row.account_name,
    month: row.month.slice(0, 7),
    dataset_id: row.dataset_id,
    paid_by_lab_at: row.earned_at,
    gross: money.number(row.gross),
    fee: money.number(row.fee),
    net: money.number(row.net),
  };
}

/** From the first to the last month that lines are for; undefined without one. */
function monthsOf(rows: readonly LineRow[]): HolderStatement['period'] | undefined {
  const [first, ...others] = rows.map(({ month }) => month).toSorted();
  if (first === undefined) return undefined;
  return {
    start_date: startOf(first),
    end_date: lastInstant(addMonths(others.at(-1) ?? first, 1)),
  };
}

function payerOf({ legal_name: name, address, vat_id: vatId }: Issuer): StatementParty {
  return { name, address: placeLines(address), tax_id: vatId ?? null };
}

function payeeOf(
  holderId: string,
  { legal_name: name, address, vat_id }: HolderParty,
): StatementParty {
  return {
    name: name ?? holderId,
    address: address === null ? [] : placeLines(address),
    tax_id: vat_id,
  };
}

function taxOf(tax: PartyTax | null, amount: bigint, money: Money): HolderStatement['tax'] {
  return {
    kind: tax?.kind ?? null,
    rate_percent: tax?.rate_percent ?? 0,
    reason: tax === null ? '' : reasonOf(tax),
    amount: money.number(amount),
  };
}

function shownBalance({ before, earned, returned, takenBack, paidOut }: Balance, money: Money) {
  return {
    before: money.number(before),
    earned: money.number(earned),
    returned: money.number(returned),
    taken_back: money.number(takenBack),
    paid_out: money.number(paidOut),
    after: money.number(before + earned + returned - takenBack - paidOut),
  };
}

/** Last characters of a destination; erased, it is empty. */
function lastOf(text: string | null): string | null {
  if (text === null || text === '') return null;
  const destination: Destination = destinationSchema.parse(JSON.parse(text));
  const whole = destination.type === 'iban' ? destination.iban : (destination.lines.at(-1) ?? '');
  return whole.slice(-4);
}
