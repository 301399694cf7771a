import { expect, it } from 'vitest';
import { policySchema } from '../../../shared/contract/policies.ts';
import { readableFields } from './session-fields.ts';

it('leaves out fields that are withheld and what is below them', () => {
  const fields = ['age', 'address', 'address.zip', 'addressee', 'record_id'].map((path) => ({
    path,
    types: ['string' as const],
  }));
  const readable = (policy: object) =>
    readableFields(fields, policySchema.parse(policy)).map(({ path }) => path);
  const withheld = { method: 'withheld' };
  expect(readable({ unlisted: 'clear', fields: { address: withheld } })).toEqual([
    'age',
    'addressee',
    'record_id',
  ]);
  expect(readable({ fields: { 'address.zip': { method: 'hash' } } })).toEqual([
    'address',
    'address.zip',
    'record_id',
  ]);
  expect(readableFields(fields, undefined)).toHaveLength(5);
});
