/** Issued invoices tampered with: found at the entry, and at the column; so is a state that its facts do not tell. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOfRow } from '../../shared/contract/chain.ts';
import { invoiceSchema, paymentMethodSchema } from '../../shared/contract/billing.ts';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { clinicalRows, makeDataset, openSession } from '../sessions/testing/clinical.ts';
import type { loosen } from '../ledger/testing/standing-ledger.ts';
import { copyLedger, tamper, temporaryFolder, verifyFile } from '../ledger/testing/test-ledger.ts';
import { oneIn } from '../testing/rounds.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

/** Entries of the invoices: one that is paid, one canceled and issued anew, one canceled for good. */
const states = ['paid', 'canceled', 'pending', 'abandoned'] as const;
type State = (typeof states)[number];
const entryOf = new Map<State, number>();
const seqOf = (state: State) => entryOf.get(state) ?? -1;
let path: string;

beforeAll(async () => {
  const api = await TestApi.open({ now: Date.UTC(2026, 9, 5) });
  const post = async (address: string, body: object) => {
    const response = await api.send('POST', address, { body });
    if (response.status >= 300) throw new Error(await response.text());
    const answer: unknown = await response.json();
    return answer;
  };
  await openSession(api, await makeDataset(api, clinicalRows), { ttl_seconds: 3_600 });
  await api.append();
  await api.nameIssuer();
  api.now = Date.UTC(2026, 11, 1, 2);
  const close = async (month: string) => {
    const body = { account_id: 'default', month, notes: 'Thank you.' };
    return invoiceSchema.parse(await post('/billing/invoices', body)).invoice_id;
  };
  const first = await close('2026-10');
  const body = { type: 'card', last4: '4242', brand: 'visa' };
  const method = paymentMethodSchema.parse(await post('/billing/payment-methods', body));
  await post('/billing/adjustments', { account_id: 'default', description: 'Set-up', amount: 9 });
  await post(`/billing/invoices/${first}/pay`, { payment_method_id: method.payment_method_id });
  await post(`/billing/invoices/${await close('2026-11')}/cancel`, { reason: 'Wrong address' });
  await close('2026-11');
  await post('/billing/adjustments', { account_id: 'default', description: 'Set-up', amount: 9 });
  await post(`/billing/invoices/${await close('2026-09')}/cancel`, { reason: 'Not agreed' });
  await api.append();
  // While it is closed its file holds everything.
  await api.reopen(() => {
    path = copyLedger(join(api.directory, 'proofdesk.db'), folder.path, 'invoices');
  });
  await api.close();
  const database = openReader(path);
  const entries = database.prepare<[], number>(
    `SELECT seq FROM entries WHERE bytes LIKE '%"type":"ledger.invoice/v2"%' ORDER BY seq`,
  );
  for (const [index, seq] of entries.pluck().all().entries()) {
    const state = states[index];
    if (state !== undefined) entryOf.set(state, seq);
  }
  database.close();
});

type Change = (database: Parameters<typeof loosen>[0]) => void;

let copies = 0;
async function findingsAfter(change: Change) {
  copies += 1;
  const copy = copyLedger(path, folder.path, `copy-${copies}`);
  tamper(copy, change);
  const { findings } = await verifyFile(copy);
  return findings;
}

async function deviations(change: Change) {
  const findings = await findingsAfter(change);
  // What follows from it in shares, books and sums is told behind it.
  return findings
    .filter((finding) => !isOfRow(finding))
    .map(({ verdict, seq, field }) => [verdict, seq, field]);
}

