/** The preset: the 18 classes, what is done with each, and what stays undecided. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/contract/json.ts';
import { safeHarborClasses } from '../../shared/contract/transformations.ts';
import { transform } from './testing/transform.ts';

const preset = (documents: JsonObject[], more: JsonObject = {}) => {
  const { rows, report } = transform(documents, 'anonymize', {
    preset: 'hipaa_safe_harbor',
    ...more,
  });
  return { documents: rows.map(({ document }) => document), report: report.safe_harbor, rows };
};

/** One field of each class, by a name that data would have. */
const direct = {
  names: { patientName: 'Ada Lovelace' },
  geographic: { city: 'Boston' },
  telephone_numbers: { home_phone: '617-555-0100' },
  fax_numbers: { fax: '617-555-0101' },
  email_addresses: { Email: 'ada@example.org' },
  social_security_numbers: { SSN: '078-05-1120' },
  medical_record_numbers: { mrn: 'M-1' },
  health_plan_numbers: { member_id: 'H-1' },
  account_numbers: { account_number: 'A-1' },
  certificate_numbers: { driver_license: 'D-1' },
  vehicle_identifiers: { license_plate: 'V-1' },
  device_identifiers: { device_id: 'X-1' },
  web_urls: { website: 'https://ada.example' },
  ip_addresses: { ip_address: '192.0.2.1' },
  biometric_identifiers: { fingerprint: 'f' },
  photographs: { photo: 'data:' },
  other_identifiers: { patient_id: 'P-1' },
};

describe('hipaa_safe_harbor', () => {
  it('removes direct identifiers of every class, by their names', () => {
    const row: JsonObject = Object.fromEntries([
      ['glucose', 5.4],
      ...Object.values(direct).flatMap((fields) => Object.entries(fields)),
    ]);
    const { documents, report } = preset([row]);
    expect(documents).toEqual([{ glucose: 5.4 }]);
    expect(report?.classes.map((each) => each.class)).toEqual(safeHarborClasses);
    for (const [group, fields] of Object.entries(direct)) {
      const found = report?.classes.find((each) => each.class === group)?.fields;
      expect(found).toEqual([
        { field: Object.keys(fields)[0], decided_by: 'name', treatment: 'removed' },
      ]);
    }
  });

  it('keeps the year of dates, three digits of ZIP codes, and ages below 90', () => {
    const { documents } = preset([
      { age: 89, dob: '1937-05-01', admission_date: '2026-03-14', zip_code: '02139', year: 5 },
      { age: 90, dob: '1936-05-01', admission_date: '14.03.2026', zip_code: '03601', year: 6 },
      { age: 'old', dob: '1899', admission_date: 20260314, zip_code: 'SW1A', year: 7 },
    ]);
    expect(documents).toEqual([
      { age: 89, dob: '1937', admission_date: '2026', zip_code: '021', year: 5 },
      { age: '90+', dob: '1936 or earlier', admission_date: '2026', zip_code: '000', year: 6 },
      { age: null, dob: '1936 or earlier', admission_date: null, zip_code: null, year: 7 },
    ]);
  });

  it('recognises values by their form where the name says nothing', () => {
    const { documents, report } = preset([
      { a: '2026-03-14T10:00:00Z', b: 'ada@example.org', c: '192.0.2.1', d: 'https://a.example/x' },
      { a: null, b: 'bob@example.org', c: 'not an address', d: 'https://b.example' },
    ]);
    expect(documents).toEqual([
      { a: '2026', c: '192.0.2.1' },
      { a: null, c: 'not an address' },
    ]);
    expect(report?.undecided.map(({ field }) => field)).toEqual(['c']);
    const dates = report?.classes.find((each) => each.class === 'dates');
    expect(dates?.fields).toEqual([{ field: 'a', decided_by: 'value', treatment: 'year only' }]);
  });

  it('goes into arrays and objects, and judges by the names around a field', () => {
    const { documents } = preset([
      {
        contacts: [{ phone: '1', relation: 'x' }, { phone: '2' }],
        address: { line: 'Main St', state: 'MA' },
        lab: { glucose: 1 },
      },
    ]);
    expect(documents).toEqual([
      { contacts: [{ relation: 'x' }, {}], address: { state: 'MA' }, lab: { glucose: 1 } },
    ]);
  });

  it('does what the caller declares, and leaves what the caller vouches for', () => {
    const { documents, report } = preset(
      [{ ward: 'W3', onset: '2020-01-01', note: 'some free text', study_id: 'S1', x: { y: 1 } }],
      {
        classes: { geographic: ['ward', 'x'], dates: ['onset'] },
        not_identifying: ['study_id', 'note'],
      },
    );
    expect(documents).toEqual([{ onset: '2020', note: 'some free text', study_id: 'S1' }]);
    expect(report?.undecided).toEqual([]);
    const geographic = report?.classes.find((each) => each.class === 'geographic');
    expect(geographic?.fields.map((each) => each.decided_by)).toEqual(['caller', 'caller']);
  });

  it('takes names with a dot for one name, and leaves what is no smaller than a state', () => {
    const row = { 'a.mrn': 'M-1', a: { b: 1 }, address: { zip: '02139', state: 'MA' } };
    const { documents } = preset([row], { not_identifying: ['a.b'] });
    expect(documents).toEqual([{ a: { b: 1 }, address: { zip: '021', state: 'MA' } }]);
  });

  it('says what it could not decide and why, and never certifies', () => {
    const { documents, report } = preset([
      {
        record_id: 'rec_1',
        note: 'Seen with her brother today.',
        drug_name: 'Aspirin',
        diagnosis: 'J45',
        'dotted.name.mrn': 'M-1',
        address: { street: 'Main St', state: 'MA', country: 'US' },
      },
    ]);
    expect(documents).toEqual([
      {
        record_id: 'rec_1',
        note: 'Seen with her brother today.',
        drug_name: 'Aspirin',
        diagnosis: 'J45',
        address: { state: 'MA', country: 'US' },
      },
    ]);
    expect(report?.undecided).toEqual([
      { field: 'record_id', reason: expect.stringContaining('names the row') },
      { field: 'note', reason: 'free text may hold identifiers' },
      { field: 'drug_name', reason: 'may be the name of a person' },
      { field: 'diagnosis', reason: expect.stringContaining('neither') },
    ]);
    expect(report?.certified).toBe(false);
    expect(report?.statement).toContain('does not certify');
  });
});
