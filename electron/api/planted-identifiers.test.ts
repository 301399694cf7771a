/** Twelve identifiers that lie hidden in clinical rows, each in a field whose name tells nothing: none is proposed as it is. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/contract/json.ts';
import { analyse } from '../policies/analysis.ts';
import { patientRows } from '../demo/session-rows.ts';

const size = 400;
const seed = 20_261;

/** What stands in one row, or in all of them. */
const planted: Readonly<Record<string, (row: number) => string | number>> = {
  remark: (row) => (row === 211 ? 'ada.weiss@example.com' : 'none'),
  origin: (row) => (row === 17 ? 'https://example.com/ada' : 'walk-in'),
  entry_point: (row) => (row === 300 ? '192.168.17.4' : 'desk'),
  reference: (row) => (row === 99 ? '123-45-6789' : 'n/a'),
  settled_by: (row) => (row === 50 ? 'DE89 3704 0044 0532 0130 00' : 'insurance'),
  paid_with: (row) => (row === 51 ? '4539 5787 6362 1486' : 'cash'),
  called: (row) => (row === 123 ? '+49 171 2345678' : 'no'),
  met_at: (row) => (row === 5 ? '48.1,11.5' : 'ward'),
  source: (row) => (row === 77 ? '@ada' : 'letter'),
  scan: (row) => (row === 8 ? 'iVBOR'.repeat(40) : ''),
  doctor: (row) => (row % 2 === 0 ? 'Dr. Weiß' : 'Dr. Braun'),
  file_number: (row) => 700_000 + row,
};

const rows = [...patientRows(size, seed)].map((row, index) => {
  const document: JsonObject = { ...row };
  for (const [name, value] of Object.entries(planted)) document[name] = value(index + 1);
  return { seq: index + 1, document };
});

describe('The analysis of clinical rows', () => {
  const { fields } = analyse(rows);
  const methodOf = (address: string) =>
    fields.find((field) => field.address === address)?.proposal.method;

  it.each(Object.keys(planted))('proposes to withhold or treat %s', (address) => {
    expect(['withheld', 'hash', 'date_shift', 'mask', 'generalize']).toContain(methodOf(address));
  });

  it('leaves what is neither about anybody nor told of few', () => {
    expect(Object.keys(planted)).toHaveLength(12);
    expect([methodOf('diagnosis'), methodOf('sex')]).toEqual(['clear', 'clear']);
    expect([methodOf('patient_id'), methodOf('postal_code')]).toEqual(['hash', 'generalize']);
  });
});
