import { describe, expect, it } from 'vitest';
import { bodyOf, emptyForm, faultsByField, localFaults, type SessionForm } from './session-form.ts';
import { faultAt } from '../../../shared/contract/faults.ts';

const filled: SessionForm = {
  ...emptyForm,
  datasetId: 'claims',
  purpose: ' Review ',
  duration: '2',
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
    const body = bodyOf(
      { ...filled, withheld: new Set(['train', 'transform', 'analyze', 'validate']) },
      undefined,
    );
    expect(body.allowed_operations).toEqual(['read', 'filter', 'aggregate']);
  });
});

describe('faults', () => {
  it('are those of the API, one a field', () => {
    expect(localFaults(bodyOf(filled, undefined))).toEqual({});
    const faults = localFaults(bodyOf({ ...emptyForm, duration: '' }, undefined));
    expect(Object.keys(faults).toSorted()).toEqual(['dataset_id', 'purpose', 'ttl_seconds']);
    expect(
      localFaults(bodyOf({ ...filled, duration: '31', unit: 'days' }, undefined))['ttl_seconds'],
    ).toMatch(/at most 2,?592,?000/);
  });

  it('stand at the list they are inside of', () => {
    expect(
      faultsByField([faultAt('allowed_operations[2]', 'in_words', { words: 'is unknown' })]),
    ).toEqual({
      allowed_operations: 'is unknown',
    });
  });
});
