/** Which rows of columns meet a filter: a byte each, made column by column. */
import { acceptsNull, valueTest } from '../filters/evaluate-filter.ts';
import type { ComparisonOperator, Filter, Predicate } from '../filters/filter.ts';
import { rangeOf } from '../filters/compile-predicate.ts';
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
  fillEach(mask, numbers, from, predicate, (value) => value);
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
  fillEach(mask, times, from, predicate, (value) => new Date(value).toISOString());
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

function fillEach(
  mask: Uint8Array,
  numbers: Float64Array,
  from: number,
  predicate: Predicate,
  told: (value: number) => number | string,
): void {
  const test = valueTest(predicate);
  const absent = Number(test(undefined));
  for (let index = 0; index < mask.length; index += 1) {
    const value = numbers[from + index] ?? Number.NaN;
    mask[index] = Number.isNaN(value) ? absent : Number(test(told(value)));
  }
}

function fillTexts(mask: Uint8Array, column: TextColumn, predicate: Predicate, from: number): void {
  const texts = namedTexts(predicate);
  if (texts !== undefined && !acceptsNull(predicate)) {
    for (const row of column.rowsOf(texts)) if (row >= from) mask[row - from] = 1;
    return;
  }
  const test = valueTest(predicate);
  if (test(undefined)) mask.fill(1);
  for (const [row, text] of column.all(from)) mask[row - from] = Number(test(text));
}

/** The texts that a predicate names one by one; undefined where it is about others, too. */
function namedTexts(predicate: Predicate): readonly string[] | undefined {
  const isText = (value: unknown) => typeof value === 'string';
  if (predicate.kind === 'equal') return [predicate.value].filter(isText);
  return predicate.kind === 'in' ? predicate.values.filter(isText) : undefined;
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
