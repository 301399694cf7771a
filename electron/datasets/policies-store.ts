/** Versions of the policies of datasets: which one holds, which is announced, and all there ever were. */
import type { Database, Statement } from 'better-sqlite3';
import { policySchema, type Policy } from '../../shared/contract/policies.ts';
import type { PolicyVersion } from '../../shared/contract/policy-routes.ts';
import { personSignatureSchema } from '../../shared/contract/signing.ts';
import { previewKey } from '../policies/grant-key.ts';
import { heldVersion } from '../policies/held-version.ts';
import { policyOfOld } from '../policies/old-policy.ts';
import { View } from '../policies/view.ts';
import type { StoredDataset } from './datasets-store.ts';

interface Row {
  readonly policy_id: string;
  readonly version: number;
  readonly policy: string;
  readonly published_at: string;
  readonly effective_at: string;
  readonly withdrawn_at: string | null;
}

/** A version as the rules see it. */
export interface StoredPolicy {
  /** null for version 1 of a dataset from before policies had versions. */
  readonly policyId: string | null;
  readonly version: number;
  readonly policy: Policy;
  readonly publishedAt: string;
  readonly effectiveAt: string;
  readonly withdrawnAt: string | null;
}

/** A dataset, as far as its versions are found by it. */
export type PolicyOwner = Pick<StoredDataset, 'number' | 'oldPolicy' | 'oldAccess' | 'createdAt'>;

const columns = 'policy_id, version, policy, published_at, effective_at, withdrawn_at';

/** Every statement, by name, so that a test can read the plan of each. */
export const policyStatements = {
  inForce: `SELECT ${columns} FROM policies WHERE number = ${heldVersion('number', '?', '?')}`,
  announced: `SELECT ${columns} FROM policies
    WHERE dataset = ? AND effective_at > ? AND withdrawn_at IS NULL ORDER BY version DESC LIMIT 1`,
  at: `SELECT ${columns} FROM policies WHERE dataset = ? AND version = ?`,
  latest: 'SELECT max(version) FROM policies WHERE dataset = ?',
  page: `SELECT ${columns} FROM policies WHERE dataset = ? ORDER BY version DESC LIMIT ? OFFSET ?`,
  countOfDataset: 'SELECT count(*) FROM policies WHERE dataset = ?',
  signature: `SELECT json_extract(e.bytes, '$.signature') FROM facts AS f
    JOIN entries AS e ON e.seq = f.seq
    WHERE f.table_name = 'policies' AND f.row = ? ORDER BY f.seq LIMIT 1`,
} as const;

/** Parsed policies that are kept. A version never changes. */
const mostParsed = 64;

/** Over one connection. */
export class PoliciesStore {
  readonly #inForce: Statement<[number, string], Row>;
  readonly #announced: Statement<[number, string], Row>;
  readonly #at: Statement<[number, number], Row>;
  readonly #latest: Statement<[number], number | null>;
  readonly #page: Statement<[number, number, number], Row>;
  readonly #count: Statement<[number], number>;
  readonly #signature: Statement<[string], string | null>;
  readonly #parsed = new Map<string, Policy>();

  constructor(database: Database) {
    const sql = policyStatements;
    this.#inForce = database.prepare(sql.inForce);
    this.#announced = database.prepare(sql.announced);
    this.#at = database.prepare(sql.at);
    this.#latest = database.prepare<[number], number | null>(sql.latest).pluck();
    this.#page = database.prepare(sql.page);
    this.#count = database.prepare<[number], number>(sql.countOfDataset).pluck();
    this.#signature = database.prepare<[string], string | null>(sql.signature).pluck();
  }

  /** The version that holds at an instant; undefined for a draft. */
  inForce(dataset: PolicyOwner, now: string): StoredPolicy | undefined {
    const row = this.#inForce.get(dataset.number, now);
    return row === undefined ? this.#ofOld(dataset) : this.#stored(row);
  }

  /** Tells whether rows are given out as they are stored. */
  givesWhole(dataset: PolicyOwner & Pick<StoredDataset, 'key'>, now: string): boolean {
    const held = this.inForce(dataset, now);
    const key = dataset.key.bytes;
    if (held === undefined || key === null) return false;
    const keys = { grant: previewKey(key), dataset: key };
    return new View({ policy: held.policy, kind: 'rows', keys, dataset: dataset.number }).isWhole;
  }

  /** The version that will hold, unless it is withdrawn before. */
  announced({ number }: PolicyOwner, now: string): StoredPolicy | undefined {
    const row = this.#announced.get(number, now);
    return row && this.#stored(row);
  }

  /** A version by its number. */
  at(dataset: PolicyOwner, version: number): StoredPolicy | undefined {
    const row = this.#at.get(dataset.number, version);
    if (row !== undefined) return this.#stored(row);
    return version === 1 ? this.#ofOld(dataset) : undefined;
  }

  /** The number of the latest version, whatever became of it; 0 for a draft. */
  latest({ number, oldPolicy }: PolicyOwner): number {
    return this.#latest.get(number) ?? (oldPolicy === null ? 0 : 1);
  }

  /** Every version, newest first. */
  all(dataset: PolicyOwner): StoredPolicy[] {
    return this.page(dataset, { limit: -1, offset: 0 }).data;
  }

  /** A page of versions, newest first, and how many there are. */
  page(
    dataset: PolicyOwner,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): { data: StoredPolicy[]; total: number } {
    const rows = this.#page.all(dataset.number, limit, offset);
    const data = rows.map((row) => this.#stored(row));
    const count = this.#count.get(dataset.number) ?? 0;
    const old = this.#ofOld(dataset);
    if (old === undefined) return { data, total: count };
    const isOnPage = offset <= count && (limit < 0 || data.length < limit);
    return { data: isOnPage ? [...data, old] : data, total: count + 1 };
  }

  /** A version as the API shows it. */
  show({ policyId, version, policy, ...times }: StoredPolicy): PolicyVersion {
    const signature = policyId === null ? null : (this.#signature.get(policyId) ?? null);
    return {
      policy_id: policyId,
      version,
      policy,
      published_at: times.publishedAt,
      effective_at: times.effectiveAt,
      withdrawn_at: times.withdrawnAt,
      signature: signature === null ? null : personSignatureSchema.parse(JSON.parse(signature)),
    };
  }

  #stored(row: Row): StoredPolicy {
    return {
      policyId: row.policy_id,
      version: row.version,
      policy: this.#parse(row.policy_id, () => policySchema.parse(JSON.parse(row.policy))),
      publishedAt: row.published_at,
      effectiveAt: row.effective_at,
      withdrawnAt: row.withdrawn_at,
    };
  }

  #ofOld({ number, oldPolicy, oldAccess, createdAt }: PolicyOwner): StoredPolicy | undefined {
    if (oldPolicy === null) return undefined;
    const policy = this.#parse(`${number}`, () => policyOfOld(oldPolicy, oldAccess));
    const at = createdAt;
    return {
      policyId: null,
      version: 1,
      policy,
      publishedAt: at,
      effectiveAt: at,
      withdrawnAt: null,
    };
  }

  #parse(key: string, parse: () => Policy): Policy {
    const known = this.#parsed.get(key);
    if (known !== undefined) return known;
    const policy = parse();
    if (this.#parsed.size >= mostParsed) this.#parsed.clear();
    this.#parsed.set(key, policy);
    return policy;
  }
}
