/** Amounts keep every digit of the API's numbers. */
import { plainDigits } from '../../../shared/plain-digits.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { setFormats } from '../../i18n/locale.ts';
import {
  billIn,
  formatAmount,
  formatDigits,
  formatMoney,
  formatVolume,
  placesOfAll,
} from './money.ts';

afterEach(() => setFormats('language', 'en', 'en'));

describe('amounts of money', () => {
  it('writes out what has an exponent', () => {
    expect(plainDigits(1e-9)).toBe('0.000000001');
    expect(plainDigits(1.5e-7)).toBe('0.00000015');
    expect(plainDigits(-2.5e-7)).toBe('-0.00000025');
    expect(plainDigits(1.25e21)).toBe('1250000000000000000000');
    expect(plainDigits(38.699948147)).toBe('38.699948147');
  });

  it('keeps every place and pads to two, or to the widest of a column', () => {
    expect(formatAmount(38.7)).toBe('38.70');
    expect(formatAmount(38.699948147)).toBe('38.699948147');
    expect(formatAmount(1234567.5)).toBe('1,234,567.50');
    expect(formatAmount(6.25, 9)).toBe('6.250000000');
    expect(formatAmount(-50)).toBe('-50.00');
    expect(placesOfAll([1, 0.84, 0.148148147])).toBe(9);
    expect(placesOfAll([])).toBe(2);
  });

  it('names the currency', () => {
    expect(formatMoney(1234.5, 'USD')).toBe('$1,234.50 USD');
    expect(formatMoney(-50, 'EUR')).toBe('-€50.00 EUR');
    expect(formatMoney(1, 'CHF')).toBe('1.00 CHF');
    expect(formatMoney(1, 'none')).toBe('1.00 none');
    expect(formatMoney(101, 'JPY')).toBe('¥101 JPY');
    expect(formatMoney(1.05, 'KWD')).toBe('1.050 KWD');
  });

  it('has the decimals of the workspace where no currency is named', () => {
    billIn('JPY');
    expect([formatAmount(101), placesOfAll([])]).toEqual(['101', 0]);
    billIn('KWD');
    expect([formatAmount(1.05), placesOfAll([1.0005])]).toEqual(['1.050', 4]);
    billIn('USD');
    expect(formatAmount(101)).toBe('101.00');
  });

  it('leaves volumes as they are', () => {
    expect(formatVolume(2.516944)).toBe('2.516944');
    expect(formatVolume(12500)).toBe('12,500');
  });
});

describe('amounts of money in German', () => {
  it('keeps every place, behind a comma, with the currency behind', () => {
    setFormats('language', 'de', 'en');
    expect(formatAmount(1_234_567.5)).toBe('1.234.567,50');
    expect(formatAmount(38.699948147)).toBe('38,699948147');
    expect(formatMoney(1234.5, 'USD')).toBe('1.234,50 USD');
    expect(formatMoney(-50, 'EUR')).toBe('-50,00 EUR');
    expect(formatVolume(12_500.25)).toBe('12.500,25');
  });

  it('is exact beyond what a number holds to the nano', () => {
    expect(formatDigits('123456789012345678.123456789', 2)).toBe(
      '123,456,789,012,345,678.123456789',
    );
    setFormats('language', 'de', 'en');
    expect(formatDigits('-123456789012345678.1', 2)).toBe('-123.456.789.012.345.678,10');
  });
});
