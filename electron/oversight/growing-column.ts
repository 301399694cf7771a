/** Columns that rows are added to: arrays with room at their end, and dictionaries of values by number. */
import { isDeepStrictEqual } from 'node:util';
import type { FactValue } from '../../shared/contract/oversight.ts';
import type { Codes } from './decision-columns.ts';

const leastRoom = 256;

function roomFor(length: number): number {
  return Math.max(leastRoom, Math.ceil(length * 1.25));
}

/** Doubles. */
export class GrowingNumbers {
  #items = new Float64Array(0);

  set(row: number, value: number): void {
    if (row >= this.#items.length) {
      const larger = new Float64Array(roomFor(row + 1));
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[row] = value;
  }

  first(size: number): Float64Array {
    return this.#items.subarray(0, size);
  }

  get bytes(): number {
    return this.#items.byteLength;
  }
}

/** Numbers of values: a byte each, two or four where there are more values. */
export class GrowingCodes {
  #items: Codes = new Uint8Array(0);
  #most = 0xff;

  set(row: number, code: number): void {
    if (row >= this.#items.length || code > this.#most) this.#remake(row, code);
    this.#items[row] = code;
  }

  /** 0 where nothing was set. */
  at(row: number): number {
    return this.#items[row] ?? 0;
  }

  first(size: number): Codes {
    return this.#items.subarray(0, size);
  }

  get bytes(): number {
    return this.#items.byteLength;
  }

  #remake(row: number, code: number): void {
    if (code > this.#most) this.#most = code > 0xff_ff ? 0xff_ff_ff_ff : 0xff_ff;
    const length = row >= this.#items.length ? roomFor(row + 1) : this.#items.length;
    const larger =
      this.#most === 0xff
        ? new Uint8Array(length)
        : this.#most === 0xff_ff
          ? new Uint16Array(length)
          : new Uint32Array(length);
    larger.set(this.#items);
    this.#items = larger;
  }
}

/** Values by number, each made when its key is first seen. Number 0 is none. */
export class Dictionary<Key> {
  readonly #codes = new Map<Key, number>();
  readonly #values: (FactValue | undefined)[] = [undefined];
  readonly #valueOf: (key: Key) => FactValue;
  readonly #earlierOf: (value: FactValue) => Key | undefined;

  /** @param earlierOf the key by which a value may be known already, before it had its own */
  constructor(
    valueOf: (key: Key) => FactValue,
    earlierOf: (value: FactValue) => Key | undefined = () => undefined,
  ) {
    this.#valueOf = valueOf;
    this.#earlierOf = earlierOf;
  }

  get values(): readonly (FactValue | undefined)[] {
    return this.#values;
  }

  /** Tells whether a key stands for another value by now. */
  isStale(): boolean {
    for (const [key, code] of this.#codes) {
      if (!isDeepStrictEqual(this.#valueOf(key), this.#values[code])) return true;
    }
    return false;
  }

  codeOf(key: Key | null): number {
    if (key === null) return 0;
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    const value = this.#valueOf(key);
    const earlier = this.#earlierOf(value);
    const earlierCode = earlier === undefined ? undefined : this.#codes.get(earlier);
    const code = earlierCode ?? this.#values.push(value) - 1;
    this.#codes.set(key, code);
    return code;
  }
}
