/** Appends interventions and erasures with their projection rows: all of it is there, or nothing. */
import type { Database, Statement } from 'better-sqlite3';
import {
  commitment,
  erasureEntry,
  interventionEntry,
  type ErasureEntry,
  type InterventionEntry,
} from '../../shared/ledger/entries.ts';
import { erasureRow, interventionRow, type LinkedRow } from './intervention-rows.ts';
import type { EntryValue, Journal, StoredEntryPlace } from './journal.ts';
import { sha256 } from './sha256.ts';

/** Over the writer's connection. The caller holds the journal's transaction. */
export class InterventionJournal {
  readonly #insertIntervention: Statement<[LinkedRow]>;
  readonly #insertErasure: Statement<[LinkedRow]>;
  readonly #count: Statement<[number, string]>;

  constructor(database: Database) {
    this.#insertIntervention = database.prepare(
      `INSERT INTO interventions (seq, id, record_id, n, action, actor_id, actor_role,
         second_actor_id, second_actor_role, meaning, supersedes, created_at, previous_hash, hash)
       VALUES (@seq, @id, @record_id, @n, @action, @actor_id, @actor_role,
         @second_actor_id, @second_actor_role, @meaning, @supersedes, @created_at,
         unhex(@previous_hash), unhex(@hash))`,
    );
    this.#insertErasure = database.prepare(
      `INSERT INTO erasures (seq, target_id, target_hash, fields, legal_basis, actor_id, actor_role,
         created_at, hash)
       VALUES (@seq, @target_id, unhex(@target_hash), @fields, @legal_basis, @actor_id, @actor_role,
         @created_at, unhex(@hash))`,
    );
    this.#count = database.prepare('UPDATE records SET intervention_count = ? WHERE id = ?');
  }

  /** Appends an intervention with what it commits to, and counts it on its record. */
  appendIntervention(
    journal: Journal,
    intervention: Omit<InterventionEntry, 'type' | 'seq' | 'createdAt' | 'commitments'>,
    values: readonly EntryValue[],
  ): StoredEntryPlace {
    const commitments = values
      .map(({ field, salt, value }) => ({ field, hash: commitment(sha256, field, salt, value) }))
      .toSorted((left, right) => (left.field < right.field ? -1 : 1));
    const place = journal.appendEntry(
      (at) => interventionEntry({ ...intervention, ...at, commitments }),
      values,
    );
    const row = interventionRow({ ...intervention, ...place, commitments }, hexOf(place));
    this.#insertIntervention.run(row);
    this.#count.run(intervention.n, intervention.recordId);
    return place;
  }

  /** Appends the declaration of an erasure; deleting what it names is the caller's. */
  appendErasure(
    journal: Journal,
    erasure: Omit<ErasureEntry, 'type' | 'seq' | 'createdAt'>,
  ): StoredEntryPlace {
    const place = journal.appendEntry((at) => erasureEntry({ ...erasure, ...at }));
    this.#insertErasure.run(erasureRow({ ...erasure, ...place }, hexOf(place)));
    return place;
  }
}

function hexOf(place: StoredEntryPlace): string {
  return place.hash.slice('sha256:'.length);
}
