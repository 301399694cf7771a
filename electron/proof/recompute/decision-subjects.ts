/** Persons of decisions: the keyed hashes that records give, against the rows that are kept. */
import type { Database, Statement } from 'better-sqlite3';
import { ProfileReader } from '../../../shared/oversight/profile-reader.ts';
import { isWritten } from '../../oversight/applied-profiles.ts';
import { DecisionSource } from '../../oversight/decision-source.ts';
import type { SubjectKey } from '../subject-key.ts';
import type { RowFinding } from '../row-finding.ts';
import { tell, type KeptSet } from './applied-profiles.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const subjectsCheckStatements = {
  has: 'SELECT 1 FROM decision_subjects WHERE subject = ? AND profile = ? AND position = ?',
  after: `SELECT subject, profile, position FROM decision_subjects
    WHERE (subject, profile, position) > (?, ?, ?)
    ORDER BY subject, profile, position LIMIT 1000`,
  thousandth: `SELECT subject, profile, position FROM decision_subjects
    WHERE (subject, profile, position) > (?, ?, ?)
    ORDER BY subject, profile, position LIMIT 1 OFFSET 999`,
  counts: `SELECT profile, count(*) FROM decision_subjects
    WHERE (subject, profile, position) > (?, ?, ?) AND (subject, profile, position) <= (?, ?, ?)
    GROUP BY profile`,
  countsOfRest: `SELECT profile, count(*) FROM decision_subjects
    WHERE (subject, profile, position) > (?, ?, ?) GROUP BY profile`,
} as const;

/** Numbers are read whole: of two that are read as one, a walk over the rows would not end. */
type SubjectRow = [subject: Buffer, profile: bigint, position: bigint];
type SubjectPlace = [subject: Buffer | string, profile: bigint, position: bigint];

/** Before every row: texts come before bytes. */
const first: SubjectPlace = ['', 0n, 0n];

/** Records that are looked at with a key that is not the one the ledger names. */
const mostTried = 100;

export class SubjectsCheck {
  readonly #database: Database;
  readonly #report: (finding: RowFinding) => void;
  readonly #key: SubjectKey | undefined;
  readonly #kept: ReadonlyMap<number, KeptSet>;
  readonly #has: Statement<[Buffer, number, number]>;
  readonly #after: Statement<SubjectPlace, SubjectRow>;
  /** Rows that were found as they have to be, by profile. */
  readonly #found = new Map<number, number>();
  /** Records looked at with another key, by profile. */
  readonly #tried = new Map<number, number>();

  constructor(
    database: Database,
    {
      report,
      key,
      kept,
    }: {
      readonly report: (finding: RowFinding) => void;
      readonly key: SubjectKey | undefined;
      readonly kept: readonly KeptSet[];
    },
  ) {
    this.#database = database;
    this.#report = report;
    this.#key = key;
    this.#kept = new Map(kept.map((each) => [each.set.profile, each]));
    this.#has = database.prepare(subjectsCheckStatements.has);
    this.#after = database
      .prepare<SubjectPlace, SubjectRow>(subjectsCheckStatements.after)
      .raw()
      .safeIntegers();
  }

  /** Profiles whose persons cannot be checked. */
  get notChecked(): number {
    return [...this.#kept.values()].filter(
      (each) => each.document.subject !== null && !isChecked(each),
    ).length;
  }

  /** How many rows a record has as it has to; undefined where that is not known, or one is not there. */
  counted(
    applied: KeptSet,
    record: { readonly position: number },
    subjects: readonly string[],
  ): number | undefined {
    const key = this.#key;
    if (key === undefined || applied.set.subjects !== null || subjects.length === 0) return 0;
    if (!applied.hasKey) return undefined;
    const { profile } = applied.set;
    const isThere = (text: string) =>
      this.#has.get(key.of(text), profile, record.position) !== undefined;
    return subjects.every(isThere) ? subjects.length : undefined;
  }

  /** Takes rows to be found that were counted. */
  found({ set: { profile } }: KeptSet, rows: number): void {
    this.#found.set(profile, (this.#found.get(profile) ?? 0) + rows);
  }

