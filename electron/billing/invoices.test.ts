/** Issuing, paying and canceling. */
import type { CreateRateCard } from '../../shared/contract/billing.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moneyIn } from '../../shared/billing/money.ts';
import { badCard, BillingFixture, centCard } from './testing/billing-fixture.ts';
import type { InvoiceDraft } from './invoice-draft.ts';

let fixture: BillingFixture;
beforeEach(() => {
  fixture = new BillingFixture();
});
afterEach(() => fixture.remove());

/** An account that pays a cent a record and nothing else. */
const account = (tax_percent = 0) => {
  const id = fixture.account('lab', { tax_percent });
  fixture.card(id, centCard);
  return id;
};
const use = (accountId: string, cents: number, holderId = 'holder') =>
  fixture.use(fixture.open({ accountId, holderId, datasetId: `ds-${holderId}`, seconds: 60 }), {
    records: cents,
  });
const adjust = (accountId: string, cents: bigint) =>
  fixture.write(() =>
    fixture.billing.invoiceWriter.addAdjustment(
      accountId,
      { description: 'Credit', amount: cents },
      fixture.at,
    ),
  );
const amounts = ({ document }: InvoiceDraft) => ({
  lines: document.lines.map((each) => moneyIn('USD').number(each.amount)),
  subtotal: moneyIn('USD').number(document.subtotal),
  tax: moneyIn('USD').number(document.tax),
  total: moneyIn('USD').number(document.total),
});
const statusOf = (draft: InvoiceDraft) =>
  fixture.billing.invoices.require(draft.document.invoiceId, fixture.at).status;

