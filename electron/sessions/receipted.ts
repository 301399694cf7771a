/** The data thread's half of a receipt: what was delivered, under the number that its access gets. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import type { SourceClaim } from '../../shared/contract/sources.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { rootOfRows } from '../receipts/leaves.ts';
import { encodeRuns } from '../receipts/runs.ts';
import type { GivenRow } from '../sources/row-source.ts';
import type { AccessOrder, AccessOutcome, AccessReceipt } from './commit-access.ts';

/** The root over what is delivered under a number. */
export interface ReadyRoot {
  readonly n: number;
  readonly root: Uint8Array<ArrayBuffer>;
}

/** Rows or results that an access gives out, with the request for them. */
export interface Delivery {
  /** The request as it is kept: not the names of rows, which the receipt has as numbers. */
  readonly request: JsonObject;
  /** In the order of the answer. */
  readonly given: readonly GivenRow[];
  /** The root over them, where it was worked out already. */
  readonly root?: ReadyRoot;
  /** What is said of rows that the ledger does not hold. */
  readonly source: SourceClaim | undefined;
}

/** A request as it is kept: what it does not say is left out. */
export function keptRequest(
  operation: string,
  members: Readonly<Record<string, JsonValue | undefined>>,
): JsonObject {
  const request: JsonObject = { operation };
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) request[name] = value;
  }
  return request;
}

/** An access, but for its receipt. */
export type UnreceiptedOrder = Omit<AccessOrder, 'receipt'>;

/** Accesses of one session go one after another: each receipt has a number and names the one before. */
export class ReceiptedAccesses {
  readonly #commit: (order: AccessOrder) => Promise<AccessOutcome>;
  /** By session: the number that follows, once the access before is over. */
  readonly #turns = new Map<string, Promise<number>>();

  /** @param commit has the writer commit an access */
  constructor(commit: (order: AccessOrder) => Promise<AccessOutcome>) {
    this.#commit = commit;
  }

  /**
   * @param next the number that its receipt is thought to get
   * @throws {ApiError} what the writer refuses; `policy_changed` where a repeated request would be answered with
   * other rows than the first time
   */
  async commit(order: UnreceiptedOrder, delivery: Delivery, next: number): Promise<AccessReceipt> {
    const { sessionId } = order;
    const before = this.#turns.get(sessionId) ?? Promise.resolve(next);
    const done = before.then((after) => this.#numbered(order, delivery, Math.max(after, next)));
    const turn = done.then(
      ({ n, replayed }) => (replayed ? next : n + 1),
      () => next,
    );
    this.#turns.set(sessionId, turn);
    try {
      const receipt = await done;
      if (receipt.replayed) refuseOther(receipt, order, delivery);
      return receipt;
    } finally {
      if (this.#turns.get(sessionId) === turn) this.#turns.delete(sessionId);
    }
  }

  /** Again under another number, where the writer says that somebody else came before. */
  async #numbered(
    order: UnreceiptedOrder,
    { request: asked, given, root: ready, source }: Delivery,
    next: number,
  ): Promise<AccessReceipt> {
    const request = source === undefined ? asked : { ...asked, source: { ...source } };
    const seqs = given.flatMap(({ seq }) => (seq === undefined ? [] : [seq]));
    const kept = { request: canonicalJson(request), rows: Uint8Array.from(encodeRuns(seqs)) };
    for (let n = next; ;) {
      const root =
        ready?.n === n ? ready.root : Uint8Array.from(rootOfRows(order.sessionId, n, given));
      const outcome = await this.#commit({ ...order, receipt: { ...kept, n, root } });
      if (!('taken' in outcome)) return outcome;
      n = outcome.taken;
    }
  }
}

/** What is answered again is what its receipt says. @throws {ApiError} `policy_changed` */
function refuseOther(
  { n, root }: AccessReceipt,
  { sessionId }: UnreceiptedOrder,
  { given }: Delivery,
): void {
  if (root === undefined || rootOfRows(sessionId, n, given).toString('hex') === root) return;
  throw new ApiError(
    'policy_changed',
    'What this Idempotency-Key was answered with cannot be given again: the policy or the rows have changed.',
    { details: { session_id: sessionId, n } },
  );
}
