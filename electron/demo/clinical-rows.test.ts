/** Clinical rows have the fields of the specification's examples, and are the same for the same seed. */
import { describe, expect, it } from 'vitest';
import { clinicalRows } from './clinical-rows.ts';

describe('clinicalRows', () => {
  const rows = [...clinicalRows(500, 7)];

  it('have the fields of the specification', () => {
    const every = [
      'record_id',
      'patient_id',
      'age',
      'diagnosis',
      'symptoms',
      'treatments',
      'lab_results',
    ];
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(expect.arrayContaining(every));
      expect(row).toMatchObject({
        record_id: expect.stringMatching(/^rec_/),
        age: expect.any(Number),
        diagnosis: expect.any(String),
        lab_results: { glucose: expect.any(Number) },
      });
      for (const name of ['symptoms', 'treatments']) {
        const items = row[name];
        expect(Array.isArray(items) && new Set(items).size === items.length).toBe(true);
      }
    }
  });

  it('are the same for the same seed, and others for another', () => {
    expect([...clinicalRows(500, 7)]).toEqual(rows);
    expect([...clinicalRows(10, 7)]).toEqual(rows.slice(0, 10));
    expect([...clinicalRows(10, 8)]).not.toEqual(rows.slice(0, 10));
  });

  it('have record ids of their own', () => {
    expect(new Set(rows.map((row) => row['record_id'])).size).toBe(rows.length);
  });
});
