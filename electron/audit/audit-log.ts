/** The audit log as the writer appends to it, and anchors it in the ledger. */
import type { Statement } from 'better-sqlite3';
import type { z } from 'zod';
import { entryHash } from '../../shared/ledger/entries.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import {
  auditAnchorEntry,
  auditColumns,
  auditLineSchema,
  auditLineText,
  auditLineType,
} from '../ledger/audit-lines.ts';
import type { Journal } from '../ledger/journal.ts';
import { sha256 } from '../ledger/sha256.ts';

/** An event before it has its place in the log. */
export const newAuditEventSchema = auditLineSchema.omit({
  type: true,
  seq: true,
  previous_hash: true,
});
export type NewAuditEvent = z.infer<typeof newAuditEventSchema>;

/** The newest event; before the first, the genesis of the ledger. */
interface Head {
  readonly seq: number;
  /** Hex. */
  readonly hash: string;
  readonly at: string;
}

/** Over the writer's connection. Whoever calls holds the write lock. */
export class AuditLog {
  readonly #database: WriterDatabase;
  readonly #createId: CreateId;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: WriterDatabase, createId: CreateId) {
    this.#database = database;
    this.#createId = createId;
    this.#statements = prepareStatements(database);
  }

  /** Appends events in one transaction; one whose request is in the log already is left out. */
  append(events: readonly NewAuditEvent[]): void {
    const { insert, known } = this.#statements;
    this.#database
      .transaction(() => {
        let head = this.#head();
        for (const event of events) {
          // A batch whose answer was lost comes again.
          if (known.get(event.request_id) !== undefined) continue;
          const line = {
            ...event,
            type: auditLineType,
            seq: head.seq + 1,
            // Requests are answered in another order than they come in.
            at: event.at > head.at ? event.at : head.at,
            previous_hash: `sha256:${head.hash}`,
          } as const;
          const text = auditLineText(line);
          const hash = sha256(text);
          insert.run({ seq: line.seq, line: text, hash, ...auditColumns(line) });
          head = { seq: line.seq, hash, at: line.at };
        }
      })
      .immediate();
  }

  /**
   * Appends an entry to the ledger that covers the events since the last one, with its projection row.
   * Returns whether there were any.
   */
  anchor(journal: Journal): boolean {
    const head = this.#statements.last.get();
    const anchored = this.#statements.anchored.get() ?? 0;
    if (head === undefined || head.seq <= anchored) return false;
    const from = anchored + 1;
    const anchor = {
      id: this.#createId('ev'),
      from,
      to: head.seq,
      count: head.seq - anchored,
      head: `sha256:${head.hash}`,
    };
    journal.transaction(() => {
      const { seq, createdAt, hash } = journal.appendEntry((place) =>
        auditAnchorEntry(place, anchor),
      );
      const entry = hash.slice('sha256:'.length);
      this.#statements.insertAnchor.run(seq, from, head.seq, head.hash, createdAt, entry);
    });
    return true;
  }

  #head(): Head {
    const last = this.#statements.last.get();
    if (last !== undefined) return last;
    const genesis = this.#statements.genesis.get() ?? '';
    return { seq: 0, hash: entryHash(sha256, genesis).slice('sha256:'.length), at: '' };
  }
}

function prepareStatements(database: WriterDatabase) {
  const insert: Statement<[object]> = database.prepare(
    `INSERT INTO audit_events (seq, line, hash, at, request_id, caller, action, operation_id,
       object_id, outcome)
     VALUES (@seq, @line, unhex(@hash), @at, @request_id, @caller, @action, @operation_id,
       @object_id, @outcome)`,
  );
  return {
    insert,
    known: database.prepare<[string], number>('SELECT seq FROM audit_events WHERE request_id = ?'),
    last: database.prepare<[], Head>(
      'SELECT seq, lower(hex(hash)) AS hash, at FROM audit_events ORDER BY seq DESC LIMIT 1',
    ),
    anchored: database
      .prepare<[], number>('SELECT last_event FROM audit_anchors ORDER BY last_event DESC LIMIT 1')
      .pluck(),
    insertAnchor: database.prepare<[number, number, number, string, string, string]>(
      `INSERT INTO audit_anchors (seq, first_event, last_event, head, created_at, hash)
       VALUES (?, ?, ?, unhex(?), ?, unhex(?))`,
    ),
    genesis: database.prepare<[], string>('SELECT bytes FROM entries WHERE seq = 0').pluck(),
  };
}
