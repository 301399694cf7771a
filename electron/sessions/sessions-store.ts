/** Sessions as they are stored: by id, as lists, with what was done in them. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { dataOperations, type DataOperation } from '../../shared/contract/datasets.ts';
import { jsonObjectSchema } from '../../shared/contract/common.ts';
import {
  operationTypes,
  type Operation,
  type Session,
  type SessionOpener,
  type SessionStatus,
  type SessionUsage,
} from '../../shared/contract/sessions.ts';
import { grantKinds, type GrantKind } from '../../shared/contract/grants.ts';
import { sourceClaimSchema, type SourceClaim } from '../../shared/contract/sources.ts';
import type { Own } from '../route-handler.ts';
import { heldVersion } from '../policies/held-version.ts';
import { keptRowCount, type KeptRows } from '../sources/session-rows.ts';
import { sessionStatus, type SessionTimes } from './session-state.ts';

/** A session as the rules see it. */
export interface StoredSession extends SessionTimes {
  readonly number: number;
  readonly dataset: number;
  readonly datasetId: string;
  readonly purpose: string;
  readonly modelId: string | null;
  readonly operator: string | null;
  readonly createdAt: string;
  readonly allowedOperations: readonly DataOperation[];
  readonly snapshotSeq: number;
  /** Rows of the snapshot that are there. */
  readonly recordCount: number;
  readonly accesses: number;
  /** The rows that it sees where the ledger does not hold them. */
  readonly rows: SessionSource | undefined;
  /** What it stands on; null for a session from before there were grants. */
  readonly grant: {
    readonly grantId: string;
    readonly kind: GrantKind;
    /** Fields that it gives; null for all that the dataset gives. */
    readonly fields: readonly string[] | null;
    /** null for a grant from before grants had one. */
    readonly key: Uint8Array | null;
  } | null;
}

/** Rows of a session that the ledger does not hold. */
export interface SessionSource extends KeptRows {
  readonly changedAt: string | null;
  readonly found: string | null;
}

/** A session as everybody sees it. */
type ShownSession = Omit<Session, 'may_use'>;

/** A session as far as the rules see it. */
interface KnownRow {
  number: number;
  session_id: string;
  dataset: number;
  dataset_id: string;
  purpose: string;
  model_id: string | null;
  operator: string | null;
  allowed_operations: string;
  snapshot_seq: number;
  source_sha256: string | null;
  source_snapshot: string | null;
  source_changed_at: string | null;
  found_sha256: string | null;
  created_at: string;
  expires_at: string;
  closed_at: string | null;
  revoked_at: string | null;
  revoked_by: string | null;
  revocation_reason: string | null;
  accesses: number;
  grant_id: string | null;
  grant_kind: string | null;
  grant_fields: string | null;
  grant_key: Buffer | null;
}

interface Row extends KnownRow {
  source_kind: string | null;
  record_ids: string | null;
  last_activity_at: string | null;
  reads: number;
  filters: number;
  transforms: number;
  trains: number;
  analyses: number;
  validations: number;
  records: number;
  bytes: number;
  account_id: string | null;
  opened_by: string | null;
  opener_name: string | null;
  policy_version: number | null;
  record_count: number;
}

interface OperationRow {
  operation_id: string;
  operation_type: string;
  created_at: string;
  record_count: number;
  metadata: string;
  model_id: string | null;
  model_version: string | null;
  model_registered: number | null;
  evidence_id: string;
}

/** All sessions, those an account uses, those on a holder's datasets. */
type Side = 'all' | 'account' | 'holder';

interface Page {
  readonly limit: number;
  readonly offset: number;
}

const knownColumns = `s.number, s.session_id, s.dataset, d.dataset_id, s.purpose, s.model_id, s.operator,
  s.allowed_operations, s.snapshot_seq, s.source_sha256, s.source_snapshot, s.source_changed_at, s.found_sha256,
  s.created_at, s.expires_at, s.closed_at, s.revoked_at, s.revoked_by, s.revocation_reason, s.accesses,
  g.grant_id, g.kind AS grant_kind, g.fields AS grant_fields, g.key AS grant_key`;

const recordCount = `s.snapshot_seq - CASE d.erased_count WHEN 0 THEN 0 ELSE (SELECT count(*) FROM tombstones AS t
    WHERE t.position > d.number << 36 AND t.position <= (d.number << 36) + s.snapshot_seq) END`;

