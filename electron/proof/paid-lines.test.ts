/** Lines that a payout pays for: sought by their numbers, each once, whatever becomes of other invoices. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { BillingFixture, centCard } from '../billing/testing/billing-fixture.ts';
import { PaidLines, paidLineStatements } from './paid-lines.ts';
import { checkPayouts } from './recompute/payouts.ts';
import type { RowFinding } from './row-finding.ts';

const fixtures: BillingFixture[] = [];
let fixture: BillingFixture;
beforeEach(() => {
  fixture = new BillingFixture('2026-09-10T00:00:00.000Z');
  fixtures.push(fixture);
});
afterAll(() => {
  for (const each of fixtures) each.remove();
});

test.each(Object.entries(paidLineStatements))('%s seeks its rows', (_name, sql) => {
  const bound = sql.replaceAll(/@\w+|\?/g, "'x'");
  const plan = fixture.database
    .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${bound}`)
    .all()
    .map((step) => step.detail);
  expect(plan.filter((step) => /^SCAN (?!json_each)/.test(step))).toEqual([]);
});

const records = (count: number) => ({ records: count });

test('are those that its invoices bill, each once, also where an invoice was canceled before or behind them', () => {
  fixture.account('acct_a');
  fixture.card('acct_a', centCard);
  const september = fixture.open({ accountId: 'acct_a', datasetId: 'ds_1' });
  fixture.use(september, records(1_000));
  fixture.use(september, records(2_000));
  fixture.end(september);
  fixture.now = Date.parse('2026-10-02T00:00:00.000Z');
  const first = fixture.close('acct_a', '2026-09').document.invoiceId;
  fixture.cancel(first);
  const again = fixture.close('acct_a', '2026-09').document.invoiceId;
  const october = fixture.open({ accountId: 'acct_a', datasetId: 'ds_1' });
  fixture.use(october, records(3_000));
  fixture.end(october);
  fixture.now = Date.parse('2026-11-02T00:00:00.000Z');
  const second = fixture.close('acct_a', '2026-10').document.invoiceId;
  const lines = new PaidLines(fixture.database);
  const numbersOf = (...invoices: string[]) => {
    const accruals = invoices.map((invoiceId) => ({ invoiceId, datasetId: 'ds_1' }));
    return Array.from(lines.of(accruals), ({ number }) => number);
  };
  const [septembers, octobers] = [numbersOf(again), numbersOf(second)];
  expect([septembers.length > 1, octobers.length > 0]).toEqual([true, true]);
  expect(Math.max(...septembers)).toBeLessThan(Math.min(...octobers));
  expect(numbersOf(second, again)).toEqual([...septembers, ...octobers]);
  const all = fixture.database.prepare('SELECT count(*) FROM usage_events').pluck().get();
  expect(septembers.length + octobers.length).toBe(all);
  // What was billed stays so: a canceled invoice was in force when the next one was issued.
  fixture.cancel(again);
  expect(numbersOf(second)).toEqual(octobers);
});

test('are named by the payout, and compared', () => {
  fixture.account('acct_a');
  fixture.card('acct_a', centCard);
  const session = fixture.open({ accountId: 'acct_a', datasetId: 'ds_1' });
  fixture.use(session, records(10_000));
  fixture.use(session, records(20_000));
  fixture.end(session);
  fixture.now = Date.parse('2026-10-02T00:00:00.000Z');
  fixture.pay(fixture.close('acct_a', '2026-09').document.invoiceId);
  const run = fixture.write(() =>
    fixture.billing.payoutRunner.runNow(new Date(fixture.now).toISOString()),
  );
  expect(run.created).toBe(1);
  const found: RowFinding[] = [];
  const check = () => {
    found.length = 0;
    for (const _step of checkPayouts(fixture.database, (one) => found.push(one)));
    return found.map(({ table, column }) => [table, column]);
  };
  expect(check()).toEqual([]);
  const guards = fixture.database
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'batches'",
    )
    .pluck();
  for (const name of guards.all()) fixture.database.exec(`DROP TRIGGER ${name}`);
  fixture.database.exec('UPDATE batches SET leaves = zeroblob(length(leaves))');
  expect(check()).toEqual([['payouts', 'lines']]);
});
