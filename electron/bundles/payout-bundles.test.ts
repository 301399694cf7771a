/**
 * Bundles of payouts: they verify down to the metered lines, and hold nothing of others.
 * @push
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import {
  invoiceSchema,
  payoutPageSchema,
  paymentMethodsSchema,
  type Payout,
} from '../../shared/contract/billing.ts';
import { sharePageSchema } from '../../shared/contract/billing-credits.ts';
import { chainSchema } from '../../shared/contract/chain.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { TestApi, usualDemo } from '../api/test-api.ts';
import { createLedgerKey, type LedgerKey } from '../ledger/ledger-key.ts';
import { isWhole } from '../testing/rounds.ts';
import {
  mutationsOf,
  textOf,
  withSums,
  type Files,
  type Mutation,
} from './testing/bundle-mutations.ts';
import { exportedFiles, judgeBundles } from './testing/judge-bundles.ts';

const folder = mkdtempSync(join(tmpdir(), 'proofdesk-payouts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let api: TestApi;
let key: LedgerKey;
let payouts: readonly Payout[];
let chosen: Payout;
let files: Files;

beforeAll(async () => {
  api = await TestApi.open(usualDemo);
  const { origin } = await api.read(chainSchema, '/chain');
  key = createLedgerKey(
    origin,
    Uint8Array.from({ length: 32 }, (_, index) => index),
  );
  const page = '/billing/payouts?limit=100&include=holder';
  payouts = (await api.read(payoutPageSchema, page)).data;
  const first = payouts.find(({ status }) => status === 'COMPLETED');
  if (first === undefined) throw new Error('The demo paid nobody.');
  chosen = first;
  files = await exportedFiles(api, { kind: 'payout', payout_id: chosen.payout_id });
}, 120_000);
afterAll(() => api.close());

const holderOf = ({ holder_id: holder = '' }: Payout) => holder;

describe('A bundle of a payout', () => {
  test('is accepted by all three, down to its lines', async () => {
    const { verdicts } = await judgeBundles(folder, key.vkey, [{ name: 'payout', files }]);
    expect(verdicts).toEqual([{ name: 'payout', product: true, second: true, auditor: true }]);
    expect(textOf(files, 'lines.ndjson').split('\n').length).toBeGreaterThan(2);
    expect(textOf(files, 'shares.ndjson').split('\n').length).toBeGreaterThan(1);
  });

  test('holds nothing of other holders, of decisions, or of the invoice beyond the share', () => {
    const text = [
      'entries.ndjson',
      'payloads.ndjson',
      'lines.ndjson',
      'shares.ndjson',
      'subjects.ndjson',
    ]
      .map((name) => textOf(files, name))
      .join('\n');
    const others = new Set(payouts.map(holderOf).filter((each) => each !== holderOf(chosen)));
    expect(others.size).toBeGreaterThan(0);
    for (const other of others) expect(text).not.toContain(`"${other}"`);
    const types = [...text.matchAll(/"type":"ledger\.([a-z]+)\/v\d"/g)].map(
      ([, type = '']) => type,
    );
    expect([...new Set(types)].toSorted()).toEqual([
      'batch',
      'fact',
      'genesis',
      'index',
      'invoice',
    ]);
    const tables = [...text.matchAll(/"table":"([a-z_]+)"/g)].map(([, table = '']) => table);
    expect([...new Set(tables)].toSorted()).toEqual([
      'invoices',
      'payouts',
      'sessions',
      'usage_events',
    ]);
    // What the labs said of their sessions is withheld, and said to be.
    expect(textOf(files, 'payloads.ndjson')).toBe('');
    expect(textOf(files, 'manifest.json')).toContain('"field":"destination"');
    expect(textOf(files, 'manifest.json')).toContain('"field":"purpose"');
    expect(textOf(files, 'manifest.json')).toContain('"field":"customer"');
  });

  test('is refused by all three where its amount is none', async () => {
    const text = textOf(files, 'entries.ndjson');
    const of = /("set":\{[^\n]*"amount":)\d+(?=[^\n]*"table":"payouts")/;
    expect(text).toMatch(of);
    const altered = ['null', '"x"', '1.5', '[]'].map((other) => {
      const entries = Buffer.from(text.replace(of, `$1${other}`));
      const made = { kind: '', files: new Map([...files, ['entries.ndjson', entries]]) };
      return { name: other, files: withSums({ ...made, sums: 'anew' }, key) };
    });
    const { verdicts } = await judgeBundles(folder, key.vkey, altered);
    expect(verdicts).toEqual(
      altered.map(({ name }) => ({ name, product: false, second: false, auditor: false })),
    );
  });

  test('is refused by all three however it is altered @whole', { timeout: 3_600_000 }, async () => {
    const all = [...mutationsOf(files)];
    const firsts = [...new Map(all.map((each) => [each.kind, each])).values()];
    const isLess = ({ kind }: Mutation) =>
      ['lines.ndjson: a line dropped', 'shares.ndjson: a line dropped'].includes(kind);
    const tried = isWhole ? all : firsts.filter((each, at) => at % 24 === 0 || isLess(each));
    expect(tried.filter(isLess).length).toBeGreaterThan(0);
    const altered = tried.map((each) => ({ name: each.kind, files: withSums(each, key) }));
    const { verdicts, audited } = await judgeBundles(folder, key.vkey, altered);
    expect(verdicts.filter(({ product, second, auditor }) => product || second || auditor)).toEqual(
      [],
    );
    expect(audited.filter(({ status }) => status !== 1 && status !== 2)).toEqual([]);
  });

  test('has the same bytes for the same order, and is refused for one that failed or is not there @whole', async () => {
    const again = await exportedFiles(api, { kind: 'payout', payout_id: chosen.payout_id });
    expect([...again]).toEqual([...files]);
    const failed = payouts.find(({ status }) => status === 'FAILED')?.payout_id;
    for (const [id, type] of [
      [failed, 'conflict'],
      ['payout_X', 'not_found'],
    ] as const) {
      const body = { kind: 'payout', payout_id: id };
      const job = await api.finished(await api.send('POST', '/bundles', { body }));
      expect(job).toMatchObject({ status: 'failed', error: { type } });
    }
  });
});

test('A bundle of a payout that makes up for a credit note is accepted by all three, and not without its share', async () => {
  const expected = '/billing/shares?state=EXPECTED&limit=1';
  const [share] = (await api.read(sharePageSchema, expected)).data;
  const { document, holder_id: holder } = share ?? { document: '', holder_id: '' };
  const methods = (await api.read(paymentMethodsSchema, '/billing/payment-methods')).data;
  const method = methods.find(({ last4 }) => last4 === '4242')?.payment_method_id;
  await send('POST', `/billing/invoices/${document}/pay`, { payment_method_id: method });
  const prefer = { holder_id: holder, frequency: 'MONTHLY', threshold: 0.01 };
  await send('PUT', '/billing/payout-preferences', { ...prefer, method: 'bank_transfer' });
  const invoice = await api.read(invoiceSchema, `/billing/invoices/${document}`);
  const line = 1 + invoice.line_items.findIndex(({ amount }) => amount >= 1);
  const body = { lines: [{ line, amount: 1 }], reason: 'Empty rows', borne_by: 'HOLDERS' };
  await send('POST', `/billing/invoices/${document}/credit-notes`, { ...body, reference: '4711' });
  await send('POST', '/billing/payout-runs', { holder_id: holder });
  const page = `/billing/payouts?limit=1&holder_id=${holder}`;
  const [payout] = (await api.read(payoutPageSchema, page)).data;
  const made = await exportedFiles(api, { kind: 'payout', payout_id: payout?.payout_id ?? '' });
  const shares = textOf(made, 'shares.ndjson').trimEnd().split('\n');
  expect(shares.at(-1)).toContain('"document":"cn_');
  const less = {
    kind: 'a share of a credit note dropped',
    sums: 'anew' as const,
    files: new Map([
      ...made,
      ['shares.ndjson', Buffer.from(`${shares.slice(0, -1).join('\n')}\n`)],
    ]),
  };
  const { verdicts } = await judgeBundles(folder, key.vkey, [
    { name: 'credited', files: made },
    { name: 'dropped', files: withSums(less, key) },
  ]);
  expect(verdicts).toEqual([
    { name: 'credited', product: true, second: true, auditor: true },
    { name: 'dropped', product: false, second: false, auditor: false },
  ]);
});

async function send(method: string, path: string, body: object): Promise<void> {
  const response = await api.send(method, path, { body });
  if (response.status >= 300) throw new Error(`${path}: ${await response.text()}`);
}

describe('A holder', () => {
  async function holderKey(holder: string) {
    const body = { name: holder, role: 'data_holder', holder_id: holder };
    const response = await api.send('POST', '/api-keys', { body });
    const { key: secret } = createdApiKeySchema.parse(await response.json());
    return {
      caller: { mount: 'direct', principal: { kind: 'anonymous' } } as const,
      headers: { authorization: `Bearer ${secret}` },
    };
  }

  test('exports bundles of its own payouts, and of nothing else', async () => {
    const own = await holderKey(holderOf(chosen));
    const other = await holderKey('holder_of_nothing');
    const body = { kind: 'payout', payout_id: chosen.payout_id };
    const started = await api.send('POST', '/bundles', { body, ...own });
    expect(started.status).toBe(202);
    const { job_id: id } = jobSchema.parse(await started.json());
    expect((await api.ended(id)).status).toBe('completed');
    expect((await api.send('GET', `/bundles/${id}`, own)).status).toBe(200);
    expect((await api.send('GET', `/bundles/${id}`, other)).status).toBe(404);
    expect((await api.send('POST', '/bundles', { body, ...other })).status).toBe(404);
    const full = { body: { kind: 'full' }, ...own };
    expect((await api.send('POST', '/bundles', full)).status).toBe(403);
  });
});