  /** Looks for the rows of a record. */
  expect(
    applied: KeptSet,
    record: { readonly position: number; readonly seq: number; readonly id: string },
    subjects: readonly string[],
  ): void {
    const key = this.#key;
    if (key === undefined || applied.set.subjects !== null || subjects.length === 0) return;
    const { profile } = applied.set;
    if (!applied.hasKey) {
      this.#try(applied, record.position, key, subjects);
      return;
    }
    for (const text of subjects) {
      const isThere = this.#has.get(key.of(text), profile, record.position) !== undefined;
      if (isThere) this.found(applied, 1);
      else this.#tell('deleted', profile, record.position, record);
    }
  }

  /** Looks for rows that no record gives; yields between steps. */
  *finish(numbers: ReadonlySet<number>): Generator<void> {
    const counted = yield* this.#count();
    if ([...counted.keys()].some((profile) => !numbers.has(profile))) {
      for (const [, profile, position] of this.#rows()) {
        if (!numbers.has(Number(profile))) this.#tell('inserted', profile, position);
        yield;
      }
    }
    const tooMany = [...this.#kept.values()].filter((each) => {
      const { profile } = each.set;
      return isChecked(each) && (counted.get(profile) ?? 0) > (this.#found.get(profile) ?? 0);
    });
    if (tooMany.length > 0) yield* this.#findStray(new Set(tooMany.map(({ set }) => set.profile)));
  }

  *#findStray(profiles: ReadonlySet<number>): Generator<void> {
    const source = new DecisionSource(this.#database);
    const readers = new Map<number, ProfileReader>();
    for (const [subject, ofProfile, at] of this.#rows()) {
      yield;
      const [profile, position] = [Number(ofProfile), Number(at)];
      const applied = profiles.has(profile) ? this.#kept.get(profile) : undefined;
      if (applied === undefined) continue;
      const reader = readers.get(profile) ?? new ProfileReader(applied.document);
      readers.set(profile, reader);
      const place = source.byPosition(position);
      const isOfModel =
        place !== undefined &&
        place.model_id === applied.modelId &&
        isWritten(applied.set, position);
      const subjects = isOfModel ? reader.read(source.members(reader, place)).subjects : [];
      if (subjects.some((text) => this.#key?.of(text).equals(subject) === true)) continue;
      this.#tell('inserted', profile, position, place);
    }
  }

  /** Rows of each profile; yields after each thousand. */
  *#count(): Generator<void, Map<number, number>> {
    const counted = new Map<number, number>();
    const { thousandth, counts, countsOfRest } = subjectsCheckStatements;
    const next = this.#database.prepare<SubjectPlace, SubjectRow>(thousandth).raw().safeIntegers();
    const between = this.#database.prepare<unknown[], [number, number]>(counts).raw();
    const rest = this.#database.prepare<SubjectPlace, [number, number]>(countsOfRest).raw();
    for (let last: SubjectPlace = first; ;) {
      const end = next.get(...last);
      const rows = end === undefined ? rest.all(...last) : between.all(...last, ...end);
      for (const [profile, count] of rows) {
        counted.set(profile, (counted.get(profile) ?? 0) + count);
      }
      if (end === undefined) return counted;
      last = end;
      yield;
    }
  }

  *#rows(): Generator<SubjectRow> {
    let last: SubjectPlace = first;
    for (;;) {
      const rows = this.#after.all(...last);
      yield* rows;
      const end = rows.at(-1);
      if (end === undefined) return;
      last = end;
    }
  }

  /** With rows that this key made, it is the mark of it that was altered. */
  #try(applied: KeptSet, position: number, key: SubjectKey, subjects: readonly string[]): void {
    const { profile } = applied.set;
    const tried = this.#tried.get(profile) ?? 0;
    if (tried >= mostTried || applied.set.subject_key === null) return;
    this.#tried.set(profile, tried + 1);
    const isMade = subjects.some(
      (text) => this.#has.get(key.of(text), profile, position) !== undefined,
    );
    if (!isMade) return;
    this.#tried.set(profile, mostTried);
    tell(this.#report, applied.set, 'subject_key', key.mark.toString('hex'));
  }

  #tell(
    kind: 'deleted' | 'inserted',
    profile: number | bigint,
    position: number | bigint,
    record?: { readonly seq: number; readonly id: string },
  ): void {
    this.#report({
      kind,
      table: 'decision_subjects',
      row: `[${profile},${position}]`,
      column: null,
      seq: record?.seq ?? 0,
      ...(record && { recordId: record.id }),
      // No key leaves the engine.
      expected: null,
      actual: null,
    });
  }
}

function isChecked({ hasKey, set }: KeptSet): boolean {
  return hasKey && set.subjects === null;
}
