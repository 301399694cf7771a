import { describe, expect, it } from 'vitest';
import type { CsvSample } from '../../../ui/import/csv-sample.ts';
import { sampleColumns } from '../../../ui/import/sample-columns.ts';
import { columnProblems, firstColumns, mappingOf, previewRow } from './row-mapping.ts';

const sample: CsvSample = {
  delimiter: ',',
  columns: ['id', 'person.age', 'zip', '', 'zip'],
  rows: [['rec_1', '61', '02139', 'x', 'y']],
  problem: undefined,
};

describe('the columns of a CSV file of rows', () => {
  it('go under their own names; those without one, and repeated ones, are left out', () => {
    expect(firstColumns(sample).map(({ target }) => target)).toEqual([
      'id',
      'person.age',
      'zip',
      '',
      '',
    ]);
  });
  it('make a row, a dot in a name nesting', () => {
    const mapping = mappingOf(firstColumns(sample), ',', []);
    expect(previewRow(mapping, sampleColumns(sample, []))).toEqual({
      id: 'rec_1',
      person: { age: 61 },
      zip: '02139',
    });
  });
  it('leave out the cells that are taken as absent', () => {
    const mapping = mappingOf(firstColumns(sample), ',', ['61']);
    expect(previewRow(mapping, sampleColumns(sample, []))).toEqual({ id: 'rec_1', zip: '02139' });
  });
});

describe('a name with a dot', () => {
  it('is one name where nesting would collide, and says so with an escape', () => {
    const { columns } = sample;
    const file = { ...sample, columns: [...columns, 'mean', 'mean.radius', 'a.', String.raw`b\c`] };
    expect(
      firstColumns(file)
        .map(({ target }) => target)
        .slice(columns.length),
    ).toEqual(['mean', String.raw`mean\.radius`, String.raw`a\.`, String.raw`b\\c`]);
  });
});

describe('a mapping that makes no rows yet', () => {
  const column = (name: string, target: string) =>
    ({ column: name, target, type: 'auto' }) as const;
  it.each([
    ['no column', [column('a', '')], ['nothing']],
    ['an empty name in a path', [column('a', 'x..y')], ['bad_target']],
    ['one target twice', [column('a', 'x'), column('b', 'x')], ['same_target']],
    ['a value above', [column('a', 'x'), column('b', 'x.y')], ['below_value']],
    ['nothing wrong', [column('a', 'x.y'), column('b', 'x.z')], []],
  ])('for %s', (_name, columns, kinds) => {
    expect(columnProblems(columns).map(({ kind }) => kind)).toEqual(kinds);
  });
});
