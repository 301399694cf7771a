/** Reads of the audit log: pages by filter, one event, and how far the ledger vouches for it. */
import type { Database } from 'better-sqlite3';
import type {
  AuditEvent,
  AuditEventDetails,
  AuditFilter,
  AuditState,
} from '../../shared/contract/audit.ts';
import { readAuditLine } from '../ledger/audit-lines.ts';

export interface AuditRow {
  readonly seq: number;
  readonly line: string;
  /** Hex. */
  readonly hash: string;
}

/** Name of an API key now; undefined for one that is not (any more) known. */
export type KeyName = (keyId: string) => string | undefined;

const columns = 'seq, line, lower(hex(hash)) AS hash';

/** The filters that an index answers, the one that leaves the fewest events first. */
const indexed = ['object_id', 'operation_id', 'caller', 'action', 'outcome'] as const;

const endsOf = '\u{10ffff}';

/** The statements of the log, by filter; for the store and for the test that reads their plans. */
export const auditStatements = {
  fromTime: 'SELECT seq FROM audit_events WHERE at >= ? ORDER BY at, seq LIMIT 1',
  last: `SELECT ${columns} FROM audit_events ORDER BY seq DESC LIMIT 1`,
  one: `SELECT ${columns} FROM audit_events WHERE seq = ?`,
  batchOf: `SELECT seq, last FROM batches
    WHERE table_name = 'audit_events' AND coalesce(dataset, 0) = 0 AND first <= ?
    ORDER BY first DESC LIMIT 1`,
  lastBatch: `SELECT b.seq, b.last, json_extract(e.bytes, '$.created_at') AS at
    FROM batches AS b JOIN entries AS e ON e.seq = b.seq
    WHERE b.table_name = 'audit_events' AND coalesce(b.dataset, 0) = 0
    ORDER BY b.first DESC LIMIT 1`,
  count: (filter: AuditFilter) =>
    `SELECT count(*) FROM audit_events WHERE ${conditions(filter)} AND ${place(filter)} BETWEEN @low AND @high`,
  page: (filter: AuditFilter) =>
    `SELECT ${columns} FROM audit_events WHERE ${conditions(filter)} AND ${place(filter)} BETWEEN @low AND @high
     ORDER BY seq DESC LIMIT @limit OFFSET @offset`,
  next: (filter: AuditFilter) =>
    `SELECT ${columns} FROM audit_events WHERE ${conditions(filter)} AND ${place(filter)} BETWEEN @low AND @high
     ORDER BY seq LIMIT @limit`,
};

/** One index at most is asked for: SQLite would as soon take the one that leaves nearly everything. */
function conditions(filter: AuditFilter): string {
  const first = indexed.find((name) => filter[name] !== undefined);
  const equal = indexed
    .filter((name) => filter[name] !== undefined)
    .map((name) => `${name === first ? '' : '+'}${name} = @${name}`);
  const lead = first === undefined ? '' : '+';
  const starts = (name: string) => `(${lead}${name} >= @q AND ${lead}${name} < @qEnd)`;
  const search = ['request_id', 'object_id', 'operation_id'].map(starts).join(' OR ');
  const all = filter.q === undefined ? equal : [...equal, `(${search})`];
  return all.length === 0 ? 'TRUE' : all.join(' AND ');
}

/** Searched by what it begins with, an event is found by that, not by going through its range. */
function place(filter: AuditFilter): string {
  const isSearch = filter.q !== undefined && indexed.every((name) => filter[name] === undefined);
  return isSearch ? '+seq' : 'seq';
}

export class AuditStore {
  readonly #database: Database;
  readonly #keyName: KeyName;

  constructor(database: Database, keyName: KeyName) {
    this.#database = database;
    this.#keyName = keyName;
  }

