/** A checkpoint on paper: groups of four, and compared as it was typed. */
import { describe, expect, it } from 'vitest';
import { isRootOnPaper, linesOfGroups, sheetOf, sheetText } from './paper.ts';

const root = 'V5eEF2DrDS/uOdl+haup3ZUkM0VeoTLw38frxvKQ1iU=';
const hex = `sha256:${Buffer.from(root, 'base64').toString('hex')}`;
const note = `ledger.example/demo\n4\n${root}\n\n— ledger.example/demo e4SI0RuoNZ1a10FaWIRFt0Pu\n`;

it('writes size, root and signature in groups of four', () => {
  expect(linesOfGroups('abcdefghi')).toEqual(['abcd efgh i']);
  const words = { ledger: 'Ledger', size: 'Entries', root: 'Root', signature: 'Signature' };
  const sheet = sheetOf(note);
  expect(sheet).toMatchObject({ ledger: 'ledger.example/demo', size: 4 });
  expect(sheet && sheetText(sheet, words)).toBe(
    'Ledger\nledger.example/demo\n\nEntries\n4\n\nRoot\nV5eE F2Dr DS/u Odl+ haup 3ZUk M0Ve oTLw\n38fr xvKQ 1iU=\n\nSignature\ne4SI 0Ruo NZ1a 10Fa WIRF t0Pu\n',
  );
});

describe('compares with paper', () => {
  it.each([
    ['the whole root', root, true],
    ['16 characters in groups', 'V5eE F2Dr DS/u Odl+', true],
    ['15 characters', root.slice(0, 15), false],
    ['another character', `W${root.slice(1)}`, false],
    ['nothing', '', false],
  ])('%s', (_title, typed, isSame) => {
    expect(isRootOnPaper(hex, typed)).toBe(isSame);
  });
});
