/** Which rows of columns meet a filter: a byte each, made column by column. */
import { acceptsNull, valueTest } from '../filters/evaluate-filter.ts';
import type { ComparisonOperator, Filter, Predicate } from '../filters/filter.ts';
import { rangeOf } from '../filters/number-range.ts';
import type { CodedColumn, Column, DecisionColumns, TextColumn } from './decision-columns.ts';

/** 1 for each row, from `from` on, that meets the filter; 0 for the others. */
export function rowMask(filter: Filter, columns: DecisionColumns, from = 0): Uint8Array {
  const length = Math.max(0, columns.size - from);
  switch (filter.kind) {
    case 'all':
      return combined(filter.filters, columns, { from, length, isAny: false });
    case 'any':
      return combined(filter.filters, columns, { from, length, isAny: true });
    case 'not': {
      const mask = rowMask(filter.filter, columns, from);
      for (let index = 0; index < length; index += 1) mask[index] = 1 - (mask[index] ?? 0);
      return mask;
    }
    case 'field': {
      const column = columns.column(filter.path.text);
      const mask = new Uint8Array(length);
      if (column === undefined) return valueTest(filter.predicate)(undefined) ? mask.fill(1) : mask;
      fill(mask, column, filter.predicate, from);
      return mask;
    }
    case 'value':
      throw new TypeError('A condition on an element stands outside of $elemMatch.');
    case 'expression':
      throw new TypeError('An expression stands in a filter over decisions.');
    default:
      return filter satisfies never;
  }
}

/** The rows that a mask has, as numbers from `from` on. */
export function maskedRows(mask: Uint8Array, from = 0): Uint32Array {
  const rows = new Uint32Array(mask.length);
  let filled = 0;
  for (let index = 0; index < mask.length; index += 1) {
    rows[filled] = from + index;
    filled += mask[index] ?? 0;
  }
  return rows.subarray(0, filled);
}

function combined(
  filters: readonly Filter[],
  columns: DecisionColumns,
  { from, length, isAny }: { from: number; length: number; isAny: boolean },
): Uint8Array {
  const [first, ...others] = filters;
  if (first === undefined) return new Uint8Array(length).fill(isAny ? 0 : 1);
  const mask = rowMask(first, columns, from);
  for (const filter of others) {
    const other = rowMask(filter, columns, from);
    if (isAny) {
      for (let index = 0; index < length; index += 1)
        mask[index] = (mask[index] ?? 0) | (other[index] ?? 0);
    } else {
      for (let index = 0; index < length; index += 1)
        mask[index] = (mask[index] ?? 0) & (other[index] ?? 0);
    }
  }
  return mask;
}

function fill(mask: Uint8Array, column: Column, predicate: Predicate, from: number): void {
  switch (column.kind) {
    case 'coded':
      fillCoded(mask, column, predicate, from);
      return;
    case 'number':
      fillNumbers(mask, column.numbers, predicate, from);
      return;
    case 'time':
      fillTimes(mask, column.numbers, predicate, from);
      return;
    case 'text':
      fillTexts(mask, column, predicate, from);
      return;
    default:
      column satisfies never;
  }
}

/** Each value is asked once. */
function fillCoded(
  mask: Uint8Array,
  { codes, values }: CodedColumn,
  predicate: Predicate,
  from: number,
): void {
  const test = valueTest(predicate);
  const answers = Uint8Array.from(values, (value) => Number(test(value)));
  for (let index = 0; index < mask.length; index += 1) {
    mask[index] = answers[codes[from + index] ?? 0] ?? 0;
  }
}

function fillNumbers(
  mask: Uint8Array,
  numbers: Float64Array,
  predicate: Predicate,
  from: number,
): void {
  if (predicate.kind === 'compare' && typeof predicate.value === 'number') {
    fillRange(mask, numbers, rangeOf(predicate.operator, predicate.value), from);
    return;
  }
  const test = valueTest(predicate);
  const absent = Number(test(undefined));
  for (let index = 0; index < mask.length; index += 1) {
    const value = numbers[from + index] ?? Number.NaN;
    mask[index] = Number.isNaN(value) ? absent : Number(test(value));
  }
}

function fillTimes(
  mask: Uint8Array,
  times: Float64Array,
  predicate: Predicate,
  from: number,
): void {
  if (predicate.kind === 'compare' && typeof predicate.value === 'string') {
    fillRange(mask, times, timeRange(predicate.operator, predicate.value), from);
    return;
  }
  if (isListed(predicate)) {
    const named = new Set(textsOf(predicate).flatMap((text) => exactTime(text) ?? []));
    for (let index = 0; index < mask.length; index += 1) {
      mask[index] = named.has(times[from + index] ?? Number.NaN) ? 1 : 0;
    }
    return;
  }
  // All else is the same of every text.
  if (valueTest(predicate)(new Date(0).toISOString())) mask.fill(1);
}

/** The time whose text in ISO 8601 this is. */
function exactTime(text: string): number | undefined {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text ? time : undefined;
}

function fillRange(
  mask: Uint8Array,
  numbers: Float64Array,
  { least, most }: { readonly least: number; readonly most: number },
  from: number,
): void {
  for (let index = 0; index < mask.length; index += 1) {
    const value = numbers[from + index] ?? Number.NaN;
    mask[index] = Number(value >= least && value <= most);
  }
}

/** Texts are looked up, and never walked: a filter that asks for more is refused where it is read. */
function fillTexts(mask: Uint8Array, column: TextColumn, predicate: Predicate, from: number): void {
  if (predicate.kind !== 'exists' && !isListed(predicate)) {
    throw new TypeError(`A text is not compared by ${predicate.kind}.`);
  }
  const absent = acceptsNull(predicate);
  if (absent || predicate.kind === 'exists') {
    const present = column.present();
    for (let index = 0; index < mask.length; index += 1) {
      mask[index] = (present[from + index] ?? 0) === (absent ? 0 : 1) ? 1 : 0;
    }
  }
  if (isListed(predicate)) {
    for (const row of column.rowsOf(textsOf(predicate))) if (row >= from) mask[row - from] = 1;
  }
}

type Listed = Extract<Predicate, { readonly kind: 'equal' | 'in' }>;

function isListed(predicate: Predicate): predicate is Listed {
  return predicate.kind === 'equal' || predicate.kind === 'in';
}

/** The texts that a predicate names one by one. */
function textsOf(predicate: Listed): readonly string[] {
  const values = predicate.kind === 'equal' ? [predicate.value] : predicate.values;
  return values.filter((value) => typeof value === 'string');
}

/** Of the years 1 to 9999: their texts are in the order of the times. */
const earliest = -62_135_596_800_000;
const latest = 253_402_300_799_999;

/** The times whose text in ISO 8601 compares so with a text. */
function timeRange(
  operator: ComparisonOperator,
  text: string,
): { readonly least: number; readonly most: number } {
  const isAbove = operator === '$gt' || operator === '$gte';
  // The first time at or behind the text; behind it alone, where the text itself is on the other side.
  const border = firstTime((each) =>
    operator === '$gte' || operator === '$lt' ? each >= text : each > text,
  );
  return isAbove ? { least: border, most: Infinity } : { least: -Infinity, most: border - 1 };
}

/** The first time, in milliseconds, whose text holds; texts that hold follow those that do not. */
export function firstTime(holds: (text: string) => boolean): number {
  let low = earliest;
  let high = latest + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(new Date(middle).toISOString())) high = middle;
    else low = middle + 1;
  }
  return low;
}