describe('Invoices', () => {
  test('31.46 + 6.25 + 0.15 + 0.84 = 38.70; 20 % → 7.74; total 46.44', () => {
    fixture.account('lab', { tax_percent: 20 });
    const id = fixture.open({ accountId: 'lab' });
    for (let access = 1; access < 42; access += 1) fixture.use(id, { records: 25 });
    fixture.now += 9_061_000;
    fixture.end(id);
    fixture.use(id, { records: 225, bytes: 1_234_567_890 });
    fixture.at = '2026-12-01T01:00:00.000Z';
    const draft = fixture.close('lab', '2026-11');
    expect(amounts(draft)).toEqual({
      lines: [31.46, 6.25, 0.15, 0.84],
      subtotal: 38.7,
      tax: 7.74,
      total: 46.44,
    });
    expect(draft.document.lines.map((each) => each.description)).toEqual([
      'Access time, 2.516944 h',
      'Records, 1250 records',
      'Data, 1.23456789 GB',
      'Operations, 42 operations',
    ]);
    expect(draft.document).toMatchObject({
      invoiceNumber: 'INV-2026-000001',
      dueDay: '2026-12-31',
      terms: 'Net 30 days',
    });
    expect(statusOf(draft)).toBe('PENDING');
  });

  test('a period is closed an hour after its end, and once', () => {
    const id = account();
    use(id, 1);
    fixture.at = '2026-12-01T00:59:59.999Z';
    expect(() => fixture.close(id, '2026-11')).toThrow('can be closed from');
    fixture.at = '2026-12-01T01:00:00.000Z';
    fixture.close(id, '2026-11');
    expect(() => fixture.close(id, '2026-11')).toThrow('is closed');
    expect(() => fixture.close('nobody', '2026-11')).toThrow('There is no account');
  });

  test('OVERDUE from the due date + 1 day, 00:00Z, before the sweep and after', () => {
    const id = account();
    use(id, 100);
    fixture.at = '2026-12-01T01:00:00.000Z';
    const draft = fixture.close(id, '2026-11');
    fixture.at = '2026-12-31T23:59:59.999Z';
    expect(statusOf(draft)).toBe('PENDING');
    fixture.at = '2027-01-01T00:00:00.000Z';
    expect(statusOf(draft)).toBe('OVERDUE');
    expect(fixture.sweep().becameOverdue).toBe(1);
    expect(fixture.told.filter(({ type }) => type === 'invoice.overdue')).toMatchObject([
      {
        accountId: id,
        once: `invoice.overdue ${draft.document.invoiceId}`,
        data: { invoice_id: draft.document.invoiceId, due_date: '2026-12-31' },
      },
    ]);
    expect(statusOf(draft)).toBe('OVERDUE');
    fixture.pay(draft.document.invoiceId);
    expect(statusOf(draft)).toBe('PAID');
  });

  test('credit 50 against 38.70: total 0, carry 11.30; then 20.00: 8.70 + 20 % = 10.44', () => {
    const id = account(20);
    adjust(id, -5_000n);
    use(id, 3_870);
    fixture.at = '2026-12-01T01:00:00.000Z';
    const first = fixture.close(id, '2026-11');
    expect(amounts(first)).toMatchObject({ subtotal: 0, tax: 0, total: 0 });
    expect(first.carried.map((each) => moneyIn('USD').number(each.amount))).toEqual([-11.3]);
    use(id, 2_000);
    fixture.at = '2027-01-01T01:00:00.000Z';
    expect(amounts(fixture.close(id, '2026-12'))).toEqual({
      lines: [0, 20, 0, 0, -11.3],
      subtotal: 8.7,
      tax: 1.74,
      total: 10.44,
    });
  });

  test('a total of zero is issued and PAID at once, without a payment', () => {
    const id = account();
    use(id, 100);
    adjust(id, -100n);
    fixture.at = '2026-12-01T01:00:00.000Z';
    const draft = fixture.close(id, '2026-11');
    expect(amounts(draft)).toMatchObject({ lines: [0, 1, 0, 0, -1], total: 0 });
    const invoice = fixture.billing.invoices.require(draft.document.invoiceId, fixture.at);
    expect(invoice).toMatchObject({ status: 'PAID', paidAt: fixture.at });
    expect(fixture.billing.invoices.paymentOf(invoice, '')).toBeUndefined();
  });

  test('canceled usage is invoiced anew, with the adjustments that were on it', () => {
    const id = account();
    adjust(id, -100n);
    adjust(id, 30n);
    use(id, 500);
    fixture.at = '2026-12-01T01:00:00.000Z';
    const first = fixture.close(id, '2026-11');
    expect(amounts(first).lines).toEqual([0, 5, 0, 0, 0.3, -1]);
    fixture.cancel(first.document.invoiceId);
    expect(statusOf(first)).toBe('CANCELED');
    const again = fixture.close(id, '2026-11');
    expect(amounts(again)).toMatchObject({ lines: [0, 5, 0, 0, -0.7], total: 4.3 });
    expect(again.document.invoiceNumber).toBe('INV-2026-000002');
  });

  test('late usage of a closed month is a line of the next invoice', () => {
    const id = account();
    use(id, 500);
    fixture.at = '2026-12-01T01:00:00.000Z';
    fixture.close(id, '2026-11');
    fixture.at = '2026-11-30T00:00:00.000Z';
    use(id, 25);
    fixture.at = '2027-01-01T01:00:00.000Z';
    const { document } = fixture.close(id, '2026-12');
    expect(document.lines.at(-1)).toEqual({
      kind: 'late_usage',
      description: 'Late usage, 2026-11: Records, 25 records',
      amount: 25n,
      measured: { dimension: 'record', volume: 25n, rate: 0.01 },
      month: '2026-11-01',
    });
    fixture.at = '2027-02-01T01:00:00.000Z';
    // All of it is in documents now: a month in which nothing is asked becomes none.
    const count = () => fixture.database.prepare('SELECT count(*) FROM invoices').pluck().get();
    expect(() => fixture.close(id, '2027-01')).toThrow(
      expect.objectContaining({
        code: 'conflict',
        details: { account_id: 'lab', month: '2027-01' },
      }),
    );
    expect(count()).toBe(2);
  });

  test('usage taken back after its invoice is a credit', () => {
    const id = account();
    use(id, 500);
    fixture.at = '2026-12-01T01:00:00.000Z';
    fixture.close(id, '2026-11');
    fixture.write(() => fixture.billing.meter.reverse(1, fixture.at));
    use(id, 300);
    fixture.at = '2027-01-01T01:00:00.000Z';
    expect(amounts(fixture.close(id, '2026-12'))).toMatchObject({
      lines: [0, 3, 0, 0, -5, 2],
      total: 0,
    });
    fixture.at = '2027-02-01T01:00:00.000Z';
    use(id, 1_000);
    fixture.at = '2027-03-01T01:00:00.000Z';
    expect(amounts(fixture.close(id, '2027-02')).total).toBe(8);
  });

  test('what was issued never changes', () => {
    const id = account();
    use(id, 100);
    fixture.at = '2026-12-01T01:00:00.000Z';
    const { document } = fixture.close(id, '2026-11');
    const run = (sql: string) => () => fixture.database.exec(sql);
    expect(run("UPDATE invoices SET lines = '[]'")).toThrow('does not change');
    expect(run('UPDATE invoices SET total = 1, tax = 1')).toThrow('does not change');
    expect(run('DELETE FROM invoices')).toThrow('append-only');
    fixture.pay(document.invoiceId);
    expect(run("UPDATE invoices SET status = 'PENDING'")).toThrow('stays as it is');
    expect(run('UPDATE payments SET amount = 1')).toThrow('append-only');
    expect(
      run(
        "INSERT INTO payments SELECT 99, 'pay_2', invoice, status, amount, currency, method, paid_at FROM payments",
      ),
    ).toThrow('UNIQUE');
  });
});

