/** Accounts: who is billed, on what terms, and whether they are suspended. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import {
  addressSchema,
  suspensionCauses,
  type Account,
  type CreateAccount,
  type Customer,
  type SuspensionCause,
} from '../../shared/contract/billing.ts';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { monthOf } from '../../shared/billing/calendar.ts';
import { numberOf } from '../../shared/billing/decimal.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import type { Facts } from '../proof/facts.ts';
import { readOtherTaxes, type OtherTaxes } from './other-taxes.ts';
import type { RateCards } from './rate-cards.ts';
import { scaledOf } from './rate-terms.ts';

export const defaultAccount = 'default';

interface Row {
  account_id: string;
  name: string;
  email: string;
  address: string;
  tax_bps: number;
  terms_days: number;
  suspend_overdue: number;
  suspend_after_days: number | null;
  other_taxes: string | null;
  created_at: string;
  holder_id: string | null;
}

interface SuspensionRow {
  cause: string;
  since: string;
  until: string | null;
  reason: string;
}

const noAddress: Customer['address'] = {
  line1: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
};

export interface Suspension {
  readonly cause: SuspensionCause;
  readonly since: string;
  readonly until: string | null;
  readonly reason: string;
}

export interface StoredAccount {
  readonly accountId: string;
  readonly customer: Customer;
  readonly taxBps: bigint;
  /** Of lines that have another tax. */
  readonly otherTaxes: OtherTaxes;
  readonly termsDays: number;
  /** Days after the due day from which on an overdue invoice suspends it; null: as the settings say. */
  readonly suspendAfterDays: number | null;
  readonly createdAt: string;
  /** The holder that made it; null for none. */
  readonly holderId: string | null;
}

const columns = `account_id, name, email, address, tax_bps, terms_days, suspend_overdue, suspend_after_days, created_at,
  holder_id, other_taxes`;

/** Every statement that is asked for one holder, by name, so that a test can read the plan of each. */
export const accountStatements = {
  ofHolder: `SELECT ${columns} FROM accounts WHERE holder_id = ? ORDER BY account_id`,
} as const;

export class Accounts {
  readonly #one: Statement<[string], Row>;
  readonly #all: Statement<[], Row>;
  readonly #ofHolder: Statement<[string], Row>;
  readonly #suspensions: Statement<[string, string], SuspensionRow>;
  readonly #suspendedBy: Statement<[string, string], string>;

  constructor(database: Database) {
    this.#one = database.prepare(`SELECT ${columns} FROM accounts WHERE account_id = ?`);
    this.#all = database.prepare(`SELECT ${columns} FROM accounts ORDER BY created_at, account_id`);
    this.#ofHolder = database.prepare(accountStatements.ofHolder);
    this.#suspendedBy = database
      .prepare<[string, string], string>(
        'SELECT account_id FROM suspensions WHERE cause = ? AND (until IS NULL OR until > ?)',
      )
      .pluck();
    this.#suspensions = database.prepare(
      `SELECT cause, since, until, reason FROM suspensions
       WHERE account_id = ? AND (until IS NULL OR until > ?) ORDER BY cause`,
    );
  }

  /** Accounts that a cause suspends at an instant. */
  suspendedBy(cause: SuspensionCause, at: string): string[] {
    return this.#suspendedBy.all(cause, at);
  }

  find(accountId: string): StoredAccount | undefined {
    const row = this.#one.get(accountId);
    return row && accountOf(row);
  }

  /** @throws {ApiError} `not_found` */
  require(accountId: string): StoredAccount {
    const account = this.find(accountId);
    if (account === undefined) {
      throw new ApiError('not_found', `There is no account ${accountId}.`);
    }
    return account;
  }

  all(): StoredAccount[] {
    return this.#all.all().map(accountOf);
  }

  /** Those that a holder made. */
  ofHolder(holderId: string): StoredAccount[] {
    return this.#ofHolder.all(holderId).map(accountOf);
  }

  /** What suspends an account at an instant. */
  suspensions(accountId: string, at: string): Suspension[] {
    return this.#suspensions.all(accountId, at).map(({ cause, ...rest }) => ({
      ...rest,
      cause: suspensionCauses.find((each) => each === cause) ?? 'MANUAL',
    }));
  }

  /** Since when an account has been suspended, of what suspends it at an instant or will. */
  suspendedSince(accountId: string, at: string): string | undefined {
    const [first, ...others] = this.#suspensions.all(accountId, at);
    return others.reduce(
      (least, { since }) => (least === undefined || since < least ? since : least),
      first?.since,
    );
  }

  /** @throws {ApiError} `account_suspended` */
  requireActive(accountId: string, now: string): void {
    const suspensions = this.suspensions(accountId, now);
    if (suspensions.length === 0) return;
    throw new ApiError(
      'account_suspended',
      `The account ${accountId} is suspended. ${suspensions.map((each) => each.reason).join(' ')}`,
      { details: { account_id: accountId, causes: suspensions.map((each) => each.cause) } },
    );
  }
}