  /** Newest first. `total` counts every event that matches. */
  page(
    filter: AuditFilter,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): { readonly total: number; readonly events: AuditEvent[] } {
    const bounds = this.#bounds(filter);
    const { low, high } = bounds;
    if (low > high) return { total: 0, events: [] };
    const isUnfiltered = conditions(filter) === 'TRUE';
    // Without a filter the place of a page is a matter of arithmetic: no row is skipped one by one.
    const total = isUnfiltered
      ? high - low + 1
      : (this.#database
          .prepare<[object], number>(auditStatements.count(filter))
          .pluck()
          .get({ ...parametersOf(filter), ...bounds }) ?? 0);
    const place = isUnfiltered
      ? { low, high: high - offset, limit, offset: 0 }
      : { low, high, limit, offset };
    const rows = this.#database
      .prepare<[object], AuditRow>(auditStatements.page(filter))
      .all({ ...parametersOf(filter), ...place });
    return { total, events: rows.map((row) => this.read(row)) };
  }

  /** Matching rows after `after`, oldest first. */
  next(filter: AuditFilter, after: number, limit: number): AuditRow[] {
    const { low, high } = this.#bounds(filter);
    return this.#database
      .prepare<[object], AuditRow>(auditStatements.next(filter))
      .all({ ...parametersOf(filter), low: Math.max(low, after + 1), high, limit });
  }

  find(seq: number): AuditEventDetails | undefined {
    const row = this.#database.prepare<[number], AuditRow>(auditStatements.one).get(seq);
    if (row === undefined) return undefined;
    const batch = this.#database
      .prepare<[number], { seq: number; last: number }>(auditStatements.batchOf)
      .get(seq);
    const isSealed = batch !== undefined && batch.last >= seq;
    return { ...this.read(row), line: row.line, anchored_by: isSealed ? batch.seq : null };
  }

  state(): AuditState {
    const last = this.#database.prepare<[], AuditRow>(auditStatements.last).get();
    const batch = this.#database
      .prepare<[], { seq: number; last: number; at: string }>(auditStatements.lastBatch)
      .get();
    return {
      size: last?.seq ?? 0,
      head: last === undefined ? null : `sha256:${last.hash}`,
      anchored_size: batch?.last ?? 0,
      last_anchor_entry_seq: batch?.seq ?? null,
      last_anchored_at: batch?.at ?? null,
    };
  }

  /** The event of a row. What was altered so that it is none is shown as far as it says something. */
  read({ seq, line, hash }: AuditRow): AuditEvent {
    const event = readAuditLine(line);
    if (event === undefined) return damaged(seq, hash);
    const { type: _type, caller, ...rest } = event;
    const name = caller.key_id === null ? undefined : this.#keyName(caller.key_id);
    return { ...rest, seq, caller: { ...caller, name: name ?? null }, hash: `sha256:${hash}` };
  }

  /** Times never go backwards in the log: a range of time is a range of places. */
  #bounds({ from, to }: AuditFilter): { readonly low: number; readonly high: number } {
    const size = this.#database.prepare<[], AuditRow>(auditStatements.last).get()?.seq ?? 0;
    const first = this.#database.prepare<[string], number>(auditStatements.fromTime).pluck();
    return {
      low: from === undefined ? 1 : (first.get(from) ?? size + 1),
      high: to === undefined ? size : (first.get(to) ?? size + 1) - 1,
    };
  }
}

function parametersOf({ from: _from, to: _to, q, ...equal }: AuditFilter): object {
  return { ...equal, ...(q === undefined ? {} : { q, qEnd: q + endsOf }) };
}

function damaged(seq: number, hash: string): AuditEvent {
  return {
    seq,
    at: '1970-01-01T00:00:00.000Z',
    request_id: '(altered)',
    mount: 'direct',
    caller: { kind: 'anonymous', key_id: null, name: null, role: null },
    action: 'unknown',
    operation_id: null,
    method: '(altered)',
    path: '(altered: verify the ledger)',
    object_id: null,
    status: 0,
    outcome: 'failed',
    ms: 0,
    omitted: 0,
    previous_hash: `sha256:${'0'.repeat(64)}`,
    hash: `sha256:${hash.padStart(64, '0').slice(0, 64)}`,
  };
}
