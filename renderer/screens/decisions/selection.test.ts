/** Selecting by row, by range, and all but some. */
import { expect, test } from 'vitest';
import type { RecordRow } from '../../api/records.ts';
import {
  everythingSelected,
  isSelected,
  nothingSelected,
  selectedCount,
  selectedRows,
  toggled,
  withRows,
} from './selection.ts';

const hash = `sha256:${'0'.repeat(64)}`;
const row = (seq: number): RecordRow => ({
  id: `rec_${seq}`,
  seq,
  model_id: 'm',
  input: {},
  output: {},
  hash,
  previous_hash: hash,
  created_at: '2026-01-01T00:00:00.000Z',
  interventions: [],
});

test('a row is selected and let go', () => {
  const one = toggled(nothingSelected, row(3));
  expect([isSelected(one, 'rec_3'), isSelected(one, 'rec_4')]).toEqual([true, false]);
  expect(selectedCount(one, 1_000)).toBe(1);
  expect(toggled(one, row(3))).toEqual(nothingSelected);
});

test('a range adds to what is there, in journal order', () => {
  const some = withRows(toggled(nothingSelected, row(9)), [row(2), row(1), row(9)]);
  expect(selectedRows(some).map((each) => each.seq)).toEqual([1, 2, 9]);
});

test('all but one', () => {
  const most = toggled(everythingSelected, row(3));
  expect(selectedCount(most, 1_000)).toBe(999);
  expect(isSelected(most, 'rec_3')).toBe(false);
  expect(selectedCount(withRows(most, [row(3)]), 1_000)).toBe(1_000);
  expect(selectedRows(most)).toEqual([]);
});
