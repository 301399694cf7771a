import { describe, expect, it } from 'vitest';
import { bodyFaults } from '../../../shared/contract/intake.ts';
import { datasetSchema } from '../../../shared/contract/datasets.ts';
import { grantRowSchema } from '../../../shared/contract/grants.ts';
import { createSessionSchema } from '../../../shared/contract/sessions.ts';
import { allowedBy, bodyOf, emptyForm, grantOf, type SessionForm } from './session-form.ts';

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

describe('The grant of a session', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const dataset = (access: 'open' | 'on_request') =>
    datasetSchema.parse({
      dataset_id: 'claims',
      name: 'Claims',
      holder_id: 'clinic',
      status: 'active',
      access,
      kinds: ['rows'],
      operations: ['read', 'filter', 'train'],
      policy_version: 1,
      record_count: 3,
      total_bytes: 30,
      field_count: 1,
      session_count: 1,
      active_session_count: 1,
      created_at: at,
      last_appended_at: null,
    });
  const grant = (id: string) =>
    grantRowSchema.parse({
      grant_id: id,
      dataset_id: 'claims',
      holder_id: 'clinic',
      account_id: 'acme',
      kind: 'rows',
      status: 'active',
      granted_by: 'holder',
      purpose: 'Study',
      model_id: null,
      terms: {
        fields: ['age'],
        operations: ['read', 'filter'],
        starts_at: at,
        ends_at: '2026-06-30T00:00:00.000Z',
        budget: null,
      },
      expected: null,
      conditions: null,
      reason: null,
      spent: { amount: 0, currency: 'USD' },
      estimate: null,
      session_count: 0,
      created_at: at,
    });
  const [one, other] = [grant('grant_1'), grant('grant_2')];

  it('is the chosen one, or the only one where one is needed', () => {
    const of = (id: string, access: 'open' | 'on_request', grants = [one, other]) =>
      grantOf({ grant_id: id }, dataset(access), grants)?.grant_id;
    expect(of('grant_2', 'on_request')).toBe('grant_2');
    expect(of('', 'on_request')).toBeUndefined();
    expect(of('', 'on_request', [one])).toBe('grant_1');
    // An open dataset is used without one, unless it is asked for.
    expect(of('', 'open', [one])).toBeUndefined();
    expect(of('grant_1', 'open', [one])).toBe('grant_1');
  });

  it('is named, and its operations are those that are left', () => {
    expect(allowedBy(dataset('on_request'), one)).toEqual(['read', 'filter']);
    expect(bodyOf(filled, dataset('on_request'), one)).toEqual({
      dataset_id: 'claims',
      grant_id: 'grant_1',
      purpose: 'Review',
      ttl_seconds: 172_800,
    });
    const fewer = { ...filled, allowed_operations: ['read', 'train'] as const };
    expect(bodyOf(fewer, dataset('on_request'), one).allowed_operations).toEqual(['read']);
  });
});
