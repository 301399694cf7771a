/** Filters over what decisions say: read from addresses, changed by members, told in words. */
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { speak } from '../../i18n/index.ts';
import { withAdded, withoutField, withWhere } from './decision-filters.ts';
import { readWhere, restrictionOf, withMember, writeWhere } from './where.ts';
import { fieldWord, restrictionWords } from './where-words.ts';

beforeAll(() => speak('en', 'iso', ['en']));

test('an address without a filter, or with none that can be read, restricts nothing', () => {
  expect([undefined, '', 'x', '[1]', '{"outcome":"no"}'].map(readWhere)).toEqual([
    {},
    {},
    {},
    {},
    { outcome: 'no' },
  ]);
  expect(writeWhere({})).toBeUndefined();
  expect(writeWhere({ version: '2', outcome: 'no' })).toBe('{"outcome":"no","version":"2"}');
});

test('a member is replaced, or taken away', () => {
  expect(withMember({ outcome: 'no' }, 'version', 2)).toEqual({ outcome: 'no', version: 2 });
  expect(withMember({ outcome: 'no', version: 2 }, 'outcome', undefined)).toEqual({ version: 2 });
});

describe('restrictions', () => {
  test.each([
    ['no', { kind: 'values', values: ['no'] }],
    [{ $eq: null }, { kind: 'values', values: [null] }],
    [{ $in: ['a', 'b'] }, { kind: 'values', values: ['a', 'b'] }],
    [{ $exists: false }, { kind: 'present', isPresent: false }],
    [
      { $gte: 1, $lt: 2 },
      { kind: 'range', from: 1, below: 2, upTo: undefined, above: undefined },
    ],
    [{ $ne: 'a' }, { kind: 'other', text: '{"$ne":"a"}' }],
  ] as const)('%j', (operand, restriction) => {
    expect(restrictionOf(JSON.parse(JSON.stringify(operand)))).toEqual(restriction);
  });

  test('are told in words', () => {
    const t = i18next.getFixedT('en', 'where');
    expect(
      ['outcome', 'group.afam', 'column.income', '$or'].map((each) => fieldWord(each, t)),
    ).toEqual(['Outcome', 'afam', 'income', 'Further filter']);
    const words = (field: string, operand: object | string | boolean) =>
      restrictionWords(field, JSON.parse(JSON.stringify(operand)), t);
    expect(words('outcome_class', { $in: ['adverse', 'favourable'] })).toBe(
      'adverse and favourable',
    );
    expect(words('changed', true)).toBe('yes');
    expect(words('outcome', { other: true })).toBe('{"other":true}');
    expect(
      words('decided_at', { $gte: '1990-09-10T00:00:00.000Z', $lt: '1990-10-08T00:00:00.000Z' }),
    ).toBe('from 1990-09-10, before 1990-10-08');
    expect(words('confidence', { $gt: 0.5, $lte: 0.6 })).toBe('above 0.5, up to 0.6');
  });
});

test('restrictions of a row stand beside those that are there, and go with their model', () => {
  const filter = { model_id: 'm', where: '{"outcome":"no"}' };
  const added = withAdded(filter, { model_id: 'm', where: '{"group.afam":"yes"}' });
  expect(added).toEqual({ model_id: 'm', where: '{"group.afam":"yes","outcome":"no"}' });
  expect(withAdded(filter, { policy_id: 'p' })).toEqual({ ...filter, policy_id: 'p' });
  expect(withoutField(added, 'model')).toEqual({});
  expect(withWhere(added, {})).toEqual({ model_id: 'm' });
});
