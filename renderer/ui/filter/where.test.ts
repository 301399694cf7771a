/** Filters over what decisions say: read from addresses, changed by members, told in words. */
import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { speak, startTranslations } from '../../i18n/index.ts';
import { withAdded, withModel, withoutField, withWhere } from './decision-filters.ts';
import { readWhere, restrictionOf, valuesOperand, withMember, writeWhere } from './where.ts';
import { fieldWord, restrictionWords } from './where-words.ts';

beforeAll(async () => {
  startTranslations();
  await speak('en', 'iso', ['en']);
});
afterAll(() => speak('en', 'language', ['en']));

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
    expect(words('confidence', { $lt: 0.6 })).toBe('below 0.6');
    const october = { $gte: '2026-10-01T00:00:00.000Z', $lt: '2026-11-01T00:00:00.000Z' };
    expect(words('decided_at', october)).toBe('2026-10');
    expect(words('outcome_class', { $in: ['adverse', 'favourable'] })).toBe(
      'adverse and favourable',
    );
    expect(words('changed', true)).toBe('yes');
    expect(words('outcome', { other: true })).toBe('others');
    expect(words('outcome', { $type: 'null' })).toBe('null');
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
  expect(withAdded(filter, { q: 'x' })).toEqual({ ...filter, q: 'x' });
  expect(withoutField(added, 'model')).toEqual({});
  expect(withWhere(added, {})).toEqual({ model_id: 'm' });
});

test('another model takes what the profile of the first read along, and nothing else', () => {
  const where =
    '{"$or":[{"changed":true},{"version":"2"}],"confidence":{"$lt":0.6},"outcome":"no","policy_id":"p"}';
  expect(withModel({ model_id: 'm', where, q: 'x' }, 'other')).toEqual({
    model_id: 'other',
    q: 'x',
    where: '{"confidence":{"$lt":0.6},"policy_id":"p"}',
  });
  expect(withModel({ model_id: 'm', where }, 'm')).toEqual({ model_id: 'm', where });
  const further = '{"$or":[{"changed":true},{"confidence":1}]}';
  expect(withoutField({ model_id: 'm', where: further }, 'model')).toEqual({ where: further });
  expect(
    withAdded({ model_id: 'm', where }, { model_id: 'other', where: '{"outcome":1}' }),
  ).toEqual({
    model_id: 'other',
    where: '{"confidence":{"$lt":0.6},"outcome":1,"policy_id":"p"}',
  });
});

test('one value is asked for as it is, a null as nothing else, several as a list', () => {
  expect([[], ['a'], [null], ['a', null]].map((values) => valuesOperand(values))).toEqual([
    undefined,
    'a',
    { $type: 'null' },
    { $in: ['a', null] },
  ]);
});
