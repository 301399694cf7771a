/** What one entry says about another: interventions on records, erasures of fields, and their counts. */
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { hashSchema } from '../../shared/contract/common.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import {
  isAlertId,
  erasureType,
  type ErasureEntry,
  type InterventionEntry,
  type OtherEntry,
} from '../../shared/ledger/entries.ts';
import type { Commitment } from '../../shared/ledger/entry-members.ts';
import { openScratch } from '../database/open-database.ts';
import { isAlertEntry } from '../ledger/alert-entries.ts';
import { isFigure } from '../ledger/figure-entries.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import {
  UnreadableRow,
  type LedgerSnapshot,
  type RecordRow,
  type StoredPayload,
} from '../ledger/ledger-snapshot.ts';
import { sha256 } from '../ledger/sha256.ts';

/** What an entry `ledger.restore/v1` says of the backup. */
const restoredSchema = z.object({ entries: z.int().min(1), head_hash: hashSchema });

/** A committed field without a payload, until an erasure is found that covers it. */
export interface MissingField {
  readonly seq: number;
  readonly type: string;
  readonly recordId: string | undefined;
  /** Row that the entry is a fact of. */
  readonly row?: { readonly table: string; readonly row: string } | undefined;
  readonly commitment: Commitment;
}

/**
 * Remembers what can only be judged later, in a temporary file of SQLite's: the number of erased or
 * missing fields and of interventions has no bound, the memory of a verification has.
 */
export class LinkedEntriesCheck {
  readonly #snapshot: LedgerSnapshot;
  readonly #onFinding: (finding: EntryFinding) => void;
  #scratch: { database: Database.Database; statements: ReturnType<typeof prepare> } | undefined;
  #erased = 0;

  constructor(snapshot: LedgerSnapshot, onFinding: (finding: EntryFinding) => void) {
    this.#snapshot = snapshot;
    this.#onFinding = onFinding;
  }

  /** Fields gone by a declared erasure, so far. */
  get erased(): number {
    return this.#erased;
  }

  close(): void {
    this.#scratch?.database.close();
  }

  /** An index row that counts interventions; compared with the journal at the end. */
  addCount(record: RecordRow): void {
    this.#statements().addCount.run(record[2], record[1], record[10], 0);
  }

  /** The index row of a record whose entry is lost: what it counts is not judged. */
  addLost(record: RecordRow): void {
    this.#statements().addCount.run(record[2], record[1], record[10], 1);
  }

