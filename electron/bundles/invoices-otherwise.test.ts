/** Invoices whose amounts do not add up, in bundles whose every hash and signature holds: all three verifiers refuse them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { commitment } from '../../shared/ledger/entries.ts';
import { TestApi } from '../api/test-api.ts';
import { createLedgerKey, type LedgerKey } from '../ledger/ledger-key.ts';
import { sha256 } from '../ledger/sha256.ts';
import { textOf, type Files } from './testing/bundle-mutations.ts';
import { exportedAnew } from './testing/exported-anew.ts';
import { exportedFiles, judgeBundles } from './testing/judge-bundles.ts';

const folder = mkdtempSync(join(tmpdir(), 'proofdesk-invoices-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files: Files;
let key: LedgerKey;
beforeAll(async () => {
  const api = await TestApi.open();
  files = await exportedFiles(api, { kind: 'full' });
  await api.close();
  const origin = textOf(files, 'checkpoint.note').split('\n')[0] ?? '';
  key = createLedgerKey(
    origin,
    Uint8Array.from({ length: 32 }, (_, index) => index),
  );
});

const id = 'inv_00000000000000000000000001';
const salt = 'AAAAAAAAAAAAAAAAAAAAAA';
const linesOf = (kinds: readonly (readonly [kind: string, amount: number])[]) =>
  kinds.map(([kind, amount]) => ({ kind, description: kind, amount }));
const [used, late, fee, credited] = [
  ['usage', 1000],
  ['late_usage', 5],
  ['fee', 100],
  ['adjustment', -50],
] as const;
const lines = linesOf([used, late, fee, credited]);
/** 10.50 % of 10.55 are 1.10775: rounded, as it is for the tax of a credit. */
const amounts = {
  usage_cents: 1005,
  adjustments_cents: -50,
  subtotal_cents: 1055,
  tax_bps: 1050,
  tax_cents: 111,
  total_cents: 1166,
};
const credit = {
  usage_cents: 0,
  adjustments_cents: 0,
  subtotal_cents: -50,
  tax_bps: 1000,
  tax_cents: -5,
  total_cents: -55,
};

/** The same as it is issued now. */
const shared = {
  amounts: { usage: 1000, late_usage: 5, fee: 100, adjustment: -50 },
  credits: { holders: 0, platform: 50, prepaid: 0 },
  pool_cents: 1005,
  fees_cents: 151,
  shares: { count: 1, root: `sha256:${'1'.repeat(64)}` },
  subtotal_cents: 1055,
  tax_bps: 1050,
  tax_cents: 111,
  total_cents: 1166,
};

/** The same with another tax on the fee: 10.50 % of 9.55, and 5 % of 1.00. */
const taxes = [
  { bps: 1050, subtotal_cents: 955, tax_cents: 100 },
  { bps: 500, subtotal_cents: 100, tax_cents: 5 },
] as const;
const taxed = { ...shared, taxes: [...taxes], tax_cents: 105, total_cents: 1160 };
const [usual, other] = taxes;

/** The bundle of a ledger with one invoice. */
function bundleOf(told: JsonObject, committed: JsonValue): Files {
  const value = canonicalJson(committed);
  const invoice = {
    account_id: 'acct_1',
    commit: { lines: commitment(sha256, 'lines', salt, value) },
    created_at: '2030-01-01T00:00:00.000Z',
    currency: 'USD',
    due_day: '2030-01-31',
    id,
    issued_at: '2030-01-01T00:00:00.000Z',
    month: '2029-12',
    number: 'INV-2029-000001',
    pdf: `sha256:${'0'.repeat(64)}`,
    type: 'shares' in told ? 'ledger.invoice/v2' : 'ledger.invoice/v1',
    usage_to: 0,
    ...told,
  };
  const payload = canonicalJson({ field: 'lines', id, salt, value: committed });
  return exportedAnew(files, key, {
    more: [invoice],
    payloads: `${textOf(files, 'payloads.ndjson')}${payload}\n`,
  });
}

const cases: readonly (readonly [name: string, told: JsonObject, lines: JsonValue, boolean])[] = [
  ['as it was issued', amounts, lines, true],
  ['taking back more than was used', credit, linesOf([['usage', -50]]), true],
  ...Object.entries(amounts).map(
    ([name, amount]) => [name, { ...amounts, [name]: amount + 100 }, lines, false] as const,
  ),
  ['an amount of no form', { ...amounts, usage_cents: '1005' }, lines, false],
  ['a member more', { ...amounts, zz: 1 }, lines, false],
  ['a line less', amounts, linesOf([late, fee, credited]), false],
  ['a line of another kind', amounts, linesOf([used, ['fee', 5], fee, credited]), false],
  ['another amount', amounts, linesOf([['usage', 999], late, fee, credited]), false],
  [
    'amounts that make up for each other',
    amounts,
    linesOf([['usage', 1001], late, fee, ['adjustment', -51]]),
    false,
  ],
  ['lines of no form', amounts, { lines: [] }, false],
  ['with shares', shared, lines, true],
  ['amounts that do not add up', { ...shared, amounts: { usage: 1000 } }, lines, false],
  [
    'amounts of other kinds',
    { ...shared, amounts: { ...shared.amounts, late_usage: 6, fee: 99 } },
    lines,
    false,
  ],
  ['an amount of 0', { ...shared, amounts: { ...shared.amounts, minimum: 0 } }, lines, false],
  ['a credit below 0', { ...shared, credits: { ...shared.credits, holders: -1 } }, lines, false],
  ['a pool below 0', { ...shared, pool_cents: -1 }, lines, false],
  ['shares without a root', { ...shared, shares: { count: 1, root: '1' } }, lines, false],
  ['without its shares', { ...shared, shares: null }, lines, false],
  ['with two taxes', taxed, lines, true],
  ['taxes of none', { ...taxed, taxes: [] }, lines, false],
  ['taxes of no form', { ...taxed, taxes: { usual } }, lines, false],
  ['a tax less', { ...taxed, taxes: [usual] }, lines, false],
  [
    'a tax on another base',
    { ...taxed, taxes: [{ ...usual, subtotal_cents: 956 }, other] },
    lines,
    false,
  ],
  ['a tax of another rate', { ...taxed, taxes: [usual, { ...other, bps: 900 }] }, lines, false],
  ['a tax with a member more', { ...taxed, taxes: [usual, { ...other, zz: 1 }] }, lines, false],
  ['another sum of taxes', { ...taxed, tax_cents: 106, total_cents: 1161 }, lines, false],
  [
    'taxes of an invoice from before',
    { ...amounts, taxes: [{ bps: 1050, subtotal_cents: 1055, tax_cents: 111 }] },
    lines,
    false,
  ],
];

test('an invoice in a bundle is accepted by all three where it adds up, and refused where it does not @whole', async () => {
  const bundles = cases.map(([name, told, each]) => ({ name, files: bundleOf(told, each) }));
  const { verdicts } = await judgeBundles(folder, key.vkey, bundles);
  expect(verdicts).toEqual(
    cases.map(([name, , , holds]) => ({ name, product: holds, second: holds, auditor: holds })),
  );
});
