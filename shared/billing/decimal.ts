/** Decimal numbers of JSON as whole numbers of a small unit, and back: exact, at the edge only. */

import { hdiv } from './rounding.ts';

/** Decimal places of a unit of the major unit of a currency: a rate has six, a cost of use nine. */
export const ratePlaces = 6;
export const costPlaces = 9;

/**
 * A JSON number as whole units of 10^-places, or undefined where it is not finite or has more
 * decimals. It is read as it was written: in its shortest form.
 */
export function unitsOf(value: number, places: number): bigint | undefined {
  if (!Number.isFinite(value)) return undefined;
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = places - fraction.length + Number(exponent);
  const digits = BigInt(`${whole}${fraction}`);
  if (shift >= 0) return signed(sign, digits * 10n ** BigInt(shift));
  const divisor = 10n ** BigInt(-shift);
  return digits % divisor === 0n ? signed(sign, digits / divisor) : undefined;
}

function signed(sign: string, value: bigint): bigint {
  return sign === '-' ? -value : value;
}

/** Whole units of 10^-places as a JSON number: the nearest one, printed in its shortest form. */
export function numberOf(units: bigint, places: number): number {
  return Number(units) / 10 ** places;
}

const quotientPlaces = 30;

/** `numerator ÷ denominator`, neither below zero, as the JSON number nearest to it: 42.40 ÷ 848 is 0.05. */
export function quotientNumber(numerator: bigint, denominator: bigint): number {
  const digits = String(hdiv(numerator * 10n ** BigInt(quotientPlaces), denominator));
  return Number(`${digits}e-${quotientPlaces}`);
}

/** Nanos as a JSON number. */
export function costNumber(nanos: bigint): number {
  return numberOf(nanos, costPlaces);
}
