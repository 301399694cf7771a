/** The list of tables in docs/ledger-format.md is the register's. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { factTables, otherTables } from '../../shared/ledger/columns.ts';
import { registerText, withRegister } from './register-text.ts';

const page = readFileSync(
  path.resolve(import.meta.dirname, '..', '..', 'docs', 'ledger-format.md'),
  'utf8',
);

test('the list is that of the register; otherwise run "npm run docs"', () => {
  expect(page).toBe(withRegister(page));
});

test('every column of every table stands in the line of its table', () => {
  const lines = new Map(
    registerText()
      .split('\n')
      .map((line) => [/^- \*\*`(\w+)`\*\*/.exec(line)?.[1], line] as const),
  );
  const tables = [
    ...Object.entries(factTables).map(([name, { columns }]) => [name, columns] as const),
    ...Object.entries(otherTables),
  ];
  const missing = tables.flatMap(([name, columns]) =>
    Object.keys(columns)
      .filter((column) => lines.get(name)?.includes(`\`${column}\``) !== true)
      .map((column) => `${name}.${column}`),
  );
  expect(missing).toEqual([]);
});