describe('Issued invoices', () => {
  test('hold as they were appended, in every state', async () => {
    const { result, findings } = await verifyFile(path);
    expect(findings).toEqual([]);
    expect(result.verdict).toBe('SELF_CONSISTENT_ONLY');
    expect([...entryOf.keys()]).toEqual(states);
  });

  test.each(
    oneIn(4, [
      ['invoice_id', "'inv_x'"],
      ['invoice_number', "'INV-2026-000099'"],
      ['account_id', "'other'"],
      ['month', "'2026-09-01'"],
      ['issued_at', "'2026-12-02T00:00:00.000Z'"],
      ['due_day', "'2027-12-31'"],
      ['customer', `replace(customer, 'Default account', 'Another')`],
      ['lines', `replace(lines, '"amount":1250', '"amount":125')`],
      ['terms', "'Net 90 days'"],
      ['notes', "'No thanks.'"],
      ['currency', "'EUR'"],
      ['usage', '1'],
      ['adjustments', '-5'],
      ['pool', '1'],
      ['fees', '1'],
      ['platform_credits', '5'],
      ['holder_credits', '5'],
      ['prepaid_used', '5'],
      ['prepaid_bought', '5'],
      ['tax_bps', '1'],
      ['pdf', "x'255044462d'"],
      ['pdf_sha256', "'sha256:00'"],
      ['entry_hash', "'sha256:00'"],
    ]),
  )('name the altered column %s at their entry', async (column, value) => {
    const found = await deviations((database) => {
      database.pragma('foreign_keys = OFF');
      database.exec(`UPDATE invoices SET ${column} = ${value} WHERE entry_seq = ${seqOf('paid')}`);
    });
    const expected = new Set([column]);
    // The document must fit the digest.
    if (column === 'pdf_sha256') expected.add('pdf');
    expect(found).toEqual(
      [...expected].map((field) => ['PROJECTION_MISMATCH', seqOf('paid'), field]),
    );
  });

  test('name each amount that was altered with its total', async () => {
    const found = await deviations((database) =>
      database.exec(
        `UPDATE invoices SET subtotal = 1, tax = 1, total = 2 WHERE entry_seq = ${seqOf('pending')}`,
      ),
    );
    expect(found).toEqual(
      ['subtotal', 'tax', 'total'].map((field) => ['PROJECTION_MISMATCH', seqOf('pending'), field]),
    );
  });

  test.each([
    ['pending', 'PAID'],
    ['pending', 'CANCELED'],
    ['abandoned', 'PENDING'],
    ['abandoned', 'PAID'],
    ['paid', 'CANCELED'],
  ] as const)('the %s one cannot pass for %s', async (state, status) => {
    const [first] = await findingsAfter((database) =>
      database.exec(`UPDATE invoices SET status = '${status}' WHERE entry_seq = ${seqOf(state)}`),
    );
    expect(first).toMatchObject({ table: 'invoices', column: 'status', actual: status });
  });

  test('are missed where their row was deleted', async () => {
    const found = await deviations((database) => {
      database.pragma('foreign_keys = OFF');
      database.exec(`DELETE FROM invoices WHERE entry_seq = ${seqOf('pending')}`);
    });
    expect(found).toEqual([['PROJECTION_MISMATCH', seqOf('pending'), 'invoices']]);
  });

  test.each(
    oneIn(4, [
      [1, 'PROJECTION_MISMATCH', 'invoices'],
      [-1, 'PROJECTION_MISMATCH', 'invoices'],
      [5_000, 'DELETED', null],
    ]),
  )('are found at entry %d, where no entry stands for them', async (seq, verdict, field) => {
    const found = await deviations((database) => {
      database.exec(`CREATE TEMP TABLE other AS SELECT * FROM invoices WHERE entry_seq = ${seqOf('canceled')};
        UPDATE other SET number = 99, invoice_id = 'inv_x', invoice_number = 'x', entry_seq = ${seq};
        INSERT INTO invoices SELECT * FROM other`);
    });
    expect(found).toEqual([[verdict, seq, field]]);
  });

  test('are found altered in their entry, and in what it commits to', async () => {
    expect(
      await deviations((database) =>
        database.exec(
          `UPDATE entries SET bytes = replace(bytes, '"tax_bps":0', '"tax_bps":1') WHERE seq = ${seqOf('paid')}`,
        ),
      ),
    ).toEqual([['ENTRY_ALTERED', seqOf('paid'), null]]);
    expect(
      await deviations((database) =>
        database.exec(
          `UPDATE payloads SET value = '"Net 60 days"' WHERE seq = ${seqOf('paid')} AND field = 'terms'`,
        ),
      ),
    ).toContainEqual(['FIELD_ALTERED', seqOf('paid'), 'terms']);
  });
});
