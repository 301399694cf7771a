/** A holder's money: every step of its way, month by month, with its tax, and the statement of each payout. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HolderSummary } from '../../../shared/contract/billing-holders.ts';
import type { ChangeHolder } from '../../../shared/contract/billing-parties.ts';
import { pdfText } from '../../documents/testing/pdf-text.ts';
import { brokenRules } from '../../documents/testing/en16931-rules.ts';
import { readXml } from '../../documents/testing/read-xml.ts';
import { selfBilledInvoice, statementCsv } from '../documents/statement-files.ts';
import { statementPdf } from '../documents/statement-pdf.ts';
import { BillingFixture, centCard, goodCard } from '../testing/billing-fixture.ts';
import { HolderSummaries } from './holder-summary.ts';
import { Statements } from './statements.ts';

const fixture = new BillingFixture('2026-10-05T00:00:00.000Z');
const summaries = new HolderSummaries(fixture.database);
const statements = new Statements(fixture.database);
afterAll(() => fixture.remove());

const issuer = {
  legal_name: 'Datahaven Exchange B.V.',
  address: { line1: 'Keizersgracht 241', city: 'Amsterdam', country: 'NL' },
  email: 'billing@datahaven.example',
  vat_id: 'NL123456782B90',
};
const iban = { type: 'iban', iban: 'NL20INGB0001234567', owner: 'Riverside Clinic' } as const;

/** A dollar for a record: as many as are read. */
function use(accountId: string, datasetId: string, records: number): void {
  const session = fixture.open({ accountId, datasetId, seconds: 60 });
  fixture.use(session, { records });
  fixture.end(session);
}

const change = (body: ChangeHolder) =>
  fixture.write(() =>
    fixture.billing.partyWriter.changeHolder('holder', body, {
      now: fixture.at,
      by: 'operator',
      ifMatch: undefined,
    }),
  );

function summary(): HolderSummary {
  fixture.settle();
  return summaries.of('holder', fixture.at);
}

/** Cents: what no step leaves out, and no month. */
function wholeOf({ pipeline, months, before }: HolderSummary): [steps: number, months: number] {
  const { used, invoiced, available, on_its_way: way, paid_out: paid } = pipeline;
  const cents = (amounts: readonly number[]) =>
    amounts.reduce((sum, each) => sum + Math.round(each * 100), 0);
  return [
    cents([used, invoiced, available, way, paid]),
    cents([before, ...months.flatMap(({ datasets }) => datasets.map(({ net }) => net))]),
  ];
}

beforeAll(() => {
  fixture.write(() => fixture.billing.settingsWriter.change({ issuer }, fixture.at));
  for (const account of ['lab', 'other']) {
    fixture.account(account, { name: `Lab ${account}` });
    fixture.card(account, { ...centCard, rate_card_id: account, record: { rate: 1 } });
  }
});

