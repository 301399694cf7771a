/** A change of an account sends what was changed, and nothing of what was not. */
import { expect, it } from 'vitest';
import {
  accountDetailsSchema,
  type AccountDetails,
} from '../../../shared/contract/billing-parties.ts';
import { changeOf, valuesOf } from './account-edit.ts';

const reduced = { kind: 'STANDARD', rate_percent: 7 } as const;
const exempt = { kind: 'EXEMPT', rate_percent: 0, reason: 'Section 4 no. 8' } as const;

function accountWith(kinds: AccountDetails['kinds']): AccountDetails {
  const account = accountDetailsSchema.parse({
    account_id: 'meridian-labs',
    name: 'Meridian Labs GmbH',
    email: 'accounts-payable@meridian-labs.example',
    address: {
      line1: 'Lindenstraße 12',
      city: 'Hamburg',
      state: '',
      postal_code: '20095',
      country: 'Germany',
    },
    tax_percent: 19,
    payment_terms_days: 30,
    suspend_after_days: null,
    created_at: '2025-10-31T00:00:00.000Z',
    holder_id: null,
    rate_card: { rate_card_id: 'volume-tiers', version: 1 },
    suspensions: [],
    version: 1,
    line2: '',
    vat_id: null,
    order_number: null,
    tax: { kind: 'STANDARD', rate_percent: 19 },
    kinds: {},
    show_name_to_holders: true,
    history: [],
  });
  // The order of the kinds is that of the test.
  return { ...account, kinds };
}

const taxed: readonly (readonly [string, AccountDetails['kinds']])[] = [
  ['a fee alone', { fee: reduced }],
  ['a charge alone', { charge: exempt }],
  ['a fee and a charge', { fee: reduced, charge: reduced }],
  ['a charge and a fee', { charge: reduced, fee: reduced }],
  ['a fee and a charge of different taxes', { fee: reduced, charge: exempt }],
  ['a charge and a fee of different taxes', { charge: exempt, fee: reduced }],
  ['a fee before a prepayment', { fee: reduced, prepayment: exempt }],
];

it.each([['no kind', {}] as const, ...taxed])(
  'sends nothing of an account that nobody changed: %s',
  (_name, kinds) => {
    const account = accountWith(kinds);
    expect(changeOf(account, valuesOf(account))).toEqual({});
  },
);

it.each(taxed)('sends no kinds with another change: %s', (_name, kinds) => {
  const account = accountWith(kinds);
  const values = { ...valuesOf(account), name: 'Meridian Laboratories' };
  expect(changeOf(account, values)).toEqual({ name: 'Meridian Laboratories' });
});

it.each(taxed)('sends the kinds without it once it is the same as of use: %s', (_name, kinds) => {
  const account = accountWith(kinds);
  const values = valuesOf(account);
  const { prepayment } = kinds;
  expect(changeOf(account, { ...values, other: { ...values.other, kind: '' } })).toEqual({
    kinds: prepayment === undefined ? {} : { prepayment },
  });
});

it('sends another tax of fees and charges for both', () => {
  const account = accountWith({ charge: exempt, fee: reduced });
  const other = { kind: 'STANDARD', rate_percent: '9', reason: '' } as const;
  const tax = { kind: 'STANDARD', rate_percent: 9 };
  expect(changeOf(account, { ...valuesOf(account), other })).toEqual({
    kinds: { fee: tax, charge: tax },
  });
});
