import { describe, expect, it } from 'vitest';
import { bodyFaults } from '../../../shared/contract/intake.ts';
import { createSessionSchema } from '../../../shared/contract/sessions.ts';
import { bodyOf, emptyForm, type SessionForm } from './session-form.ts';

const filled: SessionForm = {
  ...emptyForm,
  dataset_id: 'claims',
  purpose: ' Review ',
  ttl_seconds: '2',
  unit: 'days',
};

describe('bodyOf', () => {
  it('leaves out what is empty', () => {
    expect(bodyOf(filled, undefined)).toEqual({
      dataset_id: 'claims',
      purpose: 'Review',
      ttl_seconds: 172_800,
    });
  });

  it('names the operations only where some are withheld', () => {
    const form: SessionForm = { ...filled, allowed_operations: ['read', 'filter', 'aggregate'] };
    expect(bodyOf(form, undefined).allowed_operations).toEqual(['read', 'filter', 'aggregate']);
  });
});

it('has the faults of the API, one a field', () => {
  const faultsOf = (form: SessionForm) => bodyFaults(bodyOf(form, undefined), createSessionSchema);
  expect(faultsOf(filled)).toEqual([]);
  const fields = faultsOf({ ...emptyForm, ttl_seconds: '' }).map(({ field }) => field);
  expect(fields.toSorted()).toEqual(['dataset_id', 'purpose', 'ttl_seconds']);
  expect(faultsOf({ ...filled, ttl_seconds: '31' })[0]?.message).toMatch(/at most 2592000/);
});
