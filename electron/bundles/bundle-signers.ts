/** People who signed entries of a bundle: their facts go into it, with the erasures in these. */
import type { Statement } from 'better-sqlite3';
import { subjectOfRow } from '../../shared/ledger/facts.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import type { SeqSet } from './seq-set.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const signerStatements = {
  /** Who signed an entry: one person or two. */
  signers: `SELECT json_extract(bytes, '$.signature.by') AS one, json_extract(bytes, '$.approval.by') AS other
    FROM entries WHERE seq = ?`,
  personFacts: `SELECT seq FROM facts WHERE table_name = 'people' AND row = ? AND seq < ?`,
  erasuresIn: 'SELECT DISTINCT seq FROM erased_values WHERE target_seq = ?',
} as const;

/** People who signed entries of a bundle: their facts belong to it, and so on. */
export class Signers {
  readonly #erasures: Statement<[number], number>;
  readonly #signers: Statement<[number], { one: string | null; other: string | null }>;
  readonly #facts: Statement<[string, number], number>;
  readonly #seqs: SeqSet;
  readonly #people = new Set<string>();

  constructor(database: ReaderDatabase, seqs: SeqSet) {
    this.#signers = database.prepare(signerStatements.signers);
    this.#erasures = database.prepare<[number], number>(signerStatements.erasuresIn).pluck();
    this.#facts = database.prepare<[string, number], number>(signerStatements.personFacts).pluck();
    this.#seqs = seqs;
  }

  /** Adds an entry with the facts of those who signed it. */
  addEntry(seq: number): void {
    this.#seqs.add(seq);
    if (seq < this.#seqs.size) this.addSigners(seq);
  }

  /** Adds the facts of those who signed an entry. */
  addSigners(seq: number): void {
    const { one = null, other = null } = this.#signers.get(seq) ?? {};
    for (const person of [one, other]) {
      if (person === null || this.#people.has(person)) continue;
      this.#people.add(person);
      for (const fact of this.#facts.all(person, this.#seqs.size)) this.addWithErasures(fact);
    }
  }

  /** Adds an entry with the erasures that say why values of it are gone. */
  addWithErasures(seq: number): void {
    this.addEntry(seq);
    for (const erasure of this.#erasures.all(seq)) this.addEntry(erasure);
  }

  /** Their rows as subjects, sorted. */
  rows(): string[] {
    return [...this.#people].map((person) => subjectOfRow('people', person)).toSorted();
  }
}