/** Over the writer's connection; the caller holds the transaction. */
export class AccountWriter {
  readonly #facts: Facts;
  readonly #suspension: Statement<[string, string], { since: string; until: string | null }>;

  constructor(database: Database, facts: Facts) {
    this.#facts = facts;
    this.#suspension = database.prepare(
      'SELECT since, until FROM suspensions WHERE account_id = ? AND cause = ?',
    );
  }

  /** @param holderId the holder that makes it; null for none */
  create(
    accountId: string,
    body: CreateAccount,
    { now, holderId = null }: { readonly now: string; readonly holderId?: string | null },
  ): void {
    const { name, email, address, tax_percent: tax, payment_terms_days: days } = body;
    this.#facts.write('accounts', accountId, {
      set: {
        tax_bps: Number(scaledOf(tax, 2)),
        terms_days: days,
        suspend_overdue: false,
        suspend_after_days: body.suspend_after_days,
        created_at: now,
        holder_id: holderId,
      },
      commit: { name, email, address },
    });
  }

  /**
   * Begins a suspension, or goes on with one that has not ended yet.
   * @param by whoever acts at the moment, unless told
   */
  suspend(accountId: string, suspension: Suspension, by?: Actor): void {
    const { cause, until, reason } = suspension;
    const before = this.#suspension.get(accountId, cause);
    const hasEnded =
      before !== undefined && before.until !== null && before.until <= suspension.since;
    const since = before === undefined || hasEnded ? suspension.since : before.since;
    this.#facts.write('suspensions', [accountId, cause], {
      by,
      set: { since, until },
      commit: { reason },
    });
  }

  /** Ends one cause; the others stay: what lifts by itself never clears MANUAL. */
  lift(accountId: string, cause: SuspensionCause, by?: Actor): void {
    this.#facts.end('suspensions', [accountId, cause], by);
  }
}

/** An account as the API shows it at an instant. */
export function shownAccount(
  account: StoredAccount,
  { accounts, cards }: { readonly accounts: Accounts; readonly cards: RateCards },
  now: string,
): Account {
  const { accountId, customer, taxBps, termsDays, suspendAfterDays, createdAt, holderId } = account;
  const card = cards.inForce(accountId, monthOf(now));
  return {
    account_id: accountId,
    name: customer.name,
    email: customer.email,
    address: customer.address,
    tax_percent: numberOf(taxBps, 2),
    payment_terms_days: termsDays,
    suspend_after_days: suspendAfterDays,
    created_at: createdAt,
    holder_id: holderId,
    rate_card: { rate_card_id: card.rateCardId, version: card.version },
    suspensions: accounts.suspensions(accountId, now),
  };
}

function accountOf(row: Row): StoredAccount {
  // Erased, it is empty.
  const address = row.address === '' ? noAddress : addressSchema.parse(JSON.parse(row.address));
  return {
    accountId: row.account_id,
    customer: { id: row.account_id, name: row.name, email: row.email, address },
    taxBps: BigInt(row.tax_bps),
    otherTaxes: readOtherTaxes(jsonOrUndefined(row.other_taxes ?? '{}')),
    termsDays: row.terms_days,
    // Before there were days, an account could ask to be suspended from the first one on.
    suspendAfterDays: row.suspend_after_days ?? (row.suspend_overdue === 1 ? 1 : null),
    createdAt: row.created_at,
    holderId: row.holder_id,
  };
}
