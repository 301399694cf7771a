/** Receipts of accesses as they are stored: one with each access of a session. */
import type { Database, Statement } from 'better-sqlite3';
import { costNumber } from '../../shared/billing/decimal.ts';
import type { Receipt } from '../receipts/chain.ts';

/** A receipt with what is kept beside it. */
export interface StoredReceipt {
  /** Undefined where its request was erased: nobody can put its text together any more. */
  readonly receipt: Receipt | undefined;
  readonly sessionId: string;
  readonly n: number;
  readonly at: string;
  readonly kind: string;
  readonly rows: number;
  readonly bytes: number;
  readonly policyVersion: number;
  readonly request: string | undefined;
  readonly root: Uint8Array;
  readonly head: Uint8Array;
  /** Numbers of the rows. */
  readonly runs: Uint8Array;
  readonly evidenceId: string | undefined;
  /** Among the receipts of all sessions. */
  readonly line: number;
}

/** A receipt as far as its header tells of it. */
export type KeptReceipt = Pick<StoredReceipt, 'n' | 'root' | 'head' | 'evidenceId'>;

interface Row {
  readonly session_id: string;
  readonly number: number;
  readonly at: string;
  readonly kind: string;
  readonly records: number;
  readonly bytes: number;
  readonly policy_version: number | null;
  readonly evidence_id: string | null;
  readonly request: string | null;
  readonly rows: Buffer;
  readonly root: Buffer;
  readonly head: Buffer;
  readonly line: number;
  readonly previous: Buffer | null;
}

const columns = `s.session_id, u.number, u.at, u.kind, u.records, u.bytes, u.policy_version, u.evidence_id,
  u.request, u.rows, u.root, u.head, u.line,
  (SELECT p.head FROM session_usage AS p WHERE p.session = u.session AND p.number = u.number - 1) AS previous`;

/** Every statement, by name, so that a test can read the plan of each. */
export const receiptStatements = {
  one: `SELECT ${columns} FROM sessions AS s JOIN session_usage AS u ON u.session = s.number
    WHERE s.session_id = ? AND u.number = ? AND u.line IS NOT NULL`,
  ofSession: `SELECT ${columns} FROM sessions AS s JOIN session_usage AS u ON u.session = s.number
    WHERE s.session_id = ? AND u.line IS NOT NULL ORDER BY u.number DESC LIMIT ? OFFSET ?`,
  countOfSession: `SELECT count(*) FROM sessions AS s JOIN session_usage AS u ON u.session = s.number
    WHERE s.session_id = ? AND u.line IS NOT NULL`,
  head: 'SELECT head FROM session_usage WHERE session = ? AND number = ? AND line IS NOT NULL',
  last: 'SELECT coalesce(max(line), 0) FROM session_usage WHERE line > 0',
  cost: `SELECT e.time_nanos + e.record_nanos + e.data_nanos + e.operation_nanos
    FROM billed_sessions AS b JOIN usage_events AS e ON e.account_id = b.account_id
    WHERE b.session_id = ? AND e.source = ? AND e.at = ?`,
} as const;

/** Over one connection. */
export class ReceiptsStore {
  readonly #one: Statement<[string, number], Row>;
  readonly #ofSession: Statement<[string, number, number], Row>;
  readonly #count: Statement<[string], number>;
  readonly #last: Statement<[], number>;
  readonly #head: Statement<[number, number], Buffer | null>;
  readonly #cost: Statement<[string, string, string], bigint>;

  constructor(database: Database) {
    this.#one = database.prepare(receiptStatements.one);
    this.#ofSession = database.prepare(receiptStatements.ofSession);
    this.#count = database.prepare<[string], number>(receiptStatements.countOfSession).pluck();
    this.#cost = database
      .prepare<[string, string, string], bigint>(receiptStatements.cost)
      .pluck()
      .safeIntegers();
    this.#last = database.prepare<[], number>(receiptStatements.last).pluck();
    this.#head = database.prepare<[number, number], Buffer | null>(receiptStatements.head).pluck();
  }

  find(sessionId: string, n: number): StoredReceipt | undefined {
    const row = this.#one.get(sessionId, n);
    return row && stored(row);
  }

  /** A page of a session's receipts, newest first, and how many there are. */
  ofSession(
    sessionId: string,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): { data: StoredReceipt[]; total: number } {
    return {
      data: this.#ofSession.all(sessionId, limit, offset).map(stored),
      total: this.#count.get(sessionId) ?? 0,
    };
  }

  /** What an access cost, without the time of its session; null where a correction moved it. */
  costOf({ sessionId, n, at, evidenceId }: StoredReceipt): number | null {
    const cost = this.#cost.get(sessionId, evidenceId ?? `${sessionId}/${n}`, at);
    return cost === undefined ? null : costNumber(cost);
  }

  /** The head of an access of a session by its number; undefined for one from before there were receipts, and for none. */
  headOf(session: number, n: number): Uint8Array | undefined {
    return this.#head.get(session, n) ?? undefined;
  }

  /** The number of the last receipt of all sessions; 0 where there is none. */
  get last(): number {
    return this.#last.get() ?? 0;
  }
}

function stored(row: Row): StoredReceipt {
  const { session_id: sessionId, number: n, at, kind, records: rows, bytes, root, head } = row;
  const policyVersion = row.policy_version ?? 1;
  const common = { sessionId, n, at, kind, rows, bytes, policyVersion, root };
  const { request } = row;
  return {
    ...common,
    receipt:
      request === null ? undefined : { ...common, request, previous: row.previous ?? undefined },
    request: request ?? undefined,
    head,
    runs: row.rows,
    evidenceId: row.evidence_id ?? undefined,
    line: row.line,
  };
}
