/** Idempotency keys of decisions: each stands for one entry, for good, and no answer is kept. */
import { hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import { quoteString } from '../../shared/ledger/canonical-json.ts';
import type { PreparedRecord } from '../../shared/ledger/prepared.ts';
import { Hmac } from '../ledger/hmac.ts';
import { hashText } from '../records/record-json.ts';

const domain = 'proofdesk.item/v1';
const secretBytes = 32;

/** Every statement, by name, so that a test can read the plan of each. */
export const itemKeyStatements = {
  find: 'SELECT fingerprint, seq FROM item_keys WHERE scope = ? AND key = ?',
  receipt: 'SELECT id, hash, previous_hash, created_at FROM records WHERE seq = ?',
  // All keys are looked through: erasures are few, and an index would be on every decision.
  forget: `UPDATE item_keys SET fingerprint = NULL WHERE fingerprint IS NOT NULL AND seq IN
    (SELECT value FROM json_each(?))`,
} as const;

/** A key that came before. */
export interface KnownKey {
  /** 32 bytes; null where a value of the decision was erased. */
  readonly fingerprint: Buffer | null;
  /** Of the entry. */
  readonly seq: number;
}

/** Where a decision stands. */
export interface Receipt {
  readonly id: string;
  /** `sha256:<hex>`. */
  readonly hash: string;
  readonly previousHash: string;
  /** UTC instant. */
  readonly createdAt: string;
}

interface ReceiptRow {
  readonly id: string;
  readonly hash: Buffer;
  readonly previous_hash: Buffer;
  readonly created_at: string;
}

/**
 * The secret of the fingerprints: 32 bytes made of the seed that the host keeps for this ledger, so that the file
 * alone lets nobody test a guess at a value that was erased.
 */
export function itemSecretOf(seed: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', seed, new Uint8Array(), domain, secretBytes));
}

const hmacs = new WeakMap<Uint8Array, Hmac>();

/** One for each secret: its key is prepared once. */
function hmacOf(secret: Uint8Array): Hmac {
  const known = hmacs.get(secret) ?? new Hmac(secret);
  hmacs.set(secret, known);
  return known;
}

/** Fingerprint of a decision: HMAC-SHA-256 (32 bytes) over the decision without its key as canonical JSON. */
export function fingerprintOf(secret: Uint8Array, record: PreparedRecord): Buffer {
  return Buffer.from(hmacOf(secret).of(`${domain}\0${itemText(record)}`), 'latin1');
}

/** RFC 8785 text of a decision: its members in order, each value as it was committed. */
function itemText({ modelId, confidence, policyId, values }: PreparedRecord): string {
  const members = new Map(values.map(({ field, value }) => [field as string, value]));
  members.set('model_id', quoteString(modelId));
  if (confidence !== undefined) members.set('confidence', String(confidence));
  if (policyId !== undefined) members.set('policy_id', quoteString(policyId));
  const names = [...members.keys()].toSorted();
  return `{${names.map((name) => `"${name}":${members.get(name)}`).join()}}`;
}

/** Over the writer's connection; the caller holds the transaction. */
export class ItemKeys {
  readonly #find: Statement<[string, string], KnownKey>;
  readonly #receipt: Statement<[number], ReceiptRow>;
  readonly #forget: Statement<[string]>;
  readonly #insert: Statement<[string, string, Buffer, number]>;

  constructor(database: Database) {
    this.#find = database.prepare(itemKeyStatements.find);
    this.#receipt = database.prepare(itemKeyStatements.receipt);
    this.#forget = database.prepare(itemKeyStatements.forget);
    this.#insert = database.prepare(
      'INSERT INTO item_keys (scope, key, fingerprint, seq) VALUES (?, ?, ?, ?)',
    );
  }

  find(scope: string, key: string): KnownKey | undefined {
    return this.#find.get(scope, key);
  }

  /** Keeps that a key stands for the entry at `seq`. */
  keep(scope: string, key: string, fingerprint: Buffer, seq: number): void {
    this.#insert.run(scope, key, fingerprint, seq);
  }

  /** The receipt of the record at `seq`, as it is now. @throws when there is none: the ledger was altered */
  receipt(seq: number): Receipt {
    const row = this.#receipt.get(seq);
    if (row === undefined)
      throw new Error(`An idempotency key stands for entry ${seq}, which is no record.`);
    return {
      id: row.id,
      hash: hashText(row.hash),
      previousHash: hashText(row.previous_hash),
      createdAt: row.created_at,
    };
  }

  /** Values of these entries are erased: nothing is left that a guess could be compared with. */
  forget(seqs: readonly number[]): void {
    if (seqs.length > 0) this.#forget.run(JSON.stringify(seqs));
  }
}

/** Tells whether a decision is the one that a key stands for; one of which a value was erased is taken for it. */
export function isSame({ fingerprint }: KnownKey, sent: Buffer): boolean {
  if (fingerprint === null) return true;
  return fingerprint.length === sent.length && timingSafeEqual(fingerprint, sent);
}
