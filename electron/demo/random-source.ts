/** Seeded randomness, so that the demo ledger is the same bytes on every machine. */

/** A stream of pseudo-random values (sfc32); never a source of secrets outside the demo ledger. */
export interface RandomSource {
  /** A number in [0, 1). */
  unit(): number;
  /** An integer from `minimum` to `maximum`, both included. */
  integer(minimum: number, maximum: number): number;
  /** True with probability `probability`. */
  chance(probability: number): boolean;
  /** One of `items`, all equally likely. Throws RangeError where there is none. */
  pick<Item>(items: readonly Item[]): Item;
  /** One of `[item, weight]`; weights need not add up to one. Throws RangeError where there is none. */
  weighted<Item>(items: readonly (readonly [Item, number])[]): Item;
  /** A normally distributed number. */
  normal(mean: number, deviation: number): number;
  /** A number from `minimum` to `maximum` with at most `digits` decimals. */
  decimal(minimum: number, maximum: number, digits: number): number;
  /** Lower-case hex digits. */
  hex(length: number): string;
  bytes(length: number): Uint8Array;
}

const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** `value` with at most `digits` decimals, never negative zero. */
export function roundTo(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale + 0;
}

/** `value`, no smaller than `minimum` and no larger than `maximum`. */
export function clamp(value: number, minimum: number, maximum: number): number {
  return Math.min(maximum, Math.max(minimum, value));
}

/** The stream named `stream` of `seed`: streams of one seed do not disturb each other. */
export function createRandomSource(seed: number, stream = 0): RandomSource {
  let a = seed | 0;
  let b = stream | 0;
  let c = 0x9e3779b9 | 0;
  let counter = 1;

  function word(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  }
  for (let round = 0; round < 16; round += 1) word();

  function unit(): number {
    return word() / 0x1_0000_0000;
  }
  function integer(minimum: number, maximum: number): number {
    return minimum + Math.floor(unit() * (maximum - minimum + 1));
  }

  return {
    unit,
    integer,
    chance: (probability) => unit() < probability,
    pick(items) {
      const item = items[integer(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    weighted(items) {
      let total = 0;
      for (const [, weight] of items) total += weight;
      let left = unit() * total;
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      throw new RangeError('nothing to pick from');
    },
    normal(mean, deviation) {
      const radius = Math.sqrt(-2 * Math.log(1 - unit()));
      return mean + deviation * radius * Math.cos(2 * Math.PI * unit());
    },
    decimal: (minimum, maximum, digits) => roundTo(minimum + unit() * (maximum - minimum), digits),
    hex(length) {
      let text = '';
      while (text.length < length) {
        const value = word();
        for (let shift = 0; shift < 32; shift += 8) text += hexPairs[(value >>> shift) & 255] ?? '';
      }
      return text.slice(0, length);
    },
    bytes(length) {
      const bytes = new Uint8Array(length);
      for (let start = 0; start < length; start += 4) {
        const value = word();
        for (let index = start; index < Math.min(start + 4, length); index += 1) {
          bytes[index] = value >>> (8 * (index - start));
        }
      }
      return bytes;
    },
  };
}
