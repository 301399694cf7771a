/** Neighbours of a field that no row has: what was meant, or what there is. */
import { describe, expect, test } from 'vitest';
import { shortestTime } from '../testing/shortest-time.ts';
import { neighboursOf } from './near-fields.ts';

const known = ['record_id', 'patient_id', 'patient.name', 'patient.age', 'site', 'notes'];

describe('Neighbours', () => {
  test.each([
    ['pateint_id', ['patient_id']],
    ['PatientID', ['patient_id']],
    ['patient-id', ['patient_id']],
    ['patient.nmae', ['patient.name', 'patient.age']],
    ['note', ['notes', 'site']],
    // Nothing is spelled like it: what stands beside it.
    ['patient.diagnosis_code', ['patient.name', 'patient.age']],
    ['nothing_like_it', ['record_id', 'patient_id', 'site', 'notes']],
    ['far.below.anything', known.slice(0, 5)],
  ])('of %s', (path, near) => {
    expect(neighboursOf(path, known)).toEqual(near);
  });

  test('of very long names are found at once', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `${'a'.repeat(60)}${index}`);
    const search = () => {
      neighboursOf('a'.repeat(60), many);
      neighboursOf('a'.repeat(512), many);
    };
    expect(shortestTime(search, 1)).toBeLessThan(5_000);
  });
});
