/** API keys and rate limits as the ledger's database has them. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import {
  rateLimitsSchema,
  rateOverridesSchema,
  type ApiKeyCard,
  type RateLimits,
  type RateOverrides,
  type Role,
} from '../../shared/contract/access.ts';
import { jsonObjectOf, jsonOrUndefined } from '../../shared/contract/json.ts';
import type { Facts } from '../proof/facts.ts';
import type { Own } from '../route-handler.ts';
import type { StoredKey } from './api-keys.ts';
import { defaultRateLimits, type AccessState, type KeyUse } from './gate.ts';
import { instant } from '../../shared/time.ts';
import { scopesOf } from './permissions.ts';

interface Row {
  key_id: string;
  digest: string;
  hint: string;
  name: string;
  role: Role;
  account_id: string | null;
  holder_id: string | null;
  person_id: string | null;
  models: string | null;
  scopes: string | null;
  rate_limits: string | null;
  created_at: string;
  created_by: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

/** A key that is being made. */
export interface NewKey extends Omit<StoredKey, 'revokedAt'> {
  readonly hint: string;
  readonly createdAt: string;
  readonly createdBy: string;
}

const columns = `key_id, digest, hint, name, role, account_id, holder_id, person_id, models, scopes,
  rate_limits,
  created_at, created_by, expires_at, revoked_at, last_used_at`;

const selected = `CASE @status
    WHEN 'revoked' THEN revoked_at IS NOT NULL
    WHEN 'expired' THEN revoked_at IS NULL AND expires_at <= @now
    WHEN 'active' THEN revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)
    ELSE TRUE END`;

/** Every statement, by name, so that a test can read the plan of each. */
export const accessStatements = {
  byId: `SELECT ${columns} FROM api_keys WHERE key_id = ?`,
  all: `SELECT ${columns} FROM api_keys ORDER BY number`,
  list: `SELECT ${columns} FROM api_keys WHERE ${selected}
    ORDER BY number DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) FROM api_keys WHERE ${selected}`,
  listOfHolder: `SELECT ${columns} FROM api_keys WHERE holder_id = @holder AND role = 'ai_lab' AND ${selected}
    ORDER BY number DESC LIMIT @limit OFFSET @offset`,
  countOfHolder: `SELECT count(*) FROM api_keys
    WHERE holder_id = @holder AND role = 'ai_lab' AND ${selected}`,
  listOfAccount: `SELECT ${columns} FROM api_keys WHERE account_id = @account AND role = 'logger' AND ${selected}
    ORDER BY number DESC LIMIT @limit OFFSET @offset`,
  countOfAccount: `SELECT count(*) FROM api_keys
    WHERE account_id = @account AND role = 'logger' AND ${selected}`,
  limits: 'SELECT limits FROM rate_limits WHERE one = 1',
} as const;

const textsSchema = z.array(z.string());

/** Reads on any connection. */
export class AccessStore {
  readonly #byId: Statement<[string], Row>;
  readonly #all: Statement<[], Row>;
  readonly #list: Statement<[object], Row>;
  readonly #count: Statement<[object], number>;
  readonly #listOfHolder: Statement<[object], Row>;
  readonly #countOfHolder: Statement<[object], number>;
  readonly #listOfAccount: Statement<[object], Row>;
  readonly #countOfAccount: Statement<[object], number>;
  readonly #limits: Statement<[], string>;

  constructor(database: Database) {
    this.#byId = database.prepare(accessStatements.byId);
    this.#all = database.prepare(accessStatements.all);
    this.#list = database.prepare(accessStatements.list);
    this.#count = database.prepare<[object], number>(accessStatements.count).pluck();
    this.#listOfHolder = database.prepare(accessStatements.listOfHolder);
    this.#countOfHolder = database
      .prepare<[object], number>(accessStatements.countOfHolder)
      .pluck();
    this.#listOfAccount = database.prepare(accessStatements.listOfAccount);
    this.#countOfAccount = database
      .prepare<[object], number>(accessStatements.countOfAccount)
      .pluck();
    this.#limits = database.prepare<[], string>(accessStatements.limits).pluck();
  }

  /** A key as the API shows it at the instant `now`. */
  show(keyId: string, now: string): ApiKeyCard | undefined {
    const row = this.#byId.get(keyId);
    return row === undefined ? undefined : shown(row, now);
  }

