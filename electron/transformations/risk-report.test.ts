/** k-anonymity and l-diversity, counted on rows small enough to count by hand. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/contract/json.ts';
import { riskReport } from './risk-report.ts';
import { rowsOf, transform } from './testing/transform.ts';

const people: JsonObject[] = [
  { age: 30, zip: '021', illness: 'flu' },
  { age: 30, zip: '021', illness: 'cold' },
  { age: 30, zip: '021', illness: 'flu' },
  { age: 40, zip: '021', illness: 'flu' },
  { age: 40, zip: '021', illness: 'flu' },
  { age: '40', zip: '021', illness: 'flu' },
];

describe('risk report', () => {
  it('counts classes, the least k and the least distinct l', () => {
    const request = { quasi_identifiers: ['age', 'zip'], sensitive: ['illness'] };
    expect(riskReport(rowsOf(people), request)).toEqual({
      quasi_identifiers: ['age', 'zip'],
      records: 6,
      classes: 3,
      least_k: 1,
      unique_records: 1,
      class_sizes: [
        { size: 1, classes: 1 },
        { size: 2, classes: 1 },
        { size: 3, classes: 1 },
      ],
      sensitive: [{ field: 'illness', least_distinct: 1 }],
    });
  });

  it('tells missing, null and empty apart from values', () => {
    const rows = rowsOf([{}, { a: null }, { a: [] }, { a: 'null' }]);
    expect(riskReport(rows, { quasi_identifiers: ['a'] })).toMatchObject({
      classes: 3,
      least_k: 1,
    });
    expect(riskReport([], { quasi_identifiers: ['a'] })).toMatchObject({ classes: 0, least_k: 0 });
  });

  it('is over what comes out', () => {
    const { report } = transform(people, 'generalize', {
      fields: ['age'],
      bucket_size: 20,
      origin: 30,
      risk: { quasi_identifiers: ['age'] },
    });
    expect(report.risk).toMatchObject({ classes: 2, least_k: 1, unique_records: 1 });
  });
});
