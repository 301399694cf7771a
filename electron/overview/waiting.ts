/** What waits for people, counted: each number is the size of a list that the caller may ask for. */
import { z } from 'zod';
import type { RequestFigures, ReviewFigures } from '../../shared/contract/overview.ts';
import { personRequestPageSchema } from '../../shared/contract/persons.ts';
import { reviewListSchema } from '../../shared/contract/review-queue.ts';
import type { CallerAsks } from './ask.ts';

const recordPageSchema = z.object({ total: z.int() });

/** Null for who does not review. */
export async function waitingReviews(asks: CallerAsks): Promise<ReviewFigures | null> {
  const queue = await asks.ask(reviewListSchema, 'listReviews', { limit: '1' });
  if (queue === undefined) return null;
  const waiting = (review: string) =>
    asks.ask(recordPageSchema, 'listRecords', { review, limit: '1' });
  return {
    waiting: (await waiting('waiting'))?.total ?? 0,
    escalated: (await waiting('escalated'))?.total ?? 0,
    late: queue.late,
    oldest_at: queue.data[0]?.since ?? null,
  };
}

/** Null for whom requests of persons are not. `today` says of which year those are that are closed. */
export async function openRequests(
  asks: CallerAsks,
  today: string,
): Promise<RequestFigures | null> {
  const total = async (query: Readonly<Record<string, string>>) => {
    const page = { ...query, limit: '1' };
    const found = await asks.ask(personRequestPageSchema, 'listPersonRequests', page);
    return found?.pagination.total;
  };
  const open = await total({ urgency: 'open' });
  if (open === undefined) return null;
  const year = today.slice(0, 4);
  return {
    open,
    late: (await total({ urgency: 'late' })) ?? 0,
    year: Number(year),
    closed: (await total({ urgency: 'closed', number: `${year}-` })) ?? 0,
  };
}
