/** Every type of the ledger's entries is written down in its format. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (...path: string[]) =>
  readFileSync(join(import.meta.dirname, '..', '..', ...path), 'utf8');

const types = new Set(
  read('shared', 'ledger', 'entries.ts').match(/(?<=')ledger\.[a-z]+\/v\d+(?=')/g),
);
const format = read('docs', 'ledger-format.md');

test('the types are found', () => {
  expect(types).toContain('ledger.genesis/v1');
  expect(types).toContain('ledger.invoice/v1');
  expect(types).toContain('ledger.clock/v1');
});

test.each([...types])('%s', (type) => {
  expect(format).toMatch(new RegExp(`^(\\*\\*)?\`${type}\``, 'm'));
});
