/** Numbers of rows in files: 16 bits for the file, 32 for the row, both from 1. */

const rowsOfFile = 2 ** 32;
/** Files of one source. */
export const mostFiles = 10_000;

/** A row by its file and its place in it, both from 0. */
export interface RowPlace {
  readonly file: number;
  readonly row: number;
}

/** The number of a row. */
export function rowNumber(file: number, row: number): number {
  return (file + 1) * rowsOfFile + row + 1;
}

export function positionOf(seq: number): RowPlace {
  return { file: Math.floor(seq / rowsOfFile) - 1, row: (seq % rowsOfFile) - 1 };
}

/** The record id of a row without a key, good within one snapshot. */
export function recordIdOf(seq: number): string {
  const { file, row } = positionOf(seq);
  return `rec_${(file + 1).toString(36)}_${(row + 1).toString(36)}`;
}

/** The number of the row that such an id names; undefined for any other text. */
export function numberOfRecord(recordId: string): number | undefined {
  const [, file = '', row = ''] =
    /^rec_([1-9a-z][0-9a-z]{0,3})_([1-9a-z][0-9a-z]{0,6})$/.exec(recordId) ?? [];
  const place = { file: Number.parseInt(file, 36) - 1, row: Number.parseInt(row, 36) - 1 };
  if (
    !(place.file >= 0 && place.file < mostFiles && place.row >= 0 && place.row < rowsOfFile - 1)
  ) {
    return undefined;
  }
  return rowNumber(place.file, place.row);
}