describe('The way of a holder’s money', () => {
  test('of nobody is nothing', () => {
    const { next_payout: next, pipeline, months } = summary();
    expect([next.waits_for, next.net, next.destination]).toEqual(['EARNINGS', 0, null]);
    expect(pipeline).toEqual({
      used: 0,
      invoiced: 0,
      overdue: 0,
      available: 0,
      on_its_way: 0,
      paid_out: 0,
      payouts: 0,
    });
    expect(months).toHaveLength(12);
    expect(months.at(-1)).toEqual({ month: '2026-10', datasets: [] });
  });

  test('begins with what was used, by the rule that shares are fixed by', () => {
    use('lab', 'ds', 100);
    use('lab', 'ds2', 20);
    use('other', 'ds', 30);
    const shown = summary();
    expect(shown.pipeline.used).toBe(127.5);
    expect(shown.months.at(-1)?.datasets).toEqual([
      { dataset_id: 'ds', net: 110.5, state: 'USED' },
      { dataset_id: 'ds2', net: 17, state: 'USED' },
    ]);
    expect(wholeOf(shown)).toEqual([12_750, 12_750]);
  });

  test('goes on with what was invoiced, what came after that included', () => {
    fixture.at = '2026-11-01T02:00:00.000Z';
    fixture.close('lab', '2026-10');
    const shown = summary();
    expect(shown.pipeline).toMatchObject({ used: 25.5, invoiced: 102, overdue: 0 });
    expect(shown.to_come).toMatchObject({
      documents: [
        {
          account_name: 'Lab lab',
          dataset_ids: ['ds', 'ds2'],
          gross: 120,
          fee: 18,
          net: 102,
          is_overdue: false,
        },
      ],
      more: 0,
    });
    expect(wholeOf(shown)).toEqual([12_750, 12_750]);
    fixture.at = '2026-12-02T00:00:00.000Z';
    expect(summary().pipeline).toMatchObject({ invoiced: 102, overdue: 102 });
  });

  test('is the next payout once labs paid, with its tax', () => {
    const tax = { kind: 'STANDARD', rate_percent: 21 } as const;
    const address = { line1: 'Waalkade 8', city: 'Nijmegen', country: 'NL' };
    const who = { legal_name: 'Stichting Riverside Clinic', address, vat_id: 'NL123456782B90' };
    change({ ...who, tax, destination: iban, self_billing_agreed_on: '2026-02-03' });
    const { document } = fixture.close('other', '2026-10');
    for (const each of fixture.database
      .prepare<[], string>(`SELECT invoice_id FROM invoices WHERE status = 'PENDING'`)
      .pluck()
      .all()) {
      fixture.pay(each, goodCard);
    }
    const shown = summary();
    expect(shown.next_payout).toMatchObject({
      gross: 150,
      fee: 22.5,
      net: 127.5,
      tax: 26.78,
      amount: 154.28,
      date: '2027-01-01T00:00:00.000Z',
      waits_for: null,
      missing: 0,
      destination: { type: 'iban', last4: '4567' },
      more: 0,
    });
    const nets = shown.next_payout.documents.map(({ net }) => net);
    expect(nets.toSorted((one, other) => one - other)).toEqual([25.5, 102]);
    expect(shown.next_payout.documents.map((each) => each.document)).toContain(document.invoiceId);
    expect(wholeOf(shown)).toEqual([12_750, 12_750]);
  });

  test('is on its way, then paid, with tax in the books', () => {
    fixture.at = '2027-01-01T00:05:00.000Z';
    fixture.sweep();
    expect(summary().pipeline).toMatchObject({ available: 0, on_its_way: 127.5, paid_out: 0 });
    const [payout] = fixture.payouts.list({ limit: 1, offset: 0, include: 'holder' }).data;
    expect(payout).toMatchObject({
      amount: 154.28,
      tax: 26.78,
      statement_number: 'PS-2027-000001',
    });
    const [transaction] = fixture.books.list({
      source: payout?.payout_id,
      limit: 9,
      offset: 0,
    }).data;
    const postings = transaction?.postings ?? [];
    expect(postings).toEqual([
      { account: 'holder_payable', debit: 127.5, credit: 0 },
      { account: 'input_tax', debit: 26.78, credit: 0 },
      { account: 'payouts_in_transit', debit: 0, credit: 154.28 },
    ]);
    fixture.sweep();
    const shown = summary();
    expect(shown.pipeline).toMatchObject({ on_its_way: 0, paid_out: 127.5, payouts: 1 });
    expect(shown.next_payout.waits_for).toBe('EARNINGS');
    expect(wholeOf(shown)).toEqual([12_750, 12_750]);
  });
});

