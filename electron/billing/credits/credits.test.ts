/** Credits and charges through the API: who grants them, who bears them, in which order they lower invoices. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createdApiKeySchema } from '../../../shared/contract/access.ts';
import {
  chargeSchema,
  creditPageSchema,
  creditSchema,
} from '../../../shared/contract/billing-credits.ts';
import { anonymous, TestApi } from '../../api/test-api.ts';

let api: TestApi;
let labKey = '';
beforeAll(async () => {
  api = await TestApi.open();
  await api.addAccount('lab');
  const body = { name: 'lab', role: 'ai_lab', account_id: 'lab' };
  const made = createdApiKeySchema.parse(
    await (await api.send('POST', '/api-keys', { body })).json(),
  );
  labKey = made.key ?? '';
});
afterAll(() => api.close());

const asLab = () => ({ caller: anonymous, headers: { 'x-api-key': labKey } });
const goodwill = {
  account_id: 'lab',
  kind: 'GOODWILL',
  amount: 20,
  borne_by: 'PLATFORM',
  reason: 'An outage',
};
const refusalSchema = z.object({
  error: z.object({
    type: z.string(),
    details: z.object({ fields: z.array(z.object({ field: z.string() })).optional() }),
  }),
});

describe('POST /billing/credits', () => {
  test('keeps who bears it, and the lab reads its own', async () => {
    const response = await api.send('POST', '/billing/credits', { body: goodwill });
    const credit = creditSchema.parse(await response.json());
    expect(response.status).toBe(201);
    expect(credit).toMatchObject({ ...goodwill, left: 20, priority: 50, expires_on: null });
    const page = await api.send('GET', '/billing/credits?account_id=lab', asLab());
    expect(creditPageSchema.parse(await page.json()).data).toEqual([credit]);
    const foreign = await api.send('GET', '/billing/credits?account_id=default', asLab());
    expect(foreign.status).toBe(403);
    const granted = await api.send('POST', '/billing/credits', { ...asLab(), body: goodwill });
    expect(granted.status).toBe(403);
  });

  const { borne_by: _, ...nobody } = goodwill;
  test.each([
    ['borne_by', nobody],
    ['kind', { ...goodwill, kind: 'PREPAID' }],
    ['amount', { ...goodwill, amount: 0 }],
    ['reason', { ...goodwill, reason: '' }],
  ])('refuses one with another %s', async (field, body) => {
    const response = await api.send('POST', '/billing/credits', { body });
    const { error } = refusalSchema.parse(await response.json());
    expect([response.status, error.details.fields?.map((each) => each.field)]).toEqual([
      400,
      [field],
    ]);
  });

  test('of an account that is not there is none', async () => {
    const body = { ...goodwill, account_id: 'nobody' };
    expect((await api.send('POST', '/billing/credits', { body })).status).toBe(400);
  });
});

describe('POST /billing/credits/{id}/void', () => {
  test('takes back what is left, once', async () => {
    const made = await api.send('POST', '/billing/credits', { body: goodwill });
    const { credit_id: id } = creditSchema.parse(await made.json());
    const over = await api.send('POST', `/billing/credits/${id}/void`);
    expect(creditSchema.parse(await over.json())).toMatchObject({
      left: 0,
      voided_at: new Date(api.now).toISOString(),
    });
    expect((await api.send('POST', `/billing/credits/${id}/void`)).status).toBe(409);
    expect((await api.send('POST', '/billing/credits/credit_x/void')).status).toBe(404);
  });
});

test('POST /billing/charges puts an amount on the next invoice', async () => {
  const body = { account_id: 'lab', kind: 'PREPAYMENT', amount: 500, description: 'For 2027' };
  const response = await api.send('POST', '/billing/charges', { body });
  expect(response.status).toBe(201);
  expect(chargeSchema.parse(await response.json())).toMatchObject(body);
});
