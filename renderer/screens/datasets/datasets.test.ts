import { describe, expect, it } from 'vitest';
import { createDatasetSchema, type Dataset } from '../../../shared/contract/datasets.ts';
import { bodyFaults } from '../../../shared/contract/intake.ts';
import { bodyOf, emptyForm } from './dataset-form.ts';
import { findRows, sortRows } from '../../ui/list/arrange-rows.ts';
import { datasetsList } from './datasets-list.tsx';
import { parseDatasetSearch, parseDatasetsSearch } from './search.ts';

const dataset = (id: string, more: Partial<Dataset> = {}): Dataset => ({
  dataset_id: id,
  name: id.toUpperCase(),
  holder_id: 'clinic',
  status: 'active',
  access: 'open',
  kinds: ['rows'],
  operations: ['read'],
  policy_version: 1,
  record_count: 0,
  total_bytes: 0,
  field_count: 0,
  session_count: 0,
  active_session_count: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  last_appended_at: null,
  ...more,
});

describe('the list of datasets', () => {
  const datasets = [
    dataset('b', { record_count: 5 }),
    dataset('a', { record_count: 50, holder_id: 'Insurer' }),
    dataset('c', { record_count: 7 }),
  ];
  const ids = (rows: readonly Dataset[]) => rows.map((each) => each.dataset_id).join('');
  it('is ordered by a column, either way', () => {
    const sorted = (sort: string, order: 'asc' | 'desc') =>
      ids(sortRows(datasetsList, datasets, { sort, order }));
    expect(sorted('rows', 'asc')).toBe('bca');
    expect(sorted('rows', 'desc')).toBe('acb');
    expect(sorted('name', 'asc')).toBe('abc');
  });
  it('is found by name, id and holder', () => {
    expect(ids(findRows(datasetsList, datasets, ' insur'))).toBe('a');
    expect(ids(findRows(datasetsList, datasets, 'none of them'))).toBe('');
    expect(ids(findRows(datasetsList, datasets, 'CLINIC b'))).toBe('b');
  });
});

describe('a new dataset', () => {
  it('is a draft unless all of it is open', () => {
    const form = { ...emptyForm, name: ' Claims ', holder_id: 'clinic' };
    expect(bodyOf(form)).toEqual({ name: 'Claims', holder_id: 'clinic' });
    const body = bodyOf({ ...form, dataset_id: 'claims', isOpen: true });
    expect(body).toMatchObject({
      dataset_id: 'claims',
      policy: { access: 'open', unlisted: 'clear', record_ids: 'kept', fields: {} },
    });
    expect(bodyFaults(body, createDatasetSchema)).toEqual([]);
  });
  it('has its faults at their fields', () => {
    const body = bodyOf({ ...emptyForm, dataset_id: 'no spaces' });
    const fields = bodyFaults(body, createDatasetSchema).map(({ field }) => field);
    expect(fields.toSorted()).toEqual(['dataset_id', 'holder_id', 'name']);
  });
});

describe('the addresses', () => {
  it('leave out what cannot be read', () => {
    const read = parseDatasetsSearch({ q: ' x', status: 'lost', sort: 4, order: 'asc' });
    expect(read).toEqual({ q: 'x', order: 'asc' });
    expect(parseDatasetSearch({ tab: 'other' })).toEqual({});
    expect(parseDatasetSearch({ tab: 'protection' })).toEqual({ tab: 'protection' });
  });
});
