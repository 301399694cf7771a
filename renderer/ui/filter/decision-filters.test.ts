/** Chips say what the filter does, and taking one away takes its parameters away. */
import { getFixedT } from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { startTranslations } from '../../i18n/index.ts';
import {
  activeFields,
  chipText,
  datePresets,
  filterFields,
  rowFilters,
  withoutField,
  type DecisionsTranslate,
} from './decision-filters.ts';

let t: DecisionsTranslate;
beforeAll(() => {
  startTranslations();
  t = getFixedT('en', 'decisions');
});

const everything: RecordFilter = {
  q: 'mortgage',
  model_id: 'credit-scorer',
  where: '{"group.race":"a","outcome":"deny"}',
  start_date: '2026-01-01',
  end_date: '2026-01-31',
  policy_id: 'eu-7',
  transaction_id: 'tx_41',
  min_confidence: 0.2,
  max_confidence: 0.5,
  has_intervention: true,
  review: 'waiting',
};

describe('chips', () => {
  test('one a field, in their order', () => {
    expect(activeFields(everything)).toEqual(filterFields);
    expect(activeFields({ max_confidence: 0 })).toEqual(['confidence']);
    expect(activeFields({})).toEqual([]);
  });

  test('each says what it restricts to', () => {
    expect(filterFields.map((field) => chipText(everything, field, t))).toEqual([
      'contains “mortgage”',
      'is credit-scorer',
      'race a · Outcome deny',
      '1 Jan 2026 – 31 Jan 2026 (UTC)',
      'is eu-7',
      'is tx_41',
      '0.2 – 0.5',
      'present',
      'waits for a person',
    ]);
  });

  test.each<[RecordFilter, 'created' | 'confidence' | 'intervention', string]>([
    [{ start_date: '2026-01-01', end_date: '2026-01-01' }, 'created', 'on 1 Jan 2026 (UTC)'],
    [{ start_date: '2026-01-01' }, 'created', 'from 1 Jan 2026 (UTC)'],
    [{ end_date: '2026-01-01' }, 'created', 'until 1 Jan 2026 (UTC)'],
    [{ min_confidence: 0 }, 'confidence', 'at least 0'],
    [{ max_confidence: 0.5 }, 'confidence', 'at most 0.5'],
    [{ has_intervention: false }, 'intervention', 'absent'],
  ])('%o', (filter, field, text) => {
    expect(chipText(filter, field, t)).toBe(text);
  });

  test('taken away, the others stay', () => {
    expect(activeFields(withoutField(everything, 'created'))).toEqual(
      filterFields.filter((field) => field !== 'created'),
    );
    expect(filterFields.reduce(withoutField, everything)).toEqual({});
  });
});

test('a row offers what it has', () => {
  const hash = `sha256:${'0'.repeat(64)}`;
  const offered = rowFilters({
    id: 'rec_1',
    seq: 1,
    model_id: 'm',
    output: {},
    transaction_id: 'tx',
    hash,
    previous_hash: hash,
    created_at: '2026-02-03T23:59:59.999Z',
    interventions: [],
  });
  expect(offered.map((each) => each.filter)).toEqual([
    { model_id: 'm' },
    { start_date: '2026-02-03', end_date: '2026-02-03' },
    { transaction_id: 'tx' },
    { has_intervention: false },
  ]);
});

test('presets are whole UTC days that end today', () => {
  expect(datePresets('2026-03-01')).toEqual([
    { name: 'today', from: '2026-03-01', to: '2026-03-01' },
    { name: 'last7', from: '2026-02-23', to: '2026-03-01' },
    { name: 'last30', from: '2026-01-31', to: '2026-03-01' },
    { name: 'last90', from: '2025-12-02', to: '2026-03-01' },
    { name: 'thisYear', from: '2026-01-01', to: '2026-03-01' },
  ]);
});
