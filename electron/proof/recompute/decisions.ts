/** Facts of decisions, made again from records, profiles and interventions, against the rows that are kept. */
import type { Database } from 'better-sqlite3';
import type { SubjectKey } from '../subject-key.ts';
import type { RowFinding } from '../row-finding.ts';
import { checkAppliedProfiles, type KeptSet } from './applied-profiles.ts';
import { DecisionRowsCheck, type HeldRecord } from './decision-rows.ts';
import { SubjectsCheck } from './decision-subjects.ts';

/** Result of the check of facts, beside its findings. */
export interface DecisionsChecked {
  /** Profiles whose persons could not be checked: their key is not here, or they are made anew. */
  readonly personsNotChecked: number;
  /** Profiles whose facts are still being made. */
  readonly beingApplied: number;
}

/** Counts the records whose facts are compared. */
export const countDecisions = `SELECT count(*) FROM applied_profiles AS a
  JOIN records AS r ON r.model_id = a.model_id WHERE a.state <> 'leaving'`;

const firstProfiles = {
  decision_facts: 'SELECT min(profile) FROM decision_facts',
  decision_values: 'SELECT min(profile) FROM decision_values',
} as const;
const nextProfiles = {
  decision_facts: 'SELECT min(profile) FROM decision_facts WHERE profile > ?',
  decision_values: 'SELECT min(profile) FROM decision_values WHERE profile > ?',
} as const;
const rowsOf = {
  decision_facts: 'SELECT profile, position FROM decision_facts WHERE profile = ? LIMIT 1000',
  decision_values: 'SELECT id FROM decision_values WHERE profile = ? LIMIT 1000',
} as const;

/** Every statement, by name, so that a test can read the plan of each. */
export const decisionsCheckStatements = {
  firstProfileOfFacts: firstProfiles.decision_facts,
  firstProfileOfValues: firstProfiles.decision_values,
  nextProfileOfFacts: nextProfiles.decision_facts,
  nextProfileOfValues: nextProfiles.decision_values,
  factsOf: rowsOf.decision_facts,
  valuesOf: rowsOf.decision_values,
} as const;

export class DecisionsCheck {
  readonly #database: Database;
  readonly #report: (finding: RowFinding) => void;
  readonly #subjects: SubjectsCheck;
  readonly #numbers: ReadonlySet<number>;
  readonly #kept: readonly KeptSet[];
  /** What was found before the stage was begun. */
  readonly #before: RowFinding[] = [];
  readonly #rows: readonly DecisionRowsCheck[];
  /** Positions between which records were taken without a gap. */
  #from = 0;
  #until = 0;
  readonly #ofModel: ReadonlyMap<string, readonly DecisionRowsCheck[]>;

  constructor(
    database: Database,
    report: (finding: RowFinding) => void,
    key: SubjectKey | undefined,
  ) {
    this.#database = database;
    this.#report = report;
    const { kept, numbers } = checkAppliedProfiles(
      database,
      (finding) => this.#before.push(finding),
      key,
    );
    this.#kept = kept;
    this.#numbers = numbers;
    this.#subjects = new SubjectsCheck(database, { report, key, kept });
    const subjects = this.#subjects;
    const made = kept.map((applied) => ({
      model: applied.modelId,
      check: new DecisionRowsCheck(database, { applied, report, subjects }),
    }));
    this.#rows = made.map(({ check }) => check);
    const models = Map.groupBy(made, ({ model }) => model);
    this.#ofModel = new Map(
      [...models].map(([model, of]) => [model, of.map(({ check }) => check)]),
    );
  }

  /** Rows that need not be read again in the run. */
  get settled(): number {
    return this.#rows.reduce((sum, check) => sum + check.settled, 0);
  }

  /** Takes records that follow one another in the journal, and hold. */
  settle(records: readonly HeldRecord[]): void {
    const [first] = records;
    const last = records.at(-1);
    if (first === undefined || last === undefined) return;
    const before = first.place.position - 1;
    if (before !== this.#until) this.#from = before;
    this.#until = last.place.position;
    for (const [model, ofModel] of Map.groupBy(records, ({ place }) => place.model_id)) {
      for (const check of this.#ofModel.get(model) ?? []) {
        check.settle(ofModel, this.#from, this.#until);
      }
    }
  }

  /** Compares every row that is not settled; yields after each record. */
  *run(): Generator<void, DecisionsChecked> {
    this.#before.forEach(this.#report);
    for (const check of this.#rows) yield* check.run();
    yield* this.#subjects.finish(this.#numbers);
    for (const table of ['decision_facts', 'decision_values'] as const) {
      reportStray(this.#database, table, { numbers: this.#numbers, report: this.#report });
    }
    return {
      personsNotChecked: this.#subjects.notChecked,
      beingApplied: this.#kept.filter(({ set }) => set.state === 'filling').length,
    };
  }
}

/** Rows of profiles that are not applied. Numbers are read whole: of two that are read as one, the walk would not end. */
function reportStray(
  database: Database,
  table: keyof typeof rowsOf,
  {
    numbers,
    report,
  }: { readonly numbers: ReadonlySet<number>; readonly report: (finding: RowFinding) => void },
): void {
  const reading = <Value>(text: string) => database.prepare<bigint[], Value>(text).safeIntegers();
  const next = reading<bigint | null>(nextProfiles[table]).pluck();
  const rows = reading<bigint[]>(rowsOf[table]).raw();
  let profile = reading<bigint | null>(firstProfiles[table]).pluck().get() ?? null;
  while (profile !== null) {
    for (const key of numbers.has(Number(profile)) ? [] : rows.all(profile)) {
      const row = key.length === 1 ? String(key[0]) : `[${key.join(',')}]`;
      report({ kind: 'inserted', table, row, column: null, seq: 0, expected: null, actual: row });
    }
    profile = next.get(profile) ?? null;
  }
}
