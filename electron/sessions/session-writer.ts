/** Opens, closes and revokes sessions, and keeps their usage. The caller holds the transaction. */
import type { Database, Statement } from 'better-sqlite3';
import type { CreateSession } from '../../shared/contract/sessions.ts';
import type { DataOperation } from '../../shared/contract/datasets.ts';
import { instant } from '../../shared/time.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import type { StoredDataset } from '../datasets/datasets-store.ts';
import type { Facts } from '../proof/facts.ts';
import type { LineSealer } from '../proof/sealer.ts';
import type { Events } from '../webhooks/event-log.ts';
import { receiptHead } from '../receipts/chain.ts';
import { ReceiptsStore } from './receipts-store.ts';
import type { SessionRows } from '../sources/session-rows.ts';
import type { StoredSession } from './sessions-store.ts';

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
  /** Of the policy that it was made under. */
  readonly policyVersion: number;
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

/** Who pays for a session. */
export interface SessionTerms {
  readonly accountId: string;
}

/** A session that is being opened. */
export interface NewSession {
  readonly sessionId: string;
  /** As it is now: the session sees no row that comes later. */
  readonly dataset: StoredDataset;
  readonly allowed: readonly DataOperation[];
  readonly terms: SessionTerms;
  /** Rows that the ledger does not hold, as they are now. */
  readonly rows?: SessionRows | undefined;
  /** What it stands on. */
  readonly grantId: string;
  readonly openedBy: Actor;
  /** What the API key is called that opened it; null for the person at the window. */
  readonly openerName: string | null;
}

export interface SessionWriterOptions {
  readonly facts: Facts;
  readonly sealer: LineSealer;
  readonly events: Events;
}

interface Sides {
  readonly dataset_id: string;
  readonly account_id: string | null;
  readonly holder_id: string | null;
}

/** Whose a session is: so that a test can read its plan. */
export const sessionSidesStatement = `SELECT d.dataset_id, b.account_id, d.holder_id
  FROM sessions AS s JOIN datasets AS d ON d.number = s.dataset
  LEFT JOIN billed_sessions AS b ON b.session_id = s.session_id WHERE s.session_id = ?`;

/** The receipt of an access, as far as a data thread works it out. */
export interface Delivered {
  /** The number that the receipt is thought to get. */
  readonly n: number;
  /** As it is kept, RFC 8785. */
  readonly request: string;
  /** Runs of the rows' numbers. */
  readonly rows: Uint8Array;
  /** Of the tree over what was delivered, 32 bytes. */
  readonly root: Uint8Array;
}

const receiptStream = { table: 'session_usage' } as const;

export class SessionWriter {
  readonly #options: SessionWriterOptions;
  readonly #receipts: ReceiptsStore;
  readonly #active: Statement<[number, string], string>;
  readonly #sides: Statement<[string], Sides>;
  readonly #insertUsage: Statement<[object]>;
  readonly #add: Readonly<Record<UsageKind, Statement<[string, number, number, number]>>>;
  readonly #insertOperation: Statement<[object]>;

  constructor(database: Database, options: SessionWriterOptions) {
    this.#options = options;
    this.#receipts = new ReceiptsStore(database);
    this.#sides = database.prepare(sessionSidesStatement);
    this.#active = database
      .prepare<[number, string], string>(
        `SELECT session_id FROM sessions
         WHERE dataset = ? AND closed_at IS NULL AND revoked_at IS NULL AND expires_at > ?
         ORDER BY number`,
      )
      .pluck();
    this.#insertUsage = database.prepare(
      `INSERT INTO session_usage (session, number, at, kind, records, bytes, evidence_id, policy_version,
         line, request, rows, root, head)
       VALUES (@session, @n, @at, @kind, @rows, @bytes, @evidenceId, @policyVersion,
         @line, @request, @runs, @root, @head)`,
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

  /** Opens a session. */
  open(body: CreateSession, session: NewSession, now: string): void {
    const { facts } = this.#options;
    const { sessionId, dataset, allowed, terms, grantId, openedBy, openerName, rows } = session;
    rows?.keep(now);
    facts.write(
      'sessions',
      sessionId,
      {
        by: openedBy,
        set: {
          dataset_id: dataset.datasetId,
          grant_id: grantId,
          model_id: body.model_id ?? null,
          account_id: terms.accountId,
          holder_id: dataset.holderId,
          allowed_operations: [...allowed],
          snapshot_seq: dataset.recordCount,
          source_sha256: rows?.sha256 ?? null,
          created_at: now,
          expires_at: instant(Date.parse(now) + body.ttl_seconds * 1_000),
        },
        commit: {
          purpose: body.purpose,
          operator: body.operator ?? null,
          opener_name: openerName,
          source_snapshot: rows?.snapshot ?? null,
        },
      },
      { opened_by: openedBy.id },
    );
  }

  /** Keeps that the rows of a session were found to be others: from now on it reads none. */
  noteChanged({ sessionId, rows }: StoredSession, found: string | null, now: string): void {
    if (rows === undefined || rows.changedAt !== null) return;
    this.#options.facts.write('sessions', sessionId, {
      set: { source_changed_at: now, found_sha256: found },
    });
  }

  /** Closes an active session. */
  close(sessionId: string, now: string): void {
    this.#options.facts.write('sessions', sessionId, { set: { closed_at: now } });
    this.#options.sealer.seal(receiptStream);
  }

  /** Revokes an active session. */
  revoke(sessionId: string, reason: string, revokedBy: string, now: string): void {
    this.#options.facts.write('sessions', sessionId, {
      set: { revoked_at: now },
      commit: { revoked_by: revokedBy, revocation_reason: reason },
    });
    this.#options.sealer.seal(receiptStream);
    const sides = this.#sides.get(sessionId);
    this.#options.events.emit({
      type: 'session.revoked',
      at: now,
      accountId: sides?.account_id,
      holderId: sides?.holder_id,
      data: { session_id: sessionId, dataset_id: sides?.dataset_id ?? null },
    });
  }

  /** Revokes every session on a dataset that is active at `now`. */
  revokeAll(dataset: number, reason: string, revokedBy: string, now: string): void {
    for (const id of this.#active.all(dataset, now)) this.revoke(id, reason, revokedBy, now);
  }

  /** Keeps one access with its receipt; answers the head of that. */
  addUsage(session: StoredSession, usage: Usage, delivered: Delivered, now: string): Uint8Array {
    const { kind, records, bytes, evidenceId = null, policyVersion } = usage;
    const { n, request, root, rows: runs } = delivered;
    const { sessionId, number } = session;
    const receipt = {
      sessionId,
      n,
      at: now,
      kind,
      rows: records,
      bytes,
      policyVersion,
      request,
      root,
    };
    const previous = this.#receipts.headOf(number, n - 1);
    const head = receiptHead({ ...receipt, previous });
    const line = this.#receipts.last + 1;
    this.#insertUsage.run({ ...receipt, session: number, evidenceId, line, runs, head });
    this.#add[kind].run(now, records, bytes, number);
    this.#options.sealer.sealFull(receiptStream);
    return head;
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
