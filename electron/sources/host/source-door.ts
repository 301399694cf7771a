/** The way to the process that reads sources: passwords are put to requests here, and no thread of a ledger holds one. */
import { z } from 'zod';
import type { PasswordVault } from '../connections/password-vault.ts';
import { sourceUnavailable } from '../source-error.ts';
import type { PasswordOrder, SourceRequest } from './source-request.ts';

/** The threads that send it are part of this program. */
const orderSchema = z.custom<PasswordOrder>();

export class SourceDoor {
  readonly #vault: PasswordVault;
  readonly #ask: (request: SourceRequest) => Promise<unknown>;

  constructor(vault: PasswordVault, ask: (request: SourceRequest) => Promise<unknown>) {
    this.#vault = vault;
    this.#ask = ask;
  }

  /** @throws {ApiError} `source_unavailable` where the password is not here; what reading refuses */
  async ask(request: SourceRequest): Promise<unknown> {
    const { call, params, connection } = request;
    if (call === 'keepPassword') return this.#keep(orderSchema.parse(params));
    if (connection === undefined) return this.#ask(request);
    const password = await this.#vault.open(connection);
    if (password === undefined) throw sourceUnavailable('postgres', new Date().toISOString());
    return this.#ask({ ...request, password });
  }

  #keep({ connection, password }: PasswordOrder): Promise<void> {
    return password === undefined
      ? this.#vault.forget(connection)
      : this.#vault.keep(connection, password);
  }
}
