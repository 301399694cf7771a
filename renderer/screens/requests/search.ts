/** The address of Requests: whose, which, in what order, which one is open. */
import { z } from 'zod';

export const statusClasses = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];
export const requestSorts = ['at', 'status', 'duration'] as const;
export type RequestSort = (typeof requestSorts)[number];

export interface RequestsSearch {
  /** Absent means those of this window; `programs` leaves out what the console asked. */
  of?: 'everyone' | 'programs' | undefined;
  /** Absent means all. `5xx` holds what was not answered, too. */
  status?: StatusClass | undefined;
  q?: string | undefined;
  /** Absent means by time. */
  sort?: Exclude<RequestSort, 'at'> | undefined;
  /** Absent means descending. */
  order?: 'asc' | undefined;
  /** The row that is open. */
  request?: string | undefined;
}

const text = z.string().trim().min(1).max(256).optional().catch(undefined);
const requestsSchema = z.object({
  of: z.enum(['everyone', 'programs']).optional().catch(undefined),
  status: z.enum(statusClasses).optional().catch(undefined),
  q: text,
  sort: z.enum(requestSorts).exclude(['at']).optional().catch(undefined),
  order: z.literal('asc').optional().catch(undefined),
  request: text,
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseRequestsSearch(raw: Record<string, unknown>): RequestsSearch {
  return requestsSchema.parse(raw);
}
