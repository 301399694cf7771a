/** Reads what columns in memory are made of. */
import type { Database, Statement } from 'better-sqlite3';
import type { FactValue } from '../../shared/contract/oversight.ts';
import { otherText } from '../../shared/oversight/profile-reader.ts';
import { factValueOf, otherId } from './fact-values.ts';
import { firstBeyond } from './sample-border.ts';
import { columnStatements as sql } from './column-statements.ts';

type Id = number | null;

/** One row of `decision_facts` with what its record says in clear. */
export type FactRow = readonly [
  position: number,
  outcome: Id,
  effect: Id,
  version: Id,
  decidedMs: number,
  decidedFrom: number,
  amount: number | null,
  g1: Id,
  g2: Id,
  g3: Id,
  g4: Id,
  c1: Id,
  c2: Id,
  c3: Id,
  c4: Id,
  c5: Id,
  c6: Id,
  c7: Id,
  c8: Id,
  firstReviewMs: number | null,
  changed: number,
  confidence: number | null,
  policyId: string | null,
];
/** Where the first of each kind stands in it. */
export const firstGroup = 7;
export const firstColumn = 11;

/** One record of a model without facts. */
export type BareRow = readonly [
  position: number,
  createdAt: string,
  confidence: number | null,
  policyId: string | null,
];

/** When a record was made. */
type RecordedRow = readonly [position: number, createdAt: string];

/** Over one connection. Call within one read transaction. */
export class ColumnReader {
  readonly #facts: Statement<[number, number, number], FactRow>;
  readonly #factsAt: Statement<[number, number], FactRow>;
  readonly #value: Statement<[number], string>;
  readonly #touched: Statement<[number, string], number>;
  readonly #waits: Statement<[number], readonly [createdAt: string, escalatedAt: string | null]>;
  readonly #drawn: Statement<[string, number, number, Buffer], number>;
  readonly #bare: Statement<[string, number, number], BareRow>;
  readonly #recorded: Statement<[string, number, number], RecordedRow>;
  readonly #transactions: Statement<[string, number], number>;
  readonly #transactionPositions: Statement<[string, string], number>;

  constructor(database: Database) {
    this.#facts = database.prepare<[number, number, number], FactRow>(sql.facts).raw();
    this.#factsAt = database.prepare<[number, number], FactRow>(sql.factsAt).raw();
    this.#value = database.prepare<[number], string>(sql.value).pluck();
    this.#touched = database.prepare<[number, string], number>(sql.touched).pluck();
    this.#waits = database.prepare<[number], readonly [string, string | null]>(sql.waits).raw();
    this.#drawn = database.prepare<[string, number, number, Buffer], number>(sql.drawn).pluck();
    this.#bare = database.prepare<[string, number, number], BareRow>(sql.bare).raw();
    this.#recorded = database.prepare<[string, number, number], RecordedRow>(sql.recorded).raw();
    this.#transactions = database.prepare<[string, number], number>(sql.transactions).pluck();
    this.#transactionPositions = database
      .prepare<[string, string], number>(sql.transactionPositions)
      .pluck();
  }

  /** Rows of facts behind a position, at most so many; -1 for all. */
  facts(profile: number, after: number, most: number): Iterable<FactRow> {
    return this.#facts.iterate(profile, after, most);
  }

  factsAt(profile: number, position: number): FactRow | undefined {
    return this.#factsAt.get(profile, position);
  }

  /** Records of a model behind a position, at most so many; -1 for all. */
  bare(modelId: string, after: number, most: number): Iterable<BareRow> {
    return this.#bare.iterate(modelId, after, most);
  }

  /** When a model's records behind a position and up to another were made, in their order. */
  recorded(modelId: string, after: number, upTo: number): Iterable<RecordedRow> {
    return this.#recorded.iterate(modelId, after, upTo);
  }

  /** Positions of a model's records that a sample of so many percent draws. */
  drawn(
    modelId: string,
    { after, upTo, percent }: { after: number; upTo: number; percent: number },
  ): Iterable<number> {
    return this.#drawn.iterate(modelId, after, upTo, firstBeyond(percent));
  }

  /** Positions of records of a model that people acted on behind an entry. */
  touched(modelId: string, afterSeq: number): number[] {
    return this.#touched.all(afterSeq, modelId);
  }

  /** The value that an id of `decision_values` stands for. */
  value(id: number): FactValue {
    return factValueOf((id === otherId ? undefined : this.#value.get(id)) ?? otherText);
  }

  /** Milliseconds that a record had waited at `reviewedMs`. */
  waited(position: number, reviewedMs: number): number {
    const [createdAt, escalatedAt] = this.#waits.get(position) ?? [];
    const escalated = Date.parse(escalatedAt ?? '');
    // An escalation that came later is another question.
    const began = escalated <= reviewedMs ? escalated : Date.parse(createdAt ?? '');
    return reviewedMs - began;
  }

  /** Positions of a model's records that have a transaction. */
  transactions(modelId: string, after: number): Iterable<number> {
    return this.#transactions.iterate(modelId, after);
  }

  transactionPositions(modelId: string, text: string): number[] {
    return this.#transactionPositions.all(text, modelId);
  }
}
