/** Facts of decisions, made again from records, profiles and interventions, against the rows that are kept. */
import type { Database } from 'better-sqlite3';
import type { SubjectKey } from '../subject-key.ts';
import type { RowFinding } from '../row-finding.ts';
import { checkAppliedProfiles } from './applied-profiles.ts';
import { DecisionRowsCheck } from './decision-rows.ts';
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
  nextProfileOfFacts: nextProfiles.decision_facts,
  nextProfileOfValues: nextProfiles.decision_values,
  factsOf: rowsOf.decision_facts,
  valuesOf: rowsOf.decision_values,
} as const;

/** Compares every row; yields after each record. */
export function* checkDecisions(
  database: Database,
  report: (finding: RowFinding) => void,
  key: SubjectKey | undefined,
): Generator<void, DecisionsChecked> {
  const { kept, numbers } = checkAppliedProfiles(database, report, key);
  const subjects = new SubjectsCheck(database, { report, key, kept });
  for (const applied of kept) {
    yield* new DecisionRowsCheck(database, { applied, report, subjects }).run();
  }
  yield* subjects.finish(numbers);
  for (const table of ['decision_facts', 'decision_values'] as const) {
    reportStray(database, table, { numbers, report });
  }
  return {
    personsNotChecked: subjects.notChecked,
    beingApplied: kept.filter(({ set }) => set.state === 'filling').length,
  };
}

/** Rows of profiles that are not applied. */
function reportStray(
  database: Database,
  table: keyof typeof rowsOf,
  {
    numbers,
    report,
  }: { readonly numbers: ReadonlySet<number>; readonly report: (finding: RowFinding) => void },
): void {
  const next = database.prepare<[number], number | null>(nextProfiles[table]).pluck();
  const rows = database.prepare<[number], number[]>(rowsOf[table]).raw();
  let profile = next.get(Number.MIN_SAFE_INTEGER) ?? null;
  while (profile !== null) {
    for (const key of numbers.has(profile) ? [] : rows.all(profile)) {
      const row = key.length === 1 ? String(key[0]) : JSON.stringify(key);
      report({ kind: 'inserted', table, row, column: null, seq: 0, expected: null, actual: row });
    }
    profile = next.get(profile) ?? null;
  }
}
