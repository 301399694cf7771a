/** Datasets as they are stored: lists for people, profiles and rows for queries. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { Database, Statement } from 'better-sqlite3';
import type { Dataset, DatasetField } from '../../shared/contract/datasets.ts';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { dataOperations } from '../../shared/contract/data-operations.ts';
import { policySchema, type Policy } from '../../shared/contract/policies.ts';
import { sourceClaimSchema, type SourceClaim } from '../../shared/contract/sources.ts';
import { heldVersion } from '../policies/held-version.ts';
import { policyOfOld } from '../policies/old-policy.ts';
import { jsonType, type PathProfile } from '../filters/path-profile.ts';
import { rowPosition, rowSeq } from './row-position.ts';

/** A dataset as the rules see it. */
export interface StoredDataset {
  readonly number: number;
  readonly datasetId: string;
  readonly holderId: string;
  readonly createdAt: string;
  /** JSON object, and who may open sessions: of a dataset from before policies had versions, else null. */
  readonly oldPolicy: string | null;
  readonly oldAccess: string | null;
  /** The number of the last row: rows that ever came. */
  readonly recordCount: number;
  /** Of its rows as JSON text. */
  readonly totalBytes: number;
  /** Rows that were erased so far. */
  readonly erasedCount: number;
  readonly revokedAt: string | null;
  readonly revokedBy: string | null;
  readonly revocationReason: string | null;
  /** `bytes` are null once the dataset is erased. */
  readonly key: { readonly id: string; readonly bytes: Uint8Array | null };
  /** Whether it was erased as a whole. */
  readonly isErased: boolean;
  /** Rows of its source, as they were seen last; null where the ledger holds them. */
  readonly rowsElsewhere: number | null;
}

interface Row {
  number: number;
  dataset_id: string;
  name: string;
  holder_id: string;
  old_policy: string | null;
  old_access: string | null;
  erased_count: number;
  record_count: number;
  total_bytes: number;
  created_at: string;
  last_appended_at: string | null;
  revoked_at: string | null;
  revoked_by: string | null;
  revocation_reason: string | null;
  key_id: string;
  key: Buffer | null;
  is_erased: number;
  rows_elsewhere: number | null;
}

interface CountedRow extends Row {
  policy: string | null;
  policy_version: number | null;
  source_kind: string | null;
  snapshot_sha256: string | null;
  record_ids: string | null;
  source_rows: number | null;
  field_count: number;
  session_count: number;
  active_session_count: number;
}

interface RowOfDataset {
  readonly position: number;
  readonly salt: Buffer;
  readonly text: string;
}

/** A row of a dataset as it is stored. */
export interface StoredDatasetRow {
  readonly seq: number;
  /** 16 bytes. */
  readonly salt: Uint8Array;
  /** JSON. */
  readonly text: string;
}

export interface DatasetFilter {
  readonly status?: Dataset['status'] | undefined;
  readonly holder_id?: string | undefined;
}

const isErased = `EXISTS (SELECT 1 FROM row_erasures AS e WHERE e.dataset = d.number AND e.scope = 'dataset')`;

const columns = `d.number, d.dataset_id, d.name, d.holder_id, d.old_policy, d.old_access, d.erased_count, d.record_count, d.total_bytes,
  d.created_at, d.last_appended_at, d.revoked_at, d.revoked_by, d.revocation_reason, d.key_id, d.key,
  ${isErased} AS is_erased,
  (SELECT e.rows FROM dataset_sources AS e WHERE e.dataset_id = d.dataset_id) AS rows_elsewhere`;

/** Sessions of the account that looks, or all. */
const seen = `(@account IS NULL OR EXISTS (SELECT 1 FROM billed_sessions AS b
    WHERE b.session_id = s.session_id AND b.account_id = @account))`;

const counted = `${columns},
  o.kind AS source_kind, o.snapshot_sha256, o.record_ids, o.rows AS source_rows,
  h.policy, h.version AS policy_version,
  (SELECT count(*) FROM dataset_paths AS p WHERE p.dataset = d.number AND p.path <> '') AS field_count,
  (SELECT count(*) FROM sessions AS s WHERE s.dataset = d.number AND ${seen}) AS session_count,
  (SELECT count(*) FROM sessions AS s WHERE s.dataset = d.number AND ${seen}
     AND s.closed_at IS NULL AND s.revoked_at IS NULL AND s.expires_at > @now) AS active_session_count`;

const withHeld = `datasets AS d
  LEFT JOIN dataset_sources AS o ON o.dataset_id = d.dataset_id
  LEFT JOIN policies AS h ON h.number = ${heldVersion('number', 'd.number', '@now')}`;

const isPublished = `(d.old_policy IS NOT NULL OR EXISTS (SELECT 1 FROM policies AS p WHERE p.dataset = d.number))`;

