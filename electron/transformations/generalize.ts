/** Values made coarser: numbers as ranges, dates as a part of them, ZIP codes as their first digits. */
import type { JsonValue } from '../../shared/contract/json.ts';
import type { Generalization } from '../../shared/contract/transformations.ts';
import { datePart, readDate } from './date-value.ts';
import { binOf, bucketOf } from './number-ranges.ts';
import { zip3 } from './zip-code.ts';

/** The coarser value; undefined for one that cannot be made so. */
export function generalize(value: JsonValue, parameters: Generalization): JsonValue | undefined {
  const { zip3: toZip3, date_part, date_format } = parameters;
  if (toZip3 === true) return zip3(value);
  if (date_part !== undefined) {
    const date = readDate(value, date_format);
    return date && datePart(date, date_part);
  }
  return typeof value === 'number' ? generalizeNumber(value, parameters) : undefined;
}

function generalizeNumber(value: number, parameters: Generalization): JsonValue {
  const { bucket_size, origin = 0, bins, labels, top } = parameters;
  if (bins !== undefined) {
    const { index, label } = binOf(value, bins);
    return labels?.[index] ?? label;
  }
  if (top !== undefined && value >= top) return `${top}+`;
  if (bucket_size === undefined) return value;
  const { from, to } = bucketOf(value, bucket_size, origin);
  return `[${from},${top === undefined ? to : Math.min(top, to)})`;
}
