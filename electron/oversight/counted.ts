/** Counts with the filter of the records behind them. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import type { Counted, FactValue } from '../../shared/contract/oversight.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';

/** Makes counts of decisions that meet one filter, and more conditions. */
export class Counts {
  readonly where: JsonObject;

  constructor(where: JsonObject) {
    this.where = where;
  }

  of(count: number, condition?: JsonObject): Counted {
    const where = condition === undefined ? this.where : both(this.where, condition);
    return { count, where: canonicalJson(where) };
  }

  within(condition: JsonObject): Counts {
    return new Counts(both(this.where, condition));
  }
}

/** A filter that holds where both hold, as short as may be: people read it as the conditions that it is made of. */
export function both(one: JsonObject, other: JsonObject): JsonObject {
  const shared = Object.keys(other).filter((name) => Object.hasOwn(one, name));
  if (shared.length === 0) return { ...one, ...other };
  const [name] = shared;
  const range =
    shared.length === 1 && name === 'decided_at'
      ? commonRange(one['decided_at'], other['decided_at'])
      : undefined;
  if (range !== undefined) return { ...one, ...other, decided_at: range };
  const { $and: inner, ...rest } = one;
  return Array.isArray(inner) && Object.keys(rest).length === 0
    ? { $and: [...inner, other] }
    : { $and: [one, other] };
}

/** The range that is in both ranges of time; undefined where one of them is not just that. */
function commonRange(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
): JsonObject | undefined {
  const [first, second] = [rangeOf(one), rangeOf(other)];
  if (first === undefined || second === undefined) return undefined;
  const from = [first.from, second.from]
    .filter((each) => each !== undefined)
    .toSorted()
    .at(-1);
  const to = [first.to, second.to].filter((each) => each !== undefined).toSorted()[0];
  return timesFrom(from, to);
}

interface TimeTexts {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A condition on times that says no more than where they begin ($gte) and end ($lt). */
export function rangeOf(condition: JsonValue | undefined): TimeTexts | undefined {
  if (!isJsonObject(condition)) return undefined;
  const { $gte: from, $lt: to, ...others } = condition;
  if (Object.keys(others).length > 0) return undefined;
  if (from !== undefined && typeof from !== 'string') return undefined;
  if (to !== undefined && typeof to !== 'string') return undefined;
  return { from, to };
}

/** The condition on times between two texts. */
export function timesFrom(from: string | undefined, to: string | undefined): JsonObject {
  return {
    ...(from === undefined ? {} : { $gte: from }),
    ...(to === undefined ? {} : { $lt: to }),
  };
}

/** The condition that a field has a value; undefined: that it has none. */
export function fieldIs(field: string, value: FactValue | undefined): JsonObject {
  if (value === undefined) return { [field]: { $exists: false } };
  if (value === null) return { [field]: { $type: 'null' } };
  return { [field]: value };
}
