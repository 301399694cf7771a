import { describe, expect, it } from 'vitest';
import { barsOf, cellText, drawable, keyParts, tableOf } from './aggregate-result.ts';

describe('tableOf', () => {
  it('has the key, or its members, and what was measured', () => {
    expect(
      tableOf([
        { _id: 'a', count: 2 },
        { _id: null, count: 1, avg_age: 40 },
      ]),
    ).toEqual({
      keys: ['_id'],
      measures: ['count', 'avg_age'],
    });
    expect(tableOf([{ _id: { sex: 'f', site: 1 }, count: 2 }]).keys).toEqual(['sex', 'site']);
    expect(tableOf([{ rows: 5 }])).toEqual({ keys: [], measures: ['rows'] });
  });
});

describe('barsOf', () => {
  it('start from a common zero', () => {
    expect(barsOf([{ n: 4 }, { n: 1 }, { n: null }], 'n')).toEqual([
      { start: 0, width: 100 },
      { start: 0, width: 25 },
      null,
    ]);
    expect(barsOf([{ n: -1 }, { n: 3 }], 'n')).toEqual([
      { start: 0, width: 25 },
      { start: 25, width: 75 },
    ]);
    expect(barsOf([{ n: 0 }], 'n')).toEqual([{ start: 0, width: 0 }]);
  });
});

it('draws numbers only, and says every value', () => {
  expect(drawable([{ a: 1, b: 'x' }], ['a', 'b'])).toEqual(['a']);
  expect([cellText(1234.56789), cellText('x'), cellText(null), cellText(undefined)]).toEqual([
    '1,234.5679',
    'x',
    'null',
    '',
  ]);
  expect(keyParts({ _id: ['a'] })).toEqual({ _id: ['a'] });
});
