/** Selected decisions come in the order of the journal. */
import { expect, test } from 'vitest';
import type { RecordRow } from '../../api/records.ts';
import { everythingSelected, nothingSelected, withRows } from '../../ui/list/selection.ts';
import { recordIdOf, selectedRows, type Selection } from './selection.ts';

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

test('in journal order; those of "all" are read first', () => {
  const nothing: Selection = nothingSelected;
  const some = withRows(nothing, [row(9), row(2), row(1)], recordIdOf);
  expect(selectedRows(some).map((each) => each.seq)).toEqual([1, 2, 9]);
  expect(selectedRows(everythingSelected)).toEqual([]);
});
