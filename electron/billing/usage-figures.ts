/** Volumes and costs as the tables hold them, column by column, and as answers show them. */
import { costNumber, numberOf } from '../../shared/billing/decimal.ts';
import { sumOf, volumePlaces, type PerDimension } from '../../shared/billing/volume.ts';

export interface FigureRow {
  readonly micro_hours: bigint;
  readonly records: bigint;
  readonly bytes: bigint;
  readonly operations: bigint;
  readonly time_nanos: bigint;
  readonly record_nanos: bigint;
  readonly data_nanos: bigint;
  readonly operation_nanos: bigint;
}

export type CostRow = Pick<
  FigureRow,
  'time_nanos' | 'record_nanos' | 'data_nanos' | 'operation_nanos'
>;

export const costColumns = ['time_nanos', 'record_nanos', 'data_nanos', 'operation_nanos'] as const;
export const figureColumns = [
  'micro_hours',
  'records',
  'bytes',
  'operations',
  ...costColumns,
] as const;

/** For a SELECT that adds rows up, those of one table where told; zero where there are none. */
export const summedFigures = (table?: string): string =>
  figureColumns
    .map((each) => `coalesce(sum(${table === undefined ? '' : `${table}.`}${each}), 0) AS ${each}`)
    .join(', ');

/** Columns of volumes alone. */
export const volumeColumns = ['micro_hours', 'records', 'bytes', 'operations'] as const;
export type VolumeRow = Pick<FigureRow, 'micro_hours' | 'records' | 'bytes' | 'operations'>;

/** Assignments that add the values of an insert to the row that is there already. */
export const addingFigures = figureColumns
  .map((each) => `${each} = ${each} + excluded.${each}`)
  .join(', ');

export function volumesOf(row: VolumeRow): PerDimension {
  return { time: row.micro_hours, record: row.records, data: row.bytes, operation: row.operations };
}

export function costsOf(row: CostRow): PerDimension {
  return {
    time: row.time_nanos,
    record: row.record_nanos,
    data: row.data_nanos,
    operation: row.operation_nanos,
  };
}

export function figureRow(volume: PerDimension, cost: PerDimension): FigureRow {
  return {
    ...volumeRow(volume),
    ...costRow(cost),
  };
}

export function volumeRow(volume: PerDimension): VolumeRow {
  return {
    micro_hours: volume.time,
    records: volume.record,
    bytes: volume.data,
    operations: volume.operation,
  };
}

/** Parts of lines that a dataset has, by dimension; minor units. */
export const amountColumns = [
  'time_amount',
  'record_amount',
  'data_amount',
  'operation_amount',
] as const;

export function amountRow(amounts: PerDimension) {
  return {
    time_amount: amounts.time,
    record_amount: amounts.record,
    data_amount: amounts.data,
    operation_amount: amounts.operation,
  };
}

export function costRow(cost: PerDimension): CostRow {
  return {
    time_nanos: cost.time,
    record_nanos: cost.record,
    data_nanos: cost.data,
    operation_nanos: cost.operation,
  };
}

/** As groups of usage show them: hours, records, GB, operations, and the sum of the costs. */
export function shownFigures(volume: PerDimension, cost: PerDimension) {
  return {
    hours: numberOf(volume.time, volumePlaces.time),
    records: Number(volume.record),
    gb: numberOf(volume.data, volumePlaces.data),
    operations: Number(volume.operation),
    cost: costNumber(sumOf(cost)),
  };
}

export function shownCosts(cost: PerDimension) {
  return {
    time_cost: costNumber(cost.time),
    record_cost: costNumber(cost.record),
    data_cost: costNumber(cost.data),
    operation_cost: costNumber(cost.operation),
  };
}
