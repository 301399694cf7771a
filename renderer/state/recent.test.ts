/** What was opened lately is kept once each, with the address that opens it. */
import { expect, test } from 'vitest';
import { readRecent, recentThing, withoutRecent, withRecent, type RecentThing } from './recent.ts';

const thing = (id: string, ledger = 'one'): RecentThing => ({
  ledger,
  kind: 'session',
  id,
  path: `/sessions/${id}`,
});

test.each([
  ['record', 'rec_1', '/decisions?record=rec_1'],
  ['model', 'a/b', '/models/a%2Fb'],
  ['session', 'sess_1', '/sessions/sess_1'],
  ['dataset', 'ds_1', '/datasets/ds_1'],
  ['invoice', 'inv_1', '/billing/invoices/inv_1'],
  ['payout', 'payout_1', '/payouts?payout=payout_1'],
] as const)('a %s is kept with the address that opens it', (kind, id, path) => {
  expect(recentThing('one', kind, id)).toEqual({ ledger: 'one', kind, id, path });
});

test('a thing that is not there is taken out, in its own ledger alone', () => {
  const things = [thing('a'), thing('b'), thing('a', 'two')];
  expect(withoutRecent(things, thing('a'))).toEqual([thing('b'), thing('a', 'two')]);
  expect(withoutRecent(things, thing('c'))).toEqual(things);
});

test('a thing stands once, first when it was last', () => {
  const things = ['a', 'b', 'a'].reduce<RecentThing[]>((all, id) => withRecent(all, thing(id)), []);
  expect(things.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(withRecent(things, thing('a', 'two'))).toHaveLength(3);
  const many = Array.from({ length: 40 }, (_, index) => thing(String(index)));
  expect(many.reduce<RecentThing[]>(withRecent, [])).toHaveLength(30);
});

test('a broken store is an empty one', () => {
  expect(readRecent(null)).toEqual([]);
  expect(readRecent('[{"kind":"other"}]')).toEqual([]);
  expect(readRecent('{')).toEqual([]);
});
