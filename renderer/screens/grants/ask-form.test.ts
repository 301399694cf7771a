/** What is asked for again: the old terms, for as long again, from the end of the grant before. */
import { expect, test } from 'vitest';
import { grantSchema } from '../../../shared/contract/grants.ts';
import { beginsAt, bodyOf, formOf } from './ask-form.ts';

const grant = grantSchema.parse({
  grant_id: 'grant_1',
  dataset_id: 'riverside',
  holder_id: 'clinic-7',
  account_id: 'acme',
  kind: 'rows',
  status: 'active',
  granted_by: 'holder',
  purpose: 'Diabetes research',
  model_id: null,
  terms: {
    fields: ['age', 'diagnosis'],
    operations: ['read', 'filter'],
    starts_at: '2026-01-01T00:00:00.000Z',
    ends_at: '2026-03-31T23:59:59.000Z',
    budget: { amount: 500, currency: 'USD' },
  },
  expected: { rows: 10_000, hours: 2, operations: 50 },
  conditions: null,
  reason: null,
  spent: { amount: 450, currency: 'USD' },
  estimate: null,
  session_count: 3,
  created_at: '2025-12-20T00:00:00.000Z',
  history: [],
});
const before = Date.parse('2026-03-20T00:00:00.000Z');

test('has the terms of before, and begins when they end', () => {
  const startsAt = beginsAt(grant, before);
  expect(bodyOf(formOf(grant, before), startsAt)).toEqual({
    account_id: 'acme',
    dataset_id: 'riverside',
    kind: 'rows',
    purpose: 'Diabetes research',
    fields: ['age', 'diagnosis'],
    operations: ['read', 'filter'],
    starts_at: '2026-03-31T23:59:59.000Z',
    ends_at: '2026-06-29T23:59:59Z',
    budget: { amount: 500, currency: 'USD' },
    expected: { rows: 10_000, hours: 2, operations: 50 },
  });
});

test('begins with the answer where the grant before is over, for as long from then on', () => {
  const over = { ...grant, status: 'ended' as const };
  const after = Date.parse('2026-05-01T00:00:00.000Z');
  expect(beginsAt(over, after)).toBeUndefined();
  expect(formOf(over, after).ends_at).toBe('2026-07-29');
  expect(bodyOf(formOf(over, after))).not.toHaveProperty('starts_at');
});

test('never asks for longer than a grant may last', () => {
  const long = { ...grant, terms: { ...grant.terms, ends_at: '2027-01-02T00:00:00.000Z' } };
  const { ends_at: end } = formOf(long, before);
  expect(Date.parse(end) - Date.parse(long.terms.ends_at)).toBeLessThan(366 * 86_400_000);
});
