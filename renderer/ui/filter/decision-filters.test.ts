/** Chips say what the filter does, and taking one away takes its parameters away. */
import { getFixedT } from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { startTranslations } from '../../i18n/index.ts';
import {
  activeFields,
  chipText,
  datePresets,
  restrictionText,
  rowFilters,
  withoutField,
  type DecisionsTranslate,
} from './decision-filters.ts';

let t: DecisionsTranslate;
beforeAll(() => {
  startTranslations();
  t = getFixedT('en', 'decisions');
});

const where =
  '{"confidence":{"$gte":0.2,"$lte":0.5},"group.race":"a","outcome":"deny","policy_id":"eu-7","transaction_id":"tx_41"}';
const everything: RecordFilter = {
  q: 'mortgage',
  model_id: 'credit-scorer',
  where,
  start_date: '2026-01-01',
  end_date: '2026-01-31',
  has_intervention: true,
  review: 'waiting',
};
const everyField = [
  'q',
  'model',
  'confidence',
  'group.race',
  'outcome',
  'policy_id',
  'transaction_id',
  'created',
  'intervention',
  'review',
];

describe('chips', () => {
  test('one a field, and one a member of where, in their order', () => {
    expect(activeFields(everything)).toEqual(everyField);
    expect(activeFields({ where: '{"confidence":{"$lt":0.6}}' })).toEqual(['confidence']);
    expect(activeFields({})).toEqual([]);
  });

  test('each says what it restricts to', () => {
    expect(everyField.map((field) => restrictionText(everything, field, t))).toEqual([
      'Text contains “mortgage”',
      'Model is credit-scorer',
      'Confidence from 0.2, up to 0.5',
      'race a',
      'Outcome deny',
      'Policy eu-7',
      'Transaction tx_41',
      'Created 1 Jan 2026 – 31 Jan 2026 (UTC)',
      'Interventions present',
      'Review waits for a person',
    ]);
  });

  test.each<[RecordFilter, 'created' | 'intervention', string]>([
    [{ start_date: '2026-01-01', end_date: '2026-01-01' }, 'created', 'on 1 Jan 2026 (UTC)'],
    [{ start_date: '2026-01-01' }, 'created', 'from 1 Jan 2026 (UTC)'],
    [{ end_date: '2026-01-01' }, 'created', 'until 1 Jan 2026 (UTC)'],
    [{ has_intervention: false }, 'intervention', 'absent'],
  ])('%o', (filter, field, text) => {
    expect(chipText(filter, field, t)).toBe(text);
  });

  test('taken away, the others stay', () => {
    for (const field of everyField) {
      // Without the model nothing is known of what its profile reads.
      const gone = field === 'model' ? ['model', 'group.race', 'outcome'] : [field];
      expect(activeFields(withoutField(everything, field))).toEqual(
        everyField.filter((each) => !gone.includes(each)),
      );
    }
    expect(everyField.reduce(withoutField, everything)).toEqual({});
  });
});

describe('a row', () => {
  const hash = `sha256:${'0'.repeat(64)}`;
  const bare = {
    id: 'rec_1',
    seq: 1,
    model_id: 'm',
    output: {},
    transaction_id: 'tx',
    hash,
    previous_hash: hash,
    created_at: '2026-02-03T23:59:59.999Z',
    interventions: [],
  };
  const rest = [
    { where: '{"transaction_id":"tx"}' },
    { start_date: '2026-02-03', end_date: '2026-02-03' },
    { has_intervention: false },
  ];

  test('offers what it has', () => {
    expect(rowFilters(bare).map((each) => each.filter)).toEqual([{ model_id: 'm' }, ...rest]);
  });

  test('offers what its profile reads, with the model where that means something in it alone', () => {
    const row = {
      ...bare,
      confidence: 0.6,
      facts: {
        outcome: 'deny',
        outcome_class: 'adverse',
        effect: { other: true as const },
        decided_at: '2025-12-31T10:00:00.000Z',
        decided_from: 'profile' as const,
        amount: 10,
        changed: false,
        reviewed: false,
        groups: { race: 'a' },
        columns: { income: 1 },
      },
    };
    const of = (text: string) => ({ model_id: 'm', where: text });
    expect(rowFilters(row).map((each) => each.filter)).toEqual([
      { model_id: 'm' },
      of('{"outcome":"deny"}'),
      { where: '{"outcome_class":"adverse"}' },
      of('{"group.race":"a"}'),
      { where: '{"amount":{"$lte":10}}' },
      { where: '{"amount":{"$gte":10}}' },
      of('{"column.income":{"$lte":1}}'),
      of('{"column.income":{"$gte":1}}'),
      {
        where:
          '{"decided_at":{"$gte":"2025-12-31T00:00:00.000Z","$lt":"2026-01-01T00:00:00.000Z"}}',
      },
      { where: '{"confidence":{"$lte":0.6}}' },
      { where: '{"confidence":{"$gte":0.6}}' },
      { where: '{"changed":false}' },
      { where: '{"reviewed":false}' },
      ...rest,
    ]);
  });
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
