/** Credits and charges of accounts: lists, one, and their making. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../../shared/contract/errors.ts';
import type {
  Charge,
  CreateCharge,
  CreateCredit,
  Credit,
} from '../../../shared/contract/billing-credits.ts';
import {
  usualPriority,
  type CreditBearer,
  type CreditKind,
} from '../../../shared/billing/credits.ts';
import { dayOf } from '../../../shared/billing/calendar.ts';
import type { CreateId } from '../../../shared/ids.ts';
import { integerMember } from '../../../shared/ledger/facts.ts';
import type { Facts } from '../../proof/facts.ts';
import { isUsable, restOfCredit } from './open-credits.ts';
import { minorAt, WorkspaceMoney } from '../workspace-money.ts';
import { type Money } from '../../../shared/billing/money.ts';

interface CreditRow {
  readonly credit_id: string;
  readonly account_id: string;
  readonly kind: CreditKind;
  readonly amount: bigint;
  readonly borne_by: CreditBearer | null;
  readonly priority: bigint;
  readonly expires_on: string | null;
  readonly reason: string | null;
  readonly source: string | null;
  readonly created_at: string;
  readonly voided_at: string | null;
  readonly rest: bigint;
  readonly usable: bigint;
}

const select = `SELECT c.credit_id, c.account_id, c.kind, c.amount, c.borne_by, c.priority, c.expires_on, c.reason,
    c.source, c.created_at, c.voided_at, ${restOfCredit} AS rest, ${isUsable} AS usable FROM credits AS c`;
const selected = '(@account IS NULL OR c.account_id = @account)';

/** Every statement, by name, so that a test can read the plan of each. */
export const creditStatements = {
  one: `${select} WHERE c.credit_id = ?`,
  list: `${select} WHERE ${selected} ORDER BY c.number DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) FROM credits AS c WHERE ${selected}`,
  charge: 'SELECT * FROM charges WHERE charge_id = ?',
} as const;

export class CreditsStore {
  readonly #money: WorkspaceMoney;
  readonly #one: Statement<[string], CreditRow>;
  readonly #list: Statement<[object], CreditRow>;
  readonly #count: Statement<[object], number>;
  readonly #charge: Statement<[string], Omit<Charge, 'currency' | 'amount'> & { amount: bigint }>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    this.#one = database.prepare<[string], CreditRow>(creditStatements.one).safeIntegers();
    this.#list = database.prepare<[object], CreditRow>(creditStatements.list).safeIntegers();
    this.#count = database.prepare<[object], number>(creditStatements.count).pluck();
    this.#charge = database
      .prepare<[string], Omit<Charge, 'currency' | 'amount'> & { amount: bigint }>(
        creditStatements.charge,
      )
      .safeIntegers();
  }

  /** @throws {ApiError} `not_found` */
  require(creditId: string, now: string): Credit {
    const row = this.#one.get(creditId);
    if (row === undefined) throw new ApiError('not_found', `There is no credit ${creditId}.`);
    return shown(row, now, this.#money.now);
  }

  charge(chargeId: string): Charge | undefined {
    const row = this.#charge.get(chargeId);
    if (row === undefined) return undefined;
    const { charge_id, account_id, kind, amount, description, created_at } = row;
    const told = { charge_id, account_id, kind, description, created_at };
    const money = this.#money.now;
    return { ...told, amount: money.number(amount), currency: money.code };
  }

  /** A page of credits, newest first, and how many there are. */
  list(
    filter: { accountId: string | undefined; limit: number; offset: number },
    now: string,
  ): { data: Credit[]; total: number } {
    const { limit, offset } = filter;
    const account = filter.accountId ?? null;
    const money = this.#money.now;
    return {
      data: this.#list.all({ account, limit, offset }).map((row) => shown(row, now, money)),
      total: this.#count.get({ account }) ?? 0,
    };
  }
}

function shown(row: CreditRow, now: string, money: Money): Credit {
  const isExpired = row.expires_on !== null && row.expires_on < dayOf(now);
  const isOpen = row.usable === 1n && !isExpired;
  return {
    credit_id: row.credit_id,
    account_id: row.account_id,
    kind: row.kind,
    amount: money.number(row.amount),
    left: money.number(isOpen ? row.rest : 0n),
    borne_by: row.borne_by,
    priority: Number(row.priority),
    expires_on: row.expires_on,
    reason: row.reason ?? '',
    source: row.source,
    voided_at: row.voided_at,
    created_at: row.created_at,
    currency: money.code,
  };
}

/** A credit that follows from an invoice. */
export interface CreditOfInvoice {
  readonly accountId: string;
  readonly kind: 'PREPAID' | 'CORRECTION';
  readonly amount: bigint;
  readonly source: string;
}

/** Over the writer's connection; the caller holds the transaction. */
export class CreditWriter {
  readonly #money: WorkspaceMoney;
  readonly #facts: Facts;
  readonly #createId: CreateId;

  constructor({
    facts,
    createId,
    money,
  }: {
    readonly facts: Facts;
    readonly createId: CreateId;
    readonly money: WorkspaceMoney;
  }) {
    this.#money = money;
    this.#facts = facts;
    this.#createId = createId;
  }

  /**
   * @returns the credit's id
   * @throws {ApiError} `validation_error` for an amount that the currency does not have
   */
  grant(credit: CreateCredit, now: string): string {
    const id = this.#createId('credit');
    const { account_id, kind, borne_by, priority = usualPriority, expires_on = null } = credit;
    this.#facts.write('credits', id, {
      set: {
        account_id,
        kind,
        amount: integerMember(minorAt(this.#money.now, 'amount', credit.amount)),
        borne_by,
        priority,
        expires_on,
        created_at: now,
      },
      commit: { reason: credit.reason },
    });
    return id;
  }

  /** Keeps what an invoice sells beforehand, or gives back of use that came to be cheaper: that is its holders' to bear. */
  ofInvoice({ accountId, kind, amount, source }: CreditOfInvoice, now: string): void {
    this.#facts.write('credits', this.#createId('credit'), {
      set: {
        account_id: accountId,
        kind,
        amount: integerMember(amount),
        borne_by: kind === 'PREPAID' ? null : 'HOLDERS',
        priority: usualPriority,
        source,
        created_at: now,
      },
      commit: {
        reason: kind === 'PREPAID' ? 'Paid beforehand' : 'Use that was taken back or came cheaper',
      },
    });
  }

  /** Takes back what is left of a credit. @throws {ApiError} `conflict` for one that was paid, or is over */
  void(credit: Credit, now: string): void {
    if (credit.kind === 'PREPAID' || credit.voided_at !== null) {
      const why = credit.kind === 'PREPAID' ? 'was paid for' : 'was taken back already';
      throw new ApiError('conflict', `The credit ${credit.credit_id} ${why}.`, {
        details: { credit_id: credit.credit_id },
      });
    }
    this.#facts.write('credits', credit.credit_id, { set: { voided_at: now } });
  }

  use(creditId: string, invoiceId: string, amount: bigint): void {
    this.#facts.write('credit_uses', [creditId, invoiceId], {
      set: { amount: integerMember(amount) },
    });
  }

  /**
   * @returns the charge's id
   * @throws {ApiError} as above
   */
  charge({ account_id, kind, amount, description }: CreateCharge, now: string): string {
    const minor = minorAt(this.#money.now, 'amount', amount);
    const id = this.#createId('charge');
    this.#facts.write('charges', id, {
      set: { account_id, kind, amount: integerMember(minor), created_at: now },
      commit: { description },
    });
    return id;
  }
}
