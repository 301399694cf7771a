/** What stands in a field of some decisions, to choose from. */
import type { FieldFacet } from '../../shared/contract/records.ts';
import { limits } from '../../shared/contract/limits.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { ModelColumns } from './model-columns.ts';
import { countCodes } from './outcome-counts.ts';
import { isoOf } from './periods.ts';

/** The rows of a model at some positions, which rise. */
export function rowsAt(columns: ModelColumns, positions: Uint32Array): Uint32Array {
  const rows = new Uint32Array(Math.min(columns.size, positions.length));
  const all = columns.positions;
  let [row, filled] = [0, 0];
  for (const position of positions) {
    while (row < columns.size && (all[row] ?? 0) < position) row += 1;
    if (row === columns.size) break;
    if (all[row] === position) {
      rows[filled] = row;
      filled += 1;
    }
  }
  return rows.subarray(0, filled);
}

/** Values of a field with how many of the rows have each, the most frequent first; of numbers the least and the greatest. */
export function fieldFacet(
  field: string,
  parts: readonly (readonly [columns: ModelColumns, rows: Uint32Array])[],
): FieldFacet {
  const counts = new Map<string, { value: FieldFacet['values'][number]['value']; count: number }>();
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
  };
}
