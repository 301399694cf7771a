/** The currency of a workspace: chosen while nothing is kept in another, with its own decimals from then on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingSettingsSchema } from '../../shared/contract/billing-parties.ts';
import { spendingLimitSchema } from '../../shared/contract/billing.ts';
import { accountRateCardSchema } from '../../shared/contract/billing-prices.ts';
import { TestApi, testIssuer } from '../api/test-api.ts';
import { errorOf } from '../sessions/testing/clinical.ts';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 10, 1) });
  await api.addAccount('lab');
});
afterAll(() => api.close());

const change = (currency: string) =>
  api.send('PUT', '/billing/settings', { body: { issuer: testIssuer, currency } });
const settings = () => api.read(billingSettingsSchema, '/billing/settings');
const fieldOf = async (response: Response) => {
  const { details } = await errorOf(response);
  return [response.status, details['fields']];
};
const limit = { period: 'MONTHLY', mode: 'SOFT' };

test('is USD unless chosen, and can be another one', async () => {
  expect(await settings()).toMatchObject({ currency: 'USD', currency_in_use: null });
  for (const unknown of ['CLF', 'usd', 'Yen', '']) {
    expect(await fieldOf(await change(unknown))).toEqual([
      400,
      [expect.objectContaining({ field: 'currency' })],
    ]);
  }
  expect((await change('KWD')).status).toBe(200);
  expect((await change('JPY')).status).toBe(200);
  expect(await settings()).toMatchObject({ currency: 'JPY', currency_in_use: null });
});

test.each([
  ['/billing/limits', { ...limit, amount: 10.5 }, 'amount'],
  [
    '/billing/credits',
    { account_id: 'lab', kind: 'GOODWILL', amount: 0.5, borne_by: 'PLATFORM', reason: 'x' },
    'amount',
  ],
  [
    '/billing/charges',
    { account_id: 'lab', kind: 'CHARGE', amount: 1.5, description: 'x' },
    'amount',
  ],
  [
    '/billing/rate-cards',
    {
      rate_card_id: 'card',
      name: 'Card',
      model: 'CUSTOM',
      time: { rate: 0.5 },
      record: { tiers: [{ up_to: null, rate: 0.001, flat: 1.5 }] },
      data: { rate: 0 },
      operation: { rate: 0 },
    },
    'record.tiers.0.flat',
  ],
])('what is finer than a yen is refused at its member: %s', async (path, body, field) => {
  expect(await fieldOf(await api.send('POST', path, { body }))).toEqual([
    400,
    [{ field, message: 'must have at most 0 decimals' }],
  ]);
});

test('answers are in it, and it stays once something has an amount', async () => {
  const card = await api.read(accountRateCardSchema, '/billing/accounts/lab/rate-card');
  expect(card.in_force.rate_card.currency).toBe('JPY');
  expect(card.in_force.words.join(' ')).toContain('JPY');
  const made = await api.send('POST', '/billing/limits', { body: { ...limit, amount: 1_000 } });
  expect(spendingLimitSchema.parse(await made.json())).toMatchObject({
    amount: 1_000,
    currency: 'JPY',
  });
  expect(await settings()).toMatchObject({ currency: 'JPY', currency_in_use: 'limits' });
  const refused = await change('USD');
  const { type, details } = await errorOf(refused);
  expect([refused.status, type, details]).toEqual([
    409,
    'conflict',
    expect.objectContaining({ currency: 'JPY', in_use_by: 'limits' }),
  ]);
  // The same again is no change.
  expect((await change('JPY')).status).toBe(200);
});
