/** What billing knew at an entry: usage and what of it is billed, adjustments, accounts and their rate cards. */
import type { Database } from 'better-sqlite3';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import { monthOf } from '../../../shared/billing/calendar.ts';
import { nothing } from '../../../shared/billing/volume.ts';
import { factTables } from '../../../shared/ledger/columns.ts';
import type {
  AdjustmentRow,
  BilledUsage,
  CardCounterRow,
  InvoiceSource,
  MonthRow,
} from '../../billing/invoice-draft.ts';
import { RateCards, standardCard } from '../../billing/rate-cards.ts';
import type { RateCard, RateCardKey } from '../../billing/rate-terms.ts';
import {
  costColumns,
  costRow,
  figureColumns,
  figureRow,
  type FigureRow,
} from '../../billing/usage-figures.ts';
import { wholeNumberOf, type PlacedFact } from './stored-facts.ts';

/** An account as far as it decides what stands on an invoice. */
export interface BilledAccount {
  readonly accountId: string;
  readonly taxBps: bigint;
  readonly termsDays: number;
  readonly createdAt: string;
}

/** A metered event, with what it says of its session. */
export interface BilledEvent extends FigureRow {
  readonly number: bigint;
  readonly account_id: string;
  readonly day: string;
  readonly dataset_id: string;
  readonly holder_id: string;
  readonly rate_card_id: string;
  readonly version: bigint;
  readonly list_nanos: bigint;
}

interface Assignment extends RateCardKey {
  readonly month: string;
}

type Changeable<Row> = { -readonly [Name in keyof Row]: Row[Name] };

export class BilledState implements InvoiceSource {
  readonly #cards: RateCards;
  /** Members in clear, by account. */
  readonly #accounts = new Map<string, JsonObject>();
  readonly #assignments = new Map<string, Assignment[]>();
  /** By account, then by month and dataset. */
  readonly #months = new Map<string, Map<string, Changeable<MonthRow>>>();
  /** By account and month, then by card. */
  readonly #counters = new Map<string, Map<string, Changeable<CardCounterRow>>>();
  readonly #adjustments = new Map<string, AdjustmentRow[]>();
  /** By account and month. */
  readonly #issued = new Map<
    string,
    { readonly id: string; readonly usage: readonly BilledUsage[] }
  >();

  constructor(database: Database) {
    this.#cards = new RateCards(database);
    for (const { id, members } of factTables.accounts.given) this.#accounts.set(id, members);
  }

  /** A fact that comes next. */
  apply({ table, id, set }: PlacedFact): void {
    if (typeof id !== 'string' || set === null) return;
    if (table === 'accounts') this.#accounts.set(id, { ...this.#accounts.get(id), ...set });
    else if (table === 'rate_card_assignments') this.#assign(set);
    else if (table === 'adjustments') this.#adjust(id, set);
    else if (table === 'invoices' && set['status'] === 'CANCELED') this.#cancel(id);
  }

  /** A metered event that comes next. */
  use(event: BilledEvent): void {
    const month = monthOf(event.day);
    const months = within(this.#months, event.account_id);
    const row = obtain(months, `${month} ${event.dataset_id}`, () => newMonth(month, event));
    const counters = within(this.#counters, `${event.account_id} ${month}`);
    const counter = obtain(counters, `${event.rate_card_id} ${event.version}`, () =>
      newCounter(event),
    );
    for (const name of costColumns) row[name] += event[name];
    for (const name of figureColumns) counter[name] += event[name];
    counter.list_nanos += event.list_nanos;
  }

  /** An invoice that is issued next, with the usage on it. */
  issue(
    accountId: string,
    month: string,
    invoice: { readonly id: string; readonly usage: readonly BilledUsage[] },
  ): void {
    this.#issued.set(`${accountId} ${month}`, invoice);
    this.#bill(accountId, invoice.usage, 1n);
  }

  /** Adjustments that an invoice uses up. */
  useUp(accountId: string, ids: readonly string[]): void {
    const open = this.adjustments(accountId).filter((each) => !ids.includes(each.adjustment_id));
    this.#adjustments.set(accountId, open);
  }

  account(accountId: string): BilledAccount {
    const members = this.#accounts.get(accountId) ?? {};
    return {
      accountId,
      taxBps: BigInt(numberOf(members['tax_bps'])),
      termsDays: numberOf(members['terms_days']),
      createdAt: textOf(members['created_at']),
    };
  }

  months(accountId: string, month: string): MonthRow[] {
    const rows = [...(this.#months.get(accountId)?.values() ?? [])];
    return rows.filter((row) => row.month <= month).toSorted(byMonthAndDataset);
  }

  counters(accountId: string, month: string): CardCounterRow[] {
    return [...(this.#counters.get(`${accountId} ${month}`)?.values() ?? [])];
  }

  adjustments(accountId: string): AdjustmentRow[] {
    return this.#adjustments.get(accountId) ?? [];
  }

  inForce(accountId: string, month: string): string | undefined {
    return this.#issued.get(`${accountId} ${month}`)?.id;
  }

  card(accountId: string, month: string): RateCard {
    const assigned = this.#assignments.get(accountId) ?? [];
    const reached = assigned.filter((each) => each.month <= month);
    // Of two for a month the later one holds.
    const last = reached.reduce<Assignment | undefined>(
      (newest, each) => (newest === undefined || each.month >= newest.month ? each : newest),
      undefined,
    );
    return this.#cards.require(last ?? standardCard);
  }

  #assign(set: JsonObject): void {
    const assigned = obtain(this.#assignments, textOf(set['account_id']), () => []);
    assigned.push({
      month: textOf(set['month']),
      rateCardId: textOf(set['rate_card_id']),
      version: numberOf(set['version']),
    });
  }

  #adjust(id: string, set: JsonObject): void {
    const amount = wholeNumberOf(set['amount']);
    const open = obtain(this.#adjustments, textOf(set['account_id']), () => []);
    open.push({ adjustment_id: id, description: '', amount });
  }

  #cancel(id: string): void {
    for (const [key, invoice] of this.#issued) {
      if (invoice.id !== id) continue;
      this.#issued.delete(key);
      this.#bill(key.slice(0, key.lastIndexOf(' ')), invoice.usage, -1n);
    }
  }

  #bill(accountId: string, usage: readonly BilledUsage[], times: bigint): void {
    const months = within(this.#months, accountId);
    for (const { month, datasetId, cost } of usage) {
      const row = months.get(`${month} ${datasetId}`);
      if (row === undefined) continue;
      const { time_nanos, record_nanos, data_nanos, operation_nanos } = costRow(cost);
      row.billed_time_nanos += times * time_nanos;
      row.billed_record_nanos += times * record_nanos;
      row.billed_data_nanos += times * data_nanos;
      row.billed_operation_nanos += times * operation_nanos;
    }
  }
}

function newMonth(month: string, event: BilledEvent): Changeable<MonthRow> {
  const { dataset_id, holder_id } = event;
  return {
    month,
    dataset_id,
    holder_id,
    ...costRow(nothing),
    billed_time_nanos: 0n,
    billed_record_nanos: 0n,
    billed_data_nanos: 0n,
    billed_operation_nanos: 0n,
  };
}

function newCounter({ rate_card_id, version }: BilledEvent): Changeable<CardCounterRow> {
  return { rate_card_id, version, ...figureRow(nothing, nothing), list_nanos: 0n };
}

function byMonthAndDataset(one: MonthRow, other: MonthRow): number {
  const [left, right] = [`${one.month} ${one.dataset_id}`, `${other.month} ${other.dataset_id}`];
  return left < right ? -1 : Number(left > right);
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

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}
