/** Appends interventions and erasures with their projection rows: all of it is there, or nothing. */
import type { Database, Statement } from 'better-sqlite3';
import { deciding, secondReviewMeaning } from '../../shared/contract/interventions.ts';
import {
  erasureEntry,
  erasureMembers,
  interventionEntry,
  interventionMembers,
  type ErasedTarget,
  type ErasureEntry,
  type InterventionEntry,
} from '../../shared/ledger/entries.ts';
import type { Signatures } from '../../shared/ledger/signed-text.ts';
import type { EntrySigning } from './entry-signing.ts';
import { erasureRow, interventionRow, type LinkedRow } from './intervention-rows.ts';
import type { EntryValue, Journal, StoredEntryPlace } from './journal.ts';
import { commitmentsTo } from './commitments.ts';

/** A target with its place in the journal. */
export interface PlacedTarget extends ErasedTarget {
  readonly seq: number;
}

/** Over the writer's connection. The caller holds the journal's transaction. */
export class InterventionJournal {
  readonly #insertIntervention: Statement<[LinkedRow]>;
  readonly #insertErasure: Statement<[LinkedRow]>;
  readonly #insertErased: Statement<[number, number, string]>;
  readonly #count: Statement<[number, string]>;
  readonly #unassign: Statement<[string]>;

  constructor(database: Database) {
    this.#insertIntervention = database.prepare(
      `INSERT INTO interventions (seq, id, record_id, n, action, actor_id, actor_role, meaning, supersedes, created_at, previous_hash,
         signature, hash)
       VALUES (@seq, @id, @record_id, @n, @action, @actor_id, @actor_role, @meaning, @supersedes, @created_at,
         unhex(@previous_hash), @signature, unhex(@hash))`,
    );
    this.#insertErasure = database.prepare(
      `INSERT INTO erasures (seq, legal_basis, actor_id, actor_role, created_at, signature, approval, hash)
       VALUES (@seq, @legal_basis, @actor_id, @actor_role, @created_at, @signature, @approval, unhex(@hash))`,
    );
    this.#insertErased = database.prepare(
      'INSERT INTO erased_values (seq, target_seq, field) VALUES (?, ?, ?)',
    );
    this.#count = database.prepare('UPDATE records SET intervention_count = ? WHERE id = ?');
    this.#unassign = database.prepare('DELETE FROM review_assignments WHERE record_id = ?');
  }

  /** Appends an intervention with what it commits to, and counts it on its record. */
  appendIntervention(
    journal: Journal,
    intervention: Omit<
      InterventionEntry,
      'type' | 'seq' | 'createdAt' | 'commitments' | 'signature'
    >,
    values: readonly EntryValue[],
    signing?: EntrySigning,
  ): StoredEntryPlace {
    const commitments = commitmentsTo(values).toSorted((left, right) =>
      left.field < right.field ? -1 : 1,
    );
    const unsigned = { ...intervention, commitments };
    const signed = { ...unsigned, ...signing?.sign(interventionMembers(unsigned), values) };
    const place = journal.appendEntry((at) => interventionEntry({ ...signed, ...at }), values);
    const row = interventionRow({ ...signed, ...place }, hexOf(place));
    this.#insertIntervention.run(row);
    this.#count.run(intervention.n, intervention.recordId);
    if (isSettling(intervention)) this.#unassign.run(intervention.recordId);
    journal.projection?.intervened(intervention.recordId);
    return place;
  }

  /** Appends the declaration of an erasure; deleting what it names, from then on, is the caller's. */
  appendErasure(
    journal: Journal,
    erasure: Omit<ErasureEntry, 'type' | 'seq' | 'createdAt' | 'targets' | keyof Signatures> & {
      readonly targets: readonly PlacedTarget[];
    },
    signing?: EntrySigning,
  ): StoredEntryPlace & Signatures {
    const signatures = signing?.sign(erasureMembers(erasure), []) ?? {};
    const signed = { ...erasure, ...signatures };
    const place = journal.appendEntry((at) => erasureEntry({ ...signed, ...at }));
    this.#insertErasure.run(erasureRow({ ...signed, ...place }, hexOf(place)));
    for (const { seq, fields } of erasure.targets) {
      for (const field of fields) this.#insertErased.run(place.seq, seq, field);
    }
    journal.projection?.erasing(erasure.targets);
    return { ...place, ...signatures };
  }
}

/** Tells whether whoever meant to review the record is done with it: what comes next is another person's. */
function isSettling({ action, meaning }: Pick<InterventionEntry, 'action' | 'meaning'>): boolean {
  return deciding.includes(action) || action === 'escalate' || meaning === secondReviewMeaning;
}

function hexOf(place: StoredEntryPlace): string {
  return place.hash.slice('sha256:'.length);
}
