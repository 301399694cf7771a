/** Reads what columns in memory are made of. */
import type { Database, Statement } from 'better-sqlite3';
import type { FactValue } from '../../shared/contract/oversight.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { otherText, ProfileReader } from '../../shared/oversight/profile-reader.ts';
import { DecisionSource, type RecordPlace } from './decision-source.ts';
import { cellsOf, slotsOf, type Cell, type Slot } from './fact-columns.ts';
import { closedText, factValueOf, otherId } from './fact-values.ts';
import { firstBeyond } from './sample-border.ts';
import { columnStatements as sql } from './column-statements.ts';

/** The id of a text, or the text itself where the row that has it is not written and no other has it. */
export type TextKey = number | string;
type Id = TextKey | null;

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

/** Numbers and texts that a row has. */
const rowLength = 23;

/** The facts of a model: the number in their rows, and the profile that they are made with. */
export interface FactsOfModel {
  readonly modelId: string;
  readonly facts: number;
  readonly document: ProfileDocument;
}

/** How records are read whose rows are not written. */
interface Making {
  readonly reader: ProfileReader;
  readonly slots: readonly (Slot | null)[];
}

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
  readonly #source: DecisionSource;
  readonly #making = new Map<number, Making>();
  readonly #value: Statement<[number], string>;
  readonly #id: Statement<[number, string, string], number>;
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
    this.#source = new DecisionSource(database);
    this.#value = database.prepare<[number], string>(sql.value).pluck();
    this.#id = database.prepare<[number, string, string], number>(sql.id).pluck();
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

  /** Facts of records behind a position whose rows are not written yet; at most so many, -1 for all. */
  *waiting(of: FactsOfModel, after: number, most: number): Generator<FactRow> {
    for (const place of this.#source.ofModel(of.modelId, after, Number.MAX_SAFE_INTEGER, most)) {
      yield this.#made(of, place);
    }
  }

  /** Facts of the record at a position, whether its row is written or not; undefined where the model has none there. */
  factsAt(of: FactsOfModel, position: number): FactRow | undefined {
    const written = this.#factsAt.get(of.facts, position);
    if (written !== undefined) return written;
    const place = this.#source.byPosition(position);
    return place?.model_id === of.modelId ? this.#made(of, place) : undefined;
  }

  /** The row of a record as it will be written. */
  #made(of: FactsOfModel, place: RecordPlace): FactRow {
    const { reader, slots } = this.#makingOf(of);
    const cells = cellsOf(this.#source.texts(reader, place)).map((cell, at) =>
      this.#keyOf(of.facts, slots[at] ?? null, cell),
    );
    const row = [place.position, ...cells, place.confidence, place.policy_id];
    if (!isWholeRow(row)) throw new RangeError(`A row of facts has ${row.length} values.`);
    return row;
  }

  /** Texts that wait have room, so that none of them is one too many: the writer writes at once before that. */
  #keyOf(profile: number, slot: Slot | null, cell: Cell): Cell {
    if (slot === null || typeof cell !== 'string') return cell;
    if (cell === otherText) return otherId;
    const id = this.#id.get(profile, slot, cell);
    if (id !== undefined) return id;
    return this.#id.get(profile, slot, closedText) === undefined ? cell : otherId;
  }

  #makingOf({ facts, document }: FactsOfModel): Making {
    const known = this.#making.get(facts);
    if (known !== undefined) return known;
    const made = { reader: new ProfileReader(document), slots: slotsOf(document) };
    this.#making.set(facts, made);
    return made;
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

  /** The value that a text stands for, by its id in `decision_values` where it has one. */
  value(id: TextKey): FactValue {
    if (typeof id === 'string') return factValueOf(id);
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

function isWholeRow(row: readonly (Cell | undefined)[]): row is FactRow {
  return row.length === rowLength;
}
