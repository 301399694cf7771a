/** Sums of doubles that lose nothing of small parts, whatever the order in which they come. */
import type { JsonValue } from '../../shared/contract/json.ts';

/** Numbers only; of nothing 0. Compensated (Neumaier), so that small parts are not lost in a large sum. */
export class CompensatedSum {
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

/** Numbers with their count, their sum and the sum of their squares, the sums to twice the digits of a double. */
export class SquareSums {
  #count = 0;
  /** Of numbers less the first of them, which keeps the squares small. */
  #first = 0;
  readonly #sum = new DoubleDouble();
  readonly #squares = new DoubleDouble();

  get count(): number {
    return this.#count;
  }

  add(value: number): void {
    if (this.#count === 0) this.#first = value;
    this.#count += 1;
    const { high, low } = difference(value, this.#first);
    this.#sum.add(high, low);
    const square = product(high, high);
    this.#squares.add(square.high, square.low + 2 * high * low);
  }

  /** The sum of the squares of what each number is away from the mean of all. */
  ofDeviations(): number {
    const { high, low } = this.#sum;
    const square = product(high, high);
    const total = new DoubleDouble();
    total.add(this.#squares.high, this.#squares.low);
    const quotient = square.high / this.#count;
    const back = product(quotient, this.#count);
    const rest = square.high - back.high - back.low + square.low + 2 * high * low;
    total.add(-quotient, -rest / this.#count);
    return Math.max(0, total.high + total.low);
  }
}

interface Parts {
  readonly high: number;
  readonly low: number;
}

/** A sum as the double nearest to it and what that is off. */
class DoubleDouble implements Parts {
  high = 0;
  low = 0;

  add(high: number, low: number): void {
    const sum = this.high + high;
    const part = sum - this.high;
    const lost = this.high - (sum - part) + (high - part) + this.low + low;
    this.high = sum + lost;
    this.low = lost - (this.high - sum);
  }
}

/** `left` − `right`, exactly. */
function difference(left: number, right: number): Parts {
  const high = left - right;
  const part = high - left;
  return { high, low: left - (high - part) + (-right - part) };
}

/** 2^27 + 1: what takes a double apart into two halves (Veltkamp). */
const splitter = 134_217_729;

/** `left` · `right`, exactly, where neither is near the ends of what a double can hold. */
function product(left: number, right: number): Parts {
  const high = left * right;
  const [one, other] = [halves(left), halves(right)];
  const low =
    one.high * other.high -
    high +
    one.high * other.low +
    one.low * other.high +
    one.low * other.low;
  return { high, low: Number.isFinite(low) ? low : 0 };
}

function halves(value: number): Parts {
  const large = splitter * value;
  const high = large - (large - value);
  return { high, low: value - high };
}