const selected = `CASE @status
    WHEN 'erased' THEN ${isErased}
    WHEN 'revoked' THEN d.revoked_at IS NOT NULL AND NOT ${isErased}
    WHEN 'active' THEN d.revoked_at IS NULL AND ${isPublished}
    WHEN 'draft' THEN d.revoked_at IS NULL AND NOT ${isPublished}
    ELSE TRUE END
  AND (@holder IS NULL OR d.holder_id = @holder)`;

/** Every statement, by name, so that a test can read the plan of each. */
export const datasetStatements = {
  byId: `SELECT ${columns} FROM datasets AS d WHERE d.dataset_id = ?`,
  byNumber: `SELECT ${columns} FROM datasets AS d WHERE d.number = ?`,
  counted: `SELECT ${counted} FROM ${withHeld} WHERE d.dataset_id = @id`,
  list: `SELECT ${counted} FROM ${withHeld} WHERE ${selected}
    ORDER BY d.number DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) FROM datasets AS d WHERE ${selected}`,
  paths: 'SELECT path, types FROM dataset_paths WHERE dataset = ? ORDER BY path',
  row: `SELECT position, salt, json(document) AS text FROM dataset_rows
    WHERE position >> 36 = ? AND record_id = ?`,
  rowAt: 'SELECT position, salt, json(document) AS text FROM dataset_rows WHERE position = ?',
  tombstone: 'SELECT 1 FROM tombstones WHERE position = ?',
  place: 'SELECT position FROM dataset_rows WHERE position >> 36 = ? AND record_id = ?',
} as const;

/** The names of types as a client reads them. */
const typeNames = ['null', 'boolean', 'number', 'string', 'object', 'array'] as const;

export class DatasetsStore {
  readonly #byId: Statement<[string], Row>;
  readonly #byNumber: Statement<[number], Row>;
  readonly #counted: Statement<[object], CountedRow>;
  readonly #list: Statement<[object], CountedRow>;
  readonly #count: Statement<[object], number>;
  readonly #paths: Statement<[number], { path: string; types: number }>;
  readonly #row: Statement<[number, string], RowOfDataset>;
  readonly #rowAt: Statement<[number], RowOfDataset>;
  readonly #tombstone: Statement<[number], number>;
  readonly #place: Statement<[number, string], number>;

  constructor(database: Database) {
    this.#byId = database.prepare(datasetStatements.byId);
    this.#byNumber = database.prepare(datasetStatements.byNumber);
    this.#counted = database.prepare(datasetStatements.counted);
    this.#list = database.prepare(datasetStatements.list);
    this.#count = database.prepare<[object], number>(datasetStatements.count).pluck();
    this.#paths = database.prepare(datasetStatements.paths);
    this.#row = database.prepare(datasetStatements.row);
    this.#rowAt = database.prepare(datasetStatements.rowAt);
    this.#tombstone = database.prepare<[number], number>(datasetStatements.tombstone).pluck();
    this.#place = database.prepare<[number, string], number>(datasetStatements.place).pluck();
  }

