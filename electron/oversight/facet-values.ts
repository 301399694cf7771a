/** What stands in a field of some decisions, to choose from. */
import type { FieldFacet } from '../../shared/contract/records.ts';
import { limits } from '../../shared/contract/limits.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { confidenceBin, confidenceBins } from '../../shared/oversight/rates.ts';
import type { ModelColumns } from './model-columns.ts';
import { countCodes } from './outcome-counts.ts';
import { isoOf } from './periods.ts';

/** Values of a field with how many of the rows have each, the most frequent first; of numbers the least and the greatest. */
export function fieldFacet(
  field: string,
  parts: readonly (readonly [columns: ModelColumns, rows: Uint32Array])[],
): FieldFacet {
  const counts = new Map<string, { value: FieldFacet['values'][number]['value']; count: number }>();
  const bins = field === 'confidence' ? new Uint32Array(confidenceBins) : undefined;
  let absent = 0;
  let [least, greatest] = [Infinity, -Infinity];
  let isTime = false;
  for (const [columns, rows] of parts) {
    const column = columns.column(field);
    if (column === undefined || column.kind === 'text') {
      absent += rows.length;
    } else if (column.kind === 'coded') {
      for (const [code, count] of countCodes(rows, column).entries()) {
        const value = column.values[code];
        if (value === undefined) absent += count;
        else if (count > 0) {
          const key = canonicalJson(value);
          const known = counts.get(key);
          if (known === undefined) counts.set(key, { value, count });
          else known.count += count;
        }
      }
    } else {
      isTime = column.kind === 'time';
      for (const row of rows) {
        const value = column.numbers[row] ?? Number.NaN;
        if (Number.isNaN(value)) absent += 1;
        else {
          if (value < least) least = value;
          if (value > greatest) greatest = value;
          if (bins !== undefined) {
            const bin = confidenceBin(value);
            bins[bin] = (bins[bin] ?? 0) + 1;
          }
        }
      }
    }
  }
  const told = (value: number) => (isTime ? isoOf(value) : value);
  return {
    field,
    values: [...counts]
      .toSorted(([left, one], [right, other]) => other.count - one.count || (left < right ? -1 : 1))
      .slice(0, limits.facetValues)
      .map(([, each]) => each),
    absent,
    least: least === Infinity ? null : told(least),
    greatest: greatest === -Infinity ? null : told(greatest),
    ...(bins === undefined ? {} : { bins: [...bins] }),
  };
}
