/**
 * The rows of facts of one profile. Those of records that verification has just read and found to hold are settled then,
 * without being read again; the run compares the rest, record by record.
 */
import type { Database, Statement } from 'better-sqlite3';
import { ProfileReader } from '../../../shared/oversight/profile-reader.ts';
import { DecisionSource, membersOf, type RecordPlace } from '../../oversight/decision-source.ts';
import { decisionTexts, notReviewed, type DecisionTexts } from '../../oversight/decision-texts.ts';
import {
  cellsOf,
  factColumns,
  slotsOf,
  type Cell,
  type Slot,
} from '../../oversight/fact-columns.ts';
import { isWritten } from '../../oversight/applied-profiles.ts';
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

/** A record whose entry holds, with its values at hand. */
export interface HeldRecord {
  readonly place: RecordPlace;
  readonly valueOf: (field: string) => string | undefined;
}

/** A record with its facts, made again. */
interface MadeAnew {
  readonly place: RecordPlace;
  readonly texts: DecisionTexts;
}

/** Positions after the first and up to the second. */
type Stretch = [after: number, until: number];

export class DecisionRowsCheck {
  readonly #applied: KeptSet;
  readonly #report: (finding: RowFinding) => void;
  readonly #subjects: SubjectsCheck;
  readonly #source: DecisionSource;
  readonly #reader: ProfileReader;
  readonly #slots: readonly (Slot | null)[];
  readonly #texts: TextsCheck;
  readonly #cards: (seq: number) => string | null;
  /** Where every row was found as it has to be; rising, none touches another. */
  readonly #settled: Stretch[] = [];
  #settledRows = 0;
  /** Records between two positions that are settled together. */
  #waiting: { records: MadeAnew[]; after: number; until: number } = {
    records: [],
    after: 0,
    until: 0,
  };
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
    this.#cards = this.#source.cardsOf(applied.modelId);
    const { rows, values } = decisionRowStatements;
    this.#rows = database.prepare<[number, number, number], StoredRow>(rows).raw();
    this.#values = database
      .prepare<[{ model: string; after: number; until: number; fields: string }], ValueRow>(values)
      .raw();
  }

  /** Records whose rows were settled before the run. */
  get settled(): number {
    return this.#settledRows;
  }

  /**
   * Settles the rows of records, where all hold; else they are left to the run.
   * @param from after this position every record of any model was found to hold
   * @param until up to this one
   */
  settle(records: readonly HeldRecord[], from: number, until: number): void {
    if (this.#waiting.until < from) this.#settleWaiting(from);
    for (const { place, valueOf } of records) {
      this.#waiting.records.push({ place, texts: this.#textsOf(place, valueOf) });
    }
    this.#waiting.until = until;
    if (this.#waiting.records.length >= atOnce) this.#settleWaiting(until);
  }

  /** @param next where what is settled next begins */
  #settleWaiting(next: number): void {
    const { records, after, until } = this.#waiting;
    this.#waiting = { records: [], after: next, until: next };
    if (records.length === 0) return;
    const subjects = this.#holding(
      records,
      this.#rows.all(this.#applied.set.profile, after, until),
    );
    if (subjects === undefined) return;
    this.#subjects.found(this.#applied, subjects);
    this.#settledRows += records.length;
    const last = this.#settled.at(-1);
    if (last?.[1] === after) last[1] = until;
    else this.#settled.push([after, until]);
  }

  /** Compares the rows that are not settled; yields after each record. */
  *run(): Generator<void> {
    this.#settleWaiting(this.#waiting.until);
    let from = Number.MIN_SAFE_INTEGER;
    for (const [after, until] of this.#settled) {
      yield* this.#compareFrom(from, after);
      from = until;
    }
    yield* this.#compareFrom(from, Number.MAX_SAFE_INTEGER);
    this.#texts.finish(this.#report);
  }

  *#compareFrom(from: number, to: number): Generator<void> {
    for (let after = from; after < to;) {
      const places = this.#source.ofModel(this.#applied.modelId, after, to, atOnce);
      const last = places.length < atOnce ? undefined : places.at(-1);
      const until = last?.position ?? to;
      yield* this.#compare(places, { after, until });
      after = until;
    }
  }

  /** Persons of records of which every row is as it has to be; undefined where one is not. */
  #holding(records: readonly MadeAnew[], rows: readonly StoredRow[]): number | undefined {
    let next = 0;
    let subjects = 0;
    for (const { place, texts } of records) {
      if (!this.#isMade(place.position)) continue;
      const row = rows[next];
      if (row?.[0] !== place.position) return undefined;
      if (!cellsOf(texts).every((cell, at) => this.#holds(row, at, cell))) return undefined;
      const found = this.#subjects.counted(this.#applied, place, texts.subjects);
      if (found === undefined) return undefined;
      subjects += found;
      next += 1;
    }
    return next === rows.length ? subjects : undefined;
  }

  *#compare(
    places: readonly RecordPlace[],
    { after, until }: { readonly after: number; readonly until: number },
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
      const texts = this.#textsOf(place, (field) => values.get(place.seq)?.get(field));
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

  #textsOf(place: RecordPlace, valueOf: (field: string) => string | undefined): DecisionTexts {
    const record = membersOf(this.#reader, place, valueOf);
    return decisionTexts(this.#reader, record, {
      createdAt: place.created_at,
      card: () => this.#cards(place.seq),
      review: place.intervention_count === 0 ? notReviewed : this.#source.review(place.id),
    });
  }

  #compareRow(row: StoredRow, place: RecordPlace, texts: DecisionTexts): void {
    for (const [at, expected] of cellsOf(texts).entries()) {
      if (this.#holds(row, at, expected)) continue;
      const actual = row[at + 1] ?? null;
      const slot = this.#slots[at] ?? null;
      const column = factColumns[at] ?? null;
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

  #holds(row: StoredRow, at: number, expected: Cell): boolean {
    const actual = row[at + 1] ?? null;
    const slot = this.#slots[at] ?? null;
    return slot === null ? expected === actual : this.#texts.holds(slot, expected, actual);
  }

  /** Whether a record has its row by now. */
  #isMade(position: number): boolean {
    return isWritten(this.#applied.set, position);
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
