import { describe, expect, it } from 'vitest';
import { countdownWords } from './countdown-words.ts';

describe('countdownWords', () => {
  it.each([
    [0, '0 s'],
    [-5_000, '0 s'],
    [999, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min 00 s'],
    [247_000, '4 min 07 s'],
    [3_599_999, '59 min 59 s'],
    [3_600_000, '1 h 0 min'],
    [86_399_999, '23 h 59 min'],
    [86_400_000, '1 d 0 h'],
    [13.25 * 86_400_000, '13 d 6 h'],
  ])('%d ms are %s', (ms, words) => {
    expect(countdownWords(ms)).toBe(words);
  });
});
