/** What billing knew at an entry: usage and what of it is billed, adjustments, accounts and their rate cards. */
import type { Database } from 'better-sqlite3';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import { monthOf } from '../../../shared/billing/calendar.ts';
import { creditBearers, creditKinds, type OpenCredit } from '../../../shared/billing/credits.ts';
import type { FeeTier } from '../../../shared/billing/fees.ts';
import type { Beneficiary, Share, ShareMeans } from '../../../shared/billing/share-rule.ts';
import { factTables } from '../../../shared/ledger/columns.ts';
import type {
  AdjustmentRow,
  BilledRow,
  InvoiceSource,
  MonthRow,
} from '../../billing/invoice-draft.ts';
import type { InvoiceLine } from '../../billing/invoice-document.ts';
import type { OpenCharge } from '../../billing/credits/open-credits.ts';
import { RateCards, standardCard } from '../../billing/rate-cards.ts';
import type { RateCard, RateCardKey } from '../../billing/rate-terms.ts';
import { readOtherTaxes, type OtherTaxes } from '../../billing/other-taxes.ts';
import {
  inMonth,
  oneTier,
  readBeneficiaries,
  readTiers,
  startOfYear,
  wholeTo,
  type FromMonth,
  type SharedDocument,
} from '../../billing/shares/share-terms.ts';
import { volumeColumns, type VolumeRow } from '../../billing/usage-figures.ts';
import { textOf, wholeNumberOf, type PlacedFact } from './stored-facts.ts';
import { WorkspaceMoney } from '../../billing/workspace-money.ts';
import { type Money } from '../../../shared/billing/money.ts';
import type { RowKey } from '../../../shared/ledger/facts.ts';

/** An account as far as it decides what stands on an invoice. */
export interface BilledAccount {
  readonly accountId: string;
  readonly taxBps: bigint;
  readonly otherTaxes: OtherTaxes;
  readonly termsDays: number;
  readonly createdAt: string;
}

/** A metered event, with what it says of its session. */
export interface BilledEvent extends VolumeRow {
  readonly number: bigint;
  readonly account_id: string;
  readonly day: string;
  readonly dataset_id: string;
  readonly holder_id: string;
}

interface Assignment extends RateCardKey {
  readonly id: string;
  readonly month: string;
  readonly discountBps: bigint;
}

interface KnownCredit extends Omit<OpenCredit, 'rest'> {
  readonly amount: bigint;
  /** The invoice that it comes from; empty for none. */
  readonly source: string;
  readonly uses: { readonly invoice: string; readonly amount: bigint }[];
  isVoid: boolean;
}

interface KnownCharge extends OpenCharge {
  readonly invoices: string[];
}

interface GivenShare {
  readonly document: string;
  readonly at: string;
  readonly gross: bigint;
}

type Changeable<Row> = { -readonly [Name in keyof Row]: Row[Name] };

export class BilledState implements InvoiceSource {
  readonly #money: WorkspaceMoney;
  readonly #cards: RateCards;
  /** Members in clear, by account. */
  readonly #accounts = new Map<string, JsonObject>();
  readonly #assignments = new Map<string, Assignment[]>();
  /** By account, then by month and dataset. */
  readonly #months = new Map<string, Map<string, Changeable<MonthRow>>>();
  readonly #adjustments = new Map<string, AdjustmentRow[]>();
  /** By account and month. */
  readonly #issued = new Map<
    string,
    { readonly id: string; readonly accountId: string; readonly rows: readonly BilledRow[] }
  >();

