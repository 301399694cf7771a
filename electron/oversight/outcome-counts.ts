/** Decisions by the class of their outcome. */
import type { JsonObject } from '../../shared/contract/json.ts';
import {
  countedClasses,
  type Basis,
  type ClassCounts,
  type CountedClass,
  type FactValue,
} from '../../shared/contract/oversight.ts';
import { fieldIs, type Counts } from './counted.ts';
import type { CodedColumn, Column, DecisionColumns } from './decision-columns.ts';

export const classCount = countedClasses.length;
/** Places of the classes among those that are counted. */
export const favourable = countedClasses.indexOf('favourable');
export const adverse = countedClasses.indexOf('adverse');
export const undecided = countedClasses.indexOf('undecided');

const nothing: CodedColumn = { kind: 'coded', codes: new Uint8Array(), values: [undefined] };

/** A column of values by number; without one, a row has none. */
export function codedColumn(column: Column | undefined): CodedColumn {
  return column?.kind === 'coded' ? column : nothing;
}

/** The class of every row, as its place among those that are counted, by the number of its outcome. */
export interface RowClasses {
  readonly codes: CodedColumn['codes'];
  readonly classes: Uint8Array;
  /** What filters call it. */
  readonly field: 'outcome_class' | 'effect_class';
}

export function classesOf(columns: DecisionColumns, basis: Basis): RowClasses {
  const field = basis === 'model' ? 'outcome_class' : 'effect_class';
  const { codes, values } = codedColumn(columns.column(field));
  return { codes, classes: Uint8Array.from(values, placeOf), field };
}

function placeOf(value: FactValue | undefined): number {
  const name = value === undefined ? 'absent' : value;
  const place = countedClasses.findIndex((each) => each === name);
  return place === -1 ? countedClasses.indexOf('unknown') : place;
}

/** The condition that a decision is of a class. */
export function classIs(field: RowClasses['field'], name: CountedClass): JsonObject {
  return fieldIs(field, name === 'absent' ? undefined : name);
}

/** The condition that an outcome is favourable or adverse. */
export function isDecided(field: RowClasses['field']): JsonObject {
  return { [field]: { $in: ['adverse', 'favourable'] } };
}

/** Counts by class, each with its filter. */
export function classCounts(
  numbers: ArrayLike<number>,
  field: RowClasses['field'],
  counts: Counts,
): ClassCounts {
  const of = (name: CountedClass) =>
    counts.of(numbers[countedClasses.indexOf(name)] ?? 0, classIs(field, name));
  return {
    favourable: of('favourable'),
    adverse: of('adverse'),
    undecided: of('undecided'),
    unknown: of('unknown'),
    absent: of('absent'),
  };
}

/** How many of some rows have each number of a column. */
export function countCodes(rows: Uint32Array, { codes, values }: CodedColumn): Uint32Array {
  const counts = new Uint32Array(values.length);
  for (let index = 0; index < rows.length; index += 1) {
    const code = codes[rows[index] ?? 0] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** The numbers of some rows. */
export function numbersAt(rows: Uint32Array, numbers: Float64Array): Float64Array {
  const found = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index += 1) {
    found[index] = numbers[rows[index] ?? 0] ?? Number.NaN;
  }
  return found;
}

/** How many of some rows there are of each class. */
export function countClasses(rows: Uint32Array, { codes, classes }: RowClasses): Uint32Array {
  const counts = new Uint32Array(classCount);
  for (let index = 0; index < rows.length; index += 1) {
    const place = classes[codes[rows[index] ?? 0] ?? 0] ?? 0;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}
