/** Ids that a query or a body names: one that nobody has is refused at its member. An object in the path is `not_found`. */
import type { Database } from 'better-sqlite3';
import { validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import type { Own } from '../route-handler.ts';
import { Accounts } from './accounts.ts';
import { Parties } from './parties.ts';

/** Undefined where a member was left out. */
interface NamedIds {
  readonly account_id?: string | undefined;
  readonly dataset_id?: string | undefined;
  readonly holder_id?: string | undefined;
  readonly account_ids?: readonly string[] | undefined;
}

/** Over one connection. */
export class KnownIds {
  readonly #accounts: Accounts;
  readonly #datasets: DatasetsStore;
  readonly #parties: Parties;

  constructor(database: Database) {
    this.#accounts = new Accounts(database);
    this.#datasets = new DatasetsStore(database);
    this.#parties = new Parties(database);
  }

  /**
   * Refuses what is not there. Keys that see their own alone are told nothing: to them it is a thing of others.
   * @throws {ApiError} `validation_error`
   */
  require(named: NamedIds, own?: Own): void {
    if (own !== undefined) return;
    const faults = this.#faults(named);
    if (faults.length > 0) throw validationError(faults);
  }

  #faults({ account_id, dataset_id, holder_id, account_ids = [] }: NamedIds): FieldError[] {
    const hasAccount = (id: string) => this.#accounts.find(id) !== undefined;
    const account = (path: string) => faultAt(path, 'not_known', { unit: 'account' });
    return [
      ...(account_id === undefined || hasAccount(account_id) ? [] : [account('account_id')]),
      ...(dataset_id === undefined || this.#datasets.find(dataset_id) !== undefined
        ? []
        : [faultAt('dataset_id', 'not_known', { unit: 'dataset' })]),
      ...(holder_id === undefined || this.#parties.isHolder(holder_id)
        ? []
        : [faultAt('holder_id', 'unknown_holder')]),
      ...account_ids.flatMap((id, index) =>
        hasAccount(id) ? [] : [account(`account_ids.${index}`)],
      ),
    ];
  }
}