const columns = `${knownColumns}, o.kind AS source_kind, o.record_ids, s.last_activity_at, s.reads, s.filters,
  s.transforms, s.trains, s.analyses, s.validations, s.records, s.bytes, b.account_id, s.opened_by, s.opener_name,
  coalesce(${heldVersion('version', 's.dataset', '@now')}, 1) AS policy_version, ${recordCount} AS record_count`;

const besides = `LEFT JOIN billed_sessions AS b ON b.session_id = s.session_id
  LEFT JOIN dataset_sources AS o ON o.dataset_id = d.dataset_id
  LEFT JOIN grants AS g ON g.number = s."grant"`;

const selected = `(@dataset IS NULL OR s.dataset = (SELECT number FROM datasets WHERE dataset_id = @dataset))
  AND CASE @status
    WHEN 'revoked' THEN s.revoked_at IS NOT NULL
    WHEN 'closed' THEN s.closed_at IS NOT NULL
    WHEN 'expired' THEN s.revoked_at IS NULL AND s.closed_at IS NULL AND s.expires_at <= @now
    WHEN 'active' THEN s.revoked_at IS NULL AND s.closed_at IS NULL AND s.expires_at > @now
    ELSE TRUE END`;

/** Every statement, by name, so that a test can read the plan of each. */
export const sessionStatements = {
  byId: `SELECT ${columns} FROM sessions AS s JOIN datasets AS d ON d.number = s.dataset ${besides}
    WHERE s.session_id = @id`,
  known: `SELECT ${knownColumns} FROM sessions AS s JOIN datasets AS d ON d.number = s.dataset
    LEFT JOIN grants AS g ON g.number = s."grant" WHERE s.session_id = ?`,
  recordCount: `SELECT ${recordCount} FROM sessions AS s JOIN datasets AS d ON d.number = s.dataset
    WHERE s.number = ?`,
  list: `SELECT ${columns} FROM sessions AS s JOIN datasets AS d ON d.number = s.dataset ${besides}
    WHERE ${selected} ORDER BY s.number DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) FROM sessions AS s WHERE ${selected}`,
  listOfAccount: `SELECT ${columns} FROM billed_sessions AS b
    CROSS JOIN sessions AS s ON s.session_id = b.session_id
    CROSS JOIN datasets AS d ON d.number = s.dataset
    LEFT JOIN dataset_sources AS o ON o.dataset_id = d.dataset_id
    LEFT JOIN grants AS g ON g.number = s."grant"
    WHERE b.account_id = @account AND ${selected}
    ORDER BY b.number DESC LIMIT @limit OFFSET @offset`,
  countOfAccount: `SELECT count(*) FROM billed_sessions AS b
    CROSS JOIN sessions AS s ON s.session_id = b.session_id
    WHERE b.account_id = @account AND ${selected}`,
  listOfHolder: `SELECT ${columns} FROM datasets AS d CROSS JOIN sessions AS s ON s.dataset = d.number
    ${besides} WHERE d.holder_id = @holder AND ${selected} ORDER BY s.number DESC LIMIT @limit OFFSET @offset`,
  countOfHolder: `SELECT count(*) FROM datasets AS d CROSS JOIN sessions AS s ON s.dataset = d.number
    WHERE d.holder_id = @holder AND ${selected}`,
  policyOfEvidence:
    'SELECT policy_version FROM session_usage WHERE session = ? AND evidence_id = ?',
  usageAt: 'SELECT at FROM session_usage WHERE session = ? AND number = ?',
  operations: `SELECT operation_id, operation_type, created_at, record_count, metadata, model_id,
      model_version, model_registered, evidence_id
    FROM operations WHERE session = ? ORDER BY number DESC LIMIT ? OFFSET ?`,
  countOperations: 'SELECT count(*) FROM operations WHERE session = ?',
  watched: `SELECT s.session_id AS sessionId, o.dataset_id AS datasetId, s.source_sha256 AS sha256,
      s.source_snapshot AS snapshot
    FROM dataset_sources AS o CROSS JOIN datasets AS d ON d.dataset_id = o.dataset_id
    CROSS JOIN sessions AS s ON s.dataset = d.number
    WHERE s.source_snapshot IS NOT NULL AND s.source_changed_at IS NULL
      AND s.revoked_at IS NULL AND s.closed_at IS NULL AND s.expires_at > ?`,
} as const;

const operationsSchema = z.array(z.enum(dataOperations));
const kindSchema = z.enum(grantKinds);
const fieldsSchema = z.array(z.string());
const typeSchema = z.enum(operationTypes);

