/** The numbers that satisfy a comparison, as one closed range. */
import type { ComparisonOperator } from './filter.ts';

/** Numbers from `least` to `most`, both included. */
export interface NumberRange {
  readonly least: number;
  readonly most: number;
}

/** Every double has a next one, so each range can be closed. */
export function rangeOf(operator: ComparisonOperator, operand: number): NumberRange {
  switch (operator) {
    case '$gt':
      return { least: nextUp(operand), most: Infinity };
    case '$gte':
      return { least: operand, most: Infinity };
    case '$lt':
      return { least: -Infinity, most: -nextUp(-operand) };
    default:
      return { least: -Infinity, most: operand };
  }
}

function nextUp(value: number): number {
  const bits = new BigInt64Array(new Float64Array([value + 0]).buffer);
  const current = bits[0] ?? 0n;
  bits[0] = value < 0 ? current - 1n : current + 1n;
  return new Float64Array(bits.buffer)[0] ?? Infinity;
}
