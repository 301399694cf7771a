/** The routes of access: keys, rate limits, and who one is. */
import type {
  ApiKeyCard,
  CreateApiKey,
  CreatedApiKey,
  Me,
  Role,
} from '../../shared/contract/access.ts';
import { ApiError, validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt, faultOf, type Fault } from '../../shared/contract/faults.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { jsonReply, pageReply, type Own, type RouteHandlers } from '../route-handler.ts';
import type { KeyPrincipal, Principal } from '../serve-request.ts';
import type { AccessStore, AccessWriter } from './access-store.ts';
import { createApiKey, digestOfKey, hintOf } from './api-keys.ts';
import type { Writes } from './commits.ts';
import { operationsOf, scopesOf } from './permissions.ts';

export type AccessReads = 'getMe' | 'listApiKeys' | 'getRateLimits';
export type AccessWrites = 'createApiKey' | 'revokeApiKey' | 'setRateLimits';

/** Handlers of the access routes that a reader thread answers. */
export function accessReadRoutes(options: {
  readonly store: AccessStore;
  readonly clock: Clock;
}): RouteHandlers<AccessReads> {
  const { store, clock } = options;
  return {
    getMe: ({ principal }) => jsonReply(describe(principal)),

    listApiKeys: ({ query, own }) => {
      const { data, total } = store.list(query, instant(clock()), own);
      return pageReply(data, { total, limit: query.limit, offset: query.offset });
    },

    getRateLimits: () => jsonReply(store.limits()),
  };
}

interface AccessWriteOptions {
  readonly writer: AccessWriter;
  readonly store: AccessStore;
  /** `keySecretOf` the ledger's seed. */
  readonly secret: Uint8Array;
  readonly commits: Writes;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly createId: CreateId;
  /** The holder that made an account, null for none; undefined where there is no such account. */
  readonly holderOf: (accountId: string) => string | null | undefined;
  /** Throws where a key cannot be in the name of the person that it names. */
  readonly refusePerson: (body: CreateApiKey) => void;
  /** Tells the gate: before the windows are told, and before the answer leaves. */
  readonly tellAccess: () => void;
}

/** Handlers of the access routes that write: they make and revoke keys. */
export function accessWriteRoutes(options: AccessWriteOptions): RouteHandlers<AccessWrites> {
  const { store, writer, commits, clock } = options;
  const changed = told(options, 200);
  return {
    ...keyCreation(options),

    revokeApiKey: (call) =>
      commits.writeJson(call, changed, () => {
        const now = instant(clock());
        const { key_id: keyId } = call.parameters;
        writer.revoke(shownKey(store, keyId, now), now);
        return shownKey(store, keyId, now);
      }),

    setRateLimits: (call) =>
      commits.writeJson(call, changed, () => {
        call.previous.confirm(store.limits());
        writer.setLimits(call.body, instant(clock()));
        return store.limits();
      }),
  };
}

function keyCreation(options: AccessWriteOptions): RouteHandlers<'createApiKey'> {
  const { store, writer, commits, clock } = options;
  return {
    createApiKey: async (call) => {
      const { caller, principal, own } = call;
      const body = own === undefined ? call.body : ofMaker(call.body, own);
      checkNewKey(body, principal, clock());
      let made: CreatedApiKey | undefined;
      const reply = await commits.writeJson(call, told(options, 201), () => {
        const now = instant(clock());
        const holderId = holderOfKey(body, own, options);
        options.refusePerson(body);
        const { key } = createApiKey(options.random);
        const keyId = options.createId('key');
        writer.create({
          keyId,
          digest: digestOfKey(key, options.secret),
          hint: hintOf(key),
          name: body.name,
          role: body.role,
          accountId: body.account_id ?? null,
          holderId,
          personId: body.person_id ?? null,
          models: body.models,
          scopes: body.scopes ?? null,
          rateLimits: body.rate_limits ?? null,
          expiresAt: body.expires_at === undefined ? null : new Date(body.expires_at).toISOString(),
          createdAt: now,
          createdBy: caller,
        });
        // What is kept for a repeated request has no key in it.
        made = { ...shownKey(store, keyId, now), key };
        return { ...made, key: null } satisfies CreatedApiKey;
      });
      return made === undefined ? reply : jsonReply(made);
    },
  };
}

/**
 * Whose datasets a key is for: of a lab those of the holder that made its account.
 * @throws {ApiError} `validation_error`, `not_found` for an account that is not the caller's
 */
function holderOfKey(
  { role, account_id: accountId, holder_id: told }: CreateApiKey,
  own: Own | undefined,
  { holderOf }: AccessWriteOptions,
): string | null {
  const holderId = told ?? null;
  if (accountId === undefined) return holderId;
  const maker = holderOf(accountId);
  const holder = own?.holderId ?? null;
  if (holder !== null && maker !== holder) {
    throw new ApiError('not_found', `There is no account ${accountId}.`);
  }
  if (maker === undefined) {
    // Its key could do nothing, and nobody could help whoever holds it.
    throw validationError([faultAt('account_id', 'account_unknown')]);
  }
  return role === 'ai_lab' ? maker : holderId;
}