  find(datasetId: string): StoredDataset | undefined {
    return stored(this.#byId.get(datasetId));
  }

  /** A dataset in any state. @throws {ApiError} `not_found` */
  require(datasetId: string): StoredDataset {
    return this.find(datasetId) ?? unknownDataset(datasetId);
  }

  findByNumber(number: number): StoredDataset | undefined {
    return stored(this.#byNumber.get(number));
  }

  /** A dataset as the API shows it at the instant `now`, with the number of sessions of one account, or of all. */
  show(datasetId: string, now: string, account: string | undefined): Dataset | undefined {
    const row = this.#counted.get({ id: datasetId, now, account: account ?? null });
    return row === undefined ? undefined : shown(row);
  }

  /** A page of datasets, newest first, and how many there are. */
  list(
    filter: DatasetFilter,
    page: { readonly limit: number; readonly offset: number },
    now: string,
    account: string | undefined,
  ): { data: Dataset[]; total: number } {
    const values = { status: filter.status ?? null, holder: filter.holder_id ?? null };
    return {
      data: this.#list.all({ ...values, ...page, now, account: account ?? null }).map(shown),
      total: this.#count.get(values) ?? 0,
    };
  }

  /** What the rows of a dataset have ever held: a superset of what any snapshot of it holds. */
  profile(dataset: number): PathProfile {
    return new Map(this.#paths.all(dataset).map(({ path, types }) => [path, types]));
  }

  /** The paths of a dataset in the order of their names. */
  fields(dataset: number): DatasetField[] {
    return this.#paths
      .all(dataset)
      .filter(({ path }) => path !== '')
      .map(({ path, types }) => ({
        path,
        types: typeNames.filter((name) => (types & jsonType[name]) !== 0),
      }));
  }

  /** Whether there is a row of a record id among the first `snapshotSeq` rows. */
  holds(dataset: number, recordId: string, snapshotSeq: number): boolean {
    const position = this.#place.get(dataset, recordId);
    return position !== undefined && rowSeq(position) <= snapshotSeq;
  }

  /** The row of a record id among the first `snapshotSeq` rows. */
  row(dataset: number, recordId: string, snapshotSeq: number): StoredDatasetRow | undefined {
    const row = this.#row.get(dataset, recordId);
    return row === undefined || rowSeq(row.position) > snapshotSeq ? undefined : storedRow(row);
  }

  /** Whether the row with a number was erased. */
  isErased(dataset: number, seq: number): boolean {
    return this.#tombstone.get(rowPosition(dataset, seq)) !== undefined;
  }

  /** The row with a number. */
  rowAt(dataset: number, seq: number): StoredDatasetRow | undefined {
    const row = this.#rowAt.get(rowPosition(dataset, seq));
    return row && storedRow(row);
  }
}

function storedRow({ position, salt, text }: RowOfDataset): StoredDatasetRow {
  return { seq: rowSeq(position), salt, text };
}

function stored(row: Row | undefined): StoredDataset | undefined {
  if (row === undefined) return undefined;
  return {
    number: row.number,
    datasetId: row.dataset_id,
    holderId: row.holder_id,
    createdAt: row.created_at,
    oldPolicy: row.old_policy,
    oldAccess: row.old_access,
    recordCount: row.record_count,
    totalBytes: row.total_bytes,
    erasedCount: row.erased_count,
    revokedAt: row.revoked_at,
    revokedBy: row.revoked_by,
    revocationReason: row.revocation_reason,
    key: { id: row.key_id, bytes: row.key },
    isErased: row.is_erased === 1,
    rowsElsewhere: row.rows_elsewhere,
  };
}

function shown(row: CountedRow): Dataset {
  const version = row.policy_version ?? (row.old_policy === null ? null : 1);
  return {
    dataset_id: row.dataset_id,
    name: row.name,
    holder_id: row.holder_id,
    status: statusOf(row, version),
    ...allowedBy(policyOf(row)),
    policy_version: version,
    ...(row.source_kind === null ? {} : { source: claimOf(row) }),
    record_count:
      row.is_erased === 1 ? 0 : (row.source_rows ?? row.record_count - row.erased_count),
    total_bytes: row.total_bytes,
    field_count: row.field_count,
    session_count: row.session_count,
    active_session_count: row.active_session_count,
    created_at: row.created_at,
    last_appended_at: row.last_appended_at,
    ...(row.revoked_at === null ? {} : { revoked_at: row.revoked_at }),
    ...(row.revoked_by === null ? {} : { revoked_by: row.revoked_by }),
    ...(row.revocation_reason === null ? {} : { revocation_reason: row.revocation_reason }),
  };
}

function claimOf({ source_kind: kind, snapshot_sha256, record_ids }: CountedRow): SourceClaim {
  return sourceClaimSchema.parse({ kind, snapshot_sha256, record_ids });
}

function statusOf(
  { is_erased: erased, revoked_at: revokedAt }: CountedRow,
  version: number | null,
): Dataset['status'] {
  if (erased === 1) return 'erased';
  if (revokedAt !== null) return 'revoked';
  return version === null ? 'draft' : 'active';
}

/** The policy in force; undefined for a draft. */
function policyOf({ policy, old_policy: old, old_access: access }: CountedRow): Policy | undefined {
  if (policy !== null) return policySchema.parse(JSON.parse(policy));
  return old === null ? undefined : policyOfOld(old, access);
}

function allowedBy(policy: Policy | undefined): Pick<Dataset, 'access' | 'kinds' | 'operations'> {
  if (policy === undefined) return { access: null, kinds: [], operations: [] };
  const { access, kinds, operations = [...dataOperations] } = policy;
  return { access, kinds, operations };
}

/** A stored row as a value. It was strict when it came: nothing is lost by reading it plainly. */
export function parseDocument(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new TypeError('A row of a dataset is not an object.');
  return value;
}

/** The key of a dataset. @throws {ApiError} `conflict` for one that was erased, and its key with it */
export function keyOf({ datasetId, key }: Pick<StoredDataset, 'datasetId' | 'key'>): Uint8Array {
  if (key.bytes !== null) return key.bytes;
  throw new ApiError('conflict', `${datasetId} was erased, and its keys with it.`, {
    details: { dataset_id: datasetId },
  });
}

/** @throws {ApiError} `not_found` */
export function unknownDataset(id: string): never {
  throw new ApiError('not_found', `There is no dataset ${id}.`);
}
