/** Instants as text. */
import { describe, expect, it } from 'vitest';
import { instant, isInstant } from './time.ts';

describe('instant', () => {
  it('writes UTC with milliseconds', () => {
    expect(instant(0)).toBe('1970-01-01T00:00:00.000Z');
    expect(instant(Date.UTC(2026, 0, 31, 23, 59, 59, 7))).toBe('2026-01-31T23:59:59.007Z');
    expect(instant(Date.UTC(9999, 11, 31, 23, 59, 59, 999))).toBe('9999-12-31T23:59:59.999Z');
  });

  it('refuses instants whose text would not sort', () => {
    for (const time of [-1, 0.5, Number.NaN, Infinity, Date.UTC(10_000, 0, 1)]) {
      expect(() => instant(time)).toThrow(RangeError);
    }
  });

  it('knows its own form, on days that exist', () => {
    expect(isInstant('2024-02-29T00:00:00.000Z')).toBe(true);
    for (const text of [
      '2023-02-29T00:00:00.000Z',
      '2024-02-29T24:00:00.000Z',
      '2024-02-29T00:00:00Z',
      '2024-02-29T00:00:00.000+00:00',
      '2024-02-29',
    ]) {
      expect(isInstant(text)).toBe(false);
    }
  });
});
