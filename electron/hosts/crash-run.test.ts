/** `kill -9` in the middle of a run that closes a month: it goes on where it was, each account has one invoice, no number is lost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPageSchema } from '../../shared/contract/billing-runs.ts';
import { invoicePageSchema } from '../../shared/contract/billing.ts';
import { verificationSchema } from '../../shared/contract/chain.ts';
import { isFinished, jobSchema } from '../../shared/contract/jobs.ts';
import { ledgerFileName } from '../database/file-names.ts';
import { openReader } from '../database/open-database.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { startHeadless, type HeadlessProcess } from './testing/headless-process.ts';

const labs = 45;
/** Invoices that are there when the host is killed, each time. */
const kills = [3, 22, 41];
const timeout = 15 * 60_000;
const month = '2026-11';

let root: string;
let entry: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'proofdesk-crash-run-'));
  entry = (await builtHost()).headless;
}, timeout);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A host whose clock is at an instant as it starts, and goes on from there. */
function startAt(instant: number): Promise<HeadlessProcess> {
  const ahead = instant - Date.now();
  const clock = `const Real = Date; globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length === 0 ? [Real.now() + ${ahead}] : given)); }
    static now() { return Real.now() + ${ahead}; } };`;
  const preload = `data:text/javascript,${encodeURIComponent(clock)}`;
  return startHeadless(['--data', root], entry, [], { NODE_OPTIONS: `--import=${preload}` });
}

async function send(to: HeadlessProcess, method: string, path: string, body?: object) {
  const response = await to.send(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status >= 300) throw new Error(`${path}: ${text}`);
  const answer: unknown = JSON.parse(text);
  return answer;
}

async function fill(host: HeadlessProcess): Promise<void> {
  const address = { line1: 'Street 1', city: 'Amsterdam', country: 'NL' };
  const issuer = { legal_name: 'Exchange B.V.', address, email: 'billing@example.org' };
  const close = { auto: false, grace_hours: 24 };
  await send(host, 'PUT', '/billing/settings', { issuer, close });
  for (let place = 0; place < labs; place += 1) {
    const account_id = `lab-${place}`;
    await send(host, 'POST', '/billing/accounts', {
      account_id,
      name: `Lab ${place}`,
      email: `lab-${place}@example.org`,
      address: { line1: '', city: '', state: '', postal_code: '', country: '' },
      tax_percent: 0,
      payment_terms_days: 30,
    });
    const charge = { kind: 'CHARGE', amount: 10 + place, description: 'Onboarding' };
    await send(host, 'POST', '/billing/charges', { account_id, ...charge });
  }
}

const issued = async (host: HeadlessProcess) =>
  invoicePageSchema.parse(await send(host, 'GET', '/billing/invoices?limit=1')).pagination.total;
const openRuns = async (host: HeadlessProcess) =>
  runPageSchema
    .parse(await send(host, 'GET', '/billing/runs?limit=100'))
    .data.filter((run) => run.finished_at === null).length;

/** Invoices by account, with their numbers in the order in which they were given. */
function invoices(): { readonly accounts: string[]; readonly numbers: number[] } {
  const database = openReader(join(root, 'local', ledgerFileName));
  try {
    const rows = database
      .prepare<[], { account_id: string; invoice_number: string }>(
        'SELECT account_id, invoice_number FROM invoices ORDER BY number',
      )
      .all();
    return {
      accounts: rows.map(({ account_id: id }) => id).toSorted(),
      numbers: rows.map(({ invoice_number: number }) => Number(number.slice(-6))),
    };
  } finally {
    database.close();
  }
}

async function findingsOf(host: HeadlessProcess): Promise<number> {
  let job = jobSchema.parse(await send(host, 'POST', '/chain/verifications'));
  while (!isFinished(job.status)) {
    await setTimeout(50);
    job = jobSchema.parse(await send(host, 'GET', `/jobs/${job.job_id}`));
  }
  return verificationSchema.parse(job.result).findings_total;
}

test('leaves each account one invoice, and numbers without a gap @whole', { timeout }, async () => {
  const first = await startAt(Date.UTC(2026, 10, 10));
  await fill(first);
  await first.end('SIGTERM');
  const afterGrace = Date.UTC(2026, 11, 3);
  const left: number[] = [];
  for (const [round, at] of kills.entries()) {
    const host = await startAt(afterGrace + round * 3_600_000);
    // Another one has that which was cut off go on first.
    await send(host, 'POST', '/billing/runs', { month });
    while ((await issued(host)) < at) await setTimeout(2);
    await host.end('SIGKILL');
    left.push(invoices().numbers.length);
  }
  expect(left.every((count, round) => count >= (kills[round] ?? 0))).toBe(true);
  // It was killed before its end, at least once.
  expect(left[0]).toBeLessThan(labs);
  const last = await startAt(afterGrace + 86_400_000);
  await send(last, 'POST', '/billing/runs', { month });
  while ((await openRuns(last)) > 0) await setTimeout(20);
  expect(await findingsOf(last)).toBe(0);
  await last.end('SIGTERM');
  const { accounts, numbers } = invoices();
  expect(accounts).toEqual(Array.from({ length: labs }, (_, place) => `lab-${place}`).toSorted());
  expect(numbers).toEqual(Array.from({ length: labs }, (_, place) => place + 1));
});
