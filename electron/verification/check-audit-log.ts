/** The audit log against itself and the ledger: every line, column and link, and the entries that anchor them. */
import type { OtherEntry } from '../../shared/ledger/entries.ts';
import {
  auditColumns,
  auditLineType,
  isAuditAnchor,
  readAuditAnchor,
  readAuditLine,
  type AuditAnchor,
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

interface AnchorRow {
  readonly seq: number;
  readonly first_event: unknown;
  readonly last_event: unknown;
  readonly head: string;
  readonly created_at: unknown;
  readonly hash: string;
}

interface KnownAnchor extends AuditAnchor {
  /** Of the entry, in the journal. */
  readonly seq: number;
}

/** An event whose row was read, and what the next one is expected to follow from. */
interface ReadEvent {
  readonly seq: number;
  /** SHA-256 of the line as it is, hex. */
  readonly actual: string;
  /** What the row says of it, hex. */
  readonly stored: string;
  readonly line: AuditLine | undefined;
}

/** Takes the anchors as the walk through the journal comes to them, then goes through the log. */
export class AuditLogCheck {
  readonly #snapshot: LedgerSnapshot;
  readonly #onFinding: (finding: EntryFinding) => void;
  readonly #seen: readonly LastSeen[];
  readonly #anchors: KnownAnchor[] = [];
  #complete = true;
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

  /** An entry whose bytes are not what was appended: it may have been an anchor. */
  lose(): void {
    this.#complete = false;
  }

  /** An entry whose own bytes hold; `hash` hexadecimal. Others than anchors pass. */
  add(seq: number, entry: OtherEntry, hash: string): void {
    if (!isAuditAnchor(entry)) return;
    const anchor = readAuditAnchor(entry);
    const about = { seq, type: entry.type };
    if (anchor === undefined || anchor.count !== anchor.to - anchor.from + 1) {
      const message = `Entry ${seq} does not say which events of the audit log it anchors.`;
      this.#report('ENTRY_ALTERED', message, { ...about, field: 'access_log' });
      return;
    }
    const before = this.#anchors.at(-1);
    const next = (before?.to ?? 0) + 1;
    if (this.#complete && anchor.from !== next) {
      const message = `Entry ${seq} anchors the audit log from event ${anchor.from} on; the one before ends with event ${next - 1}.`;
      const values = { expected: next, actual: anchor.from };
      this.#report('LINK_BROKEN', message, { ...about, field: 'access_log', ...values });
    }
    this.#complete = true;
    this.#anchors.push({ ...anchor, seq });
    this.#checkAnchorRow(seq, entry, hash, anchor);
  }

  /** The log itself, then rows that no entry stands for. `size` is that of the journal. */
  *finish(size: number): Generator<void> {
    this.#lastEntry = Math.max(0, size - 1);
    yield* this.#checkEvents();
    this.#checkSeen();
    this.#checkStrays(size);
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
    const last = this.#anchors.at(-1);
    if (last !== undefined && last.to >= wanted) this.#reportMissing(wanted, last.to);
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

  /**
   * The line against its hash, and both against the anchor that ends with it. The event after it, where
   * there is one, and the anchor tell which of the two was altered.
   */
  #checkHash(event: ReadEvent | undefined, next: AuditLine | undefined): void {
    if (event === undefined) return;
    const { seq, actual, stored, line } = event;
    const covering = this.#anchors[this.#anchorOf(seq)];
    const anchor = covering?.to === seq ? covering : undefined;
    const isVouched = [next?.previous_hash, anchor?.head].includes(`sha256:${actual}`);
    if (stored !== actual && line !== undefined) {
      const values = { expected: `sha256:${stored}`, actual: `sha256:${actual}` };
      if (isVouched) {
        const message = `The hash kept of event ${seq} of the audit log was altered.`;
        this.#tell('PROJECTION_MISMATCH', message, seq, { ...values, column: 'hash' });
      } else {
        const message = `Event ${seq} of the audit log was altered: its line does not have its hash.`;
        this.#tell('ENTRY_ALTERED', message, seq, values);
      }
    }
    if (anchor === undefined || [actual, stored].includes(anchor.head.slice(7))) return;
    const message = `The audit log from event ${anchor.from} to ${seq} is not the one that entry ${anchor.seq} anchors.`;
    const values = { expected: anchor.head, actual: `sha256:${actual}` };
    this.#tell('ENTRY_ALTERED', message, seq, values);
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

  #checkAnchorRow(seq: number, entry: OtherEntry, hash: string, anchor: AuditAnchor): void {
    const row = readable(() =>
      this.#snapshot.database
        .prepare<[number], AnchorRow>(
          `SELECT seq, first_event, last_event, lower(hex(head)) AS head, created_at,
             lower(hex(hash)) AS hash FROM audit_anchors WHERE seq = ?`,
        )
        .get(entry.seq),
    );
    const about = { seq, type: entry.type };
    if (row === undefined || row instanceof UnreadableRow) {
      const message = `The index has no row of the access log that entry ${seq} anchors.`;
      this.#report('PROJECTION_MISMATCH', message, { ...about, field: 'audit_anchors' });
      return;
    }
    const expected: Readonly<Record<string, string | number>> = {
      first_event: anchor.from,
      last_event: anchor.to,
      head: anchor.head.slice('sha256:'.length),
      created_at: entry.createdAt,
      hash,
    };
    const columns: Readonly<Record<string, unknown>> = { ...row };
    for (const [field, value] of Object.entries(expected)) {
      const actual = columns[field];
      if (actual === value) continue;
      const message = `The ${field} kept of the access log in entry ${seq} does not match the entry.`;
      const values = { expected: value, actual: plain(actual) };
      this.#report('PROJECTION_MISMATCH', message, { ...about, field, ...values });
    }
  }

  #checkStrays(size: number): void {
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
    const rows = readable(() =>
      this.#snapshot.database
        .prepare<[number], number>(
          `SELECT a.seq FROM audit_anchors AS a LEFT JOIN entries AS e ON e.seq = a.seq
           WHERE a.seq < 0 OR a.seq >= ? OR e.bytes IS NULL
             OR instr(e.bytes, '"kind":"access_log"') = 0
           ORDER BY a.seq LIMIT ${mostStrays}`,
        )
        .pluck()
        .all(size),
    );
    for (const seq of rows instanceof UnreadableRow ? [] : rows) {
      const isCut = seq >= size;
      const message = isCut
        ? `Entry ${seq} is missing from the journal; the row of the access log it anchors is still there.`
        : `The index has an anchor of the access log in entry ${seq}, which is none.`;
      const about = { seq, type: 'ledger.evidence/v1' };
      if (isCut) this.#report('DELETED', message, about);
      else this.#report('PROJECTION_MISMATCH', message, { ...about, field: 'audit_anchors' });
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

  /** About an event: the finding stands at the entry that anchors it, or at the last of the ledger. */
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
    const seq = this.#anchors[this.#anchorOf(event)]?.seq ?? this.#lastEntry;
    const field = column === undefined ? `event ${event}` : `event ${event} ${column}`;
    this.#report(verdict, message, { seq, type: auditLineType, field, expected, actual });
  }

  /** Index of the first anchor that ends with an event or after it. */
  #anchorOf(event: number): number {
    let low = 0;
    let high = this.#anchors.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#anchors[middle]?.to ?? 0) < event) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #report(verdict: EntryFinding['verdict'], message: string, details: FindingDetails): void {
    this.#onFinding(createFinding(verdict, message, details));
  }
}

function readRow(row: EventRow): ReadEvent {
  const text = typeof row.line === 'string' ? row.line : '';
  return { seq: row.seq, actual: sha256(text), stored: row.hash, line: readAuditLine(text) };
}

function isExact({ line, raw }: EventRow): boolean {
  return typeof line === 'string' && Buffer.isBuffer(raw) && raw.equals(Buffer.from(line));
}

function plain(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : `(${typeof value})`;
}
