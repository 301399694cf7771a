/** Evidence beside its ledger entry: the leaves and the envelope, found by either of its ids. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import {
  envelopeSchema,
  evidenceKinds,
  type Evidence,
  type EvidenceSummary,
} from '../../shared/contract/evidence.ts';
import { evidenceResource, type SealedEvidence } from '../evidence/create-evidence.ts';
import { keptSchema } from '../evidence/kept-evidence.ts';
import {
  committedEvidence,
  type EvidencePlace,
  type PreparedEvidence,
} from '../evidence/evidence.ts';

interface Row {
  seq: number;
  evidence_id: string;
  subject_id: string;
  session_id: string;
  dataset_id: string;
  created_at: string;
  previous_hash: string;
  hash: string;
  prepared: string;
  envelope: string;
  old_secret: string;
}

interface SummaryRow {
  seq: number;
  evidence_id: string;
  subject_id: string;
  kind: string;
  session_id: string;
  dataset_id: string;
  created_at: string;
  action: string;
  method: string | null;
  record_count: number;
  hash: string;
}

const columns = `seq, evidence_id, subject_id, session_id, dataset_id, created_at,
  'sha256:' || lower(hex(previous_hash)) AS previous_hash, 'sha256:' || lower(hex(hash)) AS hash,
  prepared, envelope, old_secret`;

/** Every statement, by name, so that a test can read the plan of each. */
export const evidenceStatements = {
  byEvidence: `SELECT ${columns} FROM evidence WHERE evidence_id = ?`,
  bySubject: `SELECT ${columns} FROM evidence WHERE subject_id = ?`,
  values: 'SELECT field, salt, value FROM payloads WHERE seq = ? ORDER BY field',
  entry: 'SELECT bytes FROM entries WHERE seq = ?',
  before: `SELECT 'sha256:' || lower(hex(hash)) FROM evidence WHERE seq < ? ORDER BY seq DESC LIMIT 1`,
  bySession: `SELECT seq, evidence_id, subject_id, kind, session_id, dataset_id, created_at, action,
      method, record_count, 'sha256:' || lower(hex(hash)) AS hash
    FROM evidence WHERE session_id = ? ORDER BY seq DESC LIMIT ? OFFSET ?`,
  countBySession: 'SELECT count(*) FROM evidence WHERE session_id = ?',
} as const;

const kindSchema = z.enum(evidenceKinds);

/** Stored evidence, put together again. */
export interface StoredEvidence {
  readonly evidence: Evidence;
  readonly prepared: PreparedEvidence;
  readonly place: EvidencePlace;
  /** Of evidence from before there were receipts: what the salts of its leaves are made of. */
  readonly oldSecret: string | undefined;
}

export class EvidenceStore {
  readonly #byEvidence: Statement<[string], Row>;
  readonly #bySubject: Statement<[string], Row>;
  readonly #values: Statement<[number], { field: string; salt: string; value: string }>;
  readonly #entry: Statement<[number], string>;
  readonly #before: Statement<[number], string>;
  readonly #bySession: Statement<[string, number, number], SummaryRow>;
  readonly #countBySession: Statement<[string], number>;

  constructor(database: Database) {
    const sql = evidenceStatements;
    this.#byEvidence = database.prepare(sql.byEvidence);
    this.#bySubject = database.prepare(sql.bySubject);
    this.#values = database.prepare(sql.values);
    this.#entry = database.prepare<[number], string>(sql.entry).pluck();
    this.#before = database.prepare<[number], string>(sql.before).pluck();
    this.#bySession = database.prepare(sql.bySession);
    this.#countBySession = database.prepare<[string], number>(sql.countBySession).pluck();
  }

  /** By `ev_…`, or by the `transform_…`, `op_…` or `agg_…` that it is the evidence of. */
  find(id: string): StoredEvidence | undefined {
    const row = this.#byEvidence.get(id) ?? this.#bySubject.get(id);
    if (row === undefined) return undefined;
    const prepared = this.#prepared(row);
    const place = {
      seq: row.seq,
      createdAt: row.created_at,
      previousHash: row.previous_hash,
    };
    const sealed: SealedEvidence = {
      hash: row.hash,
      envelope: envelopeSchema.parse(JSON.parse(row.envelope)),
    };
    return {
      evidence: evidenceResource(prepared, place, sealed),
      prepared,
      place,
      oldSecret: row.old_secret === '' ? undefined : row.old_secret,
    };
  }

  /** The journal's text at `seq`. */
  entryText(seq: number): string | undefined {
    return this.#entry.get(seq);
  }

  /** The hash of the newest evidence before `seq`. */
  hashBefore(seq: number): string | undefined {
    return this.#before.get(seq);
  }

  /** A page of a session's evidence, newest first, and how much there is. */
  ofSession(
    sessionId: string,
    page: { readonly limit: number; readonly offset: number },
  ): { data: EvidenceSummary[]; total: number } {
    const data = this.#bySession
      .all(sessionId, page.limit, page.offset)
      .map(({ seq, kind, ...rest }) => ({
        ...rest,
        kind: kindSchema.parse(kind),
        sequence: seq,
      }));
    return { data, total: this.#countBySession.get(sessionId) ?? 0 };
  }

  #prepared(row: Row): PreparedEvidence {
    const values = this.#values.all(row.seq).flatMap(({ field, salt, value }) => {
      const known = committedEvidence.find((each) => each === field);
      return known === undefined ? [] : [{ field: known, salt, value }];
    });
    return {
      ...keptSchema.parse(JSON.parse(row.prepared)),
      evidenceId: row.evidence_id,
      subjectId: row.subject_id,
      sessionId: row.session_id,
      datasetId: row.dataset_id,
      values,
    };
  }
}
