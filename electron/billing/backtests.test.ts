/** Rate cards before they hold: what past months would have come to, and an assignment that is taken back before its month. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountRateCardSchema, backtestSchema } from '../../shared/contract/billing-prices.ts';
import { ledgerFileName } from '../database/file-names.ts';
import { openReader } from '../database/open-database.ts';
import { TestApi } from '../api/test-api.ts';
import type { RowFinding } from '../proof/row-finding.ts';
import { RowsCheck } from '../proof/rows-check.ts';
import {
  clinicalRow,
  errorOf,
  makeDataset,
  openSession,
  refusalOf,
} from '../sessions/testing/clinical.ts';

/** Both prices of a refusal. */
const refusedPrices = [
  ['now', 1],
  ['then', 2],
] as const;

let api: TestApi;
let dataset: string;
const free = { rate: 0 };

async function send(method: string, path: string, body?: object): Promise<unknown> {
  const response = await api.send(method, path, body === undefined ? {} : { body });
  const text = await response.text();
  if (response.status >= 300) throw new Error(`${method} ${path}: ${text}`);
  return JSON.parse(text);
}

const keepCard = (id: string, rate: number, more: object = {}) =>
  send('POST', '/billing/rate-cards', {
    rate_card_id: id,
    name: id,
    model: 'CUSTOM',
    time: free,
    record: { rate },
    data: free,
    operation: free,
    ...more,
  });
const assign = (account: string, card: string, from_month: string, discount_percent = 0) =>
  send('PUT', `/billing/accounts/${account}/rate-card`, {
    rate_card_id: card,
    from_month,
    discount_percent,
  });

async function use(account: string, records: number): Promise<void> {
  const { session_id: id } = await openSession(api, dataset, { account_id: account });
  await api.send('GET', `/sessions/${id}/stream?batch_size=${records}`);
}

beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 8, 10) });
  await api.nameIssuer();
  dataset = await makeDataset(
    api,
    Array.from({ length: 100 }, (_, number) => clinicalRow(number)),
  );
  await keepCard('cent', 0.01);
  await keepCard('steep', 0.02, { minimum: 3 });
  for (const [account, discount] of [
    ['one', 0],
    ['two', 50],
  ] as const) {
    await api.addAccount(account);
    await assign(account, 'cent', '2026-09', discount);
  }
  await use('one', 100);
  api.now = Date.UTC(2026, 9, 10);
  await use('one', 50);
  await use('two', 100);
  api.now = Date.UTC(2026, 10, 10);
});
afterAll(() => api.close());

describe('POST /billing/rate-cards/{id}/backtest', () => {
  const path = '/billing/rate-cards/steep/backtest';
  const months = { from_month: '2026-09', to_month: '2026-10' };

  test('prices each account and month anew, with the discount that it had', async () => {
    const told = backtestSchema.parse(await send('POST', path, months));
    // Both accounts were made on the 10th: the minimum is that of 21 days of 30.
    expect(told.data).toEqual([
      { account_id: 'one', month: '2026-09', billed: 1, would_be: 2.1, difference: 1.1 },
      { account_id: 'one', month: '2026-10', billed: 0.5, would_be: 3, difference: 2.5 },
      { account_id: 'two', month: '2026-09', billed: 0, would_be: 2.1, difference: 2.1 },
      { account_id: 'two', month: '2026-10', billed: 0.5, would_be: 3, difference: 2.5 },
    ]);
    expect([told.billed, told.would_be, told.difference]).toEqual([2, 10.2, 8.2]);
    expect(told.months.map(({ month, difference }) => [month, difference])).toEqual([
      ['2026-09', 3.2],
      ['2026-10', 5],
    ]);
    const second = backtestSchema.parse(await send('POST', `${path}?limit=1&offset=3`, months));
    expect(second).toMatchObject({
      data: [{ account_id: 'two', month: '2026-10' }],
      pagination: { total: 4, limit: 1, offset: 3, has_more: false },
      billed: 2,
    });
  });

  test('of one account, by an older version, is that alone; by its own card it is what it was', async () => {
    const own = { ...months, account_id: 'one', version: 1 };
    const told = backtestSchema.parse(await send('POST', '/billing/rate-cards/cent/backtest', own));
    expect([told.billed, told.would_be, told.difference]).toEqual([1.5, 1.5, 0]);
  });

  test.each([
    ['the end before the beginning', { ...months, to_month: '2026-08' }, '400 validation_error'],
    ['25 months', { from_month: '2024-10', to_month: '2026-10' }, '400 validation_error'],
    ['no month', { ...months, from_month: '2026-13' }, '400 validation_error'],
    ['an unknown account', { ...months, account_id: 'nobody' }, '400 validation_error'],
    ['a version that is not there', { ...months, version: 7 }, '404 not_found'],
  ])('refuses %s', async (_, body, refusal) => {
    expect(await refusalOf(await api.send('POST', path, { body }))).toBe(refusal);
  });
});

test('a card that would ask for more of a month in use is refused with both prices and the next month', async () => {
  await use('one', 100);
  const body = { rate_card_id: 'steep', from_month: '2026-11' };
  const refused = await api.send('PUT', '/billing/accounts/one/rate-card', { body });
  const { type, details } = await errorOf(refused);
  expect([refused.status, type, details]).toEqual([
    409,
    'conflict',
    expect.objectContaining({ ...Object.fromEntries(refusedPrices), from_month: '2026-12' }),
  ]);
});

describe('DELETE /billing/accounts/{id}/rate-card/{month}', () => {
  const at = (month: string) => `/billing/accounts/one/rate-card/${month}`;

  test('takes back what was assigned from a coming month on', async () => {
    await assign('one', 'steep', '2026-12');
    await assign('one', 'steep', '2027-02');
    const left = accountRateCardSchema.parse(await send('DELETE', at('2026-12')));
    expect(left.next?.from_month).toBe('2027-02');
    expect(await refusalOf(await api.send('DELETE', at('2026-12')))).toBe('404 not_found');
    const none = accountRateCardSchema.parse(await send('DELETE', at('2027-02')));
    expect([none.next, none.in_force.rate_card.rate_card_id]).toEqual([null, 'cent']);
  });

  test('of a month that has begun is refused', async () => {
    expect(await refusalOf(await api.send('DELETE', at('2026-09')))).toBe('409 conflict');
    expect(await refusalOf(await api.send('DELETE', at('2026-13')))).toBe('400 validation_error');
    const nobody = '/billing/accounts/nobody/rate-card/2027-01';
    expect(await refusalOf(await api.send('DELETE', nobody))).toBe('404 not_found');
  });

  test('what is invoiced later holds, priced without it', async () => {
    await assign('two', 'steep', '2026-12');
    await send('DELETE', '/billing/accounts/two/rate-card/2026-12');
    api.now = Date.UTC(2026, 11, 10);
    await use('two', 100);
    api.now = Date.UTC(2027, 0, 2);
    await send('POST', '/billing/invoices', { account_id: 'two', month: '2026-12' });
    const found: RowFinding[] = [];
    const database = openReader(join(api.directory, ledgerFileName));
    for (const _step of new RowsCheck(database, (each) => found.push(each)).run());
    database.close();
    expect(found).toEqual([]);
  });
});
