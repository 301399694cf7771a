/** Whose the name of a model is: that of the account that registered a card under it. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import type { Own } from '../route-handler.ts';
import { ownerStatements } from './object-owners.ts';

export class ModelOwners {
  readonly #find: Statement<[string], { readonly account_id: string | null }>;

  constructor(database: Database) {
    this.#find = database.prepare(ownerStatements.model);
  }

  /** Whether a model is the caller's, or the caller is not limited to its own. */
  mayRegister(modelId: string, own: Own | undefined): boolean {
    return own === undefined || this.#find.get(modelId)?.account_id === own.accountId;
  }

  /** Whether a model is registered by the caller's account. */
  owns(modelId: string, own: Own): boolean {
    return own.accountId !== null && this.#find.get(modelId)?.account_id === own.accountId;
  }

  /**
   * Nothing is said of a model under the name that another account registered it by: no decision, session or
   * operation. A model that is not registered, or is nobody's, may be named by anybody.
   * @throws {ApiError} `forbidden`
   */
  refuseOthers(modelId: string, own: Own | undefined): void {
    if (own === undefined) return;
    const owner = this.#find.get(modelId)?.account_id ?? undefined;
    if (owner !== undefined && owner !== own.accountId) throw takenModel(modelId);
  }
}

/** Refusal of a request that names a model of somebody else. */
export function takenModel(modelId: string): ApiError {
  return new ApiError('forbidden', `The model_id ${modelId} is somebody else’s. Choose another.`, {
    details: { model_id: modelId },
  });
}
