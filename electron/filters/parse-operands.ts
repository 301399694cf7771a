/** The operands of the operators that take neither a plain value nor a filter. */
import type { JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { FilterError, typeNames, type Predicate, type TypeName } from './filter.ts';

/** The numbers by which MongoDB knows the types that JSON has. */
const typeNumbers = new Map<JsonValue, TypeName>([
  [1, 'double'],
  [2, 'string'],
  [3, 'object'],
  [4, 'array'],
  [8, 'bool'],
  [10, 'null'],
  [16, 'int'],
  [18, 'long'],
]);

/** The types of `$type`: a name, a number, or an array of them. */
export function parseTypes(operand: JsonValue, place: string): readonly TypeName[] {
  if (!Array.isArray(operand)) return [parseType(operand, place)];
  if (operand.length === 0) throw new FilterError(place, faultOf('filter_type_missing'));
  return [...new Set(operand.map((each, index) => parseType(each, `${place}.${index}`)))];
}

function parseType(operand: JsonValue, place: string): TypeName {
  const type = typeNames.find((name) => name === operand) ?? typeNumbers.get(operand);
  if (type !== undefined) return type;
  const numbers = [...typeNumbers.keys()].map(Number).join(', ');
  throw new FilterError(place, faultOf('filter_types', { values: typeNames.join(', '), numbers }));
}

export function parseSize(operand: JsonValue, place: string): number {
  if (Number.isSafeInteger(operand) && Number(operand) >= 0) return Number(operand);
  throw new FilterError(place, faultOf('non_negative_integer'));
}

/** `[divisor, remainder]`, both integers. */
export function parseModulo(operand: JsonValue, place: string): Predicate {
  const [divisor, remainder] = Array.isArray(operand) && operand.length === 2 ? operand : [];
  if (!Number.isSafeInteger(divisor) || !Number.isSafeInteger(remainder)) {
    throw new FilterError(place, faultOf('filter_modulo'));
  }
  if (divisor === 0) throw new FilterError(`${place}.0`, faultOf('not_zero'));
  return { kind: 'modulo', divisor: Number(divisor), remainder: Number(remainder) };
}

/** The last of 64 bits is the sign, which stands for all beyond it. */
const signBit = 63;

/** A mask: a non-negative integer, or an array of bit positions. Answers it as a signed 64-bit integer. */
export function parseBitMask(operand: JsonValue, place: string): bigint {
  if (Number.isSafeInteger(operand) && Number(operand) >= 0) return BigInt(Number(operand));
  if (!Array.isArray(operand)) {
    throw new FilterError(place, faultOf('filter_mask'));
  }
  let mask = 0n;
  for (const [index, position] of operand.entries()) {
    if (!Number.isSafeInteger(position) || Number(position) < 0) {
      throw new FilterError(`${place}.${index}`, faultOf('non_negative_integer'));
    }
    mask |= 1n << BigInt(Math.min(Number(position), signBit));
  }
  return BigInt.asIntN(64, mask);
}
