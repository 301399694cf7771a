/** The audit log as the writer appends to it. */
import type { Statement } from 'better-sqlite3';
import type { z } from 'zod';
import { entryHash } from '../../shared/ledger/entries.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import {
  auditColumns,
  auditLineSchema,
  auditLineText,
  auditLineType,
} from '../ledger/audit-lines.ts';
import type { Journal } from '../ledger/journal.ts';
import { transact } from '../ledger/open-commits.ts';
import type { Sealer } from '../proof/sealer.ts';
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

const stream = { table: 'audit_events' } as const;

export interface AuditLogMeans {
  readonly journal: () => Journal;
  readonly sealer: Sealer;
}

/** Over the writer's connection. Whoever calls holds the write lock. */
export class AuditLog {
  readonly #database: WriterDatabase;
  readonly #means: AuditLogMeans;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: WriterDatabase, means: AuditLogMeans) {
    this.#database = database;
    this.#means = means;
    this.#statements = prepareStatements(database);
  }

  /**
   * Appends events in one transaction, with the batches that they fill; one whose request is in the log already is
   * left out. Returns whether a batch was appended.
   */
  append(events: readonly NewAuditEvent[]): boolean {
    const { journal, sealer } = this.#means;
    return transact(this.#database, journal, () => {
      this.#insert(events);
      return sealer.sealFull(stream);
    });
  }

  #insert(events: readonly NewAuditEvent[]): void {
    const { insert, known } = this.#statements;
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
    genesis: database.prepare<[], string>('SELECT bytes FROM entries WHERE seq = 0').pluck(),
  };
}
