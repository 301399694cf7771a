/** Parts of figures by hand: periods, bins, sums, filters that are put together. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/contract/json.ts';
import { confidenceBin } from '../../shared/oversight/rates.ts';
import { ExactSum } from './amounts.ts';
import { both, Counts, fieldIs } from './counted.ts';
import type { DecisionColumns } from './decision-columns.ts';
import { Dictionary, GrowingCodes } from './growing-column.ts';
import { classesOf } from './outcome-counts.ts';
import { overTime } from './periods.ts';

/** Decisions at some instants, without an outcome. */
function decidedAt(instants: readonly string[]): DecisionColumns {
  const numbers = Float64Array.from(instants, (each) => Date.parse(each));
  return {
    size: instants.length,
    positions: Uint32Array.from(instants.keys(), (row) => row + 1),
    column: (field) => (field === 'decided_at' ? { kind: 'time', numbers } : undefined),
    waited: () => undefined,
  };
}

function periodsOf(
  instants: readonly string[],
  interval?: 'day' | 'week' | 'month' | 'quarter' | 'year',
) {
  const columns = decidedAt(instants);
  const rows = Uint32Array.from(instants.keys());
  const classes = classesOf(columns, 'model');
  const made = overTime(columns, rows, { classes, counts: new Counts({}), interval });
  return {
    interval: made.interval,
    leftOut: made.left_out.count,
    periods: made.periods.map(({ start, end, decisions }) => [
      start.slice(0, 10),
      end.slice(0, 10),
      decisions.count,
    ]),
  };
}

describe('Periods', () => {
  const instants = [
    '2024-12-29T23:59:59.999Z',
    '2024-12-30T00:00:00.000Z',
    '2025-01-05T12:00:00.000Z',
    '2025-04-01T00:00:00.000Z',
  ];

  test.each([
    [
      'week',
      [
        ['2024-12-23', '2024-12-30', 1],
        ['2024-12-30', '2025-01-06', 2],
        ['2025-03-31', '2025-04-07', 1],
      ],
    ],
    [
      'month',
      [
        ['2024-12-01', '2025-01-01', 2],
        ['2025-01-01', '2025-02-01', 1],
        ['2025-04-01', '2025-05-01', 1],
      ],
    ],
    [
      'quarter',
      [
        ['2024-10-01', '2025-01-01', 2],
        ['2025-01-01', '2025-04-01', 1],
        ['2025-04-01', '2025-07-01', 1],
      ],
    ],
    [
      'year',
      [
        ['2024-01-01', '2025-01-01', 2],
        ['2025-01-01', '2026-01-01', 2],
      ],
    ],
  ] as const)('by %s', (interval, periods) => {
    expect(periodsOf(instants, interval)).toEqual({ interval, leftOut: 0, periods });
  });

  test('are longer where there would be more than 400', () => {
    const days = Array.from({ length: 401 }, (_, day) =>
      new Date(Date.UTC(2024, 0, 1 + day)).toISOString(),
    );
    expect(periodsOf(days, 'day').interval).toBe('week');
    expect(periodsOf(days.slice(1), 'day').interval).toBe('day');
    expect(periodsOf(days).interval).toBe('month');
  });

  test('of more than 400 years leave out the earliest', () => {
    const years = Array.from(
      { length: 402 },
      (_, year) => `${String(1_000 + year)}-06-01T00:00:00.000Z`,
    );
    const { interval, leftOut, periods } = periodsOf(years);
    expect([interval, leftOut, periods.length, periods[0]]).toEqual([
      'year',
      2,
      400,
      ['1002-01-01', '1003-01-01', 1],
    ]);
  });

  test('end with the last time that there is', () => {
    expect(periodsOf(['9999-12-31T10:00:00.000Z'], 'year').periods).toEqual([
      ['9999-01-01', '9999-12-31', 1],
    ]);
  });

  test('are none without decisions', () => {
    expect(periodsOf([])).toEqual({ interval: 'day', leftOut: 0, periods: [] });
  });
});

test('A confidence is in the bin that the filter of the bin selects', () => {
  for (let bin = 1; bin < 10; bin += 1) {
    const border = bin / 10;
    const below = new Float64Array(new BigInt64Array([bitsOf(border) - 1n]).buffer)[0] ?? 0;
    expect([confidenceBin(border), confidenceBin(below)]).toEqual([bin, bin - 1]);
  }
});

function bitsOf(value: number): bigint {
  return new BigInt64Array(new Float64Array([value]).buffer)[0] ?? 0n;
}

test('Amounts lose no digits on the way', () => {
  const sum = new ExactSum();
  for (const amount of [1e16, 0.1, 0.2, -1e16, 0.03]) sum.add(amount);
  expect(sum.rounded).toBe(0.33);
});

test.each<[JsonObject, JsonObject, JsonObject]>([
  [{}, { a: 1 }, { a: 1 }],
  [{ a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  [{ a: 1 }, { a: { $ne: 2 } }, { $and: [{ a: 1 }, { a: { $ne: 2 } }] }],
  [
    { $and: [{ a: 1 }, { a: 2 }] },
    { $and: [{ a: 3 }] },
    { $and: [{ a: 1 }, { a: 2 }, { $and: [{ a: 3 }] }] },
  ],
  [
    { decided_at: { $gte: '2025-01-10' }, b: 1 },
    { decided_at: { $gte: '2025-01-01', $lt: '2025-02-01' } },
    { decided_at: { $gte: '2025-01-10', $lt: '2025-02-01' }, b: 1 },
  ],
  [
    { decided_at: { $gt: '2025-01-10' } },
    { decided_at: { $lt: '2025-02-01' } },
    { $and: [{ decided_at: { $gt: '2025-01-10' } }, { decided_at: { $lt: '2025-02-01' } }] },
  ],
])('%j and %j are %j', (one, other, expected) => {
  expect(both(one, other)).toEqual(expected);
});

test('A value of a field is named so that nothing else is meant', () => {
  expect(
    [undefined, null, false, 'x', { other: true } as const].map((each) => fieldIs('f', each)),
  ).toEqual([
    { f: { $exists: false } },
    { f: { $type: 'null' } },
    { f: false },
    { f: 'x' },
    { f: { other: true } },
  ]);
});

test('Numbers of values take as many bytes as there are values for', () => {
  const codes = new GrowingCodes();
  const dictionary = new Dictionary<number>((id) => `value ${id}`);
  for (let id = 0; id < 70_000; id += 1) codes.set(id, dictionary.codeOf(id));
  expect(codes.first(70_000)).toBeInstanceOf(Uint32Array);
  expect([codes.first(70_000)[0], codes.first(70_000)[69_999]]).toEqual([1, 70_000]);
  expect(dictionary.values[70_000]).toBe('value 69999');
  const few = new GrowingCodes();
  for (let row = 0; row < 1_000; row += 1) few.set(row, row % 255);
  expect(few.first(1_000)).toBeInstanceOf(Uint8Array);
  few.set(3, 256);
  expect([few.first(1_000)[3], few.first(1_000)[254]]).toEqual([256, 254]);
  expect(few.first(1_000)).toBeInstanceOf(Uint16Array);
});
