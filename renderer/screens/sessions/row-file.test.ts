/** Columns of a file of a session's rows. */
import { describe, expect, it } from 'vitest';
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import { rowFileColumns, streamFields } from './row-file.ts';

const fields: DatasetField[] = [
  { path: 'record_id', types: ['string'] },
  { path: 'age', types: ['number', 'null'] },
  { path: 'lab_results', types: ['object'] },
  { path: 'lab_results.glu/cose', types: ['number'] },
  { path: 'symptoms', types: ['array'] },
];

describe('rowFileColumns', () => {
  it('holds what is shown first, then every other field that can be a column', () => {
    const columns = rowFileColumns(fields, ['symptoms', 'age']);
    expect(columns.map(({ id, path, kind, shown }) => [id, path, kind, shown])).toEqual([
      ['record_id', '/record_id', 'text', true],
      ['symptoms', '/symptoms', 'text', true],
      ['age', '/age', 'number', true],
      ['lab_results.glu/cose', '/lab_results/glu~1cose', 'number', false],
    ]);
    expect(streamFields(columns.filter(({ shown }) => shown))).toEqual({
      fields: 'record_id,symptoms,age',
    });
  });

  it('reads whole rows where none, or more than a projection has, are chosen', () => {
    expect(streamFields([])).toEqual({});
    const many = Array.from({ length: 65 }, (_, index) => ({
      path: `f${index}`,
      types: ['string' as const],
    }));
    expect(streamFields(rowFileColumns(many, []))).toEqual({});
  });
});
