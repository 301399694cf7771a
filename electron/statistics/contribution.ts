/** What each entity contributes to an answer: so many of its rows at most, and of each field a value within bounds. */
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { groupId } from '../aggregation/group-rows.ts';
import { keyParts } from '../aggregation/pipeline.ts';
import { computer, type Compute } from '../filters/expressions/evaluate-expression.ts';
import { readValue } from '../filters/expressions/read-value.ts';
import type { PipelineRow } from '../aggregation/group-rows.ts';
import { runStages, type StageContext } from '../aggregation/run-stages.ts';
import { entityOf } from '../policies/view.ts';
import type { View, ViewedSource } from '../policies/view.ts';
import type { KeyedDigest } from '../transformations/keyed-digest.ts';
import { stepsFrom } from '../transformations/number-ranges.ts';
import type { Bounds, StatisticsQuery } from './shape.ts';

/** The exact measures of one group, which nobody is shown. */
export interface GroupTally {
  /** The key as results have it. */
  readonly key: JsonValue;
  entities: number;
  /** N: rows. */
  rows: number;
  /** C of each summed field: twice the steps from the middle of its bounds, added up. */
  readonly sums: number[];
}

/** Groups by the text of their key, which is empty for a key of null. */
export type Tallies = ReadonlyMap<string, GroupTally>;

export interface ContributionMeans {
  readonly view: View;
  /** The field that says whose a row is; null: each row is its own. */
  readonly entity: string | null;
  readonly rowsPerEntity: number;
  /** Under the key of the dataset. */
  readonly digest: KeyedDigest;
}

/** The measures of all groups over all rows. */
export function tally(
  query: StatisticsQuery,
  rows: Iterable<ViewedSource>,
  means: ContributionMeans,
): Tallies {
  const counting = new Tally(query, means);
  counting.add(rows);
  return counting.end();
}

/** The same over rows that come some at a time: each of them once, all of one row together. */
export class Tally {
  readonly #query: StatisticsQuery;
  readonly #means: ContributionMeans;
  readonly #groups: Groups;
  readonly #limit: OfOneRow | OfEntity;
  #entity: Entity | undefined;

  constructor(query: StatisticsQuery, means: ContributionMeans) {
    this.#query = query;
    this.#means = means;
    this.#groups = new Groups(query);
    this.#limit =
      means.entity === null ? new OfOneRow(means, this.#groups) : new OfEntity(means, this.#groups);
  }

  add(rows: Iterable<ViewedSource>): void {
    let last = 0;
    let ordinal = 0;
    for (const { document, origin: seq } of runStages(
      this.#viewed(rows),
      this.#query.before,
      context,
    )) {
      ordinal = seq === last ? ordinal + 1 : 0;
      last = seq;
      const counted = this.#groups.read(document, seq, ordinal);
      if (counted !== undefined && this.#entity !== undefined) {
        this.#limit.add(this.#entity, counted);
      }
    }
  }

  /** The measures of all groups over all rows that were added. */
  end(): Tallies {
    this.#limit.end();
    return this.#groups.tallies;
  }

  /** One after another: whoever takes a row takes the entity that goes with it. */
  *#viewed(rows: Iterable<ViewedSource>): Generator<PipelineRow> {
    const { entity, view } = this.#means;
    for (const row of rows) {
      this.#entity = entity === null ? row.seq : entityOf(entity, row.document);
      if (this.#entity !== undefined) yield { document: view.row(row), origin: row.seq };
    }
  }
}

type Entity = boolean | number | string;

const context: StageContext = { limit: Number.MAX_SAFE_INTEGER };

/** A row that may be counted: its place, its group, and its steps in each summed field. */
interface CountedRow {
  readonly seq: number;
  /** Its place among the rows that it was unwound to. */
  readonly ordinal: number;
  readonly group: string;
  readonly key: JsonValue;
  readonly steps: readonly number[];
}

class Groups {
  readonly tallies = new Map<string, GroupTally>();
  readonly #query: StatisticsQuery;
  readonly #keys: readonly Compute[];

  constructor(query: StatisticsQuery) {
    this.#query = query;
    this.#keys = keyParts(query.group.key).map(computer);
  }

  /** The row as it may be counted; undefined where a summed field is no number. */
  read(document: JsonObject, seq: number, ordinal: number): CountedRow | undefined {
    const steps: number[] = [];
    for (const { path, bounds } of this.#query.sums) {
      const value = readValue(document, path.segments);
      if (typeof value !== 'number') return undefined;
      steps.push(stepsOf(value, bounds));
    }
    const key = groupId(
      this.#query.group.key,
      this.#keys.map((compute) => compute(document) ?? null),
    );
    return { seq, ordinal, key, group: groupText(key), steps };
  }

