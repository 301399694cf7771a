/**
 * A demo is as new as the moment it is made, and has the same shape whenever that is.
 * @push
 */
import { describe, expect, test } from 'vitest';
import { invoicePageSchema } from '../../shared/contract/billing.ts';
import { verificationSchema } from '../../shared/contract/chain.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { reviewListSchema } from '../../shared/contract/review-queue.ts';
import { TestApi } from '../api/test-api.ts';
import { cases } from '../testing/rounds.ts';
import { demoModels } from './decisions.ts';

const records = 600;
const day = 86_400_000;

const made = cases(
  [Date.UTC(2031, 1, 3, 9, 41)],
  [Date.UTC(2026, 10, 28, 6, 11), Date.UTC(2027, 6, 11, 23, 58), Date.UTC(2028, 1, 29, 0, 0, 1)],
);

/** What the ledger that ends with October 2026 has, as its story is told three weeks later. */
const written = { now: Date.UTC(2026, 10, 21) };

async function shapeOf(options: { readonly now: number; readonly demoEnd?: number }) {
  const api = await TestApi.open({ kind: 'demo', demoRecords: records, ...options });
  try {
    const total = async (query: string) =>
      (await api.read(recordListSchema, `/records?limit=1&${query}`)).total;
    const today = new Date(options.now).toISOString().slice(0, 10);
    const { data } = await api.read(recordListSchema, '/records?limit=1&order=desc');
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    const invoices = await api.read(invoicePageSchema, '/billing/invoices');
    const reviews = await api.read(reviewListSchema, '/reviews?limit=1');
    return {
      newest: Date.parse(data[0]?.created_at ?? ''),
      today: await total(`start_date=${today}&end_date=${today}`),
      total: await total(''),
      models: await Promise.all(demoModels.map(({ id }) => total(`model_id=${id}`))),
      findings: verificationSchema.parse(job.result).findings_total,
      invoices: invoices.pagination.total,
      reviews: reviews.total,
    };
  } finally {
    await api.close();
  }
}

describe.each(made)('A demo that is made at %d', (now) => {
  test('ends today, and has what every other has', { timeout: 120_000 }, async () => {
    const [one, other] = [await shapeOf({ now, demoEnd: now }), await shapeOf(written)];
    expect(now - one.newest).toBeLessThan(day);
    expect(one.today).toBeGreaterThan(0);
    expect([one.total, one.findings, one.invoices]).toEqual([records, 0, other.invoices]);
    for (const [index, count] of one.models.entries()) {
      expect(Math.abs(count - (other.models[index] ?? 0))).toBeLessThan(records / 20);
    }
    expect(one.reviews).toBeGreaterThan(other.reviews / 3);
  });
});
