/** The list finds by words and orders by what a column means, not by how it is spelled. */
import { describe, expect, test } from 'vitest';
import type { ModelOverview } from '../../../shared/contract/models.ts';
import { listRows, namedModels } from './list-rows.ts';

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
    expect(ids(listRows(rows, '', 'version', 'asc'))).toEqual(['b', 'a']);
    expect(ids(listRows(rows, '', 'version', 'desc'))).toEqual(['a', 'b']);
  });

  test('a mismatch comes before what was never checked, and that before what holds', () => {
    const rows = (['match', 'unchecked', 'mismatch', 'no_hash'] as const).map((artifact) =>
      model({ model_id: artifact, artifact }),
    );
    expect(ids(listRows(rows, '', 'artifact', 'asc'))).toEqual([
      'mismatch',
      'no_hash',
      'unchecked',
      'match',
    ]);
  });

  test('what is unknown comes first, equals stand by model id either way', () => {
    const rows = [
      model({ model_id: 'c', training_date: '2026-02-01' }),
      model({ model_id: 'b' }),
      model({ model_id: 'a' }),
    ];
    expect(ids(listRows(rows, '', 'training', 'asc'))).toEqual(['a', 'b', 'c']);
    expect(ids(listRows(rows, '', 'training', 'desc'))).toEqual(['c', 'a', 'b']);
  });
});

test('every word is found somewhere: id, version, framework or hash', () => {
  const rows = [
    model({ model_id: 'credit-scorer', framework: 'XGBoost' }),
    model({ model_id: 'fraud-guard', framework: 'XGBoost', version: '3.2.1' }),
  ];
  expect(ids(listRows(rows, 'xgb 3.2', 'model', 'asc'))).toEqual(['fraud-guard']);
  expect(ids(listRows(rows, ' XGBOOST ', 'model', 'asc'))).toHaveLength(2);
  expect(ids(listRows(rows, 'nobody', 'model', 'asc'))).toEqual([]);
});

test('of a server that tells names and versions alone: found by either, ordered by name', () => {
  const rows = [
    { model_id: 'fraud-guard', version: '3.2.1' },
    { model_id: 'credit-scorer', version: '4.0.0' },
  ];
  expect(ids(namedModels(rows, '', 'asc'))).toEqual(['credit-scorer', 'fraud-guard']);
  expect(ids(namedModels(rows, '', 'desc'))).toEqual(['fraud-guard', 'credit-scorer']);
  expect(ids(namedModels(rows, 'GUARD 3.2', 'asc'))).toEqual(['fraud-guard']);
  expect(ids(namedModels(rows, 'xgboost', 'asc'))).toEqual([]);
});
