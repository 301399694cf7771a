/** The palette finds commands by their words and knows an id or a hash when it sees one. */
import { describe, expect, test } from 'vitest';
import type { Command } from './commands.ts';
import {
  billingLookup,
  fit,
  matchingCommands,
  recordLookup,
  sessionLookup,
} from './palette-matches.ts';

const command = (title: string, more: Partial<Command> = {}): Command => ({
  id: title,
  title,
  group: 'do',
  scope: 'global',
  run: () => undefined,
  ...more,
});

test('the start of a title beats the start of a word beats a part of one', () => {
  expect(fit('New decision…', 'new d')).toBe(4);
  expect(fit('Verify the whole ledger', 'whole ver')).toBe(3);
  expect(fit('Verify the whole ledger', 'edge')).toBe(2);
  expect(fit('Verify the whole ledger', 'import')).toBe(0);
});

test('commands that are unlisted or not possible now are not offered', () => {
  const found = matchingCommands(
    [
      command('Import a file…'),
      command('Next row', { unlisted: true }),
      command('Import again', { isEnabled: () => false }),
      command('Go to Imports', { group: 'go' }),
    ],
    'imp',
  );
  expect(found.map((each) => each.title)).toEqual(['Import a file…', 'Go to Imports']);
});

describe('a pasted text', () => {
  const hash = '0123456789abcdef'.repeat(4);
  test.each([
    [' rec_01jabc ', { kind: 'id', id: 'rec_01JABC' }],
    [`sha256:${hash}`, { kind: 'hash', prefix: hash }],
    ['ABCDEF12', { kind: 'hash', prefix: 'abcdef12' }],
    ['#1234', { kind: 'seq', seq: 1234 }],
    ['abcde', undefined],
    ['decade of words', undefined],
    ['', undefined],
  ])('%s', (text, lookup) => {
    expect(recordLookup(text)).toEqual(lookup);
  });
});

describe('sessionLookup', () => {
  test('takes whole ids of sessions and of evidence, however they are written', () => {
    const rest = '01M7YG3BKDYDGY3801E2YBC7JA';
    expect(sessionLookup(` sess_${rest.toLowerCase()} `)).toEqual({
      kind: 'session',
      id: `sess_${rest}`,
    });
    expect(sessionLookup(`transform_${rest}`)).toEqual({
      kind: 'evidence',
      id: `transform_${rest}`,
    });
    expect(sessionLookup(`ev_${rest}`)?.kind).toBe('evidence');
    for (const text of ['sess_', 'sess_01', `rec_${rest}`]) {
      expect(sessionLookup(text)).toBeUndefined();
    }
  });
});

test('billingLookup takes whole ids of invoices and payouts', () => {
  const rest = '01M7YG3BKDYDGY3801E2YBC7JA';
  expect(billingLookup(`inv_${rest.toLowerCase()}`)).toEqual({
    kind: 'invoice',
    id: `inv_${rest}`,
  });
  expect(billingLookup(` payout_${rest}`)?.kind).toBe('payout');
  expect(billingLookup('inv_01')).toBeUndefined();
});