/**
 * A holder makes keys for labs alone, a lab loggers for its own account, and neither any that may more than that role.
 * @throws {ApiError} `forbidden`
 */
function ofMaker(body: CreateApiKey, own: Own): CreateApiKey {
  const made = own.holderId === null ? 'logger' : 'ai_lab';
  const { role, scopes = [] } = body;
  const possible = scopesOf(made);
  const beyond = scopes.filter((each) => !possible.includes(each));
  if (role !== made || beyond.length > 0) {
    throw new ApiError('forbidden', `Keys of other roles than ${made} are made by others.`, {
      details: role === made ? { scopes: beyond } : { role },
    });
  }
  if (made === 'ai_lab') return body;
  const { account_id: accountId = own.accountId ?? '' } = body;
  if (accountId === own.accountId) return { ...body, account_id: accountId };
  throw new ApiError('forbidden', 'This API key may only name its own account_id.', {
    details: { account_id: accountId },
  });
}

function told({ tellAccess }: AccessWriteOptions, status: 200 | 201) {
  return { status, topics: ['access'], committed: tellAccess } as const;
}

function shownKey(store: AccessStore, keyId: string, now: string): ApiKeyCard {
  return store.show(keyId, now) ?? unknownKey(keyId);
}

function describe(principal: Principal): Me {
  const operations = operationsOf(principal);
  if (principal.kind !== 'api_key') {
    const nobody = {
      role: null,
      key_id: null,
      name: null,
      account_id: null,
      holder_id: null,
      person_id: null,
    };
    return { kind: 'operator', ...nobody, scopes: [], operations };
  }
  return {
    kind: 'api_key',
    role: principal.role,
    key_id: principal.keyId,
    name: principal.name,
    account_id: principal.accountId,
    holder_id: principal.holderId,
    person_id: principal.personId,
    ...(principal.models === undefined ? {} : { models: [...principal.models] }),
    scopes: [...principal.scopes],
    operations,
  };
}

/** Roles whose keys may be for an account. */
const boundToAccount: ReadonlySet<Role> = new Set(['ai_lab', 'data_holder', 'logger']);

/**
 * Checks what a schema cannot: whom the key is for, and that nobody hands out more than they have.
 * @throws {ApiError} `validation_error`, `forbidden`
 */
function checkNewKey(body: CreateApiKey, principal: Principal, now: number): void {
  const { role } = body;
  const faults: FieldError[] = [];
  const fault = (field: string, found: Fault) => faults.push({ field, ...found });
  if (role === 'ai_lab' && body.account_id === undefined) {
    fault('account_id', faultOf('required_for_role', { role: 'ai_lab' }));
  }
  if (role === 'data_holder' && body.holder_id === undefined) {
    fault('holder_id', faultOf('required_for_role', { role: 'data_holder' }));
  }
  if (!boundToAccount.has(role) && body.account_id !== undefined) {
    fault('account_id', faultOf('not_for_role', { role }));
  }
  if (role !== 'data_holder' && body.holder_id !== undefined) {
    fault('holder_id', faultOf('not_for_role', { role }));
  }
  if (role !== 'logger' && body.models !== undefined) {
    fault('models', faultOf('not_for_role', { role }));
  }
  const possible = new Set(scopesOf(role));
  for (const [index, scope] of (body.scopes ?? []).entries()) {
    if (!possible.has(scope)) fault(`scopes.${index}`, faultOf('not_a_scope', { role }));
  }
  if (body.expires_at !== undefined && Date.parse(body.expires_at) <= now) {
    fault('expires_at', faultOf('in_future'));
  }
  if (faults.length > 0) throw validationError(faults);
  // A holder hands out what its labs may, which is other than what it may itself.
  if (principal.kind !== 'api_key' || principal.role === 'data_holder') return;
  const beyond = (body.scopes ?? [...possible]).filter((each) => !mayHandOut(principal, each));
  if (beyond.length === 0) return;
  throw new ApiError('forbidden', 'A key can only make keys that may no more than it may itself.', {
    details: { scopes: beyond },
  });
}

/** What the key may itself, and what only other roles may, in an area where it has all that its own role can have. */
function mayHandOut({ role, scopes }: KeyPrincipal, scope: string): boolean {
  if (scopes.includes(scope)) return true;
  const ofRole = scopesOf(role);
  if (ofRole.includes(scope)) return false;
  const [area = ''] = scope.split(':');
  const ofArea = ofRole.filter((each) => each.startsWith(`${area}:`));
  return ofArea.length > 0 && ofArea.every((each) => scopes.includes(each));
}

function unknownKey(keyId: string): never {
  throw new ApiError('not_found', `There is no API key ${keyId}.`);
}
