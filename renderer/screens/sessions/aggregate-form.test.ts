import { describe, expect, it } from 'vitest';
import {
  accumulatorsFor,
  firstForm,
  keyNames,
  measureName,
  pipelineOf,
  readPipeline,
} from './aggregate-form.ts';

const fields = [
  { path: 'diagnosis', types: ['string' as const] },
  { path: 'flags', types: ['array' as const, 'string' as const] },
];

describe('pipelineOf', () => {
  it('counts all rows as one group', () => {
    expect(pipelineOf(firstForm, {}, fields)).toEqual([
      { group: { _id: null, count: { count: {} } } },
    ]);
  });

  it('matches, takes arrays apart, groups and orders', () => {
    expect(
      pipelineOf(
        {
          ...firstForm,
          groupBy: ['flags'],
          measures: [
            { id: 1, accumulator: 'avg', field: 'labs.glucose' },
            { id: 2, accumulator: 'count', field: null },
            { id: 3, accumulator: 'sum', field: null },
          ],
          order: 'smallest',
        },
        { age: { $gte: 65 } },
        fields,
      ),
    ).toEqual([
      { match: { age: { $gte: 65 } } },
      { unwind: '$flags' },
      {
        group: {
          _id: '$flags',
          avg_labs_glucose: { avg: '$labs.glucose' },
          count: { count: {} },
        },
      },
      { sort: { avg_labs_glucose: 1 } },
    ]);
  });

  it('groups by several fields under their own names', () => {
    const [group] = pipelineOf(
      { ...firstForm, groupBy: ['site.name', 'patient.name', 'sex'], order: 'group' },
      {},
      fields,
    );
    expect(group?.['group']).toMatchObject({
      _id: { site_name: '$site.name', patient_name: '$patient.name', sex: '$sex' },
    });
  });
});

it('takes a median of its input, for whoever may read rows', () => {
  const measures = [{ id: 1, accumulator: 'median', field: 'age' } as const];
  expect(pipelineOf({ ...firstForm, measures }, {}, fields)).toEqual([
    { group: { _id: null, median_age: { median: { input: '$age' } } } },
  ]);
  expect(accumulatorsFor(false)).toEqual(['count', 'sum', 'avg', 'stdDevSamp']);
  expect(accumulatorsFor(true)).toContain('median');
});

it('names measures without dots and keys without repetition', () => {
  expect(measureName({ accumulator: 'max', field: 'a.b' })).toBe('max_a_b');
  expect(keyNames(['a.x', 'b.y'])).toEqual(['x', 'y']);
});

it('reads only arrays of objects as pipelines', () => {
  expect(readPipeline('[{"count":"n"}]')).toEqual([{ count: 'n' }]);
  for (const text of ['', '{}', '[]', '[1]', '[']) expect(readPipeline(text)).toBeUndefined();
});
