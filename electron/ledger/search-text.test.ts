/** What the search index is told of a record: of a long one a part, whatever is in it. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../shared/contract/limits.ts';
import { cutMark, searchText, wholeSearchText } from './search-text.ts';

const { words, characters, longValue } = limits.searchIndex;
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
const distinct = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' ');

describe('search text', () => {
  it('has the words of keys and values, unescaped', () => {
    const text = searchText('{"größe":"a\\nb \\"c\\" \\u001f d"}', '{"k\\\\":[1.5,true]}');
    expect(wordsOf(text)).toEqual(['größe', 'a', 'b', 'c', 'd', 'k', '1', '5', 'true']);
  });

  it('is all of the text up to the last word and character that there is room for', () => {
    const input = `{"t":"${distinct(words - 2)}"}`;
    expect(searchText(input, '{"u":1}').endsWith(cutMark)).toBe(true);
    const most = `{"t":"${distinct(words - 1)}"}`;
    expect(wordsOf(most)).toHaveLength(words);
    expect(searchText(most, '{}')).toBe(wholeSearchText(most, '{}'));
    const wide = `{"t":"${'-'.repeat(characters - 20)}"}`;
    expect(searchText(wide, '{}')).toBe(wholeSearchText(wide, '{}'));
  });

  it.each([
    ['distinct words', `{"t":"${distinct(400_000)}"}`],
    ['distinct numbers', `{"t":[${Array.from({ length: 400_000 }, (_, n) => n).join()}]}`],
    ['one word', `{"t":"${'a'.repeat(4_000_000)}"}`],
    ['escapes', `{"t":"${String.raw`\\\"`.repeat(1_000_000)}"}`],
    ['long words', `{"t":["${'b'.repeat(4_000)}${`","${'c'.repeat(4_000)}`.repeat(900)}"]}`],
    ['characters outside of the basic plane', `{"t":"${'\u{20000}'.repeat(1_900_000)}"}`],
    ['names', `{${Array.from({ length: 300_000 }, (_, n) => `"n${n}":1`).join()}}`],
  ])('has a bound for %s', (_, input) => {
    const text = searchText(input, '{"decision":"approve"}');
    expect(text.endsWith(`\n${cutMark}`)).toBe(true);
    expect(text.length).toBeLessThanOrEqual(characters + 2 + cutMark.length);
    expect(wordsOf(text).length).toBeLessThanOrEqual(words + 1);
  });

  it('has what stands behind a long value, and no half of a word', () => {
    const picture = Array.from({ length: 100_000 }, (_, n) => `picture${n}`).join('+');
    const text = searchText(
      `{"image":"${picture}","name":"Ada Lovelace"}`,
      '{"decision":"approve"}',
    );
    expect(wordsOf(text)).toEqual(expect.arrayContaining(['name', 'Ada', 'Lovelace', 'approve']));
    const whole = new Set(wordsOf(picture));
    const ofPicture = wordsOf(text).filter((word) => word.startsWith('pict'));
    expect(ofPicture.filter((word) => !whole.has(word))).toEqual([]);
    expect(ofPicture.join('+').length).toBeLessThanOrEqual(longValue);
  });

  it('takes the mark from nobody', () => {
    expect(searchText(`{"a":"x${cutMark}y"}`, '{}')).not.toContain(cutMark);
    const long = searchText(`{"a":"${`x${cutMark} `.repeat(words)}"}`, '{}');
    expect(long.split(cutMark)).toHaveLength(2);
  });
});
