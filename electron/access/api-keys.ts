/** API keys: how one is made, what of it is kept, how a presented one is recognised. */
import {
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import type { RateOverrides, Role } from '../../shared/contract/access.ts';
import type { KeyPrincipal } from '../serve-request.ts';
import { scopesOf } from './permissions.ts';

/** The fixed prefix that is part of every key (specification, "Authentication" 3). */
const prefix = 'pdk_';
const secretBytes = 32;
/** The domain of the hash: the digest of a key is of no use as any other digest, nor the reverse. */
const domain = 'proofdesk.api-key/v1';
/** Whose requests those with a key of the host are: one caller, whichever start printed the key. */
export const hostKeyId = 'key_host';
/** Characters of a key that are shown after its prefix: 24 bits of 256. */
const hintLength = 4;

export interface ApiKey {
  /** `pdk_` and 43 base64url characters: 256 random bits. Shown once, never stored. */
  readonly key: string;
  /** What is kept of one that lives as long as its process: 64 hexadecimal digits. */
  readonly hash: string;
}

/** A key as the ledger's database has it. */
export interface StoredKey {
  readonly keyId: string;
  /** `digestOfKey`, 64 hexadecimal digits. */
  readonly digest: string;
  readonly name: string;
  readonly role: Role;
  readonly accountId: string | null;
  readonly holderId: string | null;
  /** The person whom it names. */
  readonly personId: string | null;
  /** The models that alone it may append decisions of; undefined for any. */
  readonly models?: readonly string[] | undefined;
  /** null for all that the role may. */
  readonly scopes: readonly string[] | null;
  readonly rateLimits: RateOverrides | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** Makes a key from 32 bytes of `random`. */
export function createApiKey(random: (bytes: number) => Uint8Array): ApiKey {
  const key = prefix + Buffer.from(random(secretBytes)).toString('base64url');
  return { key, hash: hashApiKey(key) };
}

const domainKey = createSecretKey(Buffer.from(domain));

/** The keyed hash (HMAC-SHA-256, hexadecimal) of a key that lives as long as its process. */
export function hashApiKey(key: string): string {
  return digestOfKey(key, domainKey);
}

/** The keyed hash (HMAC-SHA-256, hexadecimal) that stands for a key in the database. */
export function digestOfKey(key: string, secret: Uint8Array | KeyObject): string {
  return createHmac('sha256', secret).update(key, 'utf8').digest('hex');
}

/**
 * The secret of the keyed hash: 32 bytes made of the seed that the host keeps for this ledger (a
 * keychain, a file of its owner) and never of anything in the database, so that a stolen database
 * lets nobody test a guess.
 */
export function keySecretOf(seed: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', seed, new Uint8Array(), domain, secretBytes));
}

/** How a key begins, to tell it from others: `pdk_ab12…`. */
export function hintOf(key: string): string {
  return `${key.slice(0, prefix.length + hintLength)}…`;
}

/** The keys in force, by their digests: the copy that the gate asks. */
export class KeyRing {
  readonly #host: ReadonlyMap<string, StoredKey>;
  #secret = createSecretKey(new Uint8Array(secretBytes));
  #stored: ReadonlyMap<string, StoredKey> = new Map();

  /** `hostHashes`: `hashApiKey` of the keys that the host printed; each may do what an admin may. */
  constructor(hostHashes: readonly string[]) {
    this.#host = new Map(hostHashes.map((hash) => [hash, hostKey(hash)]));
  }

  /** The keys of another ledger, or none. */
  replace(keys: readonly StoredKey[]): void {
    this.#stored = new Map(keys.map((each) => [each.digest, each]));
  }

  useSecret(secret: Uint8Array): void {
    this.#secret = createSecretKey(secret);
  }

  /** Whether a key is there and not revoked. */
  holds(keyId: string): boolean {
    const keys = [...this.#host.values(), ...this.#stored.values()];
    return keys.some((each) => each.keyId === keyId && each.revokedAt === null);
  }

  /** Whether it is a key of the host: the operator's own on this machine. */
  isHosts(key: StoredKey): boolean {
    return this.#host.get(key.digest) === key;
  }

  ids(): ReadonlySet<string> {
    return new Set([...this.#host.values(), ...this.#stored.values()].map(({ keyId }) => keyId));
  }

  /**
   * The key that `presented` is, or undefined. Takes the same time whichever key it is, however many
   * there are and whether it is one: nothing about a key can be learned from the duration.
   */
  recognise(presented: string): StoredKey | undefined {
    const digest = digestOfKey(presented, this.#secret);
    const hash = hashApiKey(presented);
    const known = this.#stored.get(digest) ?? this.#host.get(hash);
    const stored = isEqual(known?.digest ?? '', digest);
    const host = isEqual(known?.digest ?? '', hash);
    return stored || host ? known : undefined;
  }
}

/** Who a recognised key is. */
export function principalOf(key: StoredKey): KeyPrincipal {
  const { keyId, name, role, accountId, holderId, personId, models, scopes } = key;
  return {
    kind: 'api_key',
    keyId,
    name,
    role,
    accountId,
    holderId,
    personId,
    models,
    scopes: scopes ?? scopesOf(role),
  };
}

function hostKey(hash: string): StoredKey {
  return {
    keyId: hostKeyId,
    digest: hash,
    name: 'The key of this start',
    role: 'admin',
    accountId: null,
    holderId: null,
    personId: null,
    scopes: null,
    rateLimits: null,
    expiresAt: null,
    revokedAt: null,
  };
}

/** Compares digests (hexadecimal) without a hint at where they differ; always over as many bytes. */
function isEqual(known: string, digest: string): boolean {
  const left = Buffer.alloc(secretBytes);
  left.write(known, 'hex');
  return timingSafeEqual(left, Buffer.from(digest, 'hex')) && known.length === digest.length;
}
