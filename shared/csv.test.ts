/** CSV files hold exact decimals and no formulas. */
import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it('writes exact numbers, quotes what needs it, defuses formulas and leaves gaps empty', () => {
  const lines = [
    ['name', 'cost'],
    ['a "b", c', 1e-9],
    ['=1+1', -38.699948147],
    [null, undefined],
  ];
  expect(lines.map((line) => csvLine(line)).join('')).toBe(
    `name,cost\r\n"a ""b"", c",0.000000001\r\n'=1+1,-38.699948147\r\n,\r\n`,
  );
});
