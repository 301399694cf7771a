/** Lists and aggregates of billing are answered by their indexes: raw events are never scanned. */
import { afterAll, expect, test } from 'vitest';
import { invoiceStatements } from './invoices-store.ts';
import { payoutStatements } from './payouts.ts';
import { rateCardStatements } from './rate-cards.ts';
import { BillingFixture } from './testing/billing-fixture.ts';
import { usageStatements } from './usage-store.ts';

const fixture = new BillingFixture();
afterAll(() => fixture.remove());

const statements = {
  ...prefixed('usage', usageStatements),
  ...prefixed('invoices', invoiceStatements),
  ...prefixed('payouts', payoutStatements),
  ...prefixed('rate cards', rateCardStatements),
};

function prefixed(area: string, all: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(all).map(([name, sql]) => [`${area}: ${name}`, sql]));
}

function planOf(sql: string): string {
  const bound = sql.replaceAll(/@\w+|\?/g, "'x'");
  return fixture.database
    .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${bound}`)
    .all()
    .map((step) => step.detail)
    .join('\n');
}

test.each(Object.entries(statements))('%s', (_name, sql) => {
  expect(planOf(sql)).not.toContain('usage_events');
});

test.each(['totalsByDataset', 'totalsByModel', 'totalsByDay'] as const)(
  '%s seeks its days',
  (name) => {
    expect(planOf(usageStatements[name])).toContain('SEARCH usage_totals USING PRIMARY KEY (day>');
  },
);

test('sessions that were in use before a period are found by when they began', () => {
  expect(planOf(usageStatements.earlierSessions)).toContain('usage_spans_by_beginning (begun_day>');
});

test('invoices are found by id, and listed by their issue', () => {
  expect(planOf(invoiceStatements.one)).toContain('sqlite_autoindex_invoices');
  expect(planOf(invoiceStatements.list)).toContain('invoices_by_issue');
  expect(planOf(payoutStatements.list)).toContain('payouts_by_time');
});
