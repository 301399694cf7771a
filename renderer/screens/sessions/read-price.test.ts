/** The price on the button: 100 rows of 261 bytes are 0.52 at the rates of the specification. */
import { expect, test } from 'vitest';
import { exportReads, meanRowBytes, readPrice } from './read-price.ts';

const rates = { time_rate: 12.5, record_rate: 0.005, data_rate: 0.12, operation_rate: 0.02 };

test('rows, their data and the call are priced, to the nano', () => {
  expect(readPrice(rates, { rows: 100, reads: 1, bytesPerRow: 261 })).toBe(520_003_132n);
  expect(readPrice(rates, { rows: 0, reads: 1, bytesPerRow: 261 })).toBe(20_000_000n);
  expect(readPrice(rates, { rows: 10_000, reads: 10, bytesPerRow: 0 })).toBe(50_200_000_000n);
});

test('an export reads in batches, and once where there is nothing', () => {
  expect([0, 1, 100, 101, 10_000].map(exportReads)).toEqual([1, 1, 1, 2, 100]);
});

test('a row is as large as those that were given out, as estimated, or as stored', () => {
  const given = { records_accessed: 3, total_data_bytes: 300 };
  const stored = { record_count: 10, total_bytes: 2_610 };
  const nothing = { records_accessed: 0, total_data_bytes: 0 };
  expect(meanRowBytes(given, 261, stored)).toBe(100);
  expect(meanRowBytes(nothing, 250, stored)).toBe(250);
  expect(meanRowBytes(nothing, undefined, stored)).toBe(261);
  expect(meanRowBytes(undefined, undefined, undefined)).toBe(0);
});
