/** The audit log against itself: every line, column and link. That batches cover its lines is the check of lines. */
import { hashWidth, leafHash } from '../../shared/ledger/merkle.ts';
import {
  auditColumns,
  auditLineType,
  readAuditLine,
  type AuditLine,
} from '../ledger/audit-lines.ts';
import type { LastSeen } from '../ledger/last-seen.ts';
import { createFinding, type FindingDetails, type EntryFinding } from './findings.ts';
import { readable, UnreadableRow, type LedgerSnapshot } from '../ledger/ledger-snapshot.ts';
import { sha256 } from '../ledger/sha256.ts';

/** Events read at a time: about a millisecond's work. */
const chunkEvents = 64;

/** Rows that nothing stands for, told one by one. */
const mostStrays = 1_000;

/** Indexes of the log; each has one entry for every event that it covers. */
const indexes = [
  ['audit_events_by_time', ''],
  ['audit_events_by_caller', ''],
  ['audit_events_by_action', ''],
  ['audit_events_by_operation', ''],
  ['audit_events_by_object', 'WHERE object_id IS NOT NULL'],
  ['audit_events_by_outcome', ''],
] as const;

interface EventRow {
  readonly seq: number;
  readonly line: unknown;
  /** Hex; empty when the column does not hold a BLOB. */
  readonly hash: string;
  /** Whether the column holds exactly the UTF-8 of `line`. */
  readonly raw: unknown;
  readonly at: unknown;
  readonly request_id: unknown;
  readonly caller: unknown;
  readonly action: unknown;
  readonly operation_id: unknown;
  readonly object_id: unknown;
  readonly outcome: unknown;
}

/** A batch of the log, as its row says. */
interface AuditBatch {
  readonly seq: number;
  readonly first: number;
  readonly last: number;
}

/** An event whose row was read, and what the next one is expected to follow from. */
interface ReadEvent {
  readonly seq: number;
  readonly text: string;
  /** SHA-256 of the line as it is, hex. */
  readonly actual: string;
  /** What the row says of it, hex. */
  readonly stored: string;
  readonly line: AuditLine | undefined;
}

export class AuditLogCheck {
  readonly #snapshot: LedgerSnapshot;
  readonly #onFinding: (finding: EntryFinding) => void;
  readonly #seen: readonly LastSeen[];
  #batches: readonly AuditBatch[] = [];
  #lastEntry = 0;

  /** `seen`: what was last seen of the log, before the state of the snapshot. */
  constructor(
    snapshot: LedgerSnapshot,
    onFinding: (finding: EntryFinding) => void,
    seen: readonly LastSeen[] = [],
  ) {
    this.#snapshot = snapshot;
    this.#onFinding = onFinding;
    this.#seen = seen;
  }

  /** Goes through the log. `size` is that of the journal. */
  *finish(size: number): Generator<void> {
    this.#lastEntry = Math.max(0, size - 1);
    this.#batches = this.#readBatches();
    yield* this.#checkEvents();
    this.#checkSeen();
    this.#checkStrays();
    yield* this.#checkIndexes();
  }

  *#checkEvents(): Generator<void> {
    let before: ReadEvent | undefined;
    let wanted = 1;
    for (;;) {
      const rows = readable(() => this.#chunk(wanted - 1));
      if (rows instanceof UnreadableRow) {
        const message = `The audit log cannot be read from event ${wanted} on: ${rows.reason}.`;
        this.#tell('ENTRY_ALTERED', message, wanted);
        return;
      }
      for (const row of rows) {
        const event = readRow(row);
        if (row.seq > wanted) {
          this.#reportMissing(wanted, row.seq - 1);
          this.#checkHash(before, undefined);
          before = undefined;
        } else this.#checkHash(before, event.line);
        this.#checkRow(row, event);
        if (before !== undefined) this.#checkLink(before, event);
        else if (row.seq === 1) this.#checkFirst(event);
        before = event;
        wanted = row.seq + 1;
      }
      yield;
      if (rows.length < chunkEvents) break;
    }
    this.#checkHash(before, undefined);
    const last = this.#batches.at(-1);
    if (last !== undefined && last.last >= wanted) this.#reportMissing(wanted, last.last);
  }

