/** Projection: nesting kept, arrays mapped over, nothing invented. */
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { FilterError } from './filter.ts';
import { parseFields, project, withField } from './project-fields.ts';

function projected(document: JsonObject, fields: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(project(document, parseFields(fields))));
}

describe('project', () => {
  const row: JsonObject = {
    age: 61,
    lab_results: { glucose: 120, hba1c: 6.1 },
    visits: [{ ward: 'A', days: 2 }, 'cancelled', { ward: 'B' }, [{ ward: 'C', days: 1 }]],
  };

  it.each<readonly [string, JsonValue, JsonValue]>([
    ['takes top-level fields', ['age'], { age: 61 }],
    [
      'takes names separated by commas',
      'age, visits.days',
      { age: 61, visits: [{ days: 2 }, {}, [{ days: 1 }]] },
    ],
    ['keeps nesting', ['lab_results.glucose'], { lab_results: { glucose: 120 } }],
    [
      'maps over arrays',
      ['visits.ward'],
      { visits: [{ ward: 'A' }, { ward: 'B' }, [{ ward: 'C' }]] },
    ],
    ['leaves missing fields out', ['missing', 'age.b'], {}],
    ['keeps an object without the asked member', ['lab_results.x'], { lab_results: {} }],
    [
      'takes a whole field before its parts',
      ['lab_results.glucose', 'lab_results'],
      { lab_results: { glucose: 120, hba1c: 6.1 } },
    ],
    ['takes no index', ['visits.0'], { visits: [{}, {}, [{}]] }],
  ])('%s', (_name, fields, expected) => {
    expect(projected(row, fields)).toEqual(expected);
  });

  it('keeps the order of the document, and a member called __proto__', () => {
    const document = JSON.parse('{"b": 1, "__proto__": {"x": 1, "y": 2}, "a": 2}');
    expect(JSON.stringify(project(document, parseFields(['a', '__proto__.x', 'b'])))).toBe(
      '{"b":1,"__proto__":{"x":1},"a":2}',
    );
  });

  it('adds a field where the caller needs it', () => {
    const projection = withField(parseFields(['age']), 'record_id');
    expect(Object.keys(project({ record_id: 'rec_1', age: 1, b: 2 }, projection))).toEqual([
      'record_id',
      'age',
    ]);
  });

  it.each<JsonValue>([
    [],
    '',
    [1],
    ['a..b'],
    ['$a'],
    Array.from({ length: 65 }, (_, index) => `f${index}`),
  ])('refuses %j', (fields) => {
    expect(() => parseFields(fields)).toThrow(FilterError);
  });
});
