/** Who pays, cancels and sweeps at once: one wins, the others are told so, nothing happens twice. */
import { afterAll, expect, test } from 'vitest';
import { ApiError } from '../../shared/contract/errors.ts';
import { Acting } from '../access/acting.ts';
import { Commits } from '../access/commits.ts';
import { IdempotencyStore } from '../access/idempotency.ts';
import { WriteLock } from '../access/write-lock.ts';
import { anywhere } from '../database/testing/anywhere.ts';
import type { RouteReply } from '../route-handler.ts';
import { BillingFixture, goodCard } from './testing/billing-fixture.ts';
import { billingWriteRoutes } from './write-routes.ts';
import { rounds } from '../testing/rounds.ts';

const times = rounds({ usual: 100, all: 1_000 });
const fixture = new BillingFixture('2026-11-10T00:00:00.000Z');
afterAll(() => fixture.remove());

const lock = new WriteLock(anywhere);
const transaction = <Result>(run: (now: string) => Result): Result =>
  fixture.write(() => run(fixture.at));
const routes = billingWriteRoutes({
  closeMonths: () => undefined,
  billing: fixture.billing,
  commits: new Commits({
    acting: new Acting(),
    journal: () => fixture.journal,
    transaction,
    lock,
    idempotency: new IdempotencyStore(fixture.database, () => fixture.now),
    changed: () => {},
  }),
  transaction,
  createId: fixture.createId,
});

const call = (invoiceId: string, key?: string) => ({
  requestId: 'req_1',
  parameters: { invoice_id: invoiceId },
  query: {},
  signing: {},
  previous: undefined,
  upload: undefined,
  idempotency:
    key === undefined
      ? undefined
      : { caller: 'operator', operation: 'pay', key, fingerprint: invoiceId },
  caller: 'operator',
  principal: { kind: 'operator' } as const,
  own: undefined,
  baseUrl: 'http://proofdesk.test/v1',
  signal: new AbortController().signal,
});
const pay = async (invoiceId: string, key?: string) =>
  routes.payInvoice({
    ...call(invoiceId, key),
    operationId: 'payInvoice',
    body: { payment_method_id: goodCard.payment_method_id },
  });
const cancel = async (invoiceId: string) =>
  routes.cancelInvoice({
    ...call(invoiceId),
    operationId: 'cancelInvoice',
    body: { reason: 'Wrong customer' },
  });
const sweep = async () =>
  void (await lock.run(() => transaction((now) => fixture.billing.sweep(now))));

/** How each ended: its status, or the code it was refused with. */
const outcomes = async (all: readonly Promise<RouteReply | void>[]): Promise<string[]> =>
  (await Promise.allSettled(all)).map((each) => {
    if (each.status === 'fulfilled') return String(each.value?.status ?? 'done');
    if (each.reason instanceof ApiError) return each.reason.code;
    throw each.reason;
  });
const row = (invoiceId: string) =>
  fixture.database
    .prepare(
      `SELECT status, (SELECT count(*) FROM payments WHERE invoice = i.number) AS payments,
         (SELECT count(*) FROM earned WHERE document = i.invoice_id) AS earned,
         (SELECT group_concat(event, ' ' ORDER BY number) FROM book_transactions
          WHERE source = i.invoice_id) AS posted
       FROM invoices AS i WHERE i.invoice_id = ?`,
    )
    .get(invoiceId);

const paid = { status: 'PAID', payments: 1, earned: 1, posted: 'issued paid' };
const canceled = { status: 'CANCELED', payments: 0, earned: 0, posted: 'issued canceled' };

/** What is asked at once, how each ends, and what is left of it. */
const races: readonly {
  readonly ask: (id: string) => readonly Promise<RouteReply | void>[];
  readonly ends: readonly string[];
  readonly left: object;
}[] = [
  { ask: (id) => [pay(id), pay(id)], ends: ['200', 'invoice_already_paid'], left: paid },
  { ask: (id) => [pay(id, id), pay(id, id)], ends: ['200', '200'], left: paid },
  {
    ask: (id) => [pay(id), cancel(id), sweep()],
    ends: ['200', 'conflict', 'done'],
    left: paid,
  },
  {
    ask: (id) => [pay(id), sweep(), cancel(id)],
    ends: ['200', 'done', 'conflict'],
    left: paid,
  },
  {
    ask: (id) => [cancel(id), sweep(), pay(id)],
    ends: ['200', 'done', 'invoice_not_payable'],
    left: canceled,
  },
  {
    ask: (id) => [cancel(id), pay(id), sweep()],
    ends: ['200', 'invoice_not_payable', 'done'],
    left: canceled,
  },
  {
    ask: (id) => [sweep(), pay(id), cancel(id)],
    ends: ['done', '200', 'conflict'],
    left: paid,
  },
  {
    ask: (id) => [sweep(), cancel(id), pay(id)],
    ends: ['done', '200', 'invoice_not_payable'],
    left: canceled,
  },
];

test(`${times} rounds of pay, pay again, pay with one key, cancel and sweep, in all orders`, async () => {
  const used = fixture.write(() =>
    Array.from({ length: times }, (_, round) => {
      const accountId = fixture.account(`account-${round}`, { payment_terms_days: 0 });
      fixture.use(fixture.open({ accountId, seconds: 60 }), { records: 1_000 });
      return accountId;
    }),
  );
  fixture.at = '2026-12-01T01:00:00.000Z';
  const invoices = used.map((each) => fixture.close(each, '2026-11').document.invoiceId);
  // The sweep of a round finds its invoice not overdue yet; in the second half, overdue.
  for (const [round, id] of invoices.entries()) {
    if (round >= times / 2) fixture.at = '2026-12-02T00:00:00.000Z';
    const race = races[round % races.length];
    expect(await outcomes(race?.ask(id) ?? [])).toEqual(race?.ends);
    expect(row(id)).toEqual(race?.left);
  }
}, 300_000);

test('two requests with one key get the same response, byte for byte', async () => {
  fixture.at = '2026-12-05T00:00:00.000Z';
  const accountId = fixture.account('twice');
  fixture.use(fixture.open({ accountId, seconds: 60 }), { records: 1_000 });
  fixture.at = '2027-01-01T01:00:00.000Z';
  const id = fixture.close(accountId, '2026-12').document.invoiceId;
  const [first, again] = await Promise.all([pay(id, 'twice'), pay(id, 'twice')]);
  expect(again.body).toBe(first.body);
  expect(again.headers).toEqual({ 'idempotent-replayed': 'true' });
  expect(row(id)).toEqual(paid);
});

test('the same key with another request is refused', async () => {
  fixture.at = '2026-12-10T00:00:00.000Z';
  const accountId = fixture.account('another');
  fixture.use(fixture.open({ accountId, seconds: 60 }), { records: 1_000 });
  fixture.at = '2027-01-01T01:00:00.000Z';
  const id = fixture.close(accountId, '2026-12').document.invoiceId;
  await pay(id, 'key');
  const other = { ...call(id, 'key'), operationId: 'payInvoice' } as const;
  const again = routes.payInvoice({
    ...other,
    idempotency: { caller: 'operator', operation: 'pay', key: 'key', fingerprint: 'other' },
    body: { payment_method_id: 'pm_other' },
  });
  await expect(again).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});
