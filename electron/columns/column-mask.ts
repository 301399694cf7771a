/** A filter over the columns of one chunk: which of its cells satisfy it. */
import { isScalar } from '../filters/compare-values.ts';
import { seesArraysOnly, valueTest } from '../filters/evaluate-filter.ts';
import type { Filter, Predicate } from '../filters/filter.ts';
import {
  cellKind,
  listAt,
  listKind,
  type Column,
  type ListCells,
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
  return column.kind === 'lists' ? 1 : column.cells.texts.length;
}

function narrowField(mask: Uint8Array, column: Column | 'missing', predicate: Predicate): void {
  if (column === 'missing') {
    if (!valueTest(predicate)(undefined)) mask.fill(0);
  } else if (column.kind === 'scalars') narrowScalars(mask, column.cells, predicate);
  else narrowLists(mask, column.cells, predicate);
}

/** Answers for each kind of cell that is neither number nor text. */
function answersOf(test: (value: boolean | null | undefined) => boolean): Uint8Array {
  return Uint8Array.of(
    Number(test(undefined)),
    Number(test(null)),
    Number(test(false)),
    Number(test(true)),
  );
}

/** No answer yet: a text is asked about once, and only where a row of it is still there. */
const unasked = 2;

function narrowScalars(
  mask: Uint8Array,
  { kinds, numbers, texts }: ScalarCells,
  predicate: Predicate,
): void {
  const test = valueTest(predicate);
  const ofKind = answersOf(test);
  const ofText = new Uint8Array(texts.length).fill(unasked);
  for (let cell = 0; cell < mask.length; cell += 1) {
    if (mask[cell] === 0) continue;
    const kind = kinds[cell] ?? cellKind.missing;
    if (kind === cellKind.number) mask[cell] = test(numbers[cell]) ? 1 : 0;
    else if (kind === cellKind.string) {
      const text = numbers[cell] ?? 0;
      let answer = ofText[text] ?? 0;
      if (answer === unasked) {
        answer = Number(test(texts[text]));
        ofText[text] = answer;
      }
      mask[cell] = answer;
    } else mask[cell] = ofKind[kind] ?? 0;
  }
}

function narrowLists(mask: Uint8Array, cells: ListCells, predicate: Predicate): void {
  const { kinds, offsets, elements } = cells;
  const test = valueTest(predicate);
  const ofMissing = Number(test(undefined));
  const looksInside = !seesArraysOnly(predicate);
  const asksWhole = asksArrays(predicate);
  const found = new Uint8Array(looksInside ? elements.kinds.length : 0).fill(1);
  if (looksInside) narrowScalars(found, elements, predicate);
  for (let cell = 0; cell < mask.length; cell += 1) {
    if (mask[cell] === 0) continue;
    const kind = kinds[cell] ?? listKind.missing;
    if (kind === listKind.missing) {
      mask[cell] = ofMissing;
      continue;
    }
    const [from, end] = [offsets[cell] ?? 0, offsets[cell + 1] ?? 0];
    let holds = looksInside && found.subarray(from, end).includes(1);
    if (!holds && predicate.kind === 'size') {
      holds = kind === listKind.array && end - from === predicate.size;
    } else if (!holds && asksWhole) holds = test(listAt(cells, cell));
    mask[cell] = Number(holds);
  }
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
