/** Every kind of id opens something, or is known to have no screen of its own. */
import { expect, test } from 'vitest';
import { addressOf, placeOf, prefixesWithScreen } from './open-address.ts';

const rest = '01M7YG3BKDYDGY3801E2YBC7JA';

test('each prefix leads to a screen, but for those that no screen shows by themselves', () => {
  const without = [...prefixesWithScreen].filter(([, shown]) => !shown).map(([prefix]) => prefix);
  expect(without).toEqual([
    'sconn',
    'int',
    'card',
    'cn',
    'pay',
    'pm',
    'adj',
    'charge',
    'credit',
    'run',
    'rest',
    'assign',
    'prof',
    'psr',
    'pol',
    'ers',
    'evt',
    'hook',
    'dlv',
  ]);
  for (const [prefix, shown] of prefixesWithScreen) {
    expect([prefix, addressOf(`${prefix}_${rest}`) !== undefined]).toEqual([prefix, shown]);
  }
});

test('each id is in the address that it leads to, so that the thing itself is shown', () => {
  const shown = [...prefixesWithScreen].filter(([, isShown]) => isShown);
  const ids = shown.map(([prefix]) => `${prefix}_${rest}`);
  expect(ids.filter((id) => addressOf(id)?.includes(id) !== true)).toEqual([]);
});

test.each([
  [` rec_${rest.toLowerCase()} `, 'record', `/decisions?record=rec_${rest}`],
  [`SESS_${rest}`, 'session', `/sessions/sess_${rest}`],
  [`ev_${rest}`, 'evidence', `/open/ev_${rest}`],
  [`transform_${rest}`, 'evidence', `/open/transform_${rest}`],
  [`inv_${rest}`, 'invoice', `/billing/invoices/inv_${rest}`],
  [`usr_${rest}`, 'person', `/settings?tab=people&mark=usr_${rest}`],
  [`payout_${rest}`, 'payout', `/payouts?payout=payout_${rest}`],
  ['#1234', 'entry', '/open/%231234'],
  ['ABCDEF12', 'hash', '/open/abcdef12'],
  [`sha256:${'0123456789abcdef'.repeat(4)}`, 'hash', `/open/${'0123456789abcdef'.repeat(4)}`],
])('%s', (text, kind, path) => {
  expect(placeOf(text)).toMatchObject({ kind, path });
});

test.each(['', 'abcde', 'decade of words', 'rec_', 'nobody_01', '#', '#12x', `__proto___${rest}`])(
  '"%s" is no place',
  (text) => {
    expect(placeOf(text)).toBeUndefined();
    expect(addressOf(text)).toBeUndefined();
  },
);

test('what comes from outside cannot leave its place in the address', () => {
  for (const text of ['rec_01/../x', 'rec_01?record=2', 'rec_01#/settings', 'rec_01&a=b']) {
    expect(addressOf(text)).toBeUndefined();
  }
});
