/** Units of what a row's columns hold, so that a deviation of an amount reads as an amount. */

/** `cents` are whole hundredths of the currency, `nanos` whole billionths. */
export type RowUnit = 'cents' | 'nanos';

/** Columns of cents, by their names: each table that has one of them means money by it. */
const centColumns: ReadonlySet<string> = new Set([
  'amount',
  'gross',
  'fee',
  'net',
  'usage',
  'adjustments',
  'subtotal',
  'tax',
  'total',
  'pool',
  'fees',
  'platform_credits',
  'holder_credits',
  'prepaid_used',
  'prepaid_bought',
]);

const places = { cents: 2, nanos: 9 } as const satisfies Record<RowUnit, number>;

/** The unit of a column; undefined where its value is told as it stands. */
export function rowUnit(table: string, column: string): RowUnit | undefined {
  if (column.endsWith('_nanos')) return 'nanos';
  const isThreshold = table === 'payout_preferences' && column === 'threshold';
  return isThreshold || centColumns.has(column) ? 'cents' : undefined;
}

/**
 * A column's value as decimal digits of the currency, `207.71` for 20771 cents; undefined where it has no
 * unit or is no whole number, as an altered one may be.
 */
export function rowAmount(table: string, column: string, value: string): string | undefined {
  const unit = rowUnit(table, column);
  const match = /^(-?)(\d+)$/.exec(value);
  if (unit === undefined || match === null) return undefined;
  const [, sign = '', all = ''] = match;
  const digits = all.padStart(places[unit] + 1, '0');
  const whole = digits.slice(0, -places[unit]);
  const fraction = digits.slice(-places[unit]).replace(/(?<=^\d{2}\d*?)0+$/, '');
  return `${sign}${whole}.${fraction}`;
}
