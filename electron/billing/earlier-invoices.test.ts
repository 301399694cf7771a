/** An unpaid invoice from before shares were fixed as it is issued: paid now, its holders get what the rules of then give. */
import { afterAll, expect, test } from 'vitest';
import { otherEntry } from '../../shared/ledger/entries.ts';
import { commitmentsTo } from '../ledger/commitments.ts';
import { earlierInvoiceType } from '../ledger/invoice-entries.ts';
import type { RowFinding } from '../proof/row-finding.ts';
import { RowsCheck } from '../proof/rows-check.ts';
import { registeredTables } from '../verification/testing/tampering.ts';
import { customerText, linesText } from './invoice-document.ts';
import type { InvoiceDraft } from './invoice-draft.ts';
import { BillingFixture, centCard } from './testing/billing-fixture.ts';
import { amountRow, volumeRow } from './usage-figures.ts';

const fixture = new BillingFixture('2026-11-10T00:00:00.000Z');
afterAll(() => fixture.remove());

/** Issues the invoice of a month as it was issued before. */
function issueEarlier(accountId: string, month: string): InvoiceDraft {
  const { billing, database, facts, journal, sealer } = fixture;
  return journal.transaction(() => {
    billing.meter.settle(fixture.at);
    const invoiceId = fixture.createId('inv');
    const order = { accountId, month: `${month}-01`, invoiceId, notes: '' };
    const draft = billing.drafts.draw(order, fixture.at);
    sealer.seal({ table: 'usage_events' });
    const { document, usageTotal: usage, adjustmentTotal: adjustments } = draft;
    const { invoiceNumber, issuedAt, dueDay, currency, subtotal, taxBps, tax, total } = document;
    const salt = 'AAAAAAAAAAAAAAAAAAAAAA';
    const texts = { customer: customerText(document.customer), lines: linesText(document.lines) };
    const values = [
      { field: 'customer', salt, value: texts.customer },
      { field: 'lines', salt, value: texts.lines },
      { field: 'notes', salt, value: JSON.stringify(document.notes) },
      { field: 'terms', salt, value: JSON.stringify(document.terms) },
    ];
    const pdf = `sha256:${'0'.repeat(64)}`;
    const members = {
      id: invoiceId,
      number: invoiceNumber,
      account_id: accountId,
      month,
      issued_at: issuedAt,
      due_day: dueDay,
      currency,
      usage_to: sealer.last({ table: 'usage_events' }),
      usage_cents: Number(usage),
      adjustments_cents: Number(adjustments),
      subtotal_cents: Number(subtotal),
      tax_bps: Number(taxBps),
      tax_cents: Number(tax),
      total_cents: Number(total),
      pdf,
    };
    const type = earlierInvoiceType;
    const { seq, hash } = journal.appendEntry(
      (place) => otherEntry({ type, ...place, commitments: commitmentsTo(values), members }),
      values,
    );
    facts.begin('invoices', invoiceId, {
      ...texts,
      invoice_number: invoiceNumber,
      account_id: accountId,
      month: document.month,
      issued_at: issuedAt,
      due_day: dueDay,
      terms: document.terms,
      notes: document.notes,
      currency,
      usage,
      adjustments,
      subtotal,
      tax_bps: taxBps,
      tax,
      total,
      pdf: Buffer.alloc(0),
      pdf_sha256: pdf,
      entry_seq: seq,
      entry_hash: hash,
    });
    const insert = database.prepare(
      `INSERT INTO invoice_usage VALUES ((SELECT number FROM invoices WHERE invoice_id = @invoiceId), @month,
         @datasetId, @holderId, @micro_hours, @records, @bytes, @operations, @time_amount, @record_amount,
         @data_amount, @operation_amount, NULL)`,
    );
    for (const { volume, amounts, ...each } of draft.usage) {
      insert.run({ ...each, ...volumeRow(volume), ...amountRow(amounts), invoiceId });
    }
    database
      .prepare(`INSERT INTO book_transactions (source, event, at) VALUES (?, 'issued', ?)`)
      .run(invoiceId, issuedAt);
    const posting = database.prepare(
      'INSERT INTO book_postings VALUES ((SELECT max(number) FROM book_transactions), ?, ?, ?)',
    );
    posting.run(1, 'receivable', total);
    posting.run(2, 'revenue', -subtotal);
    posting.run(3, 'tax_payable', -tax);
    return draft;
  });
}

test('it is shared as it is paid, beside one whose shares were fixed, and both are paid out', () => {
  const lab = fixture.account('lab', { tax_percent: 20 });
  fixture.card(lab, centCard);
  const session = fixture.open({ accountId: lab, seconds: 60 });
  fixture.use(session, { records: 10_000 });
  fixture.at = '2026-12-01T02:00:00.000Z';
  const earlier = issueEarlier(lab, '2026-11').document.invoiceId;
  fixture.use(fixture.open({ accountId: lab, seconds: 60 }), { records: 5_000 });
  fixture.at = '2027-01-01T02:00:00.000Z';
  const issued = fixture.close(lab, '2026-12').document.invoiceId;
  for (const id of [earlier, issued]) fixture.pay(id);

  const earned = fixture.database.prepare(
    'SELECT document, gross, fee, net FROM earned ORDER BY is_share',
  );
  expect(earned.all()).toEqual([
    { document: earlier, gross: 10_000, fee: 1_500, net: 8_500 },
    { document: issued, gross: 5_000, fee: 750, net: 4_250 },
  ]);
  const figures = fixture.revenue.figuresOf('holder', { now: fixture.at });
  expect([figures.billed, figures.collected, figures.holderNet]).toEqual([
    15_000n,
    15_000n,
    12_750n,
  ]);
  fixture.at = '2027-02-01T00:10:00.000Z';
  expect(fixture.sweep().payouts.created).toBe(1);
  const { data } = fixture.payouts.list({ limit: 9, offset: 0 });
  expect(data.map(({ amount }) => amount)).toEqual([127.5]);

  fixture.write(() => fixture.sealer.sealAll());
  expect(findings()).toEqual([]);
});

/** What a check of all rows finds. */
function findings(): RowFinding[] {
  const found: RowFinding[] = [];
  const check = new RowsCheck(fixture.database, (finding) => {
    // Sessions of the fixture have no facts.
    if (finding.table !== 'billed_sessions') found.push(finding);
  });
  for (const _step of check.run());
  return found;
}

const accrualColumns = registeredTables().find(({ name }) => name === 'accruals')?.columns ?? [];

test.each(accrualColumns.map(({ column }) => column))(
  'what its holder got for it is found with another %s',
  (column) => {
    const { database } = fixture;
    database.exec('SAVEPOINT altered');
    database.pragma('defer_foreign_keys = ON');
    database.pragma('ignore_check_constraints = ON');
    database.exec(
      `UPDATE accruals SET "${column}" = CASE typeof("${column}")
         WHEN 'integer' THEN "${column}" + 1 WHEN 'null' THEN 7 ELSE "${column}" || 'x' END`,
    );
    const found = findings();
    database.exec('ROLLBACK TO altered');
    database.exec('RELEASE altered');
    database.pragma('ignore_check_constraints = OFF');
    expect(found.map(({ table }) => table)).toContain('accruals');
  },
);
