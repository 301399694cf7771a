/** Facts that are made or removed beside appends: of a new profile, under another key of persons, of a profile before. */
import type { WriterDatabase } from '../database/open-database.ts';
import type { AppliedProfiles, FactSet } from './applied-profiles.ts';
import type { DecisionSource, RecordPlace } from './decision-source.ts';
import type { FactRows } from './fact-rows.ts';
import type { SubjectKey } from '../proof/subject-key.ts';

/** Records, or rows, of one turn. */
export const factsAtOnce = 5_000;

const setColumns =
  'profile, model_id, state, filled, fill_until, subject_key, subjects, subjects_until, written';

/** Every statement, by name, so that a test can read the plan of each. */
export const factWorkStatements = {
  lastPosition: 'SELECT coalesce(max(position), 0) FROM records',
  models: 'SELECT DISTINCT model_id FROM profiles ORDER BY model_id',
  begin: `INSERT INTO applied_profiles (${setColumns})
    VALUES (?, ?, 'filling', 0, ?, ?, NULL, NULL, 0)`,
  filled: 'UPDATE applied_profiles SET filled = ? WHERE profile = ?',
  complete: `UPDATE applied_profiles SET state = 'complete', filled = NULL, fill_until = NULL
    WHERE profile = ?`,
  leave: `UPDATE applied_profiles SET state = 'leaving', filled = NULL, fill_until = NULL,
      subjects = NULL, subjects_until = NULL, written = 0 WHERE profile = ?`,
  next: `SELECT ${setColumns} FROM applied_profiles
    WHERE state <> 'complete' OR subjects IS NOT NULL
    ORDER BY state <> 'filling', subjects IS NULL, profile LIMIT 1`,
  anyKey: 'SELECT 1 FROM applied_profiles WHERE subject_key IS NOT NULL LIMIT 1',
  otherKey: 'SELECT 1 FROM applied_profiles WHERE subject_key <> ? LIMIT 1',
  forgetSubjects: 'DELETE FROM decision_subjects',
  newKey: `UPDATE applied_profiles SET subject_key = @mark,
      subjects = CASE WHEN state <> 'leaving' THEN 0 END,
      subjects_until = CASE WHEN state <> 'leaving' THEN @last END
    WHERE subject_key IS NOT NULL`,
  subjects: 'UPDATE applied_profiles SET subjects = ? WHERE profile = ?',
  subjectsMade: `UPDATE applied_profiles SET subjects = NULL, subjects_until = NULL
    WHERE profile = ?`,
  removeFacts: `DELETE FROM decision_facts WHERE profile = @profile AND position IN
    (SELECT position FROM decision_facts WHERE profile = @profile ORDER BY position LIMIT @most)`,
  subjectAfter: `SELECT subject FROM decision_subjects WHERE subject > ?
    ORDER BY subject LIMIT 1 OFFSET ?`,
  removeSubjects:
    'DELETE FROM decision_subjects WHERE subject > ? AND subject <= ? AND profile = ?',
  removeValues: `DELETE FROM decision_values WHERE id IN
    (SELECT id FROM decision_values WHERE profile = @profile LIMIT @most)`,
  remove: 'DELETE FROM applied_profiles WHERE profile = ?',
} as const;

interface StoredSet extends FactSet {
  readonly model_id: string;
}

interface Means {
  readonly key: () => SubjectKey;
  readonly source: DecisionSource;
  readonly applied: AppliedProfiles;
  readonly rowsOf: (set: Pick<FactSet, 'profile'>, modelId: string) => FactRows;
  /** Writes what waits. */
  readonly write: () => void;
  /** Sets are others now. */
  readonly changed: () => void;
}

/** Greater than every key of a person. */
const lastSubject = Buffer.alloc(17, 0xff);

/** Over the writer's connection; the caller holds the transaction. */
export class FactWork {
  readonly #means: Means;
  readonly #statements: ReturnType<typeof prepareStatements>;
  /** Up to which key the persons of a set that leaves are removed. */
  readonly #removedTo = new Map<number, Buffer>();

  constructor(database: WriterDatabase, means: Means) {
    this.#means = means;
    this.#statements = prepareStatements(database);
  }

  /** Begins what an earlier version, or a ledger whose key of persons is gone, has not. */
  open(): void {
    this.#means.write();
    if (this.#statements.anyKey.get() !== undefined) this.#renewSubjects();
    for (const modelId of this.#statements.models.all()) this.#begin(modelId);
  }

  /**
   * A model's profile was confirmed: where other facts follow from it, they are begun, and made at once for as
   * many records as a turn has.
   */
  confirmed(modelId: string): void {
    this.#means.write();
    this.#begin(modelId);
    const wanted = this.#means.applied.setsOf(modelId)?.wanted;
    if (wanted?.state === 'filling') this.#fill({ ...wanted, model_id: modelId }, factsAtOnce);
    for (const each of this.#means.applied.setsOf(modelId)?.others ?? []) {
      this.#remove(each, factsAtOnce);
    }
  }

  /** Tells whether anything is left to do. */
  get isLeft(): boolean {
    return this.#statements.next.get() !== undefined;
  }

  /** Does the next of it: that of at most so many records. @returns whether there was anything */
  turn(most = factsAtOnce): StoredSet | undefined {
    const next = this.#statements.next.get();
    if (next === undefined) return undefined;
    this.#means.write();
    if (next.state === 'filling') this.#fill(next, most);
    else if (next.state === 'leaving') this.#remove(next, most);
    else this.#makeSubjects(next, most);
    return next;
  }

  #begin(modelId: string): void {
    const { applied, changed, key } = this.#means;
    const sets = applied.setsOf(modelId);
    if (sets === undefined) return;
    const { newest, wanted } = sets;
    if (wanted === undefined) {
      const mark = newest.document.subject === null ? null : key().mark;
      const until = this.#statements.lastPosition.get() ?? 0;
      this.#statements.begin.run(newest.number, modelId, until, mark);
    }
    this.#leaveOthers(modelId);
    changed();
  }

  /** Nobody asks any more for sets of a model but the newest, and the one that answers until it is complete. */
  #leaveOthers(modelId: string): void {
    for (const { profile, state } of this.#means.applied.setsOf(modelId)?.others ?? []) {
      if (state !== 'leaving') this.#statements.leave.run(profile);
    }
  }

