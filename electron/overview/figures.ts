/** The figures of the overview: each is the size of a list, told with the query that opens it. */
import { z } from 'zod';
import { monthOf } from '../../shared/billing/calendar.ts';
import { usageSchema, payoutPreferencesListSchema } from '../../shared/contract/billing.ts';
import type { Figure, FigureKind } from '../../shared/contract/overview.ts';
import type { AskedOperation, CallerAsks } from './ask.ts';

const recordTotalSchema = z.object({ total: z.int() });
const pageTotalSchema = z.object({ pagination: z.object({ total: z.int() }) });

interface Counted {
  readonly kind: FigureKind;
  readonly operationId: AskedOperation;
  readonly query: Readonly<Record<string, string>>;
}

/** Every figure that the caller may ask for. `recent` are the days of the map, none for an empty ledger. */
export async function figuresOf(
  asks: CallerAsks,
  today: string,
  recent: { readonly from: string; readonly to: string } | undefined,
): Promise<Figure[]> {
  const listed: (Figure | undefined)[] = [];
  for (const each of counted(asks, today, recent)) listed.push(await count(asks, each));
  listed.push(await spent(asks, today), await balance(asks));
  return listed.filter((each) => each !== undefined);
}

function counted(
  asks: CallerAsks,
  today: string,
  recent: { readonly from: string; readonly to: string } | undefined,
): Counted[] {
  const records = (kind: FigureKind, query: Counted['query']): Counted => ({
    kind,
    operationId: 'listRecords',
    query,
  });
  return [
    records('decisions', {}),
    ...(recent === undefined
      ? []
      : [records('decisions_recent', { start_date: recent.from, end_date: recent.to })]),
    records('decisions_today', { start_date: today, end_date: today }),
    records('decisions_intervened', { has_intervention: 'true' }),
    // Who reviews is told what waits.
    ...(asks.may('listReviews') ? [records('review_waiting', { review: 'waiting' })] : []),
    { kind: 'models', operationId: 'listModelCards', query: {} },
    { kind: 'sessions_active', operationId: 'listSessions', query: { status: 'active' } },
    { kind: 'datasets', operationId: 'listDatasets', query: {} },
    { kind: 'invoices_pending', operationId: 'listInvoices', query: { status: 'PENDING' } },
    { kind: 'invoices_overdue', operationId: 'listInvoices', query: { status: 'OVERDUE' } },
    { kind: 'payouts_pending', operationId: 'listPayouts', query: { status: 'PENDING' } },
    {
      kind: 'payouts_failed',
      operationId: 'listPayouts',
      query: { status: 'FAILED', last: 'true' },
    },
  ];
}

async function count(asks: CallerAsks, { kind, operationId, query }: Counted) {
  const page = { ...query, limit: '1' };
  const value =
    operationId === 'listRecords'
      ? (await asks.ask(recordTotalSchema, operationId, page))?.total
      : (await asks.ask(pageTotalSchema, operationId, page))?.pagination.total;
  return value === undefined
    ? undefined
    : { kind, operation_id: operationId, query, value, currency: null };
}

/** What was used in this month so far. */
async function spent(asks: CallerAsks, today: string): Promise<Figure | undefined> {
  const query = { start_date: monthOf(today), end_date: today };
  const usage = await asks.ask(usageSchema, 'getUsage', query);
  if (usage === undefined) return undefined;
  const { total_cost: value, currency } = usage.costs;
  return { kind: 'spent', operation_id: 'getUsage', query, value, currency };
}

/** What holders have earned by paid invoices and not been paid: what is available, and what is on its way. */
async function balance(asks: CallerAsks): Promise<Figure | undefined> {
  const operationId = 'listPayoutPreferences';
  const holders = await asks.ask(payoutPreferencesListSchema, operationId);
  const [first] = holders?.data ?? [];
  if (holders === undefined || first === undefined) return undefined;
  const cents = holders.data.reduce(
    (sum, { balance: available, pending_payout: sent }) =>
      sum + Math.round(available * 100) + Math.round(sent * 100),
    0,
  );
  const { currency } = first;
  return { kind: 'balance', operation_id: operationId, query: {}, value: cents / 100, currency };
}