describe('Pay', () => {
  test('sets PAID once; a declined method leaves the invoice as it was', () => {
    const id = account();
    use(id, 100);
    fixture.at = '2026-12-01T01:00:00.000Z';
    const draft = fixture.close(id, '2026-11');
    const { invoiceId } = draft.document;
    expect(() => fixture.pay(invoiceId, badCard)).toThrow(
      expect.objectContaining({ code: 'payment_failed' }),
    );
    expect(statusOf(draft)).toBe('PENDING');
    const paymentId = fixture.pay(invoiceId);
    expect(fixture.billing.invoices.payment(paymentId, 'base')).toEqual({
      payment_id: paymentId,
      invoice_id: invoiceId,
      status: 'COMPLETED',
      amount: 1,
      currency: 'USD',
      payment_date: fixture.at,
      payment_method: { type: 'card', last4: '4242', brand: 'visa' },
      receipt_url: `base/billing/receipts/${paymentId}`,
    });
    expect(() => fixture.pay(invoiceId)).toThrow(
      expect.objectContaining({ code: 'invoice_already_paid' }),
    );
    expect(() => fixture.cancel(invoiceId)).toThrow(expect.objectContaining({ code: 'conflict' }));
  });

  test('a canceled invoice is not payable', () => {
    const id = account();
    use(id, 100);
    fixture.at = '2026-12-01T01:00:00.000Z';
    const { invoiceId } = fixture.close(id, '2026-11').document;
    fixture.cancel(invoiceId);
    expect(() => fixture.pay(invoiceId)).toThrow(
      expect.objectContaining({ code: 'invoice_not_payable' }),
    );
  });
});

/** All units at the rate that their number reaches. */
const falling = {
  ...centCard,
  rate_card_id: 'falling',
  model: 'CUSTOM',
  record: {
    mode: 'VOLUME',
    tiers: [
      { up_to: 10, rate: 1 },
      { up_to: null, rate: 0.1 },
    ],
  },
} satisfies CreateRateCard;

