/** Types, equality and order of JSON values, alike in JavaScript and in SQL. */
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';

export type Scalar = boolean | number | string | null;

export function isScalar(value: JsonValue): value is Scalar {
  return typeof value !== 'object' || value === null;
}

/** Same JSON type and equal: numbers are one type, arrays element by element, objects with key order. */
export function sameValue(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((element, index) => sameValue(element, right[index] ?? null))
    );
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const names = Object.keys(left);
  const others = Object.keys(right);
  return (
    names.length === others.length &&
    names.every(
      (name, index) => name === others[index] && sameValue(left[name] ?? null, right[name] ?? null),
    )
  );
}

/** Negative, zero or positive as `left` comes before, at or after `right` by their UTF-8 bytes. */
export function compareUtf8(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = left.charCodeAt(index) - right.charCodeAt(index);
    if (difference !== 0) {
      return utf8Rank(left.charCodeAt(index)) - utf8Rank(right.charCodeAt(index));
    }
  }
  return left.length - right.length;
}

/** UTF-16 puts characters beyond U+FFFF (surrogates) before U+E000…U+FFFF, UTF-8 after them. */
function utf8Rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
}

/** Compares two values of one scalar type; `undefined` where the types differ. */
export function compareScalars(left: JsonValue, right: Scalar): number | undefined {
  if (typeof left === 'number' && typeof right === 'number') {
    return left < right ? -1 : left > right ? 1 : 0;
  }
  if (typeof left === 'string' && typeof right === 'string') return compareUtf8(left, right);
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  return undefined;
}

const twoTo63 = 2 ** 63;
const twoTo31 = 2 ** 31;

/** The one type that a number is: a JSON number has no type of its own. */
export function numberType(value: number): 'int' | 'long' | 'double' {
  if (!Number.isInteger(value) || Math.abs(value) >= twoTo63) return 'double';
  return value >= -twoTo31 && value < twoTo31 ? 'int' : 'long';
}
