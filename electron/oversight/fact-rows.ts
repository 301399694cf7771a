/** Rows of the facts of one profile: made, changed and taken away with their texts and persons. */
import type { Database, Statement } from 'better-sqlite3';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { ProfileReader } from '../../shared/oversight/profile-reader.ts';
import { effectOf, type DecisionTexts, type Review } from './decision-texts.ts';
import {
  cellsOf,
  factColumns,
  slotsOf,
  type Cell,
  type FactColumn,
  type Slot,
} from './fact-columns.ts';
import { FactValues } from './fact-values.ts';
import type { SubjectKey } from '../proof/subject-key.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const factRowStatements = {
  row: `SELECT ${factColumns.join(', ')} FROM decision_facts WHERE profile = ? AND position = ?`,
  insertSubject:
    'INSERT OR IGNORE INTO decision_subjects (subject, profile, position) VALUES (?, ?, ?)',
  removeSubject: 'DELETE FROM decision_subjects WHERE subject = ? AND profile = ? AND position = ?',
  written: 'UPDATE applied_profiles SET written = max(written, ?) WHERE profile = ?',
} as const;

/** Numbers are of any type in the columns of a profile: each is told its own. A row that is there already is left to verification. */
export function insertStatement(document: ProfileDocument): string {
  const places = placesOf(document);
  const used = usedColumns(document);
  const values = used.map((place) => places[place] ?? '?');
  return `INSERT OR IGNORE INTO decision_facts (profile, position, ${used.map((place) => factColumns[place]).join(', ')})
    VALUES (?, ?, ${values.join(', ')})`;
}

/** Places of the columns that a profile ever fills. */
function usedColumns({ outcome, groups, amount, columns }: ProfileDocument): number[] {
  const isUsed = (column: FactColumn) => {
    if (column === 'outcome' || column === 'effect') return outcome !== null;
    if (column === 'amount') return amount !== null;
    const [, kind, n] = /^([gc])(\d)$/.exec(column) ?? [];
    return kind === undefined || Number(n) <= (kind === 'g' ? groups : columns).length;
  };
  return factColumns.flatMap((column, place) => (isUsed(column) ? [place] : []));
}
export function updateStatement(document: ProfileDocument): string {
  const places = placesOf(document);
  const set = factColumns.map((column, place) => `${column} = ${places[place] ?? '?'}`);
  return `UPDATE decision_facts SET ${set.join(', ')} WHERE profile = ? AND position = ?`;
}

function placesOf(document: ProfileDocument): string[] {
  const slots = slotsOf(document);
  return factColumns.map((column, place) => {
    if (!column.startsWith('c') || column === 'changed') return '?';
    return slots[place] === null ? 'CAST(? AS REAL)' : 'CAST(? AS INTEGER)';
  });
}

type StoredCells = (number | null)[];

const placeOf = (column: FactColumn): number => factColumns.indexOf(column);

/** Over the writer's connection; the caller holds the transaction. */
export class FactRows {
  readonly profile: number;
  readonly reader: ProfileReader;
  /** Whether its profile says who decisions are about. */
  readonly hasSubject: boolean;
  readonly #slots: readonly (Slot | null)[];
  readonly #used: readonly number[];
  /** The slots that it ever fills, each once. */
  readonly #texts: readonly Slot[];
  readonly #values: FactValues;
  readonly #insert: Statement<(number | null)[]>;
  readonly #update: Statement<(number | null)[]>;
  readonly #row: Statement<[number, number], StoredCells>;
  readonly #insertSubject: Statement<[Buffer, number, number]>;
  readonly #removeSubject: Statement<[Buffer, number, number]>;
  readonly #written: Statement<[number, number]>;
  readonly #key: () => SubjectKey;
  /** Ids of texts that rows had, since unused ones were removed last. */
  readonly #left = new Map<Slot, Set<number>>();

  /**
   * @param profile number that its rows have
   * @param key that of persons
   */
  constructor(
    database: Database,
    {
      profile,
      document,
      key,
    }: {
      readonly profile: number;
      readonly document: ProfileDocument;
      readonly key: () => SubjectKey;
    },
  ) {
    this.profile = profile;
    this.#key = key;
    this.reader = new ProfileReader(document);
    this.hasSubject = document.subject !== null;
    this.#slots = slotsOf(document);
    this.#used = usedColumns(document);
    this.#texts = [...new Set(this.#used.flatMap((place) => this.#slots[place] ?? []))];
    this.#values = new FactValues(database, profile);
    this.#insert = database.prepare(insertStatement(document));
    this.#update = database.prepare(updateStatement(document));
    this.#row = database.prepare<[number, number], StoredCells>(factRowStatements.row).raw();
    this.#insertSubject = database.prepare(factRowStatements.insertSubject);
    this.#removeSubject = database.prepare(factRowStatements.removeSubject);
    this.#written = database.prepare(factRowStatements.written);
  }

  /** Says up to which record the rows are there. */
  writtenTo(position: number): void {
    this.#written.run(position, this.profile);
  }

  /** Tells whether so many records can wait: whatever stands in them, none of their texts is one too many. */
  hasRoom(records: number): boolean {
    return this.#texts.every((slot) => this.#values.hasRoom(slot, records));
  }

  /** Adds the row of a record; `writtenTo` follows the last of several. */
  add(position: number, texts: DecisionTexts): void {
    const cells = cellsOf(texts);
    const used = this.#used.map((place) => this.#stored(cells[place] ?? null, place));
    this.#insert.run(this.profile, position, ...used);
    this.addSubjects(position, texts.subjects);
  }

  addSubjects(position: number, subjects: readonly string[]): void {
    for (const text of subjects)
      this.#insertSubject.run(this.#key().of(text), this.profile, position);
  }

  removeSubjects(position: number, subjects: readonly string[]): void {
    for (const text of subjects)
      this.#removeSubject.run(this.#key().of(text), this.profile, position);
  }

  /** Writes a row anew, where there is one. */
  change(position: number, texts: DecisionTexts): void {
    const before = this.#row.get(this.profile, position);
    if (before === undefined) return;
    this.#write(
      position,
      before,
      cellsOf(texts).map((cell, place) => this.#stored(cell, place)),
    );
  }

  /** The same of what people came to alone. */
  review(position: number, review: Review): void {
    const before = this.#row.get(this.profile, position);
    if (before === undefined) return;
    const after = [...before];
    const place = placeOf('effect');
    after[place] =
      review.output === undefined
        ? (before[placeOf('outcome')] ?? null)
        : this.#stored(effectOf(this.reader, null, review), place);
    after[placeOf('first_review_ms')] = review.firstMs;
    after[placeOf('changed')] = review.isChanged ? 1 : 0;
    this.#write(position, before, after);
  }

  /** Removes texts that rows had and none has any more. */
  removeUnused(): void {
    this.#values.removeUnused(this.#left);
    this.#left.clear();
  }

  #write(position: number, before: StoredCells, after: StoredCells): void {
    let isChanged = false;
    for (const [place, cell] of after.entries()) {
      const earlier = before[place] ?? null;
      if (earlier === cell) continue;
      isChanged = true;
      const slot = this.#slots[place] ?? null;
      if (slot === null || earlier === null) continue;
      const ids = this.#left.get(slot) ?? new Set();
      this.#left.set(slot, ids.add(earlier));
    }
    if (isChanged) this.#update.run(...after, this.profile, position);
  }

  #stored(cell: Cell, place: number): number | null {
    if (typeof cell !== 'string') return cell;
    const slot = this.#slots[place];
    return slot === null || slot === undefined ? null : this.#values.idOf(slot, cell);
  }
}
