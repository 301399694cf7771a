/** A filter over columns: exact, since every path in it holds one scalar per row. */
import { valueTest } from '../filters/evaluate-filter.ts';
import type { Filter, Predicate } from '../filters/filter.ts';
import { cellKind, type Column } from './column-store.ts';

/** Tells whether a row, by its cell, satisfies something. */
export type CellTest = (cell: number) => boolean;

/** The test of `filter`; undefined where it looks at a path that is not among `columns`. */
export function columnFilter(
  filter: Filter,
  columns: ReadonlyMap<string, Column>,
): CellTest | undefined {
  switch (filter.kind) {
    case 'all':
    case 'any': {
      const tests = filter.filters.map((each) => columnFilter(each, columns));
      if (!tests.every((test) => test !== undefined)) return undefined;
      return filter.kind === 'all' ? everyTest(tests) : someTest(tests);
    }
    case 'not': {
      const test = columnFilter(filter.filter, columns);
      return test && ((cell) => !test(cell));
    }
    case 'value':
    case 'expression':
      return undefined;
    case 'field': {
      const column = columns.get(filter.path.text);
      return column && leafTest(filter.predicate, column);
    }
    default:
      return filter satisfies never;
  }
}

function everyTest(tests: readonly CellTest[]): CellTest {
  const [first, second, third] = tests;
  if (first === undefined) return () => true;
  if (tests.length === 1) return first;
  if (tests.length === 2 && second) return (cell) => first(cell) && second(cell);
  if (tests.length === 3 && second && third) {
    return (cell) => first(cell) && second(cell) && third(cell);
  }
  return (cell) => tests.every((test) => test(cell));
}

function someTest(tests: readonly CellTest[]): CellTest {
  const [first, second] = tests;
  if (tests.length === 2 && first && second) return (cell) => first(cell) || second(cell);
  return (cell) => tests.some((test) => test(cell));
}

/** Asks once for each different text and not once for each row. */
function leafTest(predicate: Predicate, column: Column): CellTest {
  const { kinds, numbers, texts } = column;
  const test = valueTest(predicate);
  const ofKind = Uint8Array.of(
    Number(test(undefined)),
    Number(test(null)),
    Number(test(false)),
    Number(test(true)),
  );
  const ofText = Uint8Array.from(texts, (text) => Number(test(text)));
  return (cell) => {
    const kind = kinds[cell] ?? cellKind.missing;
    if (kind === cellKind.string) return ofText[numbers[cell] ?? 0] === 1;
    return kind === cellKind.number ? test(numbers[cell]) : ofKind[kind] === 1;
  };
}
