/** Texts that are compared with instants: where in time an instant's own text begins to be behind them. */

/** Microseconds since 1970 of the least instant whose text is not below, and above, a text; undefined where none is. */
export interface LeastInstant {
  readonly notBelow: bigint | undefined;
  readonly above: bigint | undefined;
}

const microsOfDay = 86_400_000_000n;
/** The years 1 to 9999, in microseconds since 1970: their texts are all of one length and grow with time. */
export const firstInstant = BigInt(Date.UTC(2000, 0, 1)) * 1_000n - daysBefore2000() * microsOfDay;
export const lastInstant = BigInt(Date.UTC(9999, 11, 31)) * 1_000n + microsOfDay - 1n;

function daysBefore2000(): bigint {
  const begin = new Date(0);
  begin.setUTCFullYear(1, 0, 1);
  return BigInt(Math.round((Date.UTC(2000, 0, 1) - begin.getTime()) / 86_400_000));
}

/** `2024-01-05T10:00:00.000000Z`. */
export function instantText(micros: bigint): string {
  const seconds = floorDivide(micros, 1_000_000n);
  const rest = String(micros - seconds * 1_000_000n).padStart(6, '0');
  return `${new Date(Number(seconds) * 1_000).toISOString().slice(0, 19)}.${rest}Z`;
}

/** Where `text` stands among the texts of instants, `2024-01-05T10:00:00.000000Z`. */
export function instantBounds(text: string): LeastInstant {
  return boundsOf(text, firstInstant, lastInstant, 1n, instantText);
}

/** The same among the texts of days, `2024-01-05`; instants are those of their beginnings. */
export function dayBounds(text: string): LeastInstant {
  return boundsOf(text, firstInstant, lastInstant - microsOfDay + 1n, microsOfDay, (micros) =>
    instantText(micros).slice(0, 10),
  );
}

function boundsOf(
  text: string,
  from: bigint,
  to: bigint,
  step: bigint,
  textOf: (micros: bigint) => string,
): LeastInstant {
  /** The least instant that is not `isBefore`. */
  const least = (isBefore: (each: string) => boolean): bigint | undefined => {
    let low = 0n;
    let high = (to - from) / step + 1n;
    while (low < high) {
      const middle = (low + high) / 2n;
      if (isBefore(textOf(from + middle * step))) low = middle + 1n;
      else high = middle;
    }
    const found = from + low * step;
    return found > to ? undefined : found;
  };
  return { notBelow: least((each) => each < text), above: least((each) => each <= text) };
}

function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value % divisor < 0n ? quotient - 1n : quotient;
}