describe('Price models', () => {
  test.each([
    [64_000, [512, 288], 800],
    [99_999, [799.99, 0.01], 800],
    [100_000, [800, 0], 800],
    [125_050, [1_050.5], 1_050.5],
  ])('committed, L = 1000 and d = 20 %%: %d cents of use', (cents, expected, total) => {
    // For the part of a month that an account is there a commitment is owed: here for all of it.
    fixture.at = '2026-11-01T00:00:00.000Z';
    const id = fixture.account('lab');
    fixture.card(id, {
      ...centCard,
      rate_card_id: 'committed',
      model: 'COMMITTED',
      commitment: { coverage: 1_000, discount_percent: 20, overage_factor: 1 },
    });
    use(id, cents);
    fixture.at = '2026-12-01T01:00:00.000Z';
    const draft = fixture.close(id, '2026-11');
    const [, records, , , ...rest] = amounts(draft).lines;
    expect([records, ...rest]).toEqual(expected);
    expect(amounts(draft).total).toBe(total);
  });

  test('a commitment is owed by who used nothing', () => {
    // For the part of a month that an account is there a commitment is owed: here for all of it.
    fixture.at = '2026-11-01T00:00:00.000Z';
    const id = fixture.account('lab');
    fixture.card(id, {
      ...centCard,
      rate_card_id: 'committed',
      model: 'COMMITTED',
      commitment: { coverage: 1_000, discount_percent: 20, overage_factor: 1 },
    });
    fixture.at = '2026-12-01T01:00:00.000Z';
    expect(amounts(fixture.close(id, '2026-11')).lines).toEqual([0, 0, 0, 0, 800]);
  });

  test('committed, from 31 December on: a 31st of it, 25.81, with and without use', () => {
    const committed = {
      ...centCard,
      rate_card_id: 'committed',
      model: 'COMMITTED',
      commitment: { coverage: 1_000, discount_percent: 20, overage_factor: 1 },
    } as const;
    fixture.at = '2026-12-31T12:00:00.000Z';
    for (const id of ['lab', 'other']) fixture.account(id);
    fixture.card('lab', committed);
    fixture.write(() => {
      const key = { rateCardId: 'committed', version: 1, month: '2026-12-01', afterEvent: 0 };
      fixture.billing.cardWriter.assign({ accountId: 'other', ...key }, fixture.at);
    });
    use('other', 1_000);
    fixture.at = '2027-01-01T01:00:00.000Z';
    expect(amounts(fixture.close('lab', '2026-12')).lines).toEqual([0, 0, 0, 0, 25.81]);
    expect(amounts(fixture.close('other', '2026-12')).lines).toEqual([0, 8, 0, 0, 17.81]);
  });

  test('late use of a month that gets cheaper by it is a credit, and each dataset has its part of the whole', () => {
    const id = fixture.account('lab');
    fixture.card(id, falling);
    use(id, 10, 'a');
    fixture.at = '2026-12-01T01:00:00.000Z';
    expect(amounts(fixture.close(id, '2026-11')).lines).toEqual([0, 10, 0, 0]);
    fixture.at = '2026-11-30T00:00:00.000Z';
    use(id, 1, 'b');
    fixture.at = '2027-01-01T01:00:00.000Z';
    const { document, usage } = fixture.close(id, '2026-12');
    expect(document.lines.find(({ kind }) => kind === 'late_usage')?.amount).toBe(-890n);
    expect(document.subtotal).toBe(0n);
    expect(usage.map(({ datasetId, amounts: given }) => [datasetId, given.record])).toEqual([
      ['ds-a', -900n],
      ['ds-b', 10n],
    ]);
  });

  test('the order in which data are used changes no line and nobody’s part', () => {
    const reads = [
      [7, 'a'],
      [400, 'b'],
      [3, 'c'],
      [90, 'a'],
      [1, 'b'],
      [250, 'c'],
    ] as const;
    const drawn = [reads, reads.toReversed(), [...reads.slice(3), ...reads.slice(0, 3)]].map(
      (order, index) => {
        const id = fixture.account(`lab-${index}`);
        fixture.write(() => {
          if (index === 0) fixture.billing.cardWriter.create(falling, 1, fixture.at);
          const key = { rateCardId: 'falling', version: 1, month: '2026-11-01', afterEvent: 0 };
          fixture.billing.cardWriter.assign({ accountId: id, ...key }, fixture.at);
        });
        for (const [records, holder] of order) use(id, records, holder);
        return id;
      },
    );
    fixture.at = '2026-12-01T01:00:00.000Z';
    const [first, ...others] = drawn.map((id) => {
      const { document, usage } = fixture.close(id, '2026-11');
      return { lines: document.lines, usage };
    });
    expect(first?.lines[1]?.amount).toBe(7_510n);
    for (const other of others) expect(other).toEqual(first);
  });

  test('custom: fees for the part of a month, all units at the rate they reach', () => {
    fixture.at = '2028-02-15T12:00:00.000Z';
    const id = fixture.account('lab');
    fixture.card(id, {
      ...centCard,
      rate_card_id: 'custom',
      name: 'Custom',
      model: 'CUSTOM',
      record: {
        tiers: [
          { up_to: 1_000, rate: 0.05 },
          { up_to: null, rate: 0.03 },
        ],
        mode: 'VOLUME',
      },
      fees: [{ description: 'Support', amount: 1_000 }],
      minimum: 600,
    });
    use(id, 2_000);
    fixture.at = '2028-03-01T01:00:00.000Z';
    expect(fixture.close(id, '2028-02').document.lines.slice(1)).toMatchObject([
      { amount: 6_000n },
      { amount: 0n },
      { amount: 0n },
      { kind: 'fee', description: 'Support', amount: 51_724n },
    ]);
    fixture.at = '2028-04-01T01:00:00.000Z';
    expect(amounts(fixture.close(id, '2028-03')).total).toBe(1_000);
  });
});

