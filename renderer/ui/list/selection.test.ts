/** Selecting by row, by range, and all but some. */
import { expect, test } from 'vitest';
import {
  everythingSelected,
  isSelected,
  nothingSelected,
  selectedCount,
  toggled,
  withRows,
  type Selection,
} from './selection.ts';

interface Row {
  readonly name: string;
}
const row = (number: number): Row => ({ name: `row_${number}` });
const idOf = ({ name }: Row) => name;
const nothing: Selection<Row> = nothingSelected;
const everything: Selection<Row> = everythingSelected;

test('a row is selected and let go', () => {
  const one = toggled(nothing, 'row_3', row(3));
  expect([isSelected(one, 'row_3'), isSelected(one, 'row_4')]).toEqual([true, false]);
  expect(selectedCount(one, 1_000)).toBe(1);
  expect(toggled(one, 'row_3', row(3))).toEqual(nothing);
});

test('a range adds to what is there', () => {
  const some = withRows(toggled(nothing, 'row_9', row(9)), [row(2), row(1), row(9)], idOf);
  expect(selectedCount(some, 1_000)).toBe(3);
});

test('all but one', () => {
  const most = toggled(everything, 'row_3', row(3));
  expect(selectedCount(most, 1_000)).toBe(999);
  expect(isSelected(most, 'row_3')).toBe(false);
  expect(selectedCount(withRows(most, [row(3)], idOf), 1_000)).toBe(1_000);
});
