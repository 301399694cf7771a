/**
 * The money of a demo: every state of invoices, shares and payouts is there whenever it is made, and a holder's figures add up.
 * @push
 */
import { describe, expect, test } from 'vitest';
import {
  invoicePageSchema,
  invoiceStatuses,
  payoutPageSchema,
  payoutStatuses,
} from '../../shared/contract/billing.ts';
import { creditNotePageSchema } from '../../shared/contract/billing-credit-notes.ts';
import {
  creditPageSchema,
  sharePageSchema,
  shareStates,
} from '../../shared/contract/billing-credits.ts';
import { holderSummarySchema, type HolderSummary } from '../../shared/contract/billing-holders.ts';
import { draftPageSchema, runPageSchema } from '../../shared/contract/billing-runs.ts';
import { TestApi } from '../api/test-api.ts';
import { cases, isWhole } from '../testing/rounds.ts';
import { billingStory } from './billing-story.ts';

const holders = ['riverside-clinic', 'northwind-insurance'] as const;
const second = 1_000;
const hour = 3_600 * second;

/** The steps of the story that is told at a moment, in their order: what they are, and about what. */
function storyAt(now: number): string {
  return billingStory(now)
    .toSorted((one, other) => other.at - one.at)
    .map((step) => ('task' in step ? step.task : `${step.operation} ${step.as ?? ''}`))
    .join();
}

/**
 * Moments of a month, each hour of which tells the story of one of them: of hours in a row that tell the same, the first
 * or the last, in turn.
 */
function momentsOf(year: number, month: number): number[] {
  const [start, end] = [Date.UTC(year, month - 1), Date.UTC(year, month)];
  const hours = Array.from({ length: (end - start) / hour }, (_, each) => start + each * hour);
  const alike = Map.groupBy(hours, storyAt);
  return [...alike.values()].flatMap((all, place) => {
    const moment = all.at(place % 2 === 0 ? 0 : -1);
    return moment === undefined ? [] : [moment];
  });
}

const made = cases(
  [Date.UTC(2028, 2, 1, 0, 0, 1)],
  [
    Date.UTC(2026, 11, 2, 2, 31),
    Date.UTC(2027, 4, 31, 23, 59, 59),
    ...(isWhole ? momentsOf(2027, 1) : []),
  ],
);

const cents = (amount: number) => Math.round(amount * 100);

/** Cents of the steps, and those of the months with what was before them. */
function sumsOf({ pipeline, months, before }: HolderSummary): readonly [number, number] {
  const { used, invoiced, available, on_its_way: sent, paid_out: paid } = pipeline;
  const steps = [used, invoiced, available, sent, paid].map(cents);
  const parts = months.flatMap(({ datasets }) => datasets.map(({ net }) => cents(net)));
  const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);
  return [sum(steps), sum(parts) + cents(before)];
}

/** Which of some values a list has, by asking for each. */
async function present(api: TestApi, path: string, values: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const value of values) {
    const page = await api.read(
      sharePageSchema.pick({ pagination: true }).loose(),
      `${path}=${value}`,
    );
    if (page.pagination.total > 0) found.push(value);
  }
  return found;
}

async function checkStates(api: TestApi): Promise<void> {
  expect(await present(api, '/billing/invoices?limit=1&status', invoiceStatuses)).toEqual(
    invoiceStatuses,
  );
  expect(await present(api, '/billing/payouts?limit=1&status', payoutStatuses)).toEqual(
    payoutStatuses,
  );
  for (const holder of holders) {
    const states = shareStates.filter((each) => each !== 'ON_ITS_WAY' || holder === holders[1]);
    const path = `/billing/shares?limit=1&holder_id=${holder}&state`;
    expect(await present(api, path, shareStates)).toEqual(states);
  }
  const notes = await api.read(creditNotePageSchema, '/billing/credit-notes');
  expect(notes.data.map(({ kind }) => kind)).toEqual(['CANCELLATION', 'REFUND']);
  const credits = await api.read(creditPageSchema, '/billing/credits');
  expect(new Set(credits.data.map(({ kind, borne_by: by }) => `${kind} ${by}`))).toEqual(
    new Set(['GOODWILL PLATFORM', 'GOODWILL HOLDERS', 'PREPAID null']),
  );
  expect(credits.data.some(({ left }) => left > 0)).toBe(true);
  const { data: runs } = await api.read(runPageSchema, '/billing/runs');
  expect(runs.map(({ issued, held, failed }) => [issued, held, failed])).toEqual([[1, 1, 0]]);
  const drafts = await api.read(draftPageSchema, `/billing/drafts?month=${runs[0]?.month}`);
  const heldBack = drafts.data.filter(({ hold }) => hold !== null);
  expect(heldBack.map(({ account_id: id }) => id)).toEqual(['northstar-ai']);
}

async function checkHolder(api: TestApi, holder: string): Promise<HolderSummary> {
  const summary = await api.read(holderSummarySchema, `/billing/holders/${holder}/summary`);
  const { pipeline, next_payout: next } = summary;
  const { used, invoiced, overdue, available, paid_out: paid } = pipeline;
  for (const amount of [used, invoiced, overdue, available, paid, next.amount])
    expect(amount).toBeGreaterThan(0);
  expect(overdue).toBeLessThan(invoiced);
  const [steps, months] = sumsOf(summary);
  expect(steps).toBe(months);
  const datasets = summary.months.flatMap((month) =>
    month.datasets.map(({ dataset_id: id }) => id),
  );
  expect(new Set(datasets).size).toBe(2);
  expect(next.documents.length).toBeGreaterThan(0);
  return summary;
}

describe.each(made)('The demo that is made at %d', (now) => {
  test('has every state, and figures that add up', { timeout: 120_000 }, async () => {
    const api = await TestApi.open({ kind: 'demo', demoRecords: 30, now, demoEnd: now });
    try {
      await checkStates(api);
      const [clinic, insurer] = [
        await checkHolder(api, holders[0]),
        await checkHolder(api, holders[1]),
      ];
      expect([clinic.next_payout.waits_for, clinic.pipeline.on_its_way]).toEqual([null, 0]);
      expect(insurer.next_payout.waits_for).toBe('PAYOUT');
      expect(insurer.pipeline.on_its_way).toBeGreaterThan(0);
      // Nothing is due as it is opened: what is shown stays while somebody looks.
      const payouts = async () =>
        (await api.read(payoutPageSchema, '/billing/payouts')).pagination.total;
      const before = await payouts();
      await api.reopen();
      expect(await payouts()).toBe(before);
      const { data } = await api.read(invoicePageSchema, '/billing/invoices?limit=100');
      expect(data.every(({ amount }) => amount >= 0)).toBe(true);
    } finally {
      await api.close();
    }
  });
});
