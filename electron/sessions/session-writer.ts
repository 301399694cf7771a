/** Opens, closes and revokes sessions, and keeps their usage. The caller holds the transaction. */
import type { Database, Statement } from 'better-sqlite3';
import type { CreateSession } from '../../shared/contract/sessions.ts';
import type { DataOperation } from '../../shared/contract/datasets.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import { instant } from '../../shared/time.ts';
import type { StoredDataset } from '../datasets/datasets-store.ts';
import type { StoredSession } from './sessions-store.ts';

const keyBytes = 32;

export const usageKinds = ['read', 'filter', 'transform', 'train', 'analyze', 'validate'] as const;
export type UsageKind = (typeof usageKinds)[number];

/** The column of a session that sums the accesses of a kind. */
const sumOf = {
  read: 'reads',
  filter: 'filters',
  transform: 'transforms',
  train: 'trains',
  analyze: 'analyses',
  validate: 'validations',
} as const satisfies Record<UsageKind, string>;

/** One data access, as it is kept for billing. */
export interface Usage {
  readonly kind: UsageKind;
  readonly records: number;
  /** Of the JSON text of the rows that were given out, UTF-8. */
  readonly bytes: number;
  readonly evidenceId?: string | undefined;
}

/** An operation as it is kept. */
export interface NewOperation {
  readonly operationId: string;
  readonly type: string;
  readonly records: number;
  readonly metadata: string;
  readonly model: { readonly modelId: string; readonly version: string | null } | undefined;
  readonly evidenceId: string;
}

export class SessionWriter {
  readonly #options: { readonly createId: CreateId; readonly random: RandomBytes };
  readonly #insert: Statement<[object]>;
  readonly #close: Statement<[string, number]>;
  readonly #revoke: Statement<[string, string, string, number]>;
  readonly #revokeAll: Statement<[string, string, string, number, string]>;
  readonly #insertUsage: Statement<[number, number, string, string, number, number, string | null]>;
  readonly #add: Readonly<Record<UsageKind, Statement<[string, number, number, number]>>>;
  readonly #insertOperation: Statement<[object]>;

  constructor(
    database: Database,
    options: { readonly createId: CreateId; readonly random: RandomBytes },
  ) {
    this.#options = options;
    this.#insert = database.prepare(
      `INSERT INTO sessions (session_id, dataset, purpose, model_id, operator, allowed_operations,
         snapshot_seq, created_at, expires_at, key_id, key, opened_by)
       VALUES (@id, @dataset, @purpose, @modelId, @operator, @allowed, @snapshot, @now, @expires,
         @keyId, @key, @openedBy)`,
    );
    this.#close = database.prepare('UPDATE sessions SET closed_at = ? WHERE number = ?');
    this.#revoke = database.prepare(
      'UPDATE sessions SET revoked_at = ?, revoked_by = ?, revocation_reason = ? WHERE number = ?',
    );
    this.#revokeAll = database.prepare(
      `UPDATE sessions SET revoked_at = ?, revoked_by = ?, revocation_reason = ?
       WHERE dataset = ? AND closed_at IS NULL AND revoked_at IS NULL AND expires_at > ?`,
    );
    this.#insertUsage = database.prepare(
      `INSERT INTO session_usage (session, number, at, kind, records, bytes, evidence_id)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    const add = (kind: UsageKind) =>
      database.prepare<[string, number, number, number]>(
        `UPDATE sessions SET last_activity_at = ?, accesses = accesses + 1,
           ${sumOf[kind]} = ${sumOf[kind]} + 1, records = records + ?, bytes = bytes + ?
         WHERE number = ?`,
      );
    this.#add = {
      read: add('read'),
      filter: add('filter'),
      transform: add('transform'),
      train: add('train'),
      analyze: add('analyze'),
      validate: add('validate'),
    };
    this.#insertOperation = database.prepare(
      `INSERT INTO operations (operation_id, session, operation_type, created_at, record_count,
         metadata, model_id, model_version, model_registered, evidence_id)
       VALUES (@id, @session, @type, @now, @records, @metadata, @modelId, @version, @registered,
         @evidenceId)`,
    );
  }

  /** Opens a session on a dataset as it is now for `openedBy`, and returns its id. */
  open(
    body: CreateSession,
    dataset: StoredDataset,
    by: { readonly allowed: readonly DataOperation[]; readonly openedBy: string },
    now: string,
  ): string {
    const { createId, random } = this.#options;
    const sessionId = createId('sess');
    this.#insert.run({
      id: sessionId,
      dataset: dataset.number,
      purpose: body.purpose,
      modelId: body.model_id ?? null,
      operator: body.operator ?? null,
      allowed: JSON.stringify(by.allowed),
      snapshot: dataset.recordCount,
      now,
      expires: instant(Date.parse(now) + body.ttl_seconds * 1_000),
      keyId: createId('key'),
      key: Buffer.from(random(keyBytes)),
      openedBy: by.openedBy,
    });
    return sessionId;
  }

  /** Closes an active session. */
  close(session: StoredSession, now: string): void {
    this.#close.run(now, session.number);
  }

  /** Revokes an active session. */
  revoke(session: StoredSession, reason: string, revokedBy: string, now: string): void {
    this.#revoke.run(now, revokedBy, reason, session.number);
  }

  /** Revokes every session on a dataset that is active at `now`. */
  revokeAll(dataset: number, reason: string, revokedBy: string, now: string): void {
    this.#revokeAll.run(now, revokedBy, reason, dataset, now);
  }

  /** Keeps one access. */
  addUsage(session: StoredSession, usage: Usage, now: string): void {
    const { kind, records, bytes, evidenceId } = usage;
    const number = session.accesses + 1;
    this.#insertUsage.run(session.number, number, now, kind, records, bytes, evidenceId ?? null);
    this.#add[kind].run(now, records, bytes, session.number);
  }

  /** Keeps one operation; its evidence has the same instant. */
  addOperation(session: StoredSession, operation: NewOperation, now: string): void {
    const { model } = operation;
    this.#insertOperation.run({
      id: operation.operationId,
      session: session.number,
      type: operation.type,
      now,
      records: operation.records,
      metadata: operation.metadata,
      modelId: model?.modelId ?? null,
      version: model?.version ?? null,
      registered: model === undefined ? null : Number(model.version !== null),
      evidenceId: operation.evidenceId,
    });
  }
}
