/** Accumulators of a group: what arrives one by one, in order of seq, becomes one value. */
import type { JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { LimitError } from '../filters/filter.ts';
import { compareValues } from '../filters/sort-rows.ts';
import { CompensatedSum, SquareSums } from './compensated-sums.ts';
import type { HeldValues } from './held-values.ts';
import { percentileOf } from './percentile.ts';
import { mostPushed, type GroupField } from './pipeline.ts';

export interface Accumulator {
  /** `value` is undefined where it is missing. */
  add(value: JsonValue | undefined): void;
  result(): JsonValue;
}

/** `held` is shared by all groups of one stage. */
export function createAccumulator(
  { accumulator, percentiles = 0.5 }: GroupField,
  held: HeldValues,
): Accumulator {
  switch (accumulator) {
    case 'sum':
      return new CompensatedSum();
    case 'avg':
      return new Average();
    case 'min':
      return new Extreme(-1);
    case 'max':
      return new Extreme(1);
    case 'count':
      return new Count();
    case 'stdDevSamp':
      return new Deviation(1);
    case 'stdDevPop':
      return new Deviation(0);
    case 'median':
    case 'percentile':
      return new Percentiles(percentiles, held);
    case 'first':
      return new First();
    case 'last':
      return new Last();
    case 'push':
      return new Pushed(held);
    case 'addToSet':
      return new DistinctValues(held);
    default:
      return accumulator satisfies never;
  }
}

/** Numbers only; of nothing null. */
class Average implements Accumulator {
  readonly #sum = new CompensatedSum();
  #count = 0;

  add(value: JsonValue | undefined): void {
    if (typeof value !== 'number') return;
    this.#sum.add(value);
    this.#count += 1;
  }

  result(): number | null {
    const total = this.#sum.result();
    return this.#count === 0 || total === null ? null : total / this.#count;
  }
}

/** The least or greatest value in the order of sorting; null and missing do not count. */
class Extreme implements Accumulator {
  readonly #sign: 1 | -1;
  #best: JsonValue = null;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  add(value: JsonValue | undefined): void {
    if (value === undefined || value === null) return;
    if (this.#best === null || compareValues(value, this.#best) * this.#sign > 0) {
      this.#best = value;
    }
  }

  result(): JsonValue {
    return this.#best;
  }
}

class Count implements Accumulator {
  #count = 0;

  add(): void {
    this.#count += 1;
  }

  result(): number {
    return this.#count;
  }
}

/** Standard deviation of numbers: of a sample (`fewer` is 1) or of all there are (0). Null where there are too few. */
class Deviation implements Accumulator {
  readonly #fewer: 0 | 1;
  readonly #sums = new SquareSums();

  constructor(fewer: 0 | 1) {
    this.#fewer = fewer;
  }

  add(value: JsonValue | undefined): void {
    if (typeof value === 'number') this.#sums.add(value);
  }

  result(): number | null {
    const divisor = this.#sums.count - this.#fewer;
    if (divisor <= 0) return null;
    const deviation = Math.sqrt(this.#sums.ofDeviations() / divisor);
    return Number.isFinite(deviation) ? deviation : null;
  }
}

/** Numbers only; of nothing null. Exact: all of them are held. */
class Percentiles implements Accumulator {
  readonly #parts: number | readonly number[];
  readonly #held: HeldValues;
  #numbers = new Float64Array(8);
  #count = 0;

  constructor(parts: number | readonly number[], held: HeldValues) {
    this.#parts = parts;
    this.#held = held;
  }

  add(value: JsonValue | undefined): void {
    if (typeof value !== 'number') return;
    this.#held.takeNumber();
    if (this.#count === this.#numbers.length) {
      const larger = new Float64Array(this.#count * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#count] = value + 0;
    this.#count += 1;
  }

  result(): JsonValue {
    const sorted = this.#numbers.subarray(0, this.#count).toSorted();
    const parts = this.#parts;
    return typeof parts === 'number'
      ? percentileOf(sorted, parts)
      : parts.map((part) => percentileOf(sorted, part));
  }
}

/** The value of the first row, null where it lacks one. */
class First implements Accumulator {
  #value: JsonValue | undefined;

  add(value: JsonValue | undefined): void {
    if (this.#value === undefined) this.#value = value ?? null;
  }

  result(): JsonValue {
    return this.#value ?? null;
  }
}

/** The value of the last row, null where it lacks one. */
class Last implements Accumulator {
  #value: JsonValue = null;

  add(value: JsonValue | undefined): void {
    this.#value = value ?? null;
  }

  result(): JsonValue {
    return this.#value;
  }
}

/** The value of each row that has one, in their order. */
class Pushed implements Accumulator {
  readonly #held: HeldValues;
  readonly #values: JsonValue[] = [];

  constructor(held: HeldValues) {
    this.#held = held;
  }

  add(value: JsonValue | undefined): void {
    if (value === undefined) return;
    refuseOneMore(this.#values.length);
    this.#held.take(value);
    this.#values.push(value);
  }

  result(): JsonValue {
    return this.#values;
  }
}

/** Each different value once, in the order in which they came first. Objects with other orders of members differ. */
class DistinctValues implements Accumulator {
  readonly #held: HeldValues;
  readonly #values = new Map<string, JsonValue>();

  constructor(held: HeldValues) {
    this.#held = held;
  }

  add(value: JsonValue | undefined): void {
    if (value === undefined) return;
    const text = JSON.stringify(value);
    if (this.#values.has(text)) return;
    refuseOneMore(this.#values.size);
    this.#held.take(value);
    this.#values.set(text, value);
  }

  result(): JsonValue {
    return [...this.#values.values()];
  }
}

function refuseOneMore(count: number): void {
  if (count < mostPushed) return;
  throw new LimitError('', faultOf('pipeline_pushed', { maximum: mostPushed }), mostPushed);
}