describe('Late use that makes a month cheaper', () => {
  test('is a credit that its holders bear', () => {
    const id = fixture.account('lab');
    const tiers = [
      { up_to: 10, rate: 1 },
      { up_to: null, rate: 0.1 },
    ];
    const record = { mode: 'VOLUME', tiers } as const;
    fixture.card(id, { ...centCard, rate_card_id: 'volume', model: 'CUSTOM', record });
    const late = fixture.open({ accountId: id, seconds: 60 });
    fixture.use(late, { records: 10 });
    fixture.at = '2026-12-01T01:00:00.000Z';
    fixture.pay(fixture.close(id, '2026-11').document.invoiceId);
    fixture.at = '2026-11-10T00:00:30.000Z';
    fixture.use(late, { records: 1 });
    fixture.at = '2027-01-01T01:00:00.000Z';
    expect(amounts(fixture.close(id, '2026-12'))).toMatchObject({
      lines: [0, 0, 0, 0, -8.9, 8.9],
      subtotal: 0,
    });
    const { data } = fixture.billing.credits.list(
      { accountId: id, limit: 9, offset: 0 },
      fixture.at,
    );
    expect(data).toMatchObject([{ kind: 'CORRECTION', borne_by: 'HOLDERS', left: 8.9 }]);
  });
});

describe('What is written off', () => {
  test('stays billed, owes its tax, and gives its holders nothing', () => {
    const id = account(20);
    use(id, 1_000);
    fixture.at = '2026-12-01T01:00:00.000Z';
    const lost = fixture.close(id, '2026-11').document.invoiceId;
    fixture.cancel(lost, 'UNCOLLECTIBLE');
    expect(() => fixture.close(id, '2026-11')).toThrow(/is closed/);
    const [written] = fixture.books.list({ source: lost, limit: 1, offset: 0 }).data;
    expect(written).toMatchObject({
      event: 'written_off',
      postings: [
        { account: 'receivable', credit: 12 },
        { account: 'holder_expected', debit: 10 },
        { account: 'bad_debt', debit: 2 },
      ],
    });
    expect(fixture.revenue.figuresOf('holder', { now: fixture.at }).outstanding).toBe(0n);
    use(id, 500);
    fixture.at = '2027-01-01T01:00:00.000Z';
    expect(amounts(fixture.close(id, '2026-12')).lines).toContain(5);
  });
});

describe('Books', () => {
  test('issue, pay and cancel post, and every transaction adds up to zero', () => {
    const id = account(20);
    use(id, 1_000);
    fixture.at = '2026-12-01T01:00:00.000Z';
    const canceled = fixture.close(id, '2026-11').document.invoiceId;
    fixture.cancel(canceled);
    const paid = fixture.close(id, '2026-11').document.invoiceId;
    fixture.pay(paid);
    const posted = (source: string) =>
      fixture.books
        .list({ source, limit: 9, offset: 0 })
        .data.map(({ event, postings }) => [
          event,
          ...postings.map(({ account: name, debit, credit }) => `${name} ${debit - credit}`),
        ]);
    expect(posted(canceled)).toEqual([
      ['canceled', 'receivable -12', 'holder_expected 10', 'tax_payable 2'],
      ['issued', 'receivable 12', 'holder_expected -10', 'tax_payable -2'],
    ]);
    expect(posted(paid)).toEqual([
      [
        'paid',
        'cash 12',
        'receivable -12',
        'holder_expected 10',
        'fee_income -1.5',
        'holder_payable -8.5',
      ],
      ['issued', 'receivable 12', 'holder_expected -10', 'tax_payable -2'],
    ]);
  });
});