describe('The statement of a payout', () => {
  const drawn = () => {
    const [payout] = fixture.payouts.list({ limit: 1, offset: 0 }).data;
    return statements.ofPayout(payout?.payout_id ?? '');
  };

  test('has every share, its tax, and a balance that closes', () => {
    const { statement } = drawn();
    expect(statement).toMatchObject({
      number: 'PS-2027-000001',
      kind: 'SELF_BILLED_INVOICE',
      destination: '4567',
      gross: 150,
      fee: 22.5,
      net: 127.5,
      tax: { kind: 'STANDARD', rate_percent: 21, amount: 26.78 },
      amount: 154.28,
      balance: { before: 0, earned: 127.5, returned: 0, taken_back: 0, paid_out: 127.5, after: 0 },
      not_in_it: { invoiced: 0 },
      use: [
        { dataset_id: 'ds', sessions: 2, records: 130, gross: 130 },
        { dataset_id: 'ds2', sessions: 1, records: 20, gross: 20 },
      ],
    });
    expect(statement.lines.map(({ net }) => net).toSorted((one, other) => one - other)).toEqual([
      17, 25.5, 85,
    ]);
  });

  test('is a table of the same rows', () => {
    const { statement } = drawn();
    const lines = statementCsv(statement).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + statement.lines.length);
    expect(lines[0]).toMatch(/^statement,payout_id,document,/);
    expect(lines[1]).toMatch(/^PS-2027-000001,payout_.*,USD$/);
  });

  test('is a document with the same bytes twice, and a self-billed invoice for machines', async () => {
    const one = await statementPdf(drawn(), { isDemo: false });
    expect(Buffer.from(one).equals(await statementPdf(drawn(), { isDemo: false }))).toBe(true);
    const text = pdfText(one).replaceAll('\n', ' ');
    for (const part of [
      'Payout statement',
      'PS-2027-000001 · self-billed invoice',
      'Stichting Riverside Clinic',
      'Datahaven Exchange B.V.',
      'account •••• 4567',
      'VAT (S), 21 % of 127.50',
      '26.78',
      '154.28',
      'How the use became money',
      'Self-billed with the agreement of 3 February 2026.',
      'factur-x.xml',
    ]) {
      expect(text).toContain(part);
    }
    const xml = selfBilledInvoice(drawn()) ?? '';
    expect(brokenRules(readXml(xml))).toEqual([]);
    for (const part of ['>389<', '>154.28<', '>26.78<', '>PS-2027-000001<'])
      expect(xml).toContain(part);
    const demo = pdfText(await statementPdf(drawn(), { isDemo: true }));
    expect(demo).toContain('DEMO · NOT AN INVOICE');
    expect(demo).not.toContain('factur-x.xml');
  });

  test('of a year has what was earned and paid in it', () => {
    const in2026 = statements.ofPeriod(
      'holder',
      { from: '2026-01-01', to: '2026-12-31' },
      fixture.at,
    );
    const in2027 = statements.ofPeriod(
      'holder',
      { from: '2027-01-01', to: '2027-12-31' },
      fixture.at,
    );
    expect(in2026.statement.balance).toEqual({
      before: 0,
      earned: 127.5,
      returned: 0,
      taken_back: 0,
      paid_out: 0,
      after: 127.5,
    });
    expect(in2027.statement.balance).toMatchObject({ before: 127.5, paid_out: 127.5, after: 0 });
    expect(in2027.statement).toMatchObject({ lines: [], payouts: [{ amount: 154.28 }] });
  });

  test('of nothing that is there is told', () => {
    expect(() => statements.ofPayout('payout_none')).toThrow('There is no payout payout_none.');
  });
});

test('a payout that fails returns its net, and the next one tells of it', () => {
  use('lab', 'ds', 200);
  fixture.at = '2027-02-01T02:00:00.000Z';
  fixture.write(() =>
    fixture.billing.holderWriter.prefer(
      { holderId: 'holder', frequency: 'MONTHLY', threshold: 1n, method: 'test_failing' },
      fixture.at,
    ),
  );
  const { document } = fixture.close('lab', '2027-01');
  fixture.pay(document.invoiceId);
  fixture.write(() => fixture.billing.payoutRunner.runNow(fixture.at));
  fixture.now += 1_000;
  fixture.write(() => fixture.billing.payoutRunner.runNow(fixture.at));
  const [next, failed] = fixture.payouts.list({ limit: 2, offset: 0 }).data;
  expect([failed?.status, next?.status]).toEqual(['FAILED', 'PENDING']);
  const of = (id = '') => statements.ofPayout(id).statement;
  expect(of(failed?.payout_id)).toMatchObject({
    net: 170,
    balance: { earned: 170, returned: 0, paid_out: 170, after: 0 },
  });
  expect(of(next?.payout_id)).toMatchObject({
    net: 170,
    balance: { earned: 0, returned: 170, paid_out: 170, after: 0 },
  });
  expect(wholeOf(summary())).toEqual([29_750, 29_750]);
});

test('what a credit note takes back is of its invoice’s month, and set off against what is earned next', () => {
  const [paid] = fixture.database
    .prepare<[], string>(
      `SELECT invoice_id FROM invoices WHERE status = 'PAID' AND month = '2027-01-01'`,
    )
    .pluck()
    .all();
  fixture.note(paid ?? '', [{ line: 2, amount: 60 }]);
  const shown = summary();
  expect(shown.next_payout).toMatchObject({
    net: -51,
    tax: 0,
    waits_for: 'DEBT',
    documents: [{ document_number: 'CN-2027-000001', month: '2027-01', net: -51, entry_seq: null }],
  });
  expect(shown.pipeline.available).toBe(-51);
  expect(wholeOf(shown)).toEqual([24_650, 24_650]);
});
