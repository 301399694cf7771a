/** What is metered: the four dimensions of usage, each in whole units. */
import { hdiv } from './rounding.ts';

/** In the order in which they are charged and invoiced. */
export const dimensions = ['time', 'record', 'data', 'operation'] as const;
export type Dimension = (typeof dimensions)[number];

/** One whole number per dimension: micro-hours, records, bytes, operations; or nanos, where they are costs. */
export type PerDimension = Readonly<Record<Dimension, bigint>>;

export const nothing: PerDimension = { time: 0n, record: 0n, data: 0n, operation: 0n };

/** Units in what a rate is for: 10^6 micro-hours in an hour, 10^9 bytes in a GB. */
export const unitsPerRate: PerDimension = {
  time: 1_000_000n,
  record: 1n,
  data: 1_000_000_000n,
  operation: 1n,
};

/** Decimal places of a volume in its rate's unit: hours have six, GB nine. */
export const volumePlaces = { time: 6, record: 0, data: 9, operation: 0 } as const satisfies Record<
  Dimension,
  number
>;

/** Units that volumes are counted in. */
export const volumeUnits = {
  time: 'h',
  record: 'records',
  data: 'GB',
  operation: 'operations',
} as const satisfies Record<Dimension, string>;

/**
 * Micro-hours of whole seconds, rounded once. Slices of time are differences
 * of cumulative values, so that they add up to the whole.
 */
export function microHours(seconds: bigint): bigint {
  return hdiv(seconds * 1_000_000n, 3_600n);
}

export function plus(one: PerDimension, other: PerDimension): PerDimension {
  return {
    time: one.time + other.time,
    record: one.record + other.record,
    data: one.data + other.data,
    operation: one.operation + other.operation,
  };
}

export function sumOf(values: PerDimension): bigint {
  return values.time + values.record + values.data + values.operation;
}

export function negated(values: PerDimension): PerDimension {
  return {
    time: -values.time,
    record: -values.record,
    data: -values.data,
    operation: -values.operation,
  };
}
