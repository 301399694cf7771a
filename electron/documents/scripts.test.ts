/**
 * Names in every script that documents write: what is taken out of the PDF is what went in.
 * @push
 */
import { execFileSync } from 'node:child_process';
import bidiFactory from 'bidi-js';
import { describe, expect, test } from 'vitest';
import { DocumentPage } from './document-page.ts';
import {
  eastAsianScripts,
  fontFolderVariable,
  fontPlaces,
  machineFonts,
  type EastAsianScript,
} from './machine-fonts.ts';
import { pdfLines, pdfText } from './testing/pdf-text.ts';
import { linesOf, settable } from './text-runs.ts';
import { lacking } from '../testing/lacking.ts';

const bidi = bidiFactory();
const names = {
  latin: 'Größe & Søn, Čapek-Nguyễn',
  greek: 'Ελληνική Ακαδημία Δεδομένων',
  cyrillic: 'Лаборатория данных «Ёлка»',
  arabic: 'مختبر البيانات الطبية عبد الله',
  hebrew: 'מעבדת נתונים רפואיים',
} as const;
/** Two directions in one line, with figures and brackets. */
const mixed = ['Meridian مختبر Labs 12', 'חברת ABC בע"מ (2026)', 'شركة 123 (Data) GmbH'] as const;
/** Letters are drawn in another order than they are read in. */
const reordered = {
  thai: 'ห้องปฏิบัติการน้ำใจ',
  devanagari: 'चिकित्सा अनुसंधान संस्थान',
} as const;
const eastern: Readonly<Record<EastAsianScript, string>> = {
  japanese: '東京データ研究所（株）',
  chinese: '北京医疗数据中心',
  korean: '서울 데이터 연구소',
};

async function written(text: string): Promise<Uint8Array> {
  const page = new DocumentPage('Names', new Date('2026-11-21T09:00:00.000Z'), 'Names');
  page.text(text);
  page.text(text, { weight: 'bold', size: 14 });
  return page.finish();
}

/** From left to right, as the reference implementation of UAX #9 has it. */
function seen(name: string): string {
  return bidi.getReorderedString(name, bidi.getEmbeddingLevels(name));
}

function letters(text: string): string {
  return Array.from(text.normalize('NFD')).toSorted().join('');
}

describe('A document', () => {
  test.each([...Object.values(names), ...mixed])('writes %s', async (name) => {
    const bytes = await written(name);
    expect(pdfLines(bytes).slice(0, 2)).toEqual([seen(name), seen(name)]);
    expect(pdfText(bytes)).not.toContain('[U+');
  });

  test.each(Object.values(reordered))('writes %s with all of its letters', async (name) => {
    const [line = ''] = pdfLines(await written(name));
    expect(letters(line)).toBe(letters(settable(name)));
  });

  const known = new Set(machineFonts().map(({ script }) => script));
  test.each(eastAsianScripts)('writes %s with a font of the machine', async (script) => {
    const lines = pdfLines(await written(eastern[script])).join('');
    // Without such a font each character stands by its number: nothing is left out.
    const numbered = Array.from(eastern[script])
      .map((each) => `[U+${each.codePointAt(0)?.toString(16).toUpperCase()}]`)
      .join('');
    const expected = known.has(script) ? eastern[script] : numbered.replaceAll('[U+20]', ' ');
    expect(lines.slice(0, expected.length)).toBe(expected);
  });

  test('has the same bytes twice', async () => {
    const name = Object.values({ ...names, ...reordered }).join(' · ');
    expect(Buffer.from(await written(name)).equals(await written(name))).toBe(true);
  });

  test('names by its number what no font has', async () => {
    expect(pdfLines(await written('Lab 🦊'))[0]).toBe('Lab [U+1F98A]');
  });
});

test('A folder that is named comes before the places of the machine', () => {
  const [first, ...others] = fontPlaces({ [fontFolderVariable]: '/srv/fonts' });
  expect(first).toBe('/srv/fonts');
  expect(others).toEqual(fontPlaces({}));
});

const reader = tool('pdftotext', ['-v']);
test(
  'is read alike by a program that is not ours',
  lacking(reader, 'pdftotext is not here'),
  async () => {
    for (const name of Object.values(names)) {
      const text = execFileSync('pdftotext', ['-', '-'], { input: await written(name) });
      const [line = ''] = text
        .toString()
        .replaceAll(/[\u200E\u200F\u202A-\u202E]/g, '')
        .split('\n');
      expect(line.normalize('NFC')).toBe(name);
    }
  },
);

function tool(name: string, argv: readonly string[]): boolean {
  try {
    execFileSync(name, argv, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('Lines', () => {
  /** Ten points a character, in one font. */
  const fonts = {
    usual: 'usual',
    fontFor: () => 'usual',
    widthOf: (_: string, text: string) => Array.from(text).length * 10,
  };
  const broken = (text: string, width: number) =>
    linesOf(text, width, fonts).map(({ runs }) => runs.map((each) => each.text).join(''));

  test.each([
    ['one two three', 70, ['one two', 'three']],
    ['one\ntwo', 70, ['one', 'two']],
    ['', 70, ['']],
    ['ends with blanks   ', 400, ['ends with blanks']],
    ['well-known word', 60, ['well-', 'known', 'word']],
    ['a0b1c2d3e4f5 x', 50, ['a0b1c', '2d3e4', 'f5 x']],
    ['東京データ研究所。', 40, ['東京デー', 'タ研究', '所。']],
    ['ห้องปฏิบัติการ', 70, ['ห้อง', 'ปฏิบัติ', 'การ']],
  ])('of %j within %d', (text, width, lines) => {
    expect(broken(text, width)).toEqual(lines);
  });

  test('of Thai have SARA AM apart behind a tone mark', () => {
    expect(settable('น้ำ กำ')).toBe('น\u0E4D\u0E49\u0E32 กำ');
  });
});
