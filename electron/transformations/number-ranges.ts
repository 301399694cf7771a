/** Numbers as ranges, computed on their decimal digits: 0.3 is in the bucket of 0.3, not of 0.2. */

import { hdiv } from '../../shared/billing/rounding.ts';

/** `digits` × 10^−`scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** The bucket `[from,to)` of a value: buckets of `size`, one of which starts at `origin`. */
export function bucketOf(
  value: number,
  size: number,
  origin: number,
): { readonly from: number; readonly to: number } {
  const { from: start, to: at, width, scale } = onOneScale(origin, value, size);
  const from = start + floorDivide(at - start, width) * width;
  return { from: numberOf(from, scale), to: numberOf(from + width, scale) };
}

/** Steps from an origin to a value: the nearest whole number of them, halves away from zero. `step` is above zero. */
export function stepsFrom(origin: number, value: number, step: number): bigint {
  const { from, to, width } = onOneScale(origin, value, step);
  return hdiv(to - from, width);
}

/** Tells whether a value is a whole number of steps. */
export function isMultipleOf(value: number, step: number): boolean {
  const { to, width } = onOneScale(0, value, step);
  return to % width === 0n;
}

/** So many steps, as the number nearest to them. */
export function timesStep(steps: bigint, step: number): number {
  const { digits, scale } = decimalOf(step);
  return numberOf(steps * digits, scale);
}

/** The label of the bin between ascending edges: `<18`, `[18,40)`, `>=65`. Also its index from 0. */
export function binOf(
  value: number,
  edges: readonly number[],
): { readonly index: number; readonly label: string } {
  const index = edges.filter((edge) => edge <= value).length;
  const from = edges[index - 1];
  const to = edges[index];
  if (from === undefined) return { index, label: `<${to}` };
  return { index, label: to === undefined ? `>=${from}` : `[${from},${to})` };
}

function onOneScale(origin: number, value: number, step: number) {
  const parts = [origin, value, step].map(decimalOf);
  const scale = Math.max(...parts.map((each) => each.scale));
  const [from = 0n, to = 0n, width = 1n] = parts.map(
    (each) => each.digits * 10n ** BigInt(scale - each.scale),
  );
  return { from, to, width, scale };
}

/** The shortest decimal that reads back as the number, which is how JSON writes it. */
function decimalOf(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const power = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return power >= 0
    ? { digits, scale: power }
    : { digits: digits * 10n ** BigInt(-power), scale: 0 };
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

function numberOf(digits: bigint, scale: number): number {
  return Number(`${digits}e-${scale}`);
}
