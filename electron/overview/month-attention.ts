/** Months that close: the last day before it, what was held back or failed, and an issuer that is missing. */
import { draftPageSchema } from '../../shared/contract/billing-runs.ts';
import type { Attention } from '../../shared/contract/overview.ts';
import { noAttention } from '../../shared/ledger-attention.ts';
import type { CallerAsks } from './ask.ts';

const day = 24 * 3_600_000;
const hour = 3_600_000;

/** @param time now, milliseconds */
export async function ofMonths(asks: CallerAsks, time: number): Promise<Attention[]> {
  const drafts = await asks.ask(draftPageSchema, 'listDrafts', { limit: '1' });
  if (drafts === undefined) return [];
  const { summary } = drafts;
  const { month, open: count, total: amount, currency, closes_at: closes } = summary;
  const isOver = Date.parse(closes) <= time;
  const told = { ...noAttention, severity: 'warn', object_id: month } as const;
  const found: Attention[] = summary.waiting.flatMap(({ month: of, held, failed }) => [
    ...(failed === 0
      ? []
      : [{ ...told, kind: 'drafts_failed', object_id: of, count: failed } as const]),
    ...(held === 0
      ? []
      : [{ ...told, kind: 'drafts_held', severity: 'info', object_id: of, count: held } as const]),
  ]);
  const isAsked = count > 0 && amount !== 0;
  if (isAsked && isOver && summary.auto && summary.issuer_missing) {
    found.push({ ...told, kind: 'issuer_missing', count });
  } else if (isAsked && !isOver && Date.parse(closes) - time <= day && summary.auto) {
    found.push({
      ...told,
      kind: 'month_closing',
      severity: 'info',
      since: closes,
      count,
      amount,
      currency,
    });
  } else if (isAsked && !summary.auto && Date.parse(closes) + hour <= time) {
    found.push({ ...told, kind: 'month_open', count, amount, currency });
  }
  return found;
}