  #fill({ profile, model_id: modelId, filled, fill_until: until }: StoredSet, most: number): void {
    const { source, rowsOf, changed } = this.#means;
    const rows = rowsOf({ profile }, modelId);
    const places = source.ofModel(modelId, filled ?? 0, until ?? 0, most);
    for (const place of places) rows.add(place.position, source.texts(rows.reader, place));
    const last = places.at(-1);
    if (last !== undefined) rows.writtenTo(last.position);
    if (last !== undefined && places.length === most) {
      this.#statements.filled.run(last.position, profile);
      return;
    }
    this.#statements.complete.run(profile);
    this.#leaveOthers(modelId);
    changed();
  }

  /** Forgets who decisions are about, where another key was used, and begins to make it anew. */
  #renewSubjects(): void {
    const { mark } = this.#means.key();
    if (this.#statements.otherKey.get(mark) === undefined) return;
    this.#statements.forgetSubjects.run();
    this.#statements.newKey.run({ mark, last: this.#statements.lastPosition.get() ?? 0 });
  }

  #makeSubjects(set: StoredSet, most: number): void {
    const { profile, model_id: modelId, subjects, subjects_until: until } = set;
    const { source, rowsOf } = this.#means;
    const rows = rowsOf({ profile }, modelId);
    const places = source.ofModel(modelId, subjects ?? 0, until ?? 0, most);
    for (const place of places) rows.addSubjects(place.position, this.#subjectsOf(rows, place));
    const last = places.at(-1);
    if (last !== undefined && places.length === most) {
      this.#statements.subjects.run(last.position, profile);
    } else {
      this.#statements.subjectsMade.run(profile);
    }
  }

  #subjectsOf(rows: FactRows, place: RecordPlace): readonly string[] {
    return rows.reader.read(this.#means.source.members(rows.reader, place)).subjects;
  }

  /** Removes at most so many rows of a set, and at their end the set. */
  #remove({ profile, subject_key: mark }: FactSet, most: number): void {
    const { removeFacts, removeValues, remove } = this.#statements;
    if (removeFacts.run({ profile, most }).changes === most) return;
    if (mark !== null && !this.#removeSubjects(profile, most)) return;
    if (removeValues.run({ profile, most }).changes === most) return;
    this.#removedTo.delete(profile);
    remove.run(profile);
    this.#means.changed();
  }

  /** @returns whether none is left */
  #removeSubjects(profile: number, most: number): boolean {
    const { subjectAfter, removeSubjects } = this.#statements;
    const from = this.#removedTo.get(profile) ?? Buffer.alloc(0);
    const to = subjectAfter.get(from, most);
    removeSubjects.run(from, to ?? lastSubject, profile);
    if (to === undefined) return true;
    this.#removedTo.set(profile, to);
    return false;
  }
}

function prepareStatements(database: WriterDatabase) {
  const statements = factWorkStatements;
  return {
    lastPosition: database.prepare<[], number>(statements.lastPosition).pluck(),
    models: database.prepare<[], string>(statements.models).pluck(),
    begin: database.prepare<[number, string, number, Buffer | null]>(statements.begin),
    filled: database.prepare<[number, number]>(statements.filled),
    complete: database.prepare<[number]>(statements.complete),
    leave: database.prepare<[number]>(statements.leave),
    next: database.prepare<[], StoredSet>(statements.next),
    anyKey: database.prepare<[]>(statements.anyKey),
    otherKey: database.prepare<[Buffer]>(statements.otherKey),
    forgetSubjects: database.prepare<[]>(statements.forgetSubjects),
    newKey: database.prepare<[{ mark: Buffer; last: number }]>(statements.newKey),
    subjects: database.prepare<[number, number]>(statements.subjects),
    subjectsMade: database.prepare<[number]>(statements.subjectsMade),
    removeFacts: database.prepare<[{ profile: number; most: number }]>(statements.removeFacts),
    subjectAfter: database.prepare<[Buffer, number], Buffer>(statements.subjectAfter).pluck(),
    removeSubjects: database.prepare<[Buffer, Buffer, number]>(statements.removeSubjects),
    removeValues: database.prepare<[{ profile: number; most: number }]>(statements.removeValues),
    remove: database.prepare<[number]>(statements.remove),
  };
}
