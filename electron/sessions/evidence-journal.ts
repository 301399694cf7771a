/** Appends evidence to the journal with what is kept beside its entry: all of it is there, or nothing. */
import type { Database, Statement } from 'better-sqlite3';
import { entryHash } from '../../shared/ledger/entries.ts';
import { sealEvidence } from '../evidence/create-evidence.ts';
import { evidenceEntryText } from '../evidence/evidence-entry.ts';
import type { PreparedEvidence } from '../evidence/evidence.ts';
import type { Journal } from '../ledger/journal.ts';
import type { LedgerKey } from '../ledger/ledger-key.ts';
import { sha256 } from '../ledger/sha256.ts';

/** Over the writer's connection. The caller holds the journal's transaction. */
export class EvidenceJournal {
  readonly #key: () => LedgerKey;
  readonly #insert: Statement<[object]>;
  readonly #last: Statement<[], string>;
  readonly #genesis: Statement<[], string>;
  readonly #subject: Statement<[string], string>;

  /** `key` gives the ledger's key; asked once the ledger has a genesis. */
  constructor(database: Database, key: () => LedgerKey) {
    this.#key = key;
    this.#insert = database.prepare(
      `INSERT INTO evidence (seq, evidence_id, subject_id, kind, session_id, dataset_id, created_at,
         action, method, record_count, previous_hash, hash, prepared, envelope, old_secret)
       VALUES (@seq, @evidenceId, @subjectId, @kind, @sessionId, @datasetId, @createdAt, @action,
         @method, @records, unhex(@previousHash), unhex(@hash), @prepared, @envelope, '')`,
    );
    this.#last = database
      .prepare<[], string>('SELECT lower(hex(hash)) FROM evidence ORDER BY seq DESC LIMIT 1')
      .pluck();
    this.#subject = database
      .prepare<[string], string>('SELECT subject_id FROM evidence WHERE evidence_id = ?')
      .pluck();
    this.#genesis = database.prepare<[], string>('SELECT bytes FROM entries WHERE seq = 0').pluck();
  }

  /** Appends the entry, signs its statement, and returns the entry's instant. */
  append(journal: Journal, prepared: PreparedEvidence): string {
    const previousHash = this.#previousHash();
    const { seq, createdAt } = journal.appendEntry(
      (place) => evidenceEntryText(prepared, { ...place, previousHash }),
      prepared.values,
    );
    const sealed = sealEvidence(prepared, { seq, createdAt, previousHash }, this.#key());
    const { evidenceId, subjectId, sessionId, datasetId, values: _values, ...kept } = prepared;
    this.#insert.run({
      seq,
      evidenceId,
      subjectId,
      kind: prepared.kind,
      sessionId,
      datasetId,
      createdAt,
      action: prepared.action.name,
      method: prepared.action.method,
      records: prepared.inputs.count,
      previousHash: hexOf(previousHash),
      hash: hexOf(sealed.hash),
      prepared: JSON.stringify(kept),
      envelope: JSON.stringify(sealed.envelope),
    });
    return createdAt;
  }

  /** What evidence is of: `transform_…`, `op_…` or `agg_…`. */
  subjectOf(evidenceId: string): string | undefined {
    return this.#subject.get(evidenceId);
  }

  #previousHash(): string {
    const last = this.#last.get();
    return last === undefined ? entryHash(sha256, this.#genesis.get() ?? '') : `sha256:${last}`;
  }
}

function hexOf(hash: string): string {
  return hash.slice('sha256:'.length);
}