  /** Fee in hundredths of a percent, by holder. */
  readonly #fees = new Map<string, bigint>();
  /** By dataset and by holder, each in the order of its months. */
  readonly #beneficiaries = new Map<string, FromMonth<Beneficiary[]>[]>();
  readonly #feeTables = new Map<string, FromMonth<FeeTier[]>[]>();
  /** What holders were given, by holder. */
  readonly #given = new Map<string, GivenShare[]>();
  readonly #canceled = new Set<string>();
  #creditsSeen = 0n;
  /** Written off. */
  readonly #lost = new Set<string>();
  readonly #paid = new Set<string>();
  /** By account, in the order of their facts. */
  readonly #credits = new Map<string, KnownCredit[]>();
  readonly #charges = new Map<string, KnownCharge[]>();

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    this.#cards = new RateCards(database);
    for (const { id, members } of factTables.accounts.given) this.#accounts.set(id, members);
  }

  get money(): Money {
    return this.#money.now;
  }

  /** A fact that comes next. */
  apply({ table, id, set }: PlacedFact): void {
    if (set === null) {
      if (table === 'rate_card_assignments') this.#withdraw(id);
      return;
    }
    if (typeof id !== 'string') {
      this.#applyTerms(table, id, set);
      return;
    }
    if (table === 'accounts') this.#accounts.set(id, { ...this.#accounts.get(id), ...set });
    else if (table === 'rate_card_assignments') this.#assign(id, set);
    else if (table === 'adjustments') this.#adjust(id, set);
    else if (table === 'payout_preferences') this.#setFee(id, set);
    else if (table === 'credits') this.#setCredit(id, set);
    else if (table === 'charges') this.#setCharge(id, set);
    else if (table === 'invoices' && set['status'] === 'CANCELED') this.#cancel(id, set);
    else if (table === 'invoices' && set['status'] === 'PAID') this.#paid.add(id);
  }

  /** A metered event that comes next. */
  use(event: BilledEvent): void {
    const month = monthOf(event.day);
    const months = within(this.#months, event.account_id);
    const row = obtain(months, `${month} ${event.dataset_id}`, () => newMonth(month, event));
    for (const name of volumeColumns) row[name] += event[name];
  }

  /** An invoice that is issued next, with the use on it. */
  issue(
    accountId: string,
    month: string,
    invoice: { readonly id: string; readonly rows: readonly BilledRow[] },
  ): void {
    this.#issued.set(`${accountId} ${month}`, { ...invoice, accountId });
  }

  /** Adjustments that an invoice uses up. */
  useUp(accountId: string, ids: readonly string[]): void {
    const open = this.adjustments(accountId).filter((each) => !ids.includes(each.adjustment_id));
    this.#adjustments.set(accountId, open);
  }

  /** Credits and charges that the lines of an invoice use. */
  useLines(accountId: string, invoice: string, lines: readonly InvoiceLine[]): void {
    const [credits, charges] = [this.#credits.get(accountId), this.#charges.get(accountId)];
    for (const { amount, credit, chargeId } of lines) {
      const used = credits?.find(({ creditId }) => creditId === credit?.id);
      used?.uses.push({ invoice, amount: -amount });
      charges?.find((each) => each.charge_id === chargeId)?.invoices.push(invoice);
    }
  }

  credits(accountId: string): OpenCredit[] {
    return (this.#credits.get(accountId) ?? [])
      .filter(
        ({ isVoid, kind, source }) => !isVoid && (kind !== 'PREPAID' || this.#paid.has(source)),
      )
      .map(({ uses, amount, ...credit }) => ({
        ...credit,
        rest: uses
          .filter(({ invoice }) => !this.#canceled.has(invoice))
          .reduce((rest, each) => rest - each.amount, amount),
      }));
  }

  charges(accountId: string): OpenCharge[] {
    const isAsked = (invoice: string) => !this.#canceled.has(invoice) || this.#lost.has(invoice);
    return (this.#charges.get(accountId) ?? []).filter(({ invoices }) => !invoices.some(isAsked));
  }

  account(accountId: string): BilledAccount {
    const members = this.#accounts.get(accountId) ?? {};
    return {
      accountId,
      taxBps: BigInt(numberOf(members['tax_bps'])),
      otherTaxes: readOtherTaxes(members['other_taxes'] ?? {}),
      termsDays: numberOf(members['terms_days']),
      createdAt: textOf(members['created_at']),
    };
  }

  months(accountId: string, month: string): MonthRow[] {
    const rows = [...(this.#months.get(accountId)?.values() ?? [])];
    return rows.filter((row) => row.month <= month).toSorted(byMonthAndDataset);
  }

  billed(accountId: string, month: string): BilledRow[] {
    return [...this.#issued.values()]
      .filter((invoice) => invoice.accountId === accountId)
      .flatMap(({ rows }) => rows.filter((row) => row.month <= month));
  }

  adjustments(accountId: string): AdjustmentRow[] {
    return this.#adjustments.get(accountId) ?? [];
  }

  inForce(accountId: string, month: string): string | undefined {
    return this.#issued.get(`${accountId} ${month}`)?.id;
  }

  card(accountId: string, month: string): RateCard {
    const all = this.#assignments.get(accountId) ?? [];
    const reached = all.filter((each) => each.month <= month);
    // Of two for a month the later one holds.
    const last = reached.reduce<Assignment | undefined>(
      (newest, each) => (newest === undefined || each.month >= newest.month ? each : newest),
      undefined,
    );
    const assigned = { ...(last ?? standardCard), discountBps: last?.discountBps ?? 0n };
    return this.#cards.requireAssigned(assigned);
  }

  /** Shares of a document that are fixed next. */
  give(document: string, at: string, shares: readonly Share[]): void {
    for (const { holderId, gross } of shares) {
      obtain(this.#given, holderId, () => []).push({ document, at, gross });
    }
  }

  /** Means for a document that is issued next. */
  shareMeans({ month, issuedAt, holderOf }: SharedDocument): ShareMeans {
    const year = startOfYear(issuedAt);
    return {
      beneficiaries: (datasetId) =>
        inMonth(this.#beneficiaries.get(datasetId) ?? [], month) ?? wholeTo(holderOf(datasetId)),
      feeTiers: (holderId) =>
        inMonth(this.#feeTables.get(holderId) ?? [], monthOf(issuedAt)) ??
        oneTier(this.#fees.get(holderId)),
      givenInYear: (holderId) =>
        (this.#given.get(holderId) ?? [])
          .filter(({ document, at }) => at >= year && !this.#canceled.has(document))
          .reduce((sum, { gross }) => sum + gross, 0n),
    };
  }

  #applyTerms(table: string, id: readonly unknown[], set: JsonObject): void {
    const [of, fromMonth] = id.map(String);
    if (of === undefined || fromMonth === undefined) return;
    if (table === 'beneficiaries' && set['value'] !== undefined) {
      const value = readBeneficiaries(set['value']);
      setFrom(this.#beneficiaries, of, { fromMonth, value });
    } else if (table === 'fee_tables' && set['tiers'] !== undefined) {
      setFrom(this.#feeTables, of, { fromMonth, value: readTiers(set['tiers']) });
    }
  }

  #setCredit(creditId: string, set: JsonObject): void {
    const { account_id: account, kind, borne_by: bearer, expires_on: expires } = set;
    if (typeof account !== 'string') {
      for (const credits of this.#credits.values()) {
        const known = credits.find((each) => each.creditId === creditId);
        if (known !== undefined && set['voided_at'] !== undefined) known.isVoid = true;
      }
      return;
    }
    this.#creditsSeen += 1n;
    obtain(this.#credits, account, () => []).push({
      creditId,
      kind: creditKinds.find((each) => each === kind) ?? 'GOODWILL',
      borneBy: creditBearers.find((each) => each === bearer) ?? null,
      priority: numberOf(set['priority']),
      expiresOn: typeof expires === 'string' ? expires : null,
      number: this.#creditsSeen,
      amount: wholeNumberOf(set['amount']),
      source: textOf(set['source']),
      uses: [],
      isVoid: false,
    });
  }

  #setCharge(chargeId: string, set: JsonObject): void {
    if (typeof set['account_id'] !== 'string') return;
    obtain(this.#charges, set['account_id'], () => []).push({
      charge_id: chargeId,
      kind: set['kind'] === 'PREPAYMENT' ? 'PREPAYMENT' : 'CHARGE',
      amount: wholeNumberOf(set['amount']),
      description: '',
      invoices: [],
    });
  }

  #setFee(holderId: string, set: JsonObject): void {
    const { fee_bps: fee } = set;
    if (fee !== undefined) this.#fees.set(holderId, wholeNumberOf(fee));
  }

  /** A rate card that was taken back before its month. */
  #withdraw(id: RowKey): void {
    for (const [account, assigned] of this.#assignments) {
      const left = assigned.filter((each) => each.id !== id);
      if (left.length < assigned.length) this.#assignments.set(account, left);
    }
  }

  #assign(id: string, set: JsonObject): void {
    const assigned = obtain(this.#assignments, textOf(set['account_id']), () => []);
    assigned.push({
      id,
      month: textOf(set['month']),
      rateCardId: textOf(set['rate_card_id']),
      version: numberOf(set['version']),
      discountBps: BigInt(numberOf(set['discount_bps'])),
    });
  }

  #adjust(id: string, set: JsonObject): void {
    const amount = wholeNumberOf(set['amount']);
    const open = obtain(this.#adjustments, textOf(set['account_id']), () => []);
    open.push({ adjustment_id: id, description: '', amount });
  }

  #cancel(id: string, { cancel_kind: kind }: JsonObject): void {
    this.#canceled.add(id);
    // Written off, it keeps the use that it bills.
    if (kind === 'UNCOLLECTIBLE') {
      this.#lost.add(id);
      return;
    }
    for (const [key, invoice] of this.#issued) if (invoice.id === id) this.#issued.delete(key);
  }
}

function newMonth(month: string, { dataset_id, holder_id }: BilledEvent): Changeable<MonthRow> {
  return { month, dataset_id, holder_id, micro_hours: 0n, records: 0n, bytes: 0n, operations: 0n };
}

function byMonthAndDataset(one: MonthRow, other: MonthRow): number {
  const [left, right] = [`${one.month} ${one.dataset_id}`, `${other.month} ${other.dataset_id}`];
  return left < right ? -1 : Number(left > right);
}

/** Keeps what is in force from a month on, in place of what was to be. */
function setFrom<Value>(
  all: Map<string, FromMonth<Value>[]>,
  key: string,
  term: FromMonth<Value>,
): void {
  const others = (all.get(key) ?? []).filter(({ fromMonth }) => fromMonth !== term.fromMonth);
  const sorted = [...others, term].toSorted((one, other) =>
    one.fromMonth < other.fromMonth ? -1 : 1,
  );
  all.set(key, sorted);
}

/** The map under a key, made where there is none. */
function within<Value>(maps: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  return obtain(maps, key, () => new Map<string, Value>());
}

function obtain<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}
