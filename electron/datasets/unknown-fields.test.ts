/** Fields that no row has are refused, where the profile can tell. */
import { expect, test } from 'vitest';
import { incompletePath } from '../filters/path-profile.ts';
import { refuseUnknownFields } from './unknown-fields.ts';

const known = ['record_id', 'patient_id'];

test('a profile that is incomplete refuses nothing', () => {
  const named = [{ field: 'fields.0', path: 'unknown' }];
  const profile = new Map(known.map((path) => [path, 1]));
  expect(() => refuseUnknownFields(named, profile)).toThrow('fields.0');
  refuseUnknownFields(named, new Map([...profile, [incompletePath, 0]]));
});
