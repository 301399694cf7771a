/** CSV files hold exact decimals and no formulas, whichever separator a spreadsheet takes. */
import { describe, expect, it, test } from 'vitest';
import { csvLine, type CsvSigns } from './csv.ts';

const comma: CsvSigns = { separator: ',', decimal: '.' };
const semicolon: CsvSigns = { separator: ';', decimal: ',' };

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

it('takes the list separator and the decimal sign of another language', () => {
  expect(csvLine(['a;b', 'c', -1.5, 2], semicolon)).toBe(`"a;b";c;"-1,5";2\r\n`);
});

it('shows what is hidden, and keeps line breaks and tabs', () => {
  expect(csvLine(['\u202eDEINED', 'a\tb\nc'])).toBe(`▯DEINED,"a\tb\nc"\r\n`);
});

/** The cells of all lines as a spreadsheet reads them: a quote counts where a cell begins with one. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isQuoted && sign === '"' && text.charAt(at + 1) === '"') {
      cell += sign;
      at += 1;
    } else if (isQuoted && sign === '"') isQuoted = false;
    else if (!isQuoted && sign === '"' && cell === '') isQuoted = true;
    else if (!isQuoted && (sign === separator || /[\r\n]/.test(sign))) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell];
}

/** What OWASP lists: each begins a formula in some spreadsheet. */
const dangerous = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const separators = [',', ';', '\t', '|'];

describe.each([comma, semicolon])('for a file parted by $separator', (signs) => {
  test.each([...dangerous, '\t=', '\r=', '\n='])('%j begins no cell', (sign) => {
    const written = csvLine([`${sign}cmd|' /C calc'!A0`], signs);
    expect(written.replace('"', '').startsWith("'")).toBe(true);
  });

  // As a spreadsheet reads that was told, or takes by itself, another separator than the file's.
  test.each(separators)('read with %j it has no cell that is a formula', (delimiter) => {
    for (const sign of dangerous) {
      for (const inner of separators) {
        for (const text of [`a${inner}${sign}1+1`, `a${inner}"${sign}1+1"`, `a\n${sign}1+1`]) {
          const line = csvLine(['x', text, 'y', `"${text}`], signs);
          const cells = cellsOf(line, delimiter).map((each) => each.replace(/^"+/, ''));
          expect(cells.filter((each) => dangerous.includes(each.slice(0, 1)))).toEqual([]);
        }
      }
    }
  });

  test('numbers within a text stay as they are', () => {
    expect(csvLine(['[1,-2]'], signs)).toBe('"[1,-2]"\r\n');
    expect(csvLine(['-20;-10.5|+3'], signs)).toBe(`"'-20;-10.5|+3"\r\n`);
  });
});