/** An active session whose rows the ledger does not hold. */
export interface WatchedSession {
  readonly sessionId: string;
  readonly datasetId: string;
  /** Digest of the snapshot. */
  readonly sha256: string;
  /** JSON: the rows that it sees. */
  readonly snapshot: string;
}

export class SessionsStore {
  readonly #watched: Statement<[string], WatchedSession>;
  readonly #byId: Statement<[object], Row>;
  readonly #known: Statement<[string], KnownRow>;
  readonly #recordCount: Statement<[number], number>;
  readonly #lists: Readonly<Record<Side, Statement<[object], Row>>>;
  readonly #counts: Readonly<Record<Side, Statement<[object], number>>>;
  readonly #policyOfEvidence: Statement<[number, string], number | null>;
  readonly #usageAt: Statement<[number, number], string>;
  readonly #operations: Statement<[number, number, number], OperationRow>;
  readonly #countOperations: Statement<[number], number>;

  constructor(database: Database) {
    const sql = sessionStatements;
    this.#byId = database.prepare(sql.byId);
    this.#known = database.prepare(sql.known);
    this.#recordCount = database.prepare<[number], number>(sql.recordCount).pluck();
    this.#lists = {
      all: database.prepare(sql.list),
      account: database.prepare(sql.listOfAccount),
      holder: database.prepare(sql.listOfHolder),
    };
    const count = (text: string) => database.prepare<[object], number>(text).pluck();
    this.#counts = {
      all: count(sql.count),
      account: count(sql.countOfAccount),
      holder: count(sql.countOfHolder),
    };
    this.#policyOfEvidence = database
      .prepare<[number, string], number | null>(sql.policyOfEvidence)
      .pluck();
    this.#usageAt = database.prepare<[number, number], string>(sql.usageAt).pluck();
    this.#operations = database.prepare(sql.operations);
    this.#watched = database.prepare(sql.watched);
    this.#countOperations = database.prepare<[number], number>(sql.countOperations).pluck();
  }

  find(sessionId: string): StoredSession | undefined {
    const row = this.#known.get(sessionId);
    if (row === undefined) return undefined;
    return stored(row, () => this.#recordCount.get(row.number) ?? 0);
  }

  /** A session as the API shows it at the instant `now`. */
  show(sessionId: string, now: string, withUsage: boolean): ShownSession | undefined {
    const row = this.#byId.get({ id: sessionId, now });
    return row === undefined ? undefined : shown(row, now, withUsage);
  }

  /** A page of sessions, newest first, and how many there are; only the caller's `own` where it is told. */
  list(
    filter: {
      readonly status?: SessionStatus | undefined;
      readonly dataset_id?: string | undefined;
    },
    page: Page,
    now: string,
    withUsage: boolean,
    own?: Pick<Own, 'accountId' | 'holderId'>,
  ): { data: ShownSession[]; total: number } {
    const side = own === undefined ? 'all' : own.holderId === null ? 'account' : 'holder';
    const values = {
      status: filter.status ?? null,
      dataset: filter.dataset_id ?? null,
      account: own?.accountId ?? '',
      holder: own?.holderId ?? '',
      now,
    };
    return {
      data: this.#lists[side].all({ ...values, ...page }).map((row) => shown(row, now, withUsage)),
      total: this.#counts[side].get(values) ?? 0,
    };
  }

  /** The version of the policy that an access with evidence was made under; 1 from before there were versions. */
  policyOfEvidence(session: number, evidenceId: string): number {
    return this.#policyOfEvidence.get(session, evidenceId) ?? 1;
  }

  /** When access `number` of a session was; undefined before there was one. */
  usageAt(session: number, number: number): string | undefined {
    return this.#usageAt.get(session, number);
  }

  /** Active sessions on rows that the ledger does not hold, but for those whose rows were found to be others. */
  watched(now: string): WatchedSession[] {
    return this.#watched.all(now);
  }

  operations(session: number, { limit, offset }: Page): { data: Operation[]; total: number } {
    return {
      data: this.#operations.all(session, limit, offset).map(shownOperation),
      total: this.#countOperations.get(session) ?? 0,
    };
  }
}

/** @param countRows counts those of its snapshot that the ledger holds */
function stored(row: KnownRow, countRows: () => number): StoredSession {
  return {
    number: row.number,
    sessionId: row.session_id,
    dataset: row.dataset,
    datasetId: row.dataset_id,
    purpose: row.purpose,
    modelId: row.model_id,
    operator: row.operator,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    closedAt: row.closed_at,
    revokedAt: row.revoked_at,
    revokedBy: row.revoked_by,
    revocationReason: row.revocation_reason,
    allowedOperations: operationsOf(row),
    snapshotSeq: row.snapshot_seq,
    get recordCount() {
      return recordCountOf(row, countRows);
    },
    rows: sourceOf(row),
    accesses: row.accesses,
    grant: grantOf(row),
  };
}

