/** Who signs in this window: a key stays for a quarter of an hour without an act, for its own person and ledger alone. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { heldMs, keyFor, lock, signIn, signOut, useSignedIn } from './signed-in.ts';

const eva = { origin: 'ledger.example/demo', personId: 'usr_1', keyId: 'b2fb3cf4' };
const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, false, ['sign', 'verify']);
if (!('privateKey' in pair)) throw new TypeError('Ed25519 keys come in pairs.');
const key = pair.privateKey;
const state = () => useSignedIn.getState().signedIn;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  signOut();
  vi.useRealTimers();
});

it('has nobody at first', () => {
  expect(state()).toBeUndefined();
  expect(keyFor(eva)).toBeUndefined();
});

it('gives the key to acts of its person', () => {
  signIn(eva, key);
  expect(keyFor(eva)).toBe(key);
});

it.each([
  ['another ledger', { ...eva, origin: 'ledger.example/other' }],
  ['another person', { ...eva, personId: 'usr_2' }],
  ['a new key of the person', { ...eva, keyId: '00000000' }],
])('gives nothing for %s', (_title, other) => {
  signIn(eva, key);
  expect(keyFor(other)).toBeUndefined();
});

it('locks a quarter of an hour after the last act, and keeps in mind whose it was', () => {
  signIn(eva, key);
  vi.advanceTimersByTime(heldMs - 1);
  expect(keyFor(eva)).toBe(key);
  vi.advanceTimersByTime(heldMs - 1);
  expect(state()?.key).toBe(key);
  vi.advanceTimersByTime(1);
  expect(state()).toMatchObject({ ...eva, key: undefined });
  expect(keyFor(eva)).toBeUndefined();
});

it('locks in time where a sleeping computer ran no timer', () => {
  signIn(eva, key);
  vi.setSystemTime(heldMs);
  expect(keyFor(eva)).toBeUndefined();
  expect(state()).toMatchObject({ ...eva, key: undefined });
});

it('locks and signs out when asked', () => {
  signIn(eva, key);
  lock();
  expect(state()).toMatchObject({ ...eva, key: undefined });
  signOut();
  expect(state()).toBeUndefined();
});