  /** The log goes on from what a file beside the database says was there. */
  #checkSeen(): void {
    for (const { audit_events: events, audit_head_hash: head, seen_at: at } of this.#seen) {
      if (head === null) continue;
      const found = readable(() =>
        this.#snapshot.database
          .prepare<[number]>('SELECT line FROM audit_events WHERE seq = ?')
          .pluck()
          .get(events),
      );
      if (found instanceof UnreadableRow) continue;
      const actual = typeof found === 'string' ? `sha256:${sha256(found)}` : null;
      if (actual === head) continue;
      if (actual === null) {
        const message = `The end of the audit log was cut off: it had ${events} events when it was last seen, at ${at}.`;
        this.#tell('DELETED', message, events, { expected: head });
      } else {
        const message = `Event ${events} of the audit log is not the one that was there when it was last seen, at ${at}: its end was cut off, or another log was put in its place.`;
        this.#tell('ENTRY_ALTERED', message, events, { expected: head, actual });
      }
    }
  }

  #checkRow(row: EventRow, { line }: ReadEvent): void {
    const { seq } = row;
    if (line === undefined || !isExact(row)) {
      const message = `Event ${seq} of the audit log is not written as an event: it was altered.`;
      this.#tell('ENTRY_ALTERED', message, seq);
    } else if (line.seq !== seq) {
      const message = `Event ${line.seq} of the audit log stands in row ${seq}.`;
      this.#tell('REORDERED', message, seq, { expected: seq, actual: line.seq });
    } else {
      const columns: Readonly<Record<string, unknown>> = { ...row };
      for (const [column, expected] of Object.entries(auditColumns(line))) {
        const actual = columns[column];
        if (actual === expected) continue;
        const message = `The index column ${column} of event ${seq} of the audit log does not match its line.`;
        const values = { column, expected, actual: plain(actual) };
        this.#tell('PROJECTION_MISMATCH', message, seq, values);
      }
    }
  }

  /** The line against its hash. The event after it, where there is one, and its leaf tell which of the two was altered. */
  #checkHash(event: ReadEvent | undefined, next: AuditLine | undefined): void {
    if (event === undefined) return;
    const { seq, text, actual, stored, line } = event;
    if (stored === actual || line === undefined) return;
    const isVouched =
      next?.previous_hash === `sha256:${actual}` || this.#leafOf(seq) === leafHash(sha256, text);
    const values = { expected: `sha256:${stored}`, actual: `sha256:${actual}` };
    if (isVouched) {
      const message = `The hash kept of event ${seq} of the audit log was altered.`;
      this.#tell('PROJECTION_MISMATCH', message, seq, { ...values, column: 'hash' });
    } else {
      const message = `Event ${seq} of the audit log was altered: its line does not have its hash.`;
      this.#tell('ENTRY_ALTERED', message, seq, values);
    }
  }

  /** Each line names the hash of the one before. */
  #checkLink(before: ReadEvent, { seq, line }: ReadEvent): void {
    const said = line?.previous_hash.slice(7);
    // The event before that was altered is told already: what follows it says what it was.
    if (said === undefined || said === before.actual || said === before.stored) return;
    const message = `Event ${seq} of the audit log does not follow from event ${before.seq}: one of them was altered or replaced.`;
    const values = { expected: `sha256:${before.actual}`, actual: `sha256:${said}` };
    this.#tell('LINK_BROKEN', message, seq, values);
  }

  /** The first event follows from the genesis: a log cannot be moved to another ledger. */
  #checkFirst({ line }: ReadEvent): void {
    const genesis = this.#snapshot.entry(0);
    if (genesis === undefined || genesis instanceof UnreadableRow) return;
    const expected = `sha256:${sha256(genesis.bytes)}`;
    const actual = line?.previous_hash;
    if (actual === undefined || actual === expected) return;
    const message = 'Event 1 of the audit log does not follow from the genesis of the ledger.';
    this.#tell('LINK_BROKEN', message, 1, { expected, actual });
  }

  #checkStrays(): void {
    const below = readable(() =>
      this.#snapshot.database
        .prepare<[], number>(
          `SELECT seq FROM audit_events WHERE seq < 1 ORDER BY seq LIMIT ${mostStrays}`,
        )
        .pluck()
        .all(),
    );
    for (const seq of below instanceof UnreadableRow ? [] : below) {
      const message = `Row ${seq} of the audit log was put in: the log starts with event 1.`;
      this.#tell('INSERTED', message, seq);
    }
  }

  *#checkIndexes(): Generator<void> {
    const count = (sql: string) =>
      readable(() => this.#snapshot.database.prepare<[], number>(sql).pluck().get());
    for (const [name, where] of indexes) {
      const held = count(`SELECT count(*) FROM audit_events INDEXED BY ${name} ${where}`);
      const rows = count(`SELECT count(*) FROM audit_events NOT INDEXED ${where}`);
      if (held !== rows || held instanceof UnreadableRow) {
        const message = `The index ${name} does not have one entry for every event of the audit log.`;
        const about = { seq: this.#lastEntry, type: auditLineType, field: name };
        this.#report('PROJECTION_MISMATCH', message, about);
      }
      yield;
    }
  }

  #chunk(after: number): EventRow[] {
    return this.#snapshot.database
      .prepare<[number], EventRow>(
        `SELECT seq, line, CAST(line AS BLOB) AS raw,
           iif(typeof(hash) = 'blob', lower(hex(hash)), '') AS hash, at, request_id, caller, action,
           operation_id, object_id, outcome
         FROM audit_events WHERE seq > ? ORDER BY seq LIMIT ${chunkEvents}`,
      )
      .all(after);
  }

  #reportMissing(from: number, to: number): void {
    const message =
      from === to
        ? `Event ${from} is missing from the audit log.`
        : `Events ${from} to ${to} are missing from the audit log.`;
    this.#tell('DELETED', message, from);
  }

  /** About an event: the finding stands at the batch that covers it, or at the last entry of the ledger. */
  #tell(
    verdict: EntryFinding['verdict'],
    message: string,
    event: number,
    values: {
      readonly column?: string;
      readonly expected?: string | number | null;
      readonly actual?: string | number | null;
    } = {},
  ): void {
    const { column, expected, actual } = values;
    const seq = this.#batches[this.#batchOf(event)]?.seq ?? this.#lastEntry;
    const field = column === undefined ? `event ${event}` : `event ${event} ${column}`;
    const place = { table: 'audit_events', row: String(event), column };
    this.#report(verdict, message, { seq, type: auditLineType, field, place, expected, actual });
  }

  /** Index of the first batch that ends with an event or after it. */
  #batchOf(event: number): number {
    let low = 0;
    let high = this.#batches.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#batches[middle]?.last ?? 0) < event) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #readBatches(): readonly AuditBatch[] {
    const rows = readable(() =>
      this.#snapshot.database
        .prepare<[], AuditBatch>(
          "SELECT seq, first, last FROM batches WHERE table_name = 'audit_events' ORDER BY first",
        )
        .all(),
    );
    return rows instanceof UnreadableRow ? [] : rows;
  }

  /** The leaf that a batch keeps of an event, hex. */
  #leafOf(event: number): string | undefined {
    const batch = this.#batches[this.#batchOf(event)];
    if (batch === undefined || batch.first > event) return undefined;
    const at = (event - batch.first) * hashWidth + 1;
    const leaf = readable(() =>
      this.#snapshot.database
        .prepare<[number, number, number], string>(
          'SELECT lower(hex(substr(leaves, ?, ?))) FROM batches WHERE seq = ?',
        )
        .pluck()
        .get(at, hashWidth, batch.seq),
    );
    return leaf instanceof UnreadableRow ? undefined : leaf;
  }

  #report(verdict: EntryFinding['verdict'], message: string, details: FindingDetails): void {
    this.#onFinding(createFinding(verdict, message, details));
  }
}

function readRow(row: EventRow): ReadEvent {
  const text = typeof row.line === 'string' ? row.line : '';
  return { seq: row.seq, text, actual: sha256(text), stored: row.hash, line: readAuditLine(text) };
}

function isExact({ line, raw }: EventRow): boolean {
  return typeof line === 'string' && Buffer.isBuffer(raw) && raw.equals(Buffer.from(line));
}

function plain(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : `(${typeof value})`;
}
