/** Asks other operations as the caller of the overview does: refused, narrowed and answered as if it had asked them itself. */
import type { z } from 'zod';
import { routeOf, type OperationId } from '../../shared/contract/routes.ts';
import { ownershipRules, ownOf, type Ownership } from '../access/ownership.ts';
import { allows } from '../access/permissions.ts';
import { accountOf, type AnyCall, type AnyHandler } from '../route-handler.ts';

/** The lists that an overview is put together from. */
export type AskedOperation = Extract<
  OperationId,
  | 'listRecords'
  | 'listReviews'
  | 'listModelCards'
  | 'getUnregisteredModels'
  | 'listInterventions'
  | 'listVerifications'
  | 'getChain'
  | 'getVouchers'
  | 'listSessions'
  | 'listGrants'
  | 'listInvoices'
  | 'listDrafts'
  | 'listPayouts'
  | 'listLimits'
  | 'listAccounts'
  | 'listJobs'
  | 'getBackupSettings'
  | 'listApiKeys'
  | 'listPeople'
  | 'listPersonRequests'
  | 'listRuleAlerts'
  | 'listWebhooks'
>;

/** Asks in the name of one caller. */
export class CallerAsks {
  readonly #call: AnyCall;
  readonly #ownership: Ownership;
  readonly #handlers: Readonly<Partial<Record<string, AnyHandler>>>;

  constructor(
    call: AnyCall,
    means: {
      readonly ownership: Ownership;
      readonly handlers: Readonly<Partial<Record<string, AnyHandler>>>;
    },
  ) {
    this.#call = call;
    this.#ownership = means.ownership;
    this.#handlers = means.handlers;
  }

  /** Whether the caller may ask for an operation, and has anything that it could be about. */
  may(operationId: AskedOperation): boolean {
    const { principal } = this.#call;
    const route = routeOf(operationId);
    if (route === undefined || allows(principal, route) === 'none') return false;
    const own = ownOf(principal, operationId);
    // What belongs to accounts is empty for a key without one: it is no figure of it.
    return own === undefined || own.accountId !== null || !byAccount.has(operationId);
  }

  /** Whether everybody's is told, not only the caller's own. */
  seesAll(operationId: AskedOperation): boolean {
    return this.may(operationId) && ownOf(this.#call.principal, operationId) === undefined;
  }

  /** Whose records and models the caller is limited to; undefined for everybody's. */
  writer(operationId: AskedOperation): string | undefined {
    return accountOf(ownOf(this.#call.principal, operationId));
  }

  /** The answer to a query as a client writes it; undefined where the caller may not ask. */
  async ask<Schema extends z.ZodType>(
    schema: Schema,
    operationId: AskedOperation,
    query: Readonly<Record<string, string>> = {},
  ): Promise<z.output<Schema> | undefined> {
    if (!this.may(operationId)) return undefined;
    const handler = this.#handlers[operationId];
    if (handler === undefined) throw new Error(`${operationId} is not answered on this thread.`);
    const asked = {
      query: routeOf(operationId)?.query?.parse(query) ?? {},
      body: undefined,
    };
    const narrowed = this.#ownership.narrow(operationId, asked, this.#call.principal);
    const reply = await handler({ ...this.#call, ...narrowed, operationId, parameters: {} });
    if (typeof reply.body !== 'string') throw new Error(`${operationId} did not answer JSON.`);
    return schema.parse(JSON.parse(reply.body));
  }
}

/** Operations whose answers are about accounts alone, also for holders. */
const byAccount: ReadonlySet<string> = new Set(
  Object.entries(ownershipRules).flatMap(([operationId, rule]) =>
    (rule.query === 'account_id' && rule.byStore !== true) || operationId === 'listAccounts'
      ? [operationId]
      : [],
  ),
);
