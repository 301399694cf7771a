import { describe, expect, it } from 'vitest';
import { readFilter, withClause, writeFilter } from './row-filter.ts';

describe('the filter of an address', () => {
  it('is a JSON object, or everything', () => {
    expect(readFilter('{"age":{"$gte":65}}')).toEqual({ age: { $gte: 65 } });
    for (const text of [undefined, '', '[1]', 'null', '{']) expect(readFilter(text)).toEqual({});
  });

  it('is written only where it selects', () => {
    expect(writeFilter({})).toBeUndefined();
    expect(writeFilter({ a: 1 })).toBe('{"a":1}');
  });
});

describe('withClause', () => {
  it('adds a clause, and keeps both where they name the same', () => {
    expect(withClause({}, { sex: 'f' })).toEqual({ sex: 'f' });
    expect(withClause({ age: 1 }, { sex: 'f' })).toEqual({ age: 1, sex: 'f' });
    expect(withClause({ sex: 'm' }, { sex: 'f' })).toEqual({ $and: [{ sex: 'm' }, { sex: 'f' }] });
  });
});
