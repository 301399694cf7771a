/** A filter over the columns of one chunk: which of its cells satisfy it. */
import { isScalar } from '../filters/compare-values.ts';
import { seesArraysOnly, valueTest } from '../filters/evaluate-filter.ts';
import type { Filter, Predicate } from '../filters/filter.ts';
import {
  cellKind,
  contentOf,
  countOf,
  listAt,
  listKind,
  type CodeCells,
  type Column,
  type ListCells,
  type NumberCells,
  type ScalarCells,
} from './column-chunks.ts';
import type { FoundColumn } from './columns-reader.ts';

/** The column of a path in the chunk. */
export type ColumnOf = (path: string) => FoundColumn;

/** Tells whether columns are enough to say which rows satisfy a filter. */
export function isColumnar(filter: Filter, columnOf: ColumnOf): boolean {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.filters.every((each) => isColumnar(each, columnOf));
    case 'not':
      return isColumnar(filter.filter, columnOf);
    case 'field':
      return columnOf(filter.path.text) !== undefined;
    case 'value':
    case 'expression':
      return false;
    default:
      return filter satisfies never;
  }
}

/** Clears the cells of `mask` whose rows do not satisfy a filter that columns can tell. */
export function narrow(mask: Uint8Array, filter: Filter, columnOf: ColumnOf): void {
  switch (filter.kind) {
    case 'all':
      for (const each of cheapestFirst(filter.filters, columnOf)) narrow(mask, each, columnOf);
      return;
    case 'any': {
      const left = Uint8Array.from(mask);
      for (const each of cheapestFirst(filter.filters, columnOf)) {
        const found = Uint8Array.from(left);
        narrow(found, each, columnOf);
        subtract(left, found);
      }
      subtract(mask, left);
      return;
    }
    case 'not': {
      const found = Uint8Array.from(mask);
      narrow(found, filter.filter, columnOf);
      subtract(mask, found);
      return;
    }
    case 'field': {
      const column = columnOf(filter.path.text);
      if (column === undefined) throw new TypeError(`There is no column of ${filter.path.text}.`);
      narrowField(mask, column, filter.predicate);
      return;
    }
    case 'value':
    case 'expression':
      throw new TypeError(`Columns cannot tell of ${filter.kind}.`);
    default:
      filter satisfies never;
  }
}

function subtract(mask: Uint8Array, other: Uint8Array): void {
  for (let cell = 0; cell < mask.length; cell += 1) {
    mask[cell] = (mask[cell] ?? 0) & ~(other[cell] ?? 0);
  }
}

/** Numbers and dictionaries before lists, and both before texts that all differ. */
function cheapestFirst(filters: readonly Filter[], columnOf: ColumnOf): Filter[] {
  return filters.toSorted((one, other) => costOf(one, columnOf) - costOf(other, columnOf));
}

function costOf(filter: Filter, columnOf: ColumnOf): number {
  if (filter.kind !== 'field') return 1;
  const column = columnOf(filter.path.text);
  if (column === undefined || column === 'missing') return 0;
  if (column.kind === 'lists') return 1;
  return column.cells.kind === 'texts' ? column.cells.texts.length : 0;
}

function narrowField(mask: Uint8Array, column: Column | 'missing', predicate: Predicate): void {
  if (column === 'missing') {
    if (!valueTest(predicate)(undefined)) mask.fill(0);
  } else if (column.kind === 'scalars') narrowScalars(mask, column.cells, predicate);
  else narrowLists(mask, column.cells, predicate);
}

function narrowScalars(mask: Uint8Array, cells: ScalarCells, predicate: Predicate): void {
  const test = valueTest(predicate);
  switch (cells.kind) {
    case 'numbers':
      narrowNumbers(mask, cells, test);
      return;
    case 'codes':
      narrowCodes(mask, cells, test);
      return;
    case 'texts':
      for (let cell = 0; cell < mask.length; cell += 1) {
        if (mask[cell] !== 0) mask[cell] = Number(test(cells.texts[cell]));
      }
      return;
    default:
      cells satisfies never;
  }
}

type Test = ReturnType<typeof valueTest>;

function narrowNumbers(mask: Uint8Array, { numbers, kinds }: NumberCells, test: Test): void {
  if (kinds === undefined) {
    for (let cell = 0; cell < mask.length; cell += 1) {
      if (mask[cell] !== 0) mask[cell] = test(numbers[cell]) ? 1 : 0;
    }
    return;
  }
  const ofKind = Object.values(cellKind).map((kind) => Number(test(contentOf(kind))));
  for (let cell = 0; cell < mask.length; cell += 1) {
    if (mask[cell] === 0) continue;
    const kind = kinds[cell] ?? cellKind.missing;
    mask[cell] = kind === cellKind.number ? Number(test(numbers[cell])) : (ofKind[kind] ?? 0);
  }
}

/** No answer yet: a value is asked about once, and only where a row of it is still there. */
const unasked = 2;

function narrowCodes(mask: Uint8Array, { codes, values }: CodeCells, test: Test): void {
  const answers = new Uint8Array(values.length).fill(unasked);
  for (let cell = 0; cell < mask.length; cell += 1) {
    if (mask[cell] === 0) continue;
    const code = codes[cell] ?? 0;
    let answer = answers[code] ?? 0;
    if (answer === unasked) {
      answer = Number(test(values[code]));
      answers[code] = answer;
    }
    mask[cell] = answer;
  }
}

function narrowSizes(mask: Uint8Array, { kinds, offsets }: ListCells, size: number): void {
  let from = offsets[0] ?? 0;
  for (let cell = 0; cell < mask.length; cell += 1) {
    const end = offsets[cell + 1] ?? from;
    if (kinds[cell] !== listKind.array || end - from !== size) mask[cell] = 0;
    from = end;
  }
}

function narrowLists(mask: Uint8Array, cells: ListCells, predicate: Predicate): void {
  if (predicate.kind === 'size') {
    narrowSizes(mask, cells, predicate.size);
    return;
  }
  const { kinds, offsets, elements } = cells;
  const test = valueTest(predicate);
  const ofMissing = Number(test(undefined));
  const looksInside = !seesArraysOnly(predicate);
  const asksWhole = asksArrays(predicate);
  const found = new Uint8Array(looksInside ? countOf(elements) : 0).fill(1);
  if (looksInside) narrowScalars(found, elements, predicate);
  for (let cell = 0; cell < mask.length; cell += 1) {
    if (mask[cell] === 0) continue;
    const kind = kinds[cell] ?? listKind.missing;
    if (kind === listKind.missing) {
      mask[cell] = ofMissing;
      continue;
    }
    let holds = looksInside && hasOne(found, offsets[cell] ?? 0, offsets[cell + 1] ?? 0);
    if (!holds && asksWhole) holds = test(listAt(cells, cell));
    mask[cell] = Number(holds);
  }
}

function hasOne(found: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) if (found[at] === 1) return true;
  return false;
}

/** Whether a predicate may hold of an array as a whole where it holds of none of its elements. */
function asksArrays(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'equal':
      return !isScalar(predicate.value);
    case 'in':
      return !predicate.values.every(isScalar);
    case 'exists':
    case 'type':
    case 'elementValue':
    case 'elementObject':
      return true;
    default:
      return false;
  }
}
