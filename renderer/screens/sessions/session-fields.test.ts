import { expect, it } from 'vitest';
import { readableFields } from './session-fields.ts';

it('leaves out restricted fields and what is below them', () => {
  const fields = ['age', 'address', 'address.zip', 'addressee'].map((path) => ({
    path,
    types: ['string' as const],
  }));
  expect(
    readableFields(fields, { restricted_fields: ['address'] }).map((each) => each.path),
  ).toEqual(['age', 'addressee']);
  expect(readableFields(fields, undefined)).toHaveLength(4);
});