  /** Adds rows of one entity. */
  add(rows: readonly CountedRow[]): void {
    const met = new Set<string>();
    for (const { group, key, steps } of rows) {
      let counted = this.tallies.get(group);
      if (counted === undefined) {
        counted = { key, entities: 0, rows: 0, sums: steps.map(() => 0) };
        this.tallies.set(group, counted);
      }
      if (!met.has(group)) counted.entities += 1;
      met.add(group);
      counted.rows += 1;
      for (const [index, each] of steps.entries()) {
        counted.sums[index] = (counted.sums[index] ?? 0) + each;
      }
    }
  }
}

/** RFC 8785 text of a group's key; empty for null. */
export function groupText(key: JsonValue): string {
  return key === null ? '' : canonicalJson(key);
}

/** Whole steps between the bounds. */
export function stepCount({ min, max, step }: Bounds): number {
  return Number(stepsFrom(min, max, step));
}

/** 2·round((clamp(v) − min) / step) − K: whole numbers, on both sides of the middle. */
export function stepsOf(value: number, bounds: Bounds): number {
  const { min, max, step } = bounds;
  const clamped = Math.min(Math.max(value, min), max);
  return 2 * roundedSteps(clamped, min, step) - stepCount(bounds);
}

/** How far a quotient of floats may be off, as a share of what it was computed from. */
const inexact = 2 ** -48;

/** The digits decide where floats could err: next to a half. */
function roundedSteps(value: number, min: number, step: number): number {
  const quotient = (value - min) / step;
  const doubt = inexact * ((Math.abs(value) + Math.abs(min)) / step + 1);
  const fromHalf = Math.abs(quotient - Math.floor(quotient) - 0.5);
  return fromHalf > doubt ? Math.round(quotient) : Number(stepsFrom(min, value, step));
}

/** Chooses the rows of an entity that count. */
class Chosen {
  readonly #most: number;
  readonly #digest: KeyedDigest;
  #rows: CountedRow[] = [];
  /** Of each chosen row, ascending; made once there are more rows than may count. */
  #order: string[] | undefined;

  constructor({ rowsPerEntity, digest }: ContributionMeans) {
    this.#most = rowsPerEntity;
    this.#digest = digest;
  }

  get rows(): readonly CountedRow[] {
    return this.#rows;
  }

  add(row: CountedRow): void {
    if (this.#rows.length < this.#most) {
      this.#rows.push(row);
      return;
    }
    if (this.#order === undefined) this.#sort();
    this.#put(row);
  }

  #sort(): void {
    const rows = this.#rows.map((row) => ({ row, place: this.#placeOf(row) }));
    rows.sort((one, other) => (one.place < other.place ? -1 : 1));
    this.#rows = rows.map(({ row }) => row);
    this.#order = rows.map(({ place }) => place);
  }

  #put(row: CountedRow): void {
    const order = this.#order ?? [];
    const place = this.#placeOf(row);
    const at = order.findIndex((each) => place < each);
    if (at === -1) return;
    this.#rows.splice(at, 0, row);
    order.splice(at, 0, place);
    this.#rows.pop();
    order.pop();
  }

  #placeOf({ seq, ordinal }: CountedRow): string {
    return this.#digest('disclosure.row/v1', [seq, ordinal]).toString('hex');
  }
}

/** Each row is its own entity; the rows that it was unwound to come one after another. */
class OfOneRow {
  readonly #means: ContributionMeans;
  readonly #groups: Groups;
  #entity: Entity | undefined;
  #chosen: Chosen | undefined;

  constructor(means: ContributionMeans, groups: Groups) {
    this.#means = means;
    this.#groups = groups;
  }

  add(entity: Entity, row: CountedRow): void {
    if (this.#chosen === undefined || this.#entity !== entity) {
      this.end();
      this.#chosen = new Chosen(this.#means);
      this.#entity = entity;
    }
    this.#chosen.add(row);
  }

  end(): void {
    if (this.#chosen !== undefined) this.#groups.add(this.#chosen.rows);
  }
}

/** Rows of an entity are anywhere. */
class OfEntity {
  readonly #means: ContributionMeans;
  readonly #groups: Groups;
  readonly #chosen = new Map<Entity, Chosen>();

  constructor(means: ContributionMeans, groups: Groups) {
    this.#means = means;
    this.#groups = groups;
  }

  add(entity: Entity, row: CountedRow): void {
    let chosen = this.#chosen.get(entity);
    if (chosen === undefined) this.#chosen.set(entity, (chosen = new Chosen(this.#means)));
    chosen.add(row);
  }

  end(): void {
    for (const { rows } of this.#chosen.values()) this.#groups.add(rows);
  }
}
