/** Every model beside each other: a row of each, and what their decisions come to together. */
import { addDays, dayOf } from '../../shared/billing/calendar.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import type { OversightModels } from '../../shared/contract/oversight.ts';
import { nearestRank } from '../../shared/oversight/people.ts';
import { flagCounts, waitsOf } from './aggregate.ts';
import { both, Counts, timesFrom } from './counted.ts';
import type { ModelColumns } from './model-columns.ts';
import { modelRow, type ModelAsked } from './model-rows.ts';
import { axisBetween, isoOf, spanOfTimes, timesOf } from './periods.ts';
import { quotient } from './shares.ts';

/** A model with what of it the caller may see. */
export type ModelSeen = Omit<ModelAsked, 'rows' | 'where'>;

interface Days {
  readonly from: string;
  readonly to: string;
}

/** @param days of how many UTC days, up to that of the newest decision; undefined for all */
export function everyModel(
  models: readonly ModelSeen[],
  asked: JsonObject,
  days: number | undefined,
): OversightModels {
  const window = days === undefined ? undefined : lastDays(models, asked, days);
  const where = window === undefined ? asked : within(asked, window);
  const found = models.map((each) => ({ ...each, where, rows: each.select(where) }));
  const { interval, starts } = axisOf(found, window);
  return {
    from: window?.from ?? null,
    to: window?.to ?? null,
    axis: { interval, starts: starts.map(isoOf) },
    all: together(found, where, window && earlier(asked, window, days ?? 0)),
    data: found
      .map((each) => modelRow(each, starts))
      .toSorted(
        (left, right) =>
          right.decisions.count - left.decisions.count || (left.model_id < right.model_id ? -1 : 1),
      ),
  };
}

function within(asked: JsonObject, { from, to }: Days): JsonObject {
  return both(asked, { decided_at: timesFrom(from, to) });
}

/** The UTC days up to that of the newest decision; none where there is no decision. */
function lastDays(models: readonly ModelSeen[], asked: JsonObject, days: number): Days | undefined {
  const last = Math.max(
    ...models.map(({ columns, select }) => newest(columns, select(asked)) ?? -Infinity),
  );
  if (!Number.isFinite(last)) return undefined;
  const next = addDays(dayOf(isoOf(last)), 1);
  return { from: instantOf(addDays(next, -days)), to: instantOf(next) };
}

function newest(columns: ModelColumns, rows: Uint32Array): number | undefined {
  return spanOfTimes(timesOf(columns), rows).last;
}

/** The filter of as many days before. */
function earlier(asked: JsonObject, { from }: Days, days: number): JsonObject {
  return within(asked, { from: instantOf(addDays(dayOf(from), -days)), to: from });
}

function instantOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}

function axisOf(found: readonly ModelAsked[], window: Days | undefined) {
  if (window !== undefined) return axisBetween(Date.parse(window.from), Date.parse(window.to) - 1);
  const spans = found.map(({ columns, rows }) => spanOfTimes(timesOf(columns), rows));
  const first = Math.min(...spans.map((span) => span.first ?? Infinity));
  const last = Math.max(...spans.map((span) => span.last ?? -Infinity));
  return Number.isFinite(last)
    ? axisBetween(first, last)
    : ({ interval: 'day', starts: [] } as const);
}

/** @param before the filter of the days before; undefined where there are none */
function together(
  found: readonly ModelAsked[],
  where: JsonObject,
  before: JsonObject | undefined,
): OversightModels['all'] {
  const counts = new Counts(where);
  const stands = found.map(({ columns, rows }) => flagCounts(columns, rows));
  const reviewed = sum(stands.map((each) => each.reviewed));
  const changed = sum(stands.map((each) => each.changed));
  const decisions = sum(found.map(({ rows }) => rows.length));
  const waits = Float64Array.from(
    found.flatMap(({ columns, rows }) => [...waitsOf(columns, rows)]),
  ).toSorted();
  return {
    decisions: counts.of(decisions),
    before:
      before === undefined
        ? null
        : new Counts(before).of(sum(found.map(({ select }) => select(before).length))),
    reviewed: counts.of(reviewed, { reviewed: true }),
    changed: counts.of(changed, { changed: true }),
    changed_of_reviewed: quotient(changed, reviewed),
    changed_of_all: quotient(changed, decisions),
    median_review_ms: nearestRank(waits, 50) ?? null,
    p90_review_ms: nearestRank(waits, 90) ?? null,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
