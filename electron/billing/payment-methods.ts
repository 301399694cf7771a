/** Payment methods: only what may be shown of a card or account is kept. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { PaymentMethod } from '../../shared/contract/billing.ts';
import type { Facts } from '../proof/facts.ts';

const columns = 'payment_method_id, type, last4, brand';

/** So that a test can read its plan. */
export const ownMethods = `SELECT ${columns} FROM payment_methods
  WHERE account_id = ? AND deleted_at IS NULL ORDER BY created_at, 1`;

export class PaymentMethods {
  readonly #one: Statement<[string], PaymentMethod>;
  readonly #all: Statement<[], PaymentMethod>;
  readonly #own: Statement<[string], PaymentMethod>;

  constructor(database: Database) {
    this.#one = database.prepare(
      `SELECT ${columns} FROM payment_methods WHERE payment_method_id = ? AND deleted_at IS NULL`,
    );
    this.#all = database.prepare(
      `SELECT ${columns} FROM payment_methods WHERE deleted_at IS NULL ORDER BY created_at, 1`,
    );
    this.#own = database.prepare(ownMethods);
  }

  /** All of them, or those of one account. */
  all(account?: string): PaymentMethod[] {
    return account === undefined ? this.#all.all() : this.#own.all(account);
  }

  /** One that is not deleted. @throws {ApiError} `not_found` */
  find(id: string): PaymentMethod {
    const method = this.#one.get(id);
    if (method !== undefined) return method;
    throw new ApiError('not_found', `There is no payment method ${id}.`);
  }

  /** @throws {ApiError} `validation_error` that names the member */
  require(id: string): PaymentMethod {
    const method = this.#one.get(id);
    if (method === undefined) {
      throw validationError([
        faultAt('payment_method_id', 'not_known', { unit: 'payment method' }),
      ]);
    }
    return method;
  }
}

/** Over the writer's connection; the caller holds the transaction. */
export class PaymentMethodWriter {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** @param accountId whose it is; null for one that belongs to no account */
  create(method: PaymentMethod, accountId: string | null, now: string): void {
    const { payment_method_id: id, type, last4, brand } = method;
    this.#facts.write('payment_methods', id, {
      set: { account_id: accountId, type, created_at: now },
      commit: { last4, brand },
    });
  }

  /** Nothing is paid by it from now on. */
  delete(id: string, now: string): void {
    this.#facts.write('payment_methods', id, { set: { deleted_at: now } });
  }
}
