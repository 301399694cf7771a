/** Lists and aggregates of billing are answered by their indexes: raw events are never scanned. */
import { afterAll, expect, test } from 'vitest';
import { expectedUseStatements } from './holders/expected-use.ts';
import { summaryStatements } from './holders/holder-summary.ts';
import { statementStatements } from './holders/statements.ts';
import { takenStatements } from '../proof/taken-papers.ts';
import { shareStatements, sharesSql } from './shares/shares-store.ts';
import { invoiceStatements } from './invoices-store.ts';
import { timeEndStatement } from './metering.ts';
import { becameOverdue, nowOverdue } from './overdue-invoices.ts';
import { overdueStatements } from './overdue-suspensions.ts';
import { paperStatements } from './papers/papers-store.ts';
import { ownMethods } from './payment-methods.ts';
import { paymentStatements } from './payments.ts';
import { payoutStatements } from './payouts.ts';
import { quoteStatements } from './quotes.ts';
import { rateCardStatements } from './rate-cards.ts';
import { revenueOfHolder } from './revenue.ts';
import { limitStatements } from './spending-limits.ts';
import { BillingFixture } from './testing/billing-fixture.ts';
import { upcomingStatements } from './upcoming-invoice.ts';
import { usedSessionStatements } from './used-sessions.ts';
import { usageStatements } from './usage-store.ts';

const fixture = new BillingFixture();
afterAll(() => fixture.remove());

const statements = {
  ...prefixed('usage', usageStatements),
  ...prefixed('used sessions', usedSessionStatements),
  ...prefixed('limits', limitStatements),
  ...prefixed('overdue', overdueStatements),
  ...prefixed('shares', shareStatements),
  ...prefixed('invoices', invoiceStatements),
  ...prefixed('payments', paymentStatements),
  ...prefixed('payouts', payoutStatements),
  ...prefixed('rate cards', rateCardStatements),
  ...prefixed('quotes', quoteStatements),
  ...prefixed('upcoming', upcomingStatements),
  ...prefixed('expected use', expectedUseStatements),
  ...prefixed('summary', summaryStatements),
  ...prefixed('statement', statementStatements),
  ...prefixed('papers', paperStatements),
  ...prefixed('taken papers', takenStatements),
  'end of time': timeEndStatement,
};

function prefixed(area: string, all: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(all).map(([name, sql]) => [`${area}: ${name}`, sql]));
}

/** As it is prepared: its parameters are known later. */
function planOf(sql: string): string {
  const names = [...sql.matchAll(/@(\w+)/g)].map(([, name = '']) => [name, null]);
  const places = [...sql.matchAll(/\?/g)].map(() => null);
  return fixture.database
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...places, ...(names.length === 0 ? [] : [Object.fromEntries(names)]))
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

test('what is narrowed to an account or a holder is sought by it', () => {
  expect(planOf(limitStatements.ofAccount)).toContain('INDEX spending_limits_in_force (<expr>=?)');
  for (const sql of [limitStatements.alertsOfAccount, limitStatements.countAlertsOfAccount]) {
    expect(planOf(sql)).toContain('INDEX spending_alerts_by_account (account_id=?)');
  }
  expect(planOf(ownMethods)).toContain('INDEX payment_methods_by_account (account_id=?)');
  expect(planOf(summaryStatements.sums)).toContain('shares_by_holder (holder_id=? AND at<?)');
  expect(planOf(statementStatements.unpaid)).toContain('shares_by_holder (holder_id=?');
  expect(planOf(revenueOfHolder)).toContain('invoice_usage_by_holder (holder_id=?)');
  expect(planOf(revenueOfHolder)).toContain('usage_months_by_holder (holder_id=?)');
});

test('a page of shares is merged of two lists in order, not sorted', () => {
  for (const by of [[], ['holder'], ['dataset'], ['state'], ['holder', 'state']] as const) {
    const plan = planOf(sharesSql(by).list);
    expect(plan).toContain('MERGE (UNION ALL)');
    // Only what is of one moment is put in order.
    expect(plan).not.toMatch(/TEMP B-TREE FOR (?:ORDER BY|LAST [^1T])/);
    expect(plan).toMatch(
      by[0] === 'holder' ? /shares_by_holder \(holder_id=\?\)/ : /shares_by_time/,
    );
  }
  expect(planOf(sharesSql(['document']).list)).toContain('sqlite_autoindex_shares_1 (document=?');
  expect(planOf(sharesSql(['payout']).list)).toContain('SEARCH t USING');
});

test.each(Object.values(quoteStatements))(
  'a quote seeks what it needs, and no row of a dataset: %s',
  (sql) => {
    const plan = planOf(sql);
    expect(plan).not.toContain('SCAN');
    expect(plan).not.toContain('dataset_rows');
  },
);

test('the limits of a spender are sought, not gone through', () => {
  expect(planOf(limitStatements.of)).toContain('USING INDEX spending_limits_in_force');
});

test('sessions of a period seek its days', () => {
  for (const sql of Object.values(usedSessionStatements)) {
    expect(planOf(sql)).toContain('SEARCH usage_days USING PRIMARY KEY (day>');
  }
});

test('invoices that became overdue are sought by the day they are due', () => {
  for (const sql of [becameOverdue, nowOverdue]) {
    expect(planOf(sql)).toMatch(/INDEX invoices_unpaid \(due_day>\? AND due_day<\?\)/);
  }
});

test('only accounts that an overdue invoice may suspend are looked at', () => {
  const plan = planOf(overdueStatements.concerned);
  expect(plan).toContain('SEARCH a USING PRIMARY KEY (account_id=?)');
  expect(plan).toContain('accounts_that_suspend');
  expect(plan).toContain('suspensions_overdue');
  expect(plan).toMatch(/SEARCH i USING .*INDEX invoices_\w+ \(account_id=\?/);
});
