/** Which profiles are applied, as the profiles say it, against the rows that are kept of it. */
import type { Database } from 'better-sqlite3';
import type { ProfileDocument } from '../../../shared/contract/profiles.ts';
import {
  AppliedProfiles,
  isWritten,
  type ConfirmedProfile,
  type FactSet,
} from '../../oversight/applied-profiles.ts';
import type { SubjectKey } from '../subject-key.ts';
import type { RowFinding } from '../row-finding.ts';

type Report = (finding: RowFinding) => void;

/** Every statement, by name, so that a test can read the plan of each. */
export const appliedCheckStatements = {
  sets: `SELECT profile, model_id, state, filled, fill_until, subject_key, subjects, subjects_until, written
    FROM applied_profiles ORDER BY profile`,
  models: 'SELECT DISTINCT model_id FROM profiles ORDER BY model_id',
  hasFacts: 'SELECT 1 FROM decision_facts WHERE profile = ? LIMIT 1',
  modelOf: 'SELECT model_id FROM profiles WHERE number = ?',
  isOfModel: 'SELECT 1 FROM records WHERE position = ? AND model_id = ?',
  lastRow: `SELECT f.position FROM decision_facts AS f CROSS JOIN records AS r ON r.position = f.position
    WHERE f.profile = ? AND r.model_id = ? ORDER BY f.position DESC LIMIT 1`,
} as const;

interface StoredSet extends FactSet {
  readonly model_id: string;
}

/** A set of facts that is asked for: each record has its row in it, as far as it is filled. */
export interface KeptSet {
  readonly modelId: string;
  readonly set: FactSet;
  readonly document: ProfileDocument;
  /** Whether its persons were made with the key that is here. */
  readonly hasKey: boolean;
}

export function checkAppliedProfiles(
  database: Database,
  report: Report,
  key: SubjectKey | undefined,
): { readonly kept: readonly KeptSet[]; readonly numbers: ReadonlySet<number> } {
  const applied = new AppliedProfiles(database);
  const modelOf = database.prepare<[number], string>(appliedCheckStatements.modelOf).pluck();
  const hasFacts = database.prepare<[number]>(appliedCheckStatements.hasFacts);
  const numbers = new Set<number>();
  const sound = new Map<string, FactSet[]>();
  for (const stored of database.prepare<[], StoredSet>(appliedCheckStatements.sets).all()) {
    const modelId = modelOf.get(stored.profile);
    if (modelId === undefined) {
      report({ ...about(stored.profile), kind: 'inserted', actual: stored.model_id });
      continue;
    }
    numbers.add(stored.profile);
    if (modelId !== stored.model_id) tell(report, stored, 'model_id', modelId);
    const set = checkWritten(database, checkState(stored, report), { modelId, report });
    sound.set(modelId, [...(sound.get(modelId) ?? []), set]);
  }
  const models = database.prepare<[], string>(appliedCheckStatements.models).pluck().all();
  const kept = models.flatMap((modelId): KeptSet[] => {
    const profiles = applied.confirmed(modelId);
    const sets = applied.sorted(profiles, sound.get(modelId)?.toReversed() ?? []);
    if (sets === undefined) return [];
    const { newest, alike, wanted, answering } = sets;
    if (wanted === undefined) {
      const number = alike.find((each) => hasFacts.get(each) !== undefined) ?? newest.number;
      report({ ...about(number), kind: 'deleted', expected: modelId });
    }
    return [...new Set([wanted, answering])].flatMap((set) =>
      set === undefined ? [] : keptSet(set, { modelId, profiles, key, report }),
    );
  });
  return { kept, numbers };
}

function keptSet(
  set: FactSet,
  context: {
    readonly modelId: string;
    readonly profiles: readonly ConfirmedProfile[];
    readonly key: SubjectKey | undefined;
    readonly report: Report;
  },
): KeptSet[] {
  const { modelId, profiles, key, report } = context;
  const document = profiles.find(({ number }) => number === set.profile)?.document;
  if (document === undefined) return [];
  const { subject_key: mark } = set;
  if ((mark === null) !== (document.subject === null)) {
    const expected = document.subject === null ? null : (key?.mark.toString('hex') ?? null);
    tell(report, set, 'subject_key', expected);
  }
  const hasKey = mark !== null && key !== undefined && key.mark.equals(mark);
  return [{ modelId, set, document, hasKey }];
}

/** The last row is that of the record that the set names; a set that leaves names none. */
function checkWritten(
  database: Database,
  set: FactSet,
  { modelId, report }: { readonly modelId: string; readonly report: Report },
): FactSet {
  const { profile, written, state } = set;
  const { isOfModel, lastRow } = appliedCheckStatements;
  const last =
    state === 'leaving'
      ? 0
      : (database.prepare<[number, string], number>(lastRow).pluck().get(profile, modelId) ?? 0);
  if (written === last) return set;
  const isRecord = database.prepare<[number, string]>(isOfModel).get(written, modelId);
  const isNamed = state !== 'leaving' && isRecord !== undefined && isWritten(set, written);
  // Where a record is named behind the last row, rows were taken out.
  if (written > last && isNamed) return set;
  tell(report, set, 'written', String(last));
  return { ...set, written: last };
}

/** What holds of a row in itself; it goes on as it would be. */
function checkState(set: StoredSet, report: Report): FactSet {
  const { state, filled, fill_until: until, subjects, subjects_until: subjectsUntil } = set;
  const isFilling = filled !== null && until !== null;
  const expected = isFilling ? 'filling' : state === 'leaving' ? 'leaving' : 'complete';
  if (state !== expected) tell(report, set, 'state', expected);
  if (!isFilling && filled !== null) tell(report, set, 'filled', null);
  if (!isFilling && until !== null) tell(report, set, 'fill_until', null);
  const isMade = subjects === null || subjectsUntil === null;
  if (isMade && subjects !== null) tell(report, set, 'subjects', null);
  if (isMade && subjectsUntil !== null) tell(report, set, 'subjects_until', null);
  return {
    ...set,
    state: expected,
    filled: isFilling ? filled : null,
    fill_until: isFilling ? until : null,
    subjects: isMade ? null : subjects,
    subjects_until: isMade ? null : subjectsUntil,
  };
}

/** A column that is not as it has to be. */
export function tell(
  report: Report,
  set: FactSet,
  column: Exclude<keyof StoredSet, 'profile'>,
  expected: string | null,
): void {
  const stored: Partial<Record<keyof StoredSet, unknown>> = { ...set };
  const value = stored[column];
  const isScalar = typeof value === 'string' || typeof value === 'number';
  const actual = Buffer.isBuffer(value) ? value.toString('hex') : isScalar ? String(value) : null;
  report({ ...about(set.profile), kind: 'altered', column, expected, actual });
}

function about(profile: number) {
  return {
    table: 'applied_profiles',
    row: String(profile),
    column: null,
    seq: 0,
    expected: null,
    actual: null,
  } as const;
}
