/** CSV files hold exact decimals and no formulas. */
import { expect, it } from 'vitest';
import { csvText } from './csv.ts';

it('writes exact numbers, quotes what needs it, defuses formulas and leaves gaps empty', () => {
  expect(
    csvText(
      ['name', 'cost'],
      [
        ['a "b", c', 1e-9],
        ['=1+1', -38.699948147],
        [null, undefined],
      ],
    ),
  ).toBe(`name,cost\r\n"a ""b"", c",0.000000001\r\n'=1+1,-38.699948147\r\n,\r\n`);
});
