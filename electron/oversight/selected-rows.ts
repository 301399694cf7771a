/** Rows of a model among the selected records of a ledger. */
import type { ModelColumns } from './model-columns.ts';

/** Records by their positions: all of a stretch, or those of a list, which rises. */
export type SelectedPositions =
  | { readonly kind: 'stretch'; readonly first: number; readonly last: number }
  | { readonly kind: 'listed'; readonly positions: Uint32Array };

/** So many times fewer positions than rows are looked up one by one. */
const fewer = 16;

/** Takes the rows of one model after another: what is selected is laid out once for all of them. */
export function rowSelector(selected: SelectedPositions): (columns: ModelColumns) => Uint32Array {
  if (selected.kind === 'stretch') {
    return (columns) => {
      const first = columns.firstRow(selected.first);
      const length = Math.max(0, columns.firstRow(selected.last + 1) - first);
      return Uint32Array.from({ length }, (_, index) => first + index);
    };
  }
  const { positions } = selected;
  let mask: Uint8Array | undefined;
  return (columns) => {
    if (positions.length * fewer < columns.size) {
      return Uint32Array.from([...positions].flatMap((each) => columns.rowOf(each) ?? []));
    }
    mask ??= maskOf(positions);
    return maskedRows(columns.positions, mask);
  };
}

function maskOf(positions: Uint32Array): Uint8Array {
  const mask = new Uint8Array((positions.at(-1) ?? 0) + 1);
  for (const position of positions) mask[position] = 1;
  return mask;
}

function maskedRows(all: Uint32Array, mask: Uint8Array): Uint32Array {
  const rows = new Uint32Array(all.length);
  let filled = 0;
  for (let row = 0; row < all.length; row += 1) {
    rows[filled] = row;
    filled += mask[all[row] ?? 0] ?? 0;
  }
  return rows.subarray(0, filled);
}
