/** What a request names that is not there: 404 in the path, one fault at its member in a query or a body. One bad day is one fault. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApi } from '../api/test-api.ts';
import { errorOf, refusalOf } from '../sessions/testing/clinical.ts';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 11, 2) });
  await api.nameIssuer();
  await api.addAccount('lab');
});
afterAll(() => api.close());

const days = 'start_date=2026-01-01&end_date=2026-01-31';
const fieldsOf = async (response: Response) => {
  const { type, details } = await errorOf(response);
  return [response.status, type, details['fields']];
};
const oneFault = (field: string) => [400, 'validation_error', [expect.objectContaining({ field })]];

describe('In a query', () => {
  test.each([
    ['account_id', `/billing/usage?${days}&account_id=nobody`],
    ['dataset_id', `/billing/usage?${days}&dataset_id=nothing`],
    ['account_id', `/billing/usage/sessions?${days}&account_id=nobody`],
    ['dataset_id', `/billing/usage/sessions?${days}&dataset_id=nothing`],
    ['account_id', '/billing/invoices?account_id=nobody'],
    ['account_id', '/billing/payments?account_id=nobody'],
    ['account_id', '/billing/credits?account_id=nobody'],
    ['account_id', '/billing/credit-notes?account_id=nobody'],
    ['holder_id', '/billing/shares?holder_id=nobody'],
    ['dataset_id', '/billing/shares?dataset_id=nothing'],
    ['holder_id', '/billing/payouts?holder_id=nobody'],
    ['holder_id', '/billing/payout-preferences?holder_id=nobody'],
  ])('an unknown %s is refused: %s', async (field, path) => {
    expect(await fieldsOf(await api.send('GET', path))).toEqual(oneFault(field));
  });
});

describe('In a body', () => {
  const credit = { kind: 'GOODWILL', amount: 1, borne_by: 'PLATFORM', reason: 'x' };
  test.each([
    ['account_id', '/billing/invoices', { account_id: 'nobody', month: '2026-11' }],
    ['account_id', '/billing/credits', { account_id: 'nobody', ...credit }],
    [
      'account_id',
      '/billing/charges',
      { account_id: 'nobody', kind: 'CHARGE', amount: 1, description: 'x' },
    ],
    ['account_ids.1', '/billing/runs', { month: '2026-11', account_ids: ['lab', 'nobody'] }],
    ['holder_id', '/billing/payout-runs', { holder_id: 'nobody' }],
    ['dataset_id', '/billing/quotes', { dataset_id: 'nothing', operation: 'read' }],
    [
      'account_id',
      '/billing/limits',
      { account_id: 'nobody', period: 'MONTHLY', mode: 'SOFT', amount: 1 },
    ],
  ])('an unknown %s is refused: %s', async (field, path, body) => {
    expect(await fieldsOf(await api.send('POST', path, { body }))).toEqual(oneFault(field));
  });
});

test.each([
  ['GET', '/billing/accounts/nobody'],
  ['GET', '/billing/accounts/nobody/rate-card'],
  ['GET', '/billing/accounts/nobody/upcoming-invoice'],
  ['PUT', '/billing/drafts/nobody/2026-11/hold'],
  ['GET', '/billing/holders/nobody'],
  ['GET', '/billing/holders/nobody/summary'],
  ['GET', '/billing/holders/nobody/statement?from=2026-01-01&to=2026-01-31'],
])('in a path it is not found: %s %s', async (verb, path) => {
  const response = await api.send(verb, path, verb === 'PUT' ? { body: { reason: 'x' } } : {});
  expect(await refusalOf(response)).toBe('404 not_found');
});

test.each([
  ['start_date', '/billing/usage?start_date=2026-02-30&end_date=2026-01-01'],
  ['start_date', '/billing/usage/sessions?start_date=2026-13-01&end_date=2026-01-01'],
  ['issued_after', '/billing/invoices?issued_after=yesterday&issued_before=2026-01-01'],
  ['created_before', '/billing/payouts?created_before=2026-1-1'],
  ['end_date', '/billing/revenue?start_date=2026-01-01&end_date=31.12.2026'],
  ['as_of', '/billing/revenue?as_of=2026-02-30'],
  ['as_of', '/billing/journal?as_of=2027-01-01T00%3A00%3A00.000Z'],
])('one bad day is one fault: %s of %s', async (field, path) => {
  expect(await fieldsOf(await api.send('GET', path))).toEqual(oneFault(field));
});
