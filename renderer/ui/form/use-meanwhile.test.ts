/** What others changed is taken over where nobody typed. */
import { expect, test } from 'vitest';
import { takenOver } from './use-meanwhile.ts';

const before = { read: { limit: '1', period: '1m' }, days: [1, 2], name: 'a' };

test('in each member, however deep; a list is one thing', () => {
  const draft = { ...before, read: { limit: '5', period: '1m' }, days: [3] };
  const now = { read: { limit: '2', period: '1h' }, days: [1], name: 'b' };
  expect(takenOver(draft, before, now)).toEqual({
    read: { limit: '5', period: '1h' },
    days: [3],
    name: 'b',
  });
});

test('what came new comes with it', () => {
  const wider = { ...before, more: 1 };
  expect(takenOver<object>({ ...before, name: 'mine' }, before, wider)).toEqual({
    ...wider,
    name: 'mine',
  });
});
