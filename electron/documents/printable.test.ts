/** Characters that no font writes are told before they are on a paper, as the paper then shows them. */
import { describe, expect, test } from 'vitest';
import { DocumentPage } from './document-page.ts';
import { machineFonts } from './machine-fonts.ts';
import { unprintableOf } from './printable.ts';
import { pdfText } from './testing/pdf-text.ts';

const has = (script: string) => machineFonts().some((each) => each.script === script);

/** Characters that a document of a text shows by their numbers. */
async function shownByNumber(text: string): Promise<string[]> {
  const page = new DocumentPage('Text', new Date(0), 'foot');
  page.text(text);
  const written = pdfText(await page.finish());
  return [...written.matchAll(/\[U\+([0-9A-F]+)\]/g)].map(([, code = '']) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

describe('Characters of a text', () => {
  test.each([
    ['Müller & Söhne, Łódź, Ελλάδα, Привет', []],
    ['مختبر نور, מעבדה, ห้องปฏิบัติการ, प्रयोगशाला', []],
    ['Rocket 🚀 and 🚀 again', ['🚀']],
    ['ⴰⵣⵓⵍ', ['ⴰ', 'ⵣ', 'ⵓ', 'ⵍ']],
    ['Tab\tand\nline', []],
  ])('%j: %j cannot be printed', async (text, characters) => {
    expect(unprintableOf([text])).toEqual({ characters, fonts: [] });
    expect([...new Set(await shownByNumber(text))]).toEqual(characters);
  });

  test.each([
    ['日本のラボ', 'japanese', 'fonts-ipafont-gothic'],
    ['数据实验室', 'chinese', 'fonts-wqy-microhei'],
    ['데이터 연구소', 'korean', 'fonts-nanum'],
  ])('%s: a font to install is named where the machine has none', (text, script, name) => {
    const { characters, fonts } = unprintableOf([text]);
    // One font for Han may write those of another script, too.
    expect(fonts.includes(name)).toBe(!has(script) && characters.length > 0);
    expect(has(script) && characters.length > 0).toBe(false);
  });

  test('of several texts are told once', () => {
    expect(unprintableOf(['a🚀', '🚀b', '🜁']).characters).toEqual(['🚀', '🜁']);
  });
});
