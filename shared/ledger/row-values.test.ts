/** Amounts of rows as they are read. */
import { describe, expect, test } from 'vitest';
import { rowAmount, rowUnit } from './row-values.ts';

describe('A value of a row', () => {
  test.each([
    ['payouts', 'amount', '20771', '207.71'],
    ['payouts', 'amount', '-5', '-0.05'],
    ['payout_preferences', 'threshold', '10000', '100.00'],
    ['usage_events', 'data_nanos', '148148147', '0.148148147'],
    ['usage_events', 'time_nanos', '31461800000', '31.4618'],
    ['usage_events', 'operation_nanos', '20000000', '0.02'],
    ['usage_events', 'operation_nanos', '0', '0.00'],
  ])('%s.%s of %s is %s', (table, column, value, amount) => {
    expect(rowAmount(table, column, value)).toBe(amount);
  });

  test.each([
    ['spending_alerts', 'threshold', '80'],
    ['sessions', 'records', '12'],
    ['payouts', 'amount', 'sha256:00'],
  ])('%s.%s of %s is told as it stands', (table, column, value) => {
    expect(rowAmount(table, column, value)).toBeUndefined();
  });

  test('of a limit in percent is no amount', () => {
    expect(rowUnit('spending_alerts', 'threshold')).toBeUndefined();
  });
});
