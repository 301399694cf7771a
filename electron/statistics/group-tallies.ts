/** The exact measures of groups: how many entities and rows are in each, and the sums of its fields. */
import type { JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { groupId } from '../aggregation/group-rows.ts';
import type { GroupKey } from '../aggregation/pipeline.ts';
import { isScalar, type Scalar } from '../filters/compare-values.ts';

/** The exact measures of one group, which nobody is shown. */
export interface GroupTally {
  /** The key as results have it. */
  readonly key: JsonValue;
  readonly entities: number;
  /** N: rows. */
  readonly rows: number;
  /** C of each summed field: twice the steps from the middle of its bounds, added up. */
  readonly sums: readonly number[];
}

/** Groups by the text of their key, which is empty for a key of null. */
export type Tallies = ReadonlyMap<string, GroupTally>;

/** RFC 8785 text of a group's key; empty for null. */
export function groupText(key: JsonValue): string {
  return key === null ? '' : canonicalJson(key);
}

/** Each group has a number. */
export class GroupTallies {
  readonly #key: GroupKey;
  readonly #fields: number;
  readonly #scalars = new Map<Scalar, number>();
  /** By the JSON of the values of their keys. */
  readonly #composites = new Map<string, number>();
  /** By the texts of their keys. */
  readonly #texts = new Map<string, number>();
  readonly #keys: JsonValue[] = [];
  readonly #entities: number[] = [];
  readonly #rows: number[] = [];
  /** Those of one group after those of another. */
  readonly #sums: number[] = [];
  /** The entity that was counted last, by group. */
  readonly #last: number[] = [];
  /** The number of the entity whose rows are counted. */
  #entity = 0;

  /** @param fields how many fields are summed */
  constructor(key: GroupKey, fields: number) {
    this.#key = key;
    this.#fields = fields;
  }

  /** The number of the group with these values of its key; missing and null are one. */
  numberOf(values: readonly (JsonValue | undefined)[]): number {
    const [only] = values;
    return values.length === 1 && (only === undefined || isScalar(only))
      ? this.#ofScalar(only)
      : this.#named(this.#composites, JSON.stringify(values.map((each) => each ?? null)), values);
  }

  /** The same for a key of one scalar. */
  #ofScalar(value: Scalar | undefined): number {
    const scalar = value ?? null;
    return this.#scalars.get(scalar) ?? this.#named(this.#scalars, scalar, [scalar]);
  }

  #named<Name>(
    numbers: Map<Name, number>,
    name: Name,
    values: readonly (JsonValue | undefined)[],
  ): number {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    const key = groupId(
      this.#key,
      values.map((each) => each ?? null),
    );
    const text = groupText(key);
    const number = this.#texts.get(text) ?? this.#create(text, key);
    numbers.set(name, number);
    return number;
  }

  #create(text: string, key: JsonValue): number {
    const number = this.#keys.push(key) - 1;
    this.#texts.set(text, number);
    this.#entities.push(0);
    this.#rows.push(0);
    this.#last.push(0);
    for (let field = 0; field < this.#fields; field += 1) this.#sums.push(0);
    return number;
  }

  /** Begins to count the rows of one more entity. */
  nextEntity(): void {
    this.#entity += 1;
  }

  /** Counts a row of the entity. Its steps begin at `from`. */
  count(group: number, steps: ArrayLike<number>, from: number): void {
    if (this.#last[group] !== this.#entity) {
      this.#last[group] = this.#entity;
      this.#entities[group] = (this.#entities[group] ?? 0) + 1;
    }
    this.#rows[group] = (this.#rows[group] ?? 0) + 1;
    for (let field = 0; field < this.#fields; field += 1) {
      const at = group * this.#fields + field;
      this.#sums[at] = (this.#sums[at] ?? 0) + (steps[from + field] ?? 0);
    }
  }

  /** Groups of which at least one row was counted. */
  tallies(): Tallies {
    const tallies = new Map<string, GroupTally>();
    for (const [text, group] of this.#texts) {
      const [key, entities, rows] = [
        this.#keys[group] ?? null,
        this.#entities[group] ?? 0,
        this.#rows[group] ?? 0,
      ];
      const from = group * this.#fields;
      const sums = this.#sums.slice(from, from + this.#fields);
      if (rows > 0) tallies.set(text, { key, entities, rows, sums });
    }
    return tallies;
  }
}
