/** The palette finds commands by their words. */
import { expect, test } from 'vitest';
import type { Command } from './commands.ts';
import { fit, matchingCommands } from './palette-matches.ts';

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
