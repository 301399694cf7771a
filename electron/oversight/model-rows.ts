/** One model among all: what the list of models tells of each. */
import type { JsonObject } from '../../shared/contract/json.ts';
import type { Basis, ModelCardState, OversightModel } from '../../shared/contract/oversight.ts';
import { driftFields, flagCounts, meanConfidence } from './aggregate.ts';
import type { AppliedProfile } from './applied-profiles.ts';
import { Counts } from './counted.ts';
import { driftBetween } from './drift.ts';
import { comparedTable, worstRow, type FairnessSource } from './fairness.ts';
import type { ModelColumns, ReadingProfile } from './model-columns.ts';
import { adverse, classCounts, classesOf, countClasses, favourable } from './outcome-counts.ts';
import { countsOnAxis, isoOf, spanOfTimes, timesOf } from './periods.ts';
import { quotient, shareOf } from './shares.ts';
import { toldProgress } from './told-profile.ts';

/** Decisions of a model that a list of models counts. */
export interface ModelAsked {
  readonly columns: ModelColumns;
  readonly rows: Uint32Array;
  readonly where: JsonObject;
  readonly select: (where: JsonObject) => Uint32Array;
  readonly basis: Basis;
  readonly showsGroups: boolean;
  readonly card: ModelCardState | undefined;
  readonly filling: AppliedProfile['filling'];
}

/** @param axis first milliseconds of the periods that decisions are counted by */
export function modelRow(asked: ModelAsked, axis: readonly number[]): OversightModel {
  const { columns, rows, where, card, filling } = asked;
  const { modelId, profile } = columns;
  const counts = new Counts(where);
  const { last } = spanOfTimes(timesOf(columns), rows);
  return {
    model_id: modelId,
    profile: profile === undefined ? null : { profile_id: profile.profileId, n: profile.n },
    being_applied: toldProgress(filling),
    card: card ?? null,
    decisions: counts.of(rows.length),
    over_time: countsOnAxis(timesOf(columns), rows, axis),
    last_at: last === undefined ? null : isoOf(last),
    mean_confidence: meanConfidence(columns, rows),
    ...(profile === undefined ? withoutProfile : ofProfile(profile, asked, counts)),
  };
}

type OfProfile = Pick<
  OversightModel,
  | 'classes'
  | 'rate'
  | 'reviewed'
  | 'changed'
  | 'changed_of_reviewed'
  | 'changed_of_all'
  | 'has_groups'
  | 'fairness'
  | 'drift'
>;

const withoutProfile: OfProfile = {
  classes: null,
  rate: null,
  reviewed: null,
  changed: null,
  changed_of_reviewed: null,
  changed_of_all: null,
  has_groups: false,
  fairness: null,
  drift: null,
};

function ofProfile({ document }: ReadingProfile, asked: ModelAsked, counts: Counts): OfProfile {
  const { columns, rows, basis, showsGroups } = asked;
  const classes = classesOf(columns, basis);
  const numbers = countClasses(rows, classes);
  const decided = (numbers[favourable] ?? 0) + (numbers[adverse] ?? 0);
  const stands = flagCounts(columns, rows);
  const hasOutcome = document.outcome !== null;
  return {
    classes: hasOutcome ? classCounts(numbers, classes.field, counts) : null,
    rate: hasOutcome ? shareOf({ n: decided, favourable: numbers[favourable] ?? 0 }) : null,
    reviewed: counts.of(stands.reviewed, { reviewed: true }),
    changed: counts.of(stands.changed, { changed: true }),
    changed_of_reviewed: quotient(stands.changed, stands.reviewed),
    changed_of_all: quotient(stands.changed, rows.length),
    has_groups: showsGroups && document.groups.length > 0,
    fairness: hasOutcome && showsGroups ? worstOf(document, asked, { classes, counts }) : null,
    drift: mostDrift(
      driftBetween(
        { ...asked, baseline: undefined },
        driftFields(document, { basis, showsGroups }).filter((field) => field !== 'version'),
      ),
    ),
  };
}

function worstOf(
  { groups, small_group: smallGroup }: ReadingProfile['document'],
  { columns, rows }: ModelAsked,
  { classes, counts }: Pick<FairnessSource, 'classes' | 'counts'>,
): OversightModel['fairness'] {
  const tables = groups.map((group) =>
    comparedTable([group], { columns, rows, classes, counts, smallGroup }),
  );
  const row = worstRow(tables.flatMap((table) => table.rows));
  const table = tables.find(({ rows: all }) => row !== undefined && all.includes(row));
  return row === undefined || table === undefined ? null : { group: table.groups.join(), row };
}

/** The field that strays most beyond chance. Versions follow each other: they differ from one half to the other by nature. */
function mostDrift({ fields }: ReturnType<typeof driftBetween>): OversightModel['drift'] {
  for (const { field, psi, size, may_be_chance: mayBeChance } of fields) {
    if (psi !== null && size !== null && mayBeChance !== null) {
      return { field, psi, size, may_be_chance: mayBeChance };
    }
  }
  return null;
}
