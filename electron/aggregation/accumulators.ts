/** Accumulators of a group: what arrives one by one, in order of seq, becomes one value. */
import type { JsonValue } from '../../shared/contract/json.ts';
import { compareValues } from '../filters/sort-rows.ts';
import type { AccumulatorName } from './pipeline.ts';

export interface Accumulator {
  add(value: JsonValue | undefined): void;
  result(): JsonValue;
}

export function createAccumulator(name: AccumulatorName): Accumulator {
  switch (name) {
    case 'sum':
      return new Sum();
    case 'avg':
      return new Average();
    case 'min':
      return new Extreme(-1);
    case 'max':
      return new Extreme(1);
    case 'count':
      return new Count();
    default:
      return name satisfies never;
  }
}

/** Numbers only; of nothing 0. Compensated (Neumaier), so that small parts are not lost in a large sum. */
class Sum implements Accumulator {
  #sum = 0;
  #lost = 0;

  add(value: JsonValue | undefined): void {
    if (typeof value !== 'number') return;
    const sum = this.#sum + value;
    this.#lost +=
      Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum;
    this.#sum = sum;
  }

  /** Null where the sum is beyond what a number can hold. */
  result(): number | null {
    const total = this.#sum + this.#lost;
    return Number.isFinite(total) ? total + 0 : null;
  }
}

/** Numbers only; of nothing null. */
class Average implements Accumulator {
  readonly #sum = new Sum();
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