  addMissing(missing: MissingField): void {
    this.#statements().addMissing.run(
      missing.seq,
      missing.commitment.field,
      missing.type,
      missing.recordId ?? null,
      missing.commitment.hash,
      missing.row?.table ?? null,
      missing.row?.row ?? null,
    );
  }

  /** An intervention whose own bytes hold: its record, its number and its link. */
  addIntervention(seq: number, entry: InterventionEntry, hash: string): void {
    const statements = this.#statements();
    const chain = statements.chain.get(entry.recordId);
    const recordHash = this.#hashOf(entry.recordId);
    const expected = {
      record_hash: recordHash,
      n: (chain?.n ?? 0) + 1,
      previous_hash: chain?.hash ?? recordHash,
    };
    const actual = {
      record_hash: entry.recordHash,
      n: entry.n,
      previous_hash: entry.previousHash,
    };
    const about = { seq, type: entry.type, recordId: entry.recordId };
    if (recordHash === undefined) {
      const message = `Intervention ${entry.id} is on a record that is not in the ledger.`;
      this.#report(message, { ...about, field: 'record_id', actual: entry.recordId });
    } else {
      for (const field of ['record_hash', 'n', 'previous_hash'] as const) {
        if (expected[field] === actual[field]) continue;
        const message = `Intervention ${entry.id} does not follow from what came before it on its record.`;
        this.#report(message, {
          ...about,
          field,
          expected: expected[field],
          actual: actual[field],
        });
        break;
      }
    }
    statements.addToChain.run(entry.recordId, seq, entry.n, `sha256:${hash}`);
    statements.addTarget.run(entry.id, seq);
  }

  /** A step of an alert, or a figure, whose own bytes hold: values of both can be erased. */
  addEvidence(seq: number, entry: OtherEntry, hash: string): void {
    const { id, alert_id: alertId } = entry.members;
    if (isFigure(entry) && typeof id === 'string') this.#statements().addTarget.run(id, seq);
    if (!isAlertEntry(entry) || typeof alertId !== 'string') return;
    this.#statements().addAlertStep.run(alertId, `sha256:${hash}`, seq);
  }

  /** An erasure whose own bytes hold: its targets, what it took from them, and the rows that say so. */
  addErasure(seq: number, entry: ErasureEntry): void {
    const rows = this.#snapshot.erasedValues(seq);
    const stored = new Set(rows instanceof UnreadableRow ? [] : rows);
    const facts = new Map<string, ReadonlyMap<string, number>>();
    for (const { id, hash, fields } of entry.targets) {
      const target = this.#targetOf(id, hash, facts);
      if (target === undefined || target >= seq) {
        const message = `The erasure ${seq} is of an entry that is not in the ledger before it.`;
        this.#report(message, { seq, type: entry.type, field: 'targets', actual: `${id} ${hash}` });
        continue;
      }
      this.#checkErased(seq, { id, fields, seq: target });
      for (const field of fields) {
        if (stored.delete(canonicalJson([seq, target, field]))) continue;
        this.#misplaced(`What entry ${seq} erased is not listed: ${field} of entry ${target}.`, {
          seq,
          field,
          row: canonicalJson([seq, target, field]),
        });
      }
    }
    for (const row of stored) {
      const message = `Listed as erased by entry ${seq} is what it did not erase.`;
      this.#misplaced(message, { seq, field: 'targets', row });
    }
  }

  /** What an erasure took is gone: missing values are covered by it. */
  #checkErased(
    seq: number,
    target: { readonly id: string; readonly fields: readonly string[]; readonly seq: number },
  ): void {
    const payloads = this.#snapshot.payloads(target.seq);
    const stored = payloads instanceof UnreadableRow ? [] : payloads;
    for (const field of target.fields) {
      this.#erased += this.#statements().takeMissing.run(target.seq, field).changes;
      if (!this.#isStored(target.id, field, stored)) continue;
      const message = `The ${field} of entry ${target.seq} was erased by entry ${seq}, but it is still stored.`;
      const recordId = target.id.startsWith('rec_') ? target.id : undefined;
      this.#onFinding(
        createFinding('PROJECTION_MISMATCH', message, { seq: target.seq, recordId, field }),
      );
    }
  }

  #misplaced(
    message: string,
    { seq, field, row }: { readonly seq: number; readonly field: string; readonly row: string },
  ): void {
    const place = { table: 'erased_values', row } as const;
    const details = { seq, type: erasureType, field, place };
    this.#onFinding(createFinding('PROJECTION_MISMATCH', message, details));
  }

  /** A restore whose own bytes hold: the entry at which the backup ended. */
  addRestore(seq: number, entry: OtherEntry): void {
    const restored = restoredSchema.safeParse(entry.members['restored']);
    const about = { seq, type: entry.type };
    if (!restored.success || restored.data.entries > seq) {
      const message = `The restore ${seq} does not say which entries before it were restored.`;
      this.#report(message, { ...about, field: 'restored' });
      return;
    }
    const { entries, head_hash: named } = restored.data;
    const last = this.#entryHash(entries - 1);
    if (last === undefined || last === named) return;
    const message = `The restore ${seq} names another last entry than entry ${entries - 1}, which is there.`;
    this.#report(message, { ...about, field: 'restored', expected: last, actual: named });
  }

  /** Reports what no erasure covers, and counts of interventions that are not the journal's. */
  *finish(): Generator<void> {
    for (const row of this.#snapshot.strayErasedValues()) {
      const message = 'Listed as erased is what no erasure in the journal took.';
      this.#misplaced(message, { seq: Number(/\d+/.exec(row)?.[0] ?? 0), field: 'targets', row });
    }
    if (this.#scratch === undefined) return;
    const { statements } = this.#scratch;
    for (const row of statements.missing.iterate()) {
      const message = `The ${row.field} of entry ${row.seq} is missing, and no erasure declares it.`;
      const details = {
        seq: row.seq,
        type: row.type,
        recordId: row.record_id ?? undefined,
        place: placeOf(row),
      };
      this.#onFinding(
        createFinding('MISSING_UNDECLARED', message, {
          ...details,
          field: row.field,
          expected: row.hash,
        }),
      );
      yield;
    }
    for (const row of statements.wrongCounts.iterate()) {
      const record = this.#snapshot.recordById(row.record_id);
      const known = record instanceof UnreadableRow ? undefined : record;
      const message = `The index counts ${row.projected ?? 0} interventions on record ${row.record_id}; the journal has ${row.n}.`;
      this.#onFinding(
        createFinding('PROJECTION_MISMATCH', message, {
          seq: known?.[1] ?? row.seq,
          type: 'ledger.record/v1',
          recordId: row.record_id,
          field: 'intervention_count',
          place: { table: 'records', row: row.record_id, column: 'intervention_count' },
          expected: row.n,
          actual: row.projected ?? 0,
        }),
      );
      yield;
    }
  }

  #isStored(id: string, field: string, payloads: readonly StoredPayload[]): boolean {
    if (payloads.some((payload) => payload.field === field)) return true;
    if (field !== 'transaction_id') return false;
    const record = this.#snapshot.recordById(id);
    return record !== undefined && !(record instanceof UnreadableRow) && record[7] !== null;
  }

  #report(message: string, details: Parameters<typeof createFinding>[2]): void {
    this.#onFinding(createFinding('LINK_BROKEN', message, details));
  }

  /**
   * Where the entry of that hash stands.
   * @param facts entries of the rows that were looked at already, by row and hash
   */
  #targetOf(
    id: string,
    hash: string,
    facts: Map<string, ReadonlyMap<string, number>>,
  ): number | undefined {
    if (isAlertId(id)) return this.#statements().alertStep.get(id, hash);
    const at = id.indexOf('/');
    if (at === -1) {
      const record = this.#snapshot.recordById(id);
      const isRecord = record !== undefined && !(record instanceof UnreadableRow);
      const seq = isRecord ? record[1] : this.#statements().target.get(id);
      return seq !== undefined && this.#entryHash(seq) === hash ? seq : undefined;
    }
    const known = facts.get(id) ?? this.#factsOf(id.slice(0, at), id.slice(at + 1));
    facts.set(id, known);
    return known.get(hash);
  }

  /** The facts of a row by their hashes. */
  #factsOf(table: string, row: string): ReadonlyMap<string, number> {
    const seqs = this.#snapshot.factsOf(table, row);
    if (seqs instanceof UnreadableRow) return new Map();
    return new Map(
      seqs.flatMap((seq) => {
        const hash = this.#entryHash(seq);
        return hash === undefined ? [] : [[hash, seq] as const];
      }),
    );
  }

  /** `sha256:<hex>` of a record's entry, computed from its bytes. */
  #hashOf(recordId: string): string | undefined {
    const record = this.#snapshot.recordById(recordId);
    if (record === undefined || record instanceof UnreadableRow) return undefined;
    return this.#entryHash(record[1]);
  }

  #entryHash(seq: number): string | undefined {
    const entry = this.#snapshot.entry(seq);
    if (entry === undefined || entry instanceof UnreadableRow) return undefined;
    return `sha256:${sha256(entry.bytes)}`;
  }

  #statements(): ReturnType<typeof prepare> {
    if (this.#scratch === undefined) {
      const database = openScratch();
      database.exec(scratchSchema);
      this.#scratch = { database, statements: prepare(database) };
    }
    return this.#scratch.statements;
  }
}

