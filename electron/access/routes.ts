/** The routes of access: keys, rate limits, and who one is. */
import type { ApiKeyCard, CreateApiKey, CreatedApiKey, Me } from '../../shared/contract/access.ts';
import { ApiError, validationError, type FieldError } from '../../shared/contract/errors.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import { instant, type Clock } from '../../shared/time.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import {
  jsonReply,
  pageReply,
  type IdempotentRequest,
  type RouteHandlers,
} from '../route-handler.ts';
import type { Principal } from '../serve-request.ts';
import { AccessWriter, type AccessStore } from './access-store.ts';
import { createApiKey, digestOfKey, hintOf } from './api-keys.ts';
import type { AccessState } from './gate.ts';
import { onceReply, type IdempotencyStore, type OnceResult } from './idempotency.ts';
import { operationsOf, scopesOf } from './permissions.ts';
import type { WriteLock } from './write-lock.ts';

export type AccessReads = 'getMe' | 'listApiKeys' | 'getRateLimits';
export type AccessWrites = 'createApiKey' | 'revokeApiKey' | 'setRateLimits';

/** What only reads. */
export function accessReadRoutes(options: {
  readonly store: AccessStore;
  readonly clock: Clock;
}): RouteHandlers<AccessReads> {
  const { store, clock } = options;
  return {
    getMe: ({ principal }) => jsonReply(describe(principal)),

    listApiKeys: ({ query }) => {
      const { data, total } = store.list(query, instant(clock()));
      return pageReply(data, { total, limit: query.limit, offset: query.offset });
    },

    getRateLimits: () => jsonReply(store.limits()),
  };
}

/** What makes and revokes keys. */
export function accessWriteRoutes(options: {
  readonly database: WriterDatabase;
  readonly store: AccessStore;
  /** `keySecretOf` the ledger's seed. */
  readonly secret: Uint8Array;
  readonly lock: WriteLock;
  readonly idempotency: IdempotencyStore;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly createId: CreateId;
  /** Whether there is an account of this id. */
  readonly hasAccount: (accountId: string) => boolean;
  /** Tells the gate, before the answer leaves. */
  readonly accessChanged: (access: AccessState) => void;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}): RouteHandlers<AccessWrites> {
  const { database, store, lock, idempotency, clock, changed } = options;
  const writer = new AccessWriter(database);

  const once = async (
    { idempotency: request, signal }: Asked,
    status: number,
    effect: (now: string) => unknown,
  ): Promise<OnceResult> => {
    const done = await lock.run(
      () =>
        database
          .transaction(() =>
            idempotency.once(request, () => ({
              status,
              body: JSON.stringify(effect(instant(clock()))),
            })),
          )
          .immediate(),
      signal,
    );
    if (!done.replayed) {
      options.accessChanged(store.state());
      changed(['access']);
    }
    return done;
  };
  const show = (keyId: string, now: string): ApiKeyCard =>
    store.show(keyId, now) ?? unknownKey(keyId);

  return {
    createApiKey: async (call) => {
      const { body, caller, principal } = call;
      checkNewKey(body, principal, clock());
      let made: string | undefined;
      const done = await once(call, 201, (now) => {
        const { account_id: accountId } = body;
        if (accountId !== undefined && !options.hasAccount(accountId)) {
          // Its key could do nothing, and nobody could help whoever holds it.
          const message = 'names no account: make it first, with POST /billing/accounts';
          throw validationError([{ field: 'account_id', message }]);
        }
        const { key } = createApiKey(options.random);
        const keyId = options.createId('key');
        made = key;
        writer.create({
          keyId,
          digest: digestOfKey(key, options.secret),
          hint: hintOf(key),
          name: body.name,
          role: body.role,
          accountId: body.account_id ?? null,
          holderId: body.holder_id ?? null,
          scopes: body.scopes ?? null,
          rateLimits: body.rate_limits ?? null,
          expiresAt: body.expires_at === undefined ? null : new Date(body.expires_at).toISOString(),
          createdAt: now,
          createdBy: caller,
        });
        // What is kept for a repeated request has no key in it.
        return { ...show(keyId, now), key: null } satisfies CreatedApiKey;
      });
      if (done.replayed || made === undefined) return onceReply(done);
      const card: CreatedApiKey = JSON.parse(done.answer.body);
      return jsonReply({ ...card, key: made });
    },

    revokeApiKey: async (call) =>
      onceReply(
        await once(call, 200, (now) => {
          const { key_id: keyId } = call.parameters;
          show(keyId, now);
          writer.revoke(keyId, now);
          return show(keyId, now);
        }),
      ),

    setRateLimits: async (call) =>
      onceReply(
        await once(call, 200, (now) => {
          writer.setLimits(call.body, now);
          return store.limits();
        }),
      ),
  };
}

interface Asked {
  readonly idempotency: IdempotentRequest | undefined;
  readonly signal: AbortSignal;
}

function describe(principal: Principal): Me {
  const operations = operationsOf(principal);
  if (principal.kind !== 'api_key') {
    const nobody = { role: null, key_id: null, name: null, account_id: null, holder_id: null };
    return { kind: 'operator', ...nobody, scopes: [], operations };
  }
  return {
    kind: 'api_key',
    role: principal.role,
    key_id: principal.keyId,
    name: principal.name,
    account_id: principal.accountId,
    holder_id: principal.holderId,
    scopes: [...principal.scopes],
    operations,
  };
}

/**
 * Checks what a schema cannot: whom the key is for, and that nobody hands out more than they have.
 * @throws {ApiError} `validation_error`, `forbidden`
 */
function checkNewKey(body: CreateApiKey, principal: Principal, now: number): void {
  const { role } = body;
  const faults: FieldError[] = [];
  const fault = (field: string, message: string) => faults.push({ field, message });
  if (role === 'ai_lab' && body.account_id === undefined) {
    fault('account_id', 'is required for the role ai_lab');
  }
  if (role === 'data_holder' && body.holder_id === undefined) {
    fault('holder_id', 'is required for the role data_holder');
  }
  if (role !== 'ai_lab' && role !== 'data_holder' && body.account_id !== undefined) {
    fault('account_id', `must not be sent for the role ${role}`);
  }
  if (role !== 'data_holder' && body.holder_id !== undefined) {
    fault('holder_id', `must not be sent for the role ${role}`);
  }
  const possible = new Set(scopesOf(role));
  for (const [index, scope] of (body.scopes ?? []).entries()) {
    if (!possible.has(scope)) fault(`scopes.${index}`, `is not a scope of the role ${role}`);
  }
  if (body.expires_at !== undefined && Date.parse(body.expires_at) <= now) {
    fault('expires_at', 'must be in the future');
  }
  if (faults.length > 0) throw validationError(faults);
  if (principal.kind !== 'api_key') return;
  const beyond = (body.scopes ?? [...possible]).filter((each) => !principal.scopes.includes(each));
  if (beyond.length === 0) return;
  throw new ApiError('forbidden', 'A key can only make keys that may no more than it may itself.', {
    details: { scopes: beyond },
  });
}

function unknownKey(keyId: string): never {
  throw new ApiError('not_found', `There is no API key ${keyId}.`);
}
