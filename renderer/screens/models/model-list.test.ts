/** The list orders by what a column means, not by how it is spelled. */
import { describe, expect, test } from 'vitest';
import type { ModelOverview } from '../../../shared/contract/models.ts';
import { sortRows } from '../../ui/list/arrange-rows.ts';
import { modelsList } from './model-list.tsx';

const model = (part: Partial<ModelOverview> & { model_id: string }): ModelOverview => ({
  version: '1.0.0',
  versions: 1,
  registered_at: '2026-01-01T00:00:00.000Z',
  framework: null,
  training_date: null,
  model_hash: null,
  artifact: 'unchecked',
  artifact_checked_at: null,
  specification: { present: 0, total: 7 },
  annex_iv: { present: 0, partial: 0, total: 23 },
  has_intended_use: false,
  has_limitations: false,
  decision_count: 0,
  ...part,
});
const ids = (rows: readonly Pick<ModelOverview, 'model_id'>[]) => rows.map((row) => row.model_id);

describe('order', () => {
  test('1.10.0 is newer than 1.9.0', () => {
    const rows = [
      model({ model_id: 'a', version: '1.10.0' }),
      model({ model_id: 'b', version: '1.9.0' }),
    ];
    expect(ids(sortRows(modelsList, rows, { sort: 'version', order: 'asc' }))).toEqual(['b', 'a']);
    expect(ids(sortRows(modelsList, rows, { sort: 'version', order: 'desc' }))).toEqual(['a', 'b']);
  });

  test('a mismatch comes before what was never checked, and that before what holds', () => {
    const rows = (['match', 'unchecked', 'mismatch', 'no_hash'] as const).map((artifact) =>
      model({ model_id: artifact, artifact }),
    );
    expect(ids(sortRows(modelsList, rows, { sort: 'artifact', order: 'asc' }))).toEqual([
      'mismatch',
      'no_hash',
      'unchecked',
      'match',
    ]);
  });

  test('what is unknown comes first, equals stay as they came either way', () => {
    const rows = [
      model({ model_id: 'c', training_date: '2026-02-01' }),
      model({ model_id: 'a' }),
      model({ model_id: 'b' }),
    ];
    expect(ids(sortRows(modelsList, rows, { sort: 'training', order: 'asc' }))).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(ids(sortRows(modelsList, rows, { sort: 'training', order: 'desc' }))).toEqual([
      'c',
      'a',
      'b',
    ]);
  });
});
