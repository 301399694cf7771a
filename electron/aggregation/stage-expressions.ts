/** The expressions of one pipeline: how many nodes they have together, and what stands for a key. */
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import type { Expression } from '../filters/expressions/expression.ts';
import { parseExpression } from '../filters/expressions/parse-expression.ts';
import { FilterError } from '../filters/filter.ts';

/** Fields of one group, members of one key, or fields of one projection. */
const mostMembers = 64;

export class StageExpressions {
  readonly #most: number;
  #nodes = 0;

  /** `most`: nodes of all expressions together. */
  constructor(most: number) {
    this.#most = most;
  }

  /** @throws {FilterError} */
  read(value: JsonValue, place: string): Expression {
    return parseExpression(value, place, (at) => this.#count(at));
  }

  /**
   * What rows are grouped by, or what an accumulator takes: a text that is no path is refused there, since it would
   * most likely be a path without its `$`.
   */
  key(value: JsonValue | undefined, place: string): Expression {
    if (value === undefined || (typeof value === 'string' && !value.startsWith('$'))) {
      throw new FilterError(place, faultOf('pipeline_text_key'));
    }
    return this.read(value, place);
  }

  #count(place: string): void {
    this.#nodes += 1;
    if (this.#nodes > this.#most) {
      throw new FilterError(place, faultOf('filter_conditions', { maximum: this.#most }));
    }
  }
}

/** Refuses the first member that an operand may not have. @throws {FilterError} */
export function refuseOthers(others: JsonObject, place: string): void {
  const [unknown] = Object.keys(others);
  if (unknown === undefined) return;
  throw new FilterError(`${place}.${unknown}`, faultOf('not_known', { unit: 'member' }));
}

/** Names of stages and accumulators stand with or without `$`. */
export function withoutDollar(name: string): string {
  return name.startsWith('$') ? name.slice(1) : name;
}

export function refuseTooManyMembers(names: readonly string[], place: string): void {
  if (names.length > mostMembers) {
    throw new FilterError(
      place,
      faultOf('filter_members', { length: names.length, maximum: mostMembers }),
    );
  }
}
