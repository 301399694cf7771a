/** What was opened lately is read out of addresses, and kept once each. */
import { expect, test } from 'vitest';
import { readRecent, thingAt, withRecent, type RecentThing } from './recent.ts';

const thing = (id: string, ledger = 'one'): RecentThing => ({
  ledger,
  kind: 'session',
  id,
  path: `/sessions/${id}`,
});

test.each([
  ['/decisions', '?record=rec_1&q=x', 'record', 'rec_1', '/decisions?record=rec_1'],
  ['/review', '?record=rec_1', 'record', 'rec_1', '/decisions?record=rec_1'],
  ['/models/a%2Fb', '?version=1.0.0', 'model', 'a/b', '/models/a%2Fb'],
  ['/sessions/sess_1', '', 'session', 'sess_1', '/sessions/sess_1'],
  ['/datasets/ds_1', '', 'dataset', 'ds_1', '/datasets/ds_1'],
  ['/billing/invoices/inv_1', '', 'invoice', 'inv_1', '/billing/invoices/inv_1'],
  ['/payouts', '?payout=payout_1', 'payout', 'payout_1', '/payouts?payout=payout_1'],
])('%s%s', (pathname, search, kind, id, path) => {
  expect(thingAt('one', pathname, search)).toEqual({ ledger: 'one', kind, id, path });
});

test.each(['/decisions', '/models', '/billing', '/settings', '/', '/models/%E0%A4%A'])(
  '%s opens nothing, or does not fail',
  (pathname) => {
    expect(() => thingAt('one', pathname, '')).not.toThrow();
  },
);

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
