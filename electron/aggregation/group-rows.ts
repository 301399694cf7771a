/** Grouping: keys with their types kept apart. */
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import type { Scalar } from '../filters/compare-values.ts';
import { LimitError } from '../filters/filter.ts';
import { createAccumulator, type Accumulator } from './accumulators.ts';
import { HeldValues } from './held-values.ts';
import { mostGroups, type GroupKey, type GroupStage } from './pipeline.ts';

/** A row on its way through a pipeline: equal `origin`, the same row before. */
export interface PipelineRow {
  readonly document: JsonObject;
  readonly origin: number;
}

export interface Group {
  readonly key: readonly JsonValue[];
  readonly accumulators: readonly Accumulator[];
}

type GrouperOptions = Pick<GroupStage, 'key' | 'fields'>;

export class Grouper {
  readonly #options: GrouperOptions;
  readonly #held = new HeldValues();
  /** In the order in which they appeared. */
  readonly #ordered: Group[] = [];
  /** By their only key, as it is: a map keeps `true`, 1 and "1" apart. */
  readonly #scalars = new Map<Scalar, Group>();
  /** By the JSON of their keys. */
  readonly #composites = new Map<string, Group>();

  constructor(options: GrouperOptions) {
    this.#options = options;
  }

  /**
   * The group of `key` (missing and null are one), made where it is not there yet. `true`, 1 and "1" are
   * apart, and so are objects with another order of keys.
   * @throws {LimitError} where there are too many groups
   */
  groupOf(key: readonly (JsonValue | undefined)[]): Group {
    if (key.length === 1) return this.groupOfOne(key[0]);
    return this.#group(this.#composites, JSON.stringify(key.map((each) => each ?? null)), key);
  }

  /** The same for a key of one value. */
  groupOfOne(value: JsonValue | undefined): Group {
    if (typeof value !== 'object' || value === null) {
      const scalar = value ?? null;
      return this.#scalars.get(scalar) ?? this.#group(this.#scalars, scalar, [scalar]);
    }
    return this.#group(this.#composites, JSON.stringify(value), [value]);
  }

  #group<Name>(
    groups: Map<Name, Group>,
    name: Name,
    key: readonly (JsonValue | undefined)[],
  ): Group {
    const known = groups.get(name);
    if (known !== undefined) return known;
    if (this.#ordered.length >= mostGroups) {
      throw new LimitError('', faultOf('pipeline_groups', { maximum: mostGroups }), mostGroups);
    }
    const group: Group = {
      key: key.map((each) => each ?? null),
      accumulators: this.#options.fields.map((field) => createAccumulator(field, this.#held)),
    };
    groups.set(name, group);
    this.#ordered.push(group);
    return group;
  }

  /** In the order in which the groups first appeared. */
  results(): PipelineRow[] {
    return this.#ordered.map((group, origin) => ({ document: this.#documentOf(group), origin }));
  }

  #documentOf({ key, accumulators }: Group): JsonObject {
    const document: JsonObject = Object.create(null);
    document['_id'] = groupId(this.#options.key, key);
    for (const [index, { name }] of this.#options.fields.entries()) {
      document[name] = accumulators[index]?.result() ?? null;
    }
    return document;
  }
}

/** The `_id` of a group: of the values of its key, in the order of `keyParts`. */
export function groupId(key: GroupKey, values: readonly JsonValue[]): JsonValue {
  if (key.kind === 'all') return null;
  if (key.kind === 'value') return values[0] ?? null;
  const id: JsonObject = Object.create(null);
  for (const [index, [name]] of key.members.entries()) id[name] = values[index] ?? null;
  return id;
}
