/** The requests answered lately, in memory: what the console shows while an integration is built. */
import type {
  AnsweredRequest as ListedRequest,
  ListRequestsQuery,
} from '../../shared/contract/requests.ts';
import { limits } from '../../shared/contract/limits.ts';
import { instant } from '../../shared/time.ts';
import type { AnsweredRequest } from '../access/gate.ts';
import { rateClassOf } from '../access/rate-limiter.ts';
import type { Principal } from '../serve-request.ts';

import { isQuiet } from './quiet-operations.ts';
import { safePath } from './safe-text.ts';

/** At most so often a change is told; milliseconds. */
export const changeEvery = 500;

export interface RequestRingOptions {
  /** Tells the windows that there is something new. */
  readonly changed: () => void;
  /** Runs something later; the returned function takes it back. */
  readonly schedule: (milliseconds: number, run: () => void) => () => void;
}

export class RequestRing {
  readonly #options: RequestRingOptions;
  readonly #requests: (ListedRequest | undefined)[] = Array.from({ length: limits.requests.kept });
  #next = 0;
  #cancel: (() => void) | undefined;

  constructor(options: RequestRingOptions) {
    this.#options = options;
  }

  /** Takes an answered request; forgets the oldest. */
  observe(request: AnsweredRequest): void {
    const { principal, route, rate } = request;
    const isSilent = isQuiet(route?.operationId);
    // Asked again and again by every window: these would crowd out all others.
    if (principal.kind === 'operator' && isSilent) return;
    const isKey = principal.kind === 'api_key';
    this.#requests[this.#next % limits.requests.kept] = {
      request_id: request.requestId,
      at: instant(request.at),
      mount: request.mount,
      caller: {
        kind: principal.kind,
        key_id: isKey ? principal.keyId : null,
        name: isKey ? principal.name : null,
        role: isKey ? principal.role : null,
      },
      method: request.method,
      path: safePath(request.path),
      operation_id: route?.operationId ?? null,
      status: request.status,
      ms: Math.round(request.ms),
      error: request.error?.slice(0, limits.requests.errorCharacters) ?? null,
      rate_limit:
        rate === undefined
          ? null
          : {
              class: rateClassOf(route),
              limit: rate.limit,
              remaining: rate.remaining,
              reset_seconds: Math.max(0, Math.ceil((rate.resetAt - request.at) / 1_000)),
            },
    };
    this.#next += 1;
    if (isSilent) return;
    this.#cancel ??= this.#options.schedule(changeEvery, () => {
      this.#cancel = undefined;
      this.#options.changed();
    });
  }

  /** Newest first. A key that is not an admin's sees its own requests only. */
  list(query: ListRequestsQuery, principal: Principal): ListedRequest[] {
    const found: ListedRequest[] = [];
    const own = principal.kind === 'api_key' && principal.role !== 'admin' ? principal.keyId : '';
    for (let age = 1; age <= limits.requests.kept && found.length < query.limit; age += 1) {
      const request =
        this.#requests[(this.#next - age + limits.requests.kept) % limits.requests.kept];
      if (request === undefined || age > this.#next) break;
      if (own !== '' && request.caller.key_id !== own) continue;
      if (matches(request, query)) found.push(request);
    }
    return found;
  }

  /** What was to be told is not. */
  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}

function matches(request: ListedRequest, { caller, status_class }: ListRequestsQuery): boolean {
  const name = request.caller.key_id ?? request.caller.kind;
  if (caller !== undefined && caller !== name) return false;
  return status_class === undefined || status_class.startsWith(String(request.status)[0] ?? '-');
}