function shown(row: Row, now: string, withUsage: boolean): ShownSession {
  return {
    session_id: row.session_id,
    dataset_id: row.dataset_id,
    account_id: row.account_id ?? '',
    grant_id: row.grant_id,
    kind: grantOf(row)?.kind ?? 'rows',
    policy_version: row.policy_version ?? 1,
    opened_by: openerOf(row),
    status: sessionStatus(timesOf(row), now),
    purpose: row.purpose,
    model_id: row.model_id,
    operator: row.operator,
    created_at: row.created_at,
    expires_at: row.expires_at,
    last_activity_at: row.last_activity_at,
    ...(row.closed_at === null ? {} : { closed_at: row.closed_at }),
    ...(row.revoked_at === null ? {} : { revoked_at: row.revoked_at }),
    ...(row.revoked_by === null ? {} : { revoked_by: row.revoked_by }),
    ...(row.revocation_reason === null ? {} : { revocation_reason: row.revocation_reason }),
    allowed_operations: operationsOf(row),
    // Rows that were erased leave gaps.
    snapshot: {
      seq: row.snapshot_seq,
      record_count: recordCountOf(row, () => row.record_count),
      ...(row.source_sha256 === null ? {} : { source: claimIn(row) }),
    },
    ...(row.source_changed_at === null ? {} : { source_changed_at: row.source_changed_at }),
    ...(withUsage ? { usage: usageOf(row) } : {}),
  };
}

function timesOf({ expires_at: expiresAt, closed_at: closedAt, revoked_at: revokedAt }: Row) {
  return { expiresAt, closedAt, revokedAt };
}

function sourceOf(row: KnownRow): SessionSource | undefined {
  const { source_sha256: sha256, source_snapshot: snapshot } = row;
  if (sha256 === null || snapshot === null) return undefined;
  return { sha256, snapshot, changedAt: row.source_changed_at, found: row.found_sha256 };
}

function recordCountOf({ source_snapshot: snapshot }: KnownRow, countRows: () => number): number {
  return snapshot === null ? countRows() : keptRowCount(snapshot);
}

function claimIn({ source_kind: kind, record_ids, source_sha256 }: Row): SourceClaim {
  return sourceClaimSchema.parse({ kind, record_ids, snapshot_sha256: source_sha256 });
}

function grantOf(row: KnownRow): StoredSession['grant'] {
  const { grant_id: grantId, grant_fields: fields } = row;
  if (grantId === null) return null;
  return {
    grantId,
    kind: kindSchema.parse(row.grant_kind),
    fields: fields === null ? null : fieldsSchema.parse(JSON.parse(fields)),
    key: row.grant_key,
  };
}

/** The person at the window opens sessions by no key; nor does the program that makes a demo. */
export function openerOf({
  opened_by: by,
  opener_name: name,
}: Pick<Row, 'opened_by' | 'opener_name'>): SessionOpener {
  const isKey = by?.startsWith('key_') === true;
  return isKey
    ? { kind: 'api_key', key_id: by, name }
    : { kind: 'operator', key_id: null, name: null };
}

function usageOf(row: Row): SessionUsage {
  return {
    read_operations: row.reads,
    filter_operations: row.filters,
    transform_operations: row.transforms,
    train_operations: row.trains,
    analyze_operations: row.analyses,
    validate_operations: row.validations,
    total_operations: row.accesses,
    records_accessed: row.records,
    total_data_bytes: row.bytes,
  };
}

function shownOperation(row: OperationRow): Operation {
  return {
    operation_id: row.operation_id,
    created_at: row.created_at,
    status: 'RECORDED',
    evidence_id: row.evidence_id,
    operation_type: typeSchema.parse(row.operation_type),
    record_count: row.record_count,
    metadata: jsonObjectSchema.parse(JSON.parse(row.metadata)),
    model:
      row.model_id === null
        ? null
        : {
            model_id: row.model_id,
            registered: row.model_registered === 1,
            version: row.model_version,
          },
  };
}

function operationsOf(row: KnownRow): DataOperation[] {
  return operationsSchema.parse(JSON.parse(row.allowed_operations));
}
