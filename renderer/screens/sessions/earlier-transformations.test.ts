import { expect, it } from 'vitest';
import type { Evidence, EvidenceSummary } from '../../../shared/contract/evidence.ts';
import { sharedRows, transformationsBefore } from './earlier-transformations.ts';

const hash = 'sha256:00';
const summary = (sequence: number, kind: EvidenceSummary['kind']): EvidenceSummary => ({
  evidence_id: `ev_${sequence}`,
  kind,
  subject_id: `transform_${sequence}`,
  session_id: 'sess_1',
  dataset_id: 'patients',
  created_at: '2026-01-01T00:00:00.000Z',
  action: 'mask',
  method: 'mask',
  record_count: 1,
  sequence,
  hash,
});

const over = (...ids: string[]): Pick<Evidence, 'inputs'> => ({
  inputs: {
    count: ids.length,
    merkle_root: hash,
    leaves: ids.map((id) => ({ record_id: id, hash })),
  },
});

it('finds the transformations made before, the latest first', () => {
  const list = [
    summary(9, 'transformation'),
    summary(3, 'transformation'),
    summary(4, 'operation'),
    summary(5, 'transformation'),
  ];
  expect(transformationsBefore(7, list).map((each) => each.sequence)).toEqual([5, 3]);
});

it('counts the rows that two have in common', () => {
  expect(sharedRows(over('rec_1', 'rec_2'), over('rec_2', 'rec_3'))).toBe(1);
  expect(sharedRows(over('rec_1'), over())).toBe(0);
});
