/** Proofs under the newest index of the journal, for readers: it is computed once, beside other requests. */
import { setImmediate } from 'node:timers/promises';
import { subjectOfRow, type RowKey } from '../../shared/ledger/facts.ts';
import type { SubjectProof } from '../../shared/ledger/subjects.ts';
import { openBeside, type ReaderDatabase } from '../database/open-database.ts';
import { computeIndex, givingWayTo, type ComputedIndex } from '../proof/index-of-subjects.ts';
import { IndexPlaces } from '../proof/index-keeper.ts';

/** An index of the journal, with the proofs under it. */
interface KnownIndex {
  readonly seq: number;
  readonly index: Promise<ComputedIndex>;
}

export class SubjectProofs {
  readonly #database: ReaderDatabase;
  readonly #places: IndexPlaces;
  /** 72 bytes for each row that has facts. */
  #known: KnownIndex | undefined;

  constructor(database: ReaderDatabase) {
    this.#database = database;
    this.#places = new IndexPlaces(database);
  }

  /** What the newest index says of a row; undefined where there is no index. `seq` is the index's own. */
  async prove(
    table: string,
    id: RowKey,
  ): Promise<
    { readonly seq: number; readonly subject: string; readonly proof: SubjectProof } | undefined
  > {
    const seq = this.#places.newest();
    if (seq === undefined) return undefined;
    const known = this.#known?.seq === seq ? this.#known : { seq, index: this.#compute(seq) };
    this.#known = known;
    const subject = subjectOfRow(table, id);
    try {
      return { seq, subject, proof: (await known.index).prove('rows', subject) };
    } catch (error) {
      // Tried again at the next request.
      if (this.#known === known) this.#known = undefined;
      throw error;
    }
  }

  async #compute(seq: number): Promise<ComputedIndex> {
    const connection = openBeside(this.#database);
    try {
      connection.exec('BEGIN');
      return await givingWayTo(computeIndex(connection, seq), () => setImmediate());
    } finally {
      connection.close();
    }
  }
}
