/** Typed numbers mean what they mean in the language of the console. */
import { afterEach, describe, expect, test } from 'vitest';
import { setFormats } from '../i18n/locale.ts';
import { numberIn, numberOut, readingOf } from './number-in.ts';

afterEach(() => setFormats('language', 'en', 'en'));

const read = (texts: readonly string[]) => texts.map(numberIn);

describe('in English', () => {
  test('a point, and commas that part thousands', () => {
    expect(read(['1234.5', ' 1,234.5 ', '-12,345,678', '.5', '5.', '1.500'])).toEqual([
      1234.5, 1234.5, -12_345_678, 0.5, 5, 1.5,
    ]);
  });
  test('a comma that can part no thousands is a decimal point, or refused', () => {
    expect(read(['0,5', '1,5', '0,00025'])).toEqual([0.5, 1.5, 0.000_25]);
    expect(read(['1,0000', '1,2,3', '1,23,456', '0,1,2'])).toEqual(Array(4).fill(Number.NaN));
  });
  test('anything else is no number', () => {
    expect(read(['', ' ', 'x', '1.2.3', '--1', '.', '-', 'Infinity'])).toEqual(
      Array(8).fill(Number.NaN),
    );
  });
});

describe('in German', () => {
  test('a comma, and points that part thousands', () => {
    setFormats('language', 'de', 'en');
    expect(read(['1234,5', '1.234,5', '-12.345.678', ',5', '1.500', '1 500,25'])).toEqual([
      1234.5, 1234.5, -12_345_678, 0.5, 1500, 1500.25,
    ]);
  });
  test('a point that can part no thousands is a decimal point, or refused', () => {
    setFormats('language', 'de', 'en');
    expect(read(['0.5', '1.5', '0.00025', '0.125'])).toEqual([0.5, 1.5, 0.000_25, 0.125]);
    expect(read(['1.0000', '1.2.3', '1,2,3'])).toEqual(Array(3).fill(Number.NaN));
  });
  test('a field holds what is read again as the same', () => {
    setFormats('language', 'de', 'en');
    const numbers = [1.125, 0.000_25, 1_234_567.5, -3, 2.516_944];
    expect(numbers.map(numberOut)).toEqual(['1,125', '0,00025', '1234567,5', '-3', '2,516944']);
    expect(numbers.map(numberOut).map(numberIn)).toEqual(numbers);
  });
  test('powers of ten', () => {
    setFormats('language', 'de', 'en');
    expect(read(['1e3', '1,5E-7', '-2.5e+2', '1e999', 'e3', '1e'])).toEqual([
      1000,
      1.5e-7,
      -250,
      ...Array(3).fill(Number.NaN),
    ]);
  });
});

describe('what is in doubt is told', () => {
  const told = (texts: readonly string[]) => texts.map(readingOf);
  test('in German', () => {
    setFormats('language', 'de', 'en');
    expect(told(['1.234', '0.85', '1.234.567'])).toEqual(['1234', '0,85', '1234567']);
    expect(told(['1234', '0,85', '1.234,5', '', '1.0000'])).toEqual(Array(5).fill(undefined));
  });
  test('in English', () => {
    expect(told(['1,234', '0,85', '0.85', '1,234.5'])).toEqual([
      '1234',
      '0.85',
      undefined,
      undefined,
    ]);
  });
});
