import { describe, expect, test } from 'vitest';
import { compareValues, hasWords } from './compare-values.ts';

describe('the order of values', () => {
  test.each([
    [null, 'a', -1],
    ['a', undefined, 1],
    [null, undefined, 0],
    ['B', 'a', 1],
    ['a', 'A', 0],
    ['a', 'ab', -1],
    [2, 10, -1],
    ['2', '10', 1],
    ['é', 'z', 1],
    ['\u{1F600}', '\uFFFD', 1],
    ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', -1],
  ])('of %j and %j', (one, other, way) => {
    expect(Math.sign(compareValues(one, other))).toBe(way);
    expect(Math.sign(compareValues(other, one))).toBe(way === 0 ? 0 : -way);
  });
});

describe('a search by words', () => {
  const values = ['Riverside home monitoring', 'rec_7', null, 12];
  test.each([
    ['monitoring Riverside', true],
    ['  RIVER  ', true],
    ['12 rec', true],
    ['', true],
    ['riverside clinic', false],
    ['null', false],
  ])('%j', (text, found) => expect(hasWords(values, text)).toBe(found));
});
