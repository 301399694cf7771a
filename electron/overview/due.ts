/** What is due on a day: reviews, requests of persons, invoices; a few of each, the nearest first. */
import { invoicePageSchema } from '../../shared/contract/billing.ts';
import type { Due } from '../../shared/contract/overview.ts';
import { personRequestPageSchema } from '../../shared/contract/persons.ts';
import { reviewListSchema, type ReviewRow } from '../../shared/contract/review-queue.ts';
import type { CallerAsks } from './ask.ts';

/** Of one kind. */
const shown = 5;
/** Of the queue, to find what is due first of each model and reason. */
const readReviews = '100';

const nothing = {
  object_id: null,
  name: null,
  model_id: null,
  reason: null,
  asks: [],
  count: null,
  amount: null,
  currency: null,
} satisfies Omit<Due, 'kind' | 'due'>;

export async function dueOf(asks: CallerAsks): Promise<Due[]> {
  const found = [
    ...(await reviews(asks)),
    ...(await requests(asks)),
    ...(await invoices(asks, 'OVERDUE')),
    ...(await invoices(asks, 'PENDING')),
  ];
  return found.toSorted((one, other) => one.due.localeCompare(other.due));
}

/** What waits of a model for one reason is one line, on the day when the first of it is due. */
async function reviews(asks: CallerAsks): Promise<Due[]> {
  const queue = await asks.ask(reviewListSchema, 'listReviews', { limit: readReviews });
  const firsts = new Map<string, ReviewRow>();
  for (const row of queue?.data ?? []) {
    const key = JSON.stringify([row.model_id, row.reason]);
    if (row.due_at !== null && !firsts.has(key)) firsts.set(key, row);
  }
  const found: Due[] = [];
  for (const { model_id: modelId, reason, due_at: due } of [...firsts.values()].slice(0, shown)) {
    const query = { model_id: modelId, review: reason, limit: '1' };
    const list = await asks.ask(reviewListSchema, 'listReviews', query);
    if (due === null || list === undefined) continue;
    found.push({ ...nothing, kind: 'review', due, model_id: modelId, reason, count: list.total });
  }
  return found;
}

async function requests(asks: CallerAsks): Promise<Due[]> {
  const query = { urgency: 'open', limit: String(shown) };
  const open = await asks.ask(personRequestPageSchema, 'listPersonRequests', query);
  return (open?.data ?? []).map((each) => ({
    ...nothing,
    kind: 'person_request',
    due: `${each.due}T00:00:00.000Z`,
    object_id: each.request_id,
    name: each.number,
    asks: each.asks,
    count: each.records,
  }));
}

async function invoices(asks: CallerAsks, status: 'OVERDUE' | 'PENDING'): Promise<Due[]> {
  const query = { status, include: 'account', limit: '100' };
  const open = await asks.ask(invoicePageSchema, 'listInvoices', query);
  return (open?.data ?? [])
    .toSorted((one, other) => one.due_date.localeCompare(other.due_date))
    .slice(0, shown)
    .map((each) => ({
      ...nothing,
      kind: 'invoice',
      due: each.due_date,
      object_id: each.invoice_id,
      name: each.account_id ?? null,
      amount: each.amount,
      currency: each.currency,
    }));
}
