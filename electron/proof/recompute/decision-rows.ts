/** The rows of facts of one profile, record by record. */
import type { Database, Statement } from 'better-sqlite3';
import { ProfileReader } from '../../../shared/oversight/profile-reader.ts';
import { DecisionSource, membersOf, type RecordPlace } from '../../oversight/decision-source.ts';
import { decisionTexts, notReviewed, type DecisionTexts } from '../../oversight/decision-texts.ts';
import { cellsOf, factColumns, slotsOf, type Slot } from '../../oversight/fact-columns.ts';
import type { RowFinding } from '../row-finding.ts';
import type { KeptSet } from './applied-profiles.ts';
import type { SubjectsCheck } from './decision-subjects.ts';
import { TextsCheck } from './decision-values.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const decisionRowStatements = {
  rows: `SELECT position, ${factColumns.join(', ')} FROM decision_facts
    WHERE profile = ? AND position > ? AND position <= ? ORDER BY position`,
  values: `SELECT p.seq, p.field, p.value FROM records AS r JOIN payloads AS p ON p.seq = r.seq
    WHERE r.model_id = @model AND r.position > @after AND r.position <= @until
      AND p.field IN (SELECT value FROM json_each(@fields))`,
} as const;

type StoredRow = [position: number, ...cells: (number | null)[]];
type ValueRow = [seq: number, field: string, value: string];

/** Records that are read at a time. */
const atOnce = 256;

export class DecisionRowsCheck {
  readonly #applied: KeptSet;
  readonly #report: (finding: RowFinding) => void;
  readonly #subjects: SubjectsCheck;
  readonly #source: DecisionSource;
  readonly #reader: ProfileReader;
  readonly #slots: readonly (Slot | null)[];
  readonly #texts: TextsCheck;
  readonly #rows: Statement<[number, number, number], StoredRow>;
  readonly #values: Statement<
    [{ model: string; after: number; until: number; fields: string }],
    ValueRow
  >;

  constructor(
    database: Database,
    {
      applied,
      report,
      subjects,
    }: {
      readonly applied: KeptSet;
      readonly report: (finding: RowFinding) => void;
      readonly subjects: SubjectsCheck;
    },
  ) {
    this.#applied = applied;
    this.#report = report;
    this.#subjects = subjects;
    this.#source = new DecisionSource(database);
    this.#reader = new ProfileReader(applied.document);
    this.#slots = slotsOf(applied.document);
    this.#texts = new TextsCheck(database, { profile: applied.set.profile, slots: this.#slots });
    const { rows, values } = decisionRowStatements;
    this.#rows = database.prepare<[number, number, number], StoredRow>(rows).raw();
    this.#values = database
      .prepare<[{ model: string; after: number; until: number; fields: string }], ValueRow>(values)
      .raw();
  }

  /** Compares the rows; yields after each record. */
  *run(): Generator<void> {
    const { modelId } = this.#applied;
    const cards = this.#source.cardsOf(modelId);
    let after = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const places = this.#source.ofModel(modelId, after, Number.MAX_SAFE_INTEGER, atOnce);
      const last = places.length < atOnce ? undefined : places.at(-1);
      const until = last?.position ?? Number.MAX_SAFE_INTEGER;
      yield* this.#compare(places, { after, until }, cards);
      if (last === undefined) break;
      after = until;
    }
    this.#texts.finish(this.#report);
  }

  *#compare(
    places: readonly RecordPlace[],
    { after, until }: { readonly after: number; readonly until: number },
    cards: (seq: number) => string | null,
  ): Generator<void> {
    const { modelId, set } = this.#applied;
    const values = this.#valuesOf(modelId, after, until);
    const rows = this.#rows.all(set.profile, after, until);
    let next = 0;
    const passStray = (before: number) => {
      for (let row = rows[next]; row !== undefined && row[0] < before; row = rows[next]) {
        this.#tell('inserted', row[0], undefined);
        next += 1;
      }
    };
    for (const place of places) {
      passStray(place.position);
      const row = rows[next]?.[0] === place.position ? rows[next] : undefined;
      if (row !== undefined) next += 1;
      const texts = this.#textsOf(place, values.get(place.seq), cards);
      if (this.#isMade(place.position)) {
        if (row === undefined) this.#tell('deleted', place.position, place);
        else this.#compareRow(row, place, texts);
        this.#subjects.expect(this.#applied, place, texts.subjects);
      } else if (row !== undefined) {
        this.#tell('inserted', place.position, place);
      }
      yield;
    }
    passStray(Number.POSITIVE_INFINITY);
  }

  #textsOf(
    place: RecordPlace,
    values: ReadonlyMap<string, string> | undefined,
    cards: (seq: number) => string | null,
  ): DecisionTexts {
    const record = membersOf(this.#reader, place, (field) => values?.get(field));
    return decisionTexts(this.#reader, record, {
      createdAt: place.created_at,
      card: () => cards(place.seq),
      review: place.intervention_count === 0 ? notReviewed : this.#source.review(place.id),
    });
  }

  #compareRow(row: StoredRow, place: RecordPlace, texts: DecisionTexts): void {
    for (const [at, expected] of cellsOf(texts).entries()) {
      const actual = row[at + 1] ?? null;
      const slot = this.#slots[at] ?? null;
      const column = factColumns[at] ?? null;
      if (slot === null ? expected === actual : this.#texts.holds(slot, expected, actual)) continue;
      const finding: RowFinding = {
        kind: 'altered',
        table: 'decision_facts',
        row: JSON.stringify([this.#applied.set.profile, place.position]),
        column,
        seq: place.seq,
        recordId: place.id,
        expected: expected === null ? null : String(expected),
        actual: slot === null ? shown(actual) : this.#texts.shown(slot, actual),
      };
      if (slot === null || typeof expected !== 'string' || actual === null) this.#report(finding);
      else this.#texts.differs(slot, { id: actual, expected, finding }, this.#report);
    }
  }

  /** Whether a record has its row by now. */
  #isMade(position: number): boolean {
    const { filled, fill_until: until } = this.#applied.set;
    return filled === null || until === null || position <= filled || position > until;
  }

  #valuesOf(model: string, after: number, until: number): Map<number, Map<string, string>> {
    const values = new Map<number, Map<string, string>>();
    const fields = JSON.stringify([...this.#reader.members]);
    for (const [seq, field, value] of this.#values.all({ model, after, until, fields })) {
      const ofEntry = values.get(seq);
      if (ofEntry === undefined) values.set(seq, new Map([[field, value]]));
      else ofEntry.set(field, value);
    }
    return values;
  }

  #tell(
    kind: 'deleted' | 'inserted',
    position: number,
    record: { readonly seq: number; readonly id: string } | undefined,
  ): void {
    const row = JSON.stringify([this.#applied.set.profile, position]);
    this.#report({
      kind,
      table: 'decision_facts',
      row,
      column: null,
      seq: record?.seq ?? 0,
      ...(record && { recordId: record.id }),
      expected: kind === 'deleted' ? row : null,
      actual: kind === 'inserted' ? row : null,
    });
  }
}

function shown(value: number | null): string | null {
  return value === null ? null : String(value);
}
