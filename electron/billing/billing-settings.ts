/** In whose name invoices are issued, and for how long they are kept: each change a version of its own, the last one in force. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import {
  usualKeptYears,
  type BillingSettings,
  type ChangeBillingSettings,
} from '../../shared/contract/billing-parties.ts';
import { issuerSchema, type Issuer } from '../../shared/contract/issuer.ts';
import { usualClose, usualDunning } from '../../shared/billing/dunning.ts';
import { dunningSchema, monthCloseSchema } from '../../shared/contract/billing-close.ts';
import type { Facts } from '../proof/facts.ts';
import { bicFaults, ibanFaults, plainBic, plainIban, vatFaults } from './party-checks.ts';
import { usualCurrency } from '../../shared/billing/money.ts';
import { WorkspaceMoney } from './workspace-money.ts';

interface Row {
  version: number;
  at: string;
  kept_years: number | null;
  close: string | null;
  dunning: string | null;
  currency: string | null;
  value: string;
}

const columns = 'version, at, kept_years, close, dunning, currency, value';

export class BillingSettingsStore {
  readonly #money: WorkspaceMoney;
  readonly #last: Statement<[], Row>;
  readonly #at: Statement<[string], Row>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    this.#last = database.prepare(
      `SELECT ${columns} FROM billing_settings ORDER BY version DESC LIMIT 1`,
    );
    this.#at = database.prepare(
      `SELECT ${columns} FROM billing_settings WHERE at <= ? ORDER BY version DESC LIMIT 1`,
    );
  }

  current(): BillingSettings {
    const row = this.#last.get();
    return {
      version: row?.version ?? 0,
      changed_at: row?.at ?? null,
      issuer: row === undefined ? null : issuerOf(row),
      kept_years: row?.kept_years ?? usualKeptYears,
      close: read(row?.close, monthCloseSchema) ?? usualClose,
      dunning: read(row?.dunning, dunningSchema) ?? [...usualDunning],
      currency: row?.currency ?? usualCurrency,
      currency_in_use: this.#money.inUseBy() ?? null,
    };
  }

  /** Who issued at an instant; null before anybody was named. */
  at(instant: string): Issuer | null {
    const row = this.#at.get(instant);
    return row === undefined ? null : issuerOf(row);
  }

  /** @throws {ApiError} `issuer_missing` */
  requireIssuer(): Issuer {
    const { issuer } = this.current();
    if (issuer !== null) return issuer;
    throw new ApiError('issuer_missing', 'Nobody is named in whose name invoices are issued.');
  }
}

/** JSON of a column; undefined where it was never said. */
function read<Value>(
  text: string | null | undefined,
  schema: { readonly parse: (value: unknown) => Value },
): Value | undefined {
  return text === null || text === undefined ? undefined : schema.parse(JSON.parse(text));
}

/** Erased, it is empty. */
function issuerOf({ value }: Row): Issuer | null {
  return value === '' ? null : issuerSchema.parse(JSON.parse(value));
}

/** Over the writer's connection; the caller holds the transaction. */
export class BillingSettingsWriter {
  readonly #store: BillingSettingsStore;
  readonly #facts: Facts;

  constructor(store: BillingSettingsStore, facts: Facts) {
    this.#store = store;
    this.#facts = facts;
  }

  /**
   * Keeps a new version; the same again is none.
   * @throws {ApiError} `validation_error`; `conflict` for another currency once there are amounts
   */
  change(
    { issuer, kept_years, close, dunning, currency }: ChangeBillingSettings,
    now: string,
  ): void {
    const faults = [
      ...vatFaults('issuer.vat_id', issuer.vat_id),
      ...ibanFaults('issuer.iban', issuer.iban),
      ...bicFaults('issuer.bic', issuer.bic),
    ];
    if (faults.length > 0) throw validationError(faults);
    const { iban, bic, ...others } = issuer;
    const kept: Issuer = {
      ...others,
      ...(iban === undefined ? {} : { iban: plainIban(iban) }),
      ...(bic === undefined ? {} : { bic: plainBic(bic) }),
    };
    const { version, ...before } = this.#store.current();
    refuseCurrency(currency, before);
    const keptYears = kept_years ?? before.kept_years;
    const told = {
      issuer: issuerSchema.parse(kept),
      kept_years: keptYears,
      close: close ?? before.close,
      dunning: dunning ?? before.dunning,
      currency: currency ?? before.currency,
    };
    const there = {
      issuer: before.issuer,
      kept_years: before.kept_years,
      close: before.close,
      dunning: before.dunning,
      currency: before.currency,
    };
    if (JSON.stringify(there) === JSON.stringify(told)) return;
    this.#facts.write('billing_settings', String(version + 1), {
      set: {
        at: now,
        kept_years: keptYears,
        close: { ...told.close },
        dunning: told.dunning.map((step) => ({ ...step })),
        ...(told.currency === usualCurrency && before.currency === usualCurrency
          ? {}
          : { currency: told.currency }),
      },
      commit: { value: kept },
    });
  }
}

/** @throws {ApiError} `conflict` */
function refuseCurrency(
  currency: string | undefined,
  before: Pick<BillingSettings, 'currency' | 'currency_in_use'>,
): void {
  if (currency === undefined || currency === before.currency || before.currency_in_use === null) {
    return;
  }
  throw new ApiError(
    'conflict',
    `Amounts are kept in ${before.currency} already: the currency stays as it is.`,
    { details: { currency: before.currency, in_use_by: before.currency_in_use } },
  );
}
