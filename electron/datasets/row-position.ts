/** Where a row stands in the table of all rows: its dataset's number and its place in it, as one integer. */

/** Rows that one dataset can hold; positions stay exact integers up to dataset 131,071. */
const rowsPerDataset = 2 ** 36;

/** The position of row `seq` (1, 2, 3…) of a dataset. */
export function rowPosition(dataset: number, seq: number): number {
  return dataset * rowsPerDataset + seq;
}

/** The seq of the row at a position. */
export function rowSeq(position: number): number {
  return position % rowsPerDataset;
}
