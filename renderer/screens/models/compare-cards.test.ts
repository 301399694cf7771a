/** Two versions are compared member by member and metric by metric. */
import { expect, test } from 'vitest';
import { compareCards } from './compare-cards.ts';

test('equal members do not differ, missing ones do, metrics stand one by one', () => {
  const rows = compareCards(
    { framework: 'a', limitations: 'x', performance: { f1: 0.5, auc: 0.9 } },
    { framework: 'a', performance: { auc: 0.9, brier: 0.1 }, fairness: { parity: 1 } },
  );
  expect(rows.filter((row) => row.differs)).toEqual([
    { kind: 'text', field: 'limitations', before: 'x', after: null, differs: true },
    { kind: 'metric', group: 'performance', metric: 'f1', before: 0.5, after: null, differs: true },
    {
      kind: 'metric',
      group: 'performance',
      metric: 'brier',
      before: null,
      after: 0.1,
      differs: true,
    },
    { kind: 'metric', group: 'fairness', metric: 'parity', before: null, after: 1, differs: true },
  ]);
  expect(rows).toHaveLength(9);
});

test('a metric named like a member of every object is a metric', () => {
  const own: Record<string, number> = JSON.parse('{"constructor":1}');
  expect(compareCards({}, { performance: own }).filter((row) => row.differs)).toEqual([
    {
      kind: 'metric',
      group: 'performance',
      metric: 'constructor',
      before: null,
      after: 1,
      differs: true,
    },
  ]);
});