  /** A page of keys, newest first, and how many there are: all, or those that `own` may have. */
  list(
    query: {
      readonly status?: ApiKeyCard['status'] | undefined;
      readonly limit: number;
      readonly offset: number;
    },
    now: string,
    own?: Own,
  ): { data: ApiKeyCard[]; total: number } {
    const [list, count, side] = this.#listOf(own);
    const values = { status: query.status ?? null, now, ...side };
    const { limit, offset } = query;
    return {
      data: list.all({ ...values, limit, offset }).map((row) => shown(row, now)),
      total: count.get(values) ?? 0,
    };
  }

  /** Of a holder the keys for accounts that it made, of a lab the loggers of its account. */
  #listOf(own: Own | undefined) {
    if (own === undefined) return [this.#list, this.#count, {}] as const;
    const { holderId, accountId } = own;
    if (holderId !== null) {
      return [this.#listOfHolder, this.#countOfHolder, { holder: holderId }] as const;
    }
    return [this.#listOfAccount, this.#countOfAccount, { account: accountId ?? '' }] as const;
  }

  limits(): RateLimits {
    const text = this.#limits.get();
    return rateLimitsSchema.safeParse(jsonOrUndefined(text ?? '')).data ?? defaultRateLimits;
  }

  /** What the gate is told. */
  state(): AccessState {
    return { keys: this.#all.all().map(stored), limits: this.limits() };
  }
}

/** Writes over the writer's connection; the caller holds the transaction. */
export class AccessWriter {
  readonly #facts: Facts;
  readonly #use: Statement<[string, string, string]>;

  constructor(database: Database, facts: Facts) {
    this.#facts = facts;
    this.#use = database.prepare(
      `UPDATE api_keys SET last_used_at = ? WHERE key_id = ?
         AND (last_used_at IS NULL OR last_used_at < ?)`,
    );
  }

  create(key: NewKey): void {
    this.#facts.write('api_keys', key.keyId, {
      set: {
        role: key.role,
        account_id: key.accountId,
        holder_id: key.holderId,
        person_id: key.personId,
        ...(key.models === undefined ? {} : { models: [...key.models] }),
        scopes: key.scopes === null ? null : [...key.scopes],
        rate_limits: key.rateLimits === null ? null : jsonObjectOf(key.rateLimits),
        created_at: key.createdAt,
        created_by: key.createdBy,
        expires_at: key.expiresAt,
      },
      commit: { digest: key.digest, hint: key.hint, name: key.name },
    });
  }

  /** One that is revoked stays as it is. */
  revoke({ key_id: keyId, revoked_at: before }: ApiKeyCard, now: string): void {
    if (before === null) this.#facts.write('api_keys', keyId, { set: { revoked_at: now } });
  }

  /** Keeps when keys were last used; the keys of the host are not here. */
  noteUses(uses: readonly KeyUse[]): void {
    for (const { keyId, at } of uses) this.#use.run(instant(at), keyId, instant(at));
  }

  setLimits(limits: RateLimits, now: string): void {
    this.#facts.write('rate_limits', '1', {
      set: { limits: jsonObjectOf(limits), changed_at: now },
    });
  }
}

function stored(row: Row): StoredKey {
  return {
    keyId: row.key_id,
    digest: row.digest,
    name: row.name,
    role: row.role,
    accountId: row.account_id,
    holderId: row.holder_id,
    personId: row.person_id,
    models: modelsIn(row),
    scopes: scopesIn(row),
    rateLimits: overridesOf(row),
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

function shown(row: Row, now: string): ApiKeyCard {
  const isExpired = row.expires_at !== null && row.expires_at <= now;
  return {
    key_id: row.key_id,
    name: row.name,
    role: row.role,
    account_id: row.account_id,
    holder_id: row.holder_id,
    person_id: row.person_id,
    ...(row.models === null ? {} : { models: modelsIn(row) ?? [] }),
    scopes: [...(stored(row).scopes ?? scopesOf(row.role))],
    rate_limits: overridesOf(row),
    hint: row.hint,
    created_at: row.created_at,
    created_by: row.created_by,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
    last_used_at: row.last_used_at,
    status: row.revoked_at === null ? (isExpired ? 'expired' : 'active') : 'revoked',
  };
}

/** Scopes that were altered so that they cannot be read permit nothing. */
function scopesIn({ scopes }: Row): string[] | null {
  return scopes === null ? null : (textsSchema.safeParse(jsonOrUndefined(scopes)).data ?? []);
}

/** Models that were altered so that they cannot be read are none. */
function modelsIn({ models }: Row): string[] | undefined {
  return models === null ? undefined : (textsSchema.safeParse(jsonOrUndefined(models)).data ?? []);
}

function overridesOf(row: Row): RateOverrides | null {
  return rateOverridesSchema.safeParse(jsonOrUndefined(row.rate_limits ?? '')).data ?? null;
}
