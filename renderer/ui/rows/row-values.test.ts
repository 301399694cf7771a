import { describe, expect, it } from 'vitest';
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import { cellText, columnId, columnsOf, nextSort, valueAt, valueText } from './row-values.ts';

describe('the value at a path', () => {
  const row = { a: { b: 1, none: null }, labs: [{ value: 1 }, { value: 2 }, 'x', { other: 3 }] };
  it.each([
    ['a.b', 1],
    ['a.none', null],
    ['a', { b: 1, none: null }],
    ['labs.value', [1, 2]],
    ['a.c', undefined],
    ['a.b.c', undefined],
    ['labs.none', undefined],
    ['constructor', undefined],
  ])('%s', (path, value) => {
    expect(valueAt(row, path)).toEqual(value);
  });

  it('is said as text', () => {
    expect(valueText('north')).toBe('north');
    expect(valueText(null)).toBe('null');
    expect(valueText([1, 2])).toBe('[1,2]');
    expect(valueText(undefined)).toBeUndefined();
    expect(cellText('x'.repeat(200))).toHaveLength(161);
  });
});

describe('the columns of a list', () => {
  const fields: DatasetField[] = [
    { path: 'record_id', types: ['string'] },
    { path: 'person', types: ['object'] },
    { path: 'person.age', types: ['number', 'null'] },
    { path: 'labs', types: ['array'] },
    { path: 'labs.value', types: ['number'] },
  ];
  it('are the fields that hold values of their own', () => {
    expect(columnsOf(fields, undefined)).toEqual(['person.age', 'labs']);
  });
  it('are those that were chosen', () => {
    expect(columnsOf(fields, ['labs.value', 'record_id'])).toEqual(['labs.value']);
  });
  it('have ids that style sheets can hold, each its own', () => {
    const ids = ['a.b', 'a_b', 'a b', 'a:b', 'a-b', 'ä'].map(columnId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z][\w-]*$/);
  });
});

describe('the order of a column', () => {
  it('goes from ascending to descending to none', () => {
    expect(nextSort(undefined, 'age')).toBe('age');
    expect(nextSort('age', 'age')).toBe('-age');
    expect(nextSort('-age', 'age')).toBeUndefined();
    expect(nextSort('-name', 'age')).toBe('age');
  });
});