interface MissingRow {
  readonly seq: number;
  readonly field: string;
  readonly type: string;
  readonly record_id: string | null;
  readonly hash: string;
  /** Of a fact. */
  readonly table_name: string | null;
  readonly row: string | null;
}

/** The column that a missing value stands for. */
function placeOf({ table_name: table, row, field }: MissingRow) {
  return table === null || row === null ? undefined : { table, row, column: field };
}

const scratchSchema = `
  PRAGMA journal_mode = MEMORY;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -4000;
  CREATE TABLE missing (
    seq INTEGER, field TEXT, type TEXT, record_id TEXT, hash TEXT, table_name TEXT, row TEXT,
    PRIMARY KEY (seq, field)
  ) WITHOUT ROWID;
  CREATE TABLE chains (
    record_id TEXT PRIMARY KEY, seq INTEGER, projected INTEGER, n INTEGER DEFAULT 0, hash TEXT,
    lost INTEGER DEFAULT 0
  ) WITHOUT ROWID;
  CREATE TABLE targets (id TEXT PRIMARY KEY, seq INTEGER) WITHOUT ROWID;
  CREATE TABLE alert_steps (
    alert_id TEXT, hash TEXT, seq INTEGER, PRIMARY KEY (alert_id, hash)
  ) WITHOUT ROWID;
`;

function prepare(database: Database.Database) {
  return {
    addMissing: database.prepare('INSERT OR IGNORE INTO missing VALUES (?, ?, ?, ?, ?, ?, ?)'),
    takeMissing: database.prepare<[number, string]>(
      'DELETE FROM missing WHERE seq = ? AND field = ?',
    ),
    missing: database.prepare<[], MissingRow>('SELECT * FROM missing ORDER BY seq, field'),
    addCount: database.prepare(
      `INSERT INTO chains (record_id, seq, projected, lost) VALUES (?, ?, ?, ?)
       ON CONFLICT (record_id) DO UPDATE SET projected = excluded.projected, lost = excluded.lost`,
    ),
    chain: database.prepare<[string], { n: number; hash: string | null }>(
      'SELECT n, hash FROM chains WHERE record_id = ?',
    ),
    addToChain: database.prepare(
      `INSERT INTO chains (record_id, seq, n, hash) VALUES (?, ?, ?, ?)
       ON CONFLICT (record_id) DO UPDATE SET n = excluded.n, hash = excluded.hash`,
    ),
    wrongCounts: database.prepare<
      [],
      { record_id: string; seq: number; projected: number | null; n: number }
    >(
      `SELECT record_id, seq, projected, n FROM chains
       WHERE projected IS NOT n AND lost = 0 ORDER BY seq`,
    ),
    addTarget: database.prepare('INSERT OR REPLACE INTO targets VALUES (?, ?)'),
    addAlertStep: database.prepare('INSERT OR IGNORE INTO alert_steps VALUES (?, ?, ?)'),
    alertStep: database
      .prepare<[string, string], number>(
        'SELECT seq FROM alert_steps WHERE alert_id = ? AND hash = ?',
      )
      .pluck(),
    target: database.prepare<[string], number>('SELECT seq FROM targets WHERE id = ?').pluck(),
  };
}
