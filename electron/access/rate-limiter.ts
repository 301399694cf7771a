/** Token buckets: how many requests, or rows of streams, a key has left, by class. */
import type { Rate, RateClass } from '../../shared/contract/access.ts';
import type { Route } from '../../shared/contract/route.ts';

/** State of a bucket after a request took from it, or did not get any. */
export interface RateState {
  readonly allowed: boolean;
  readonly unit: 'requests' | 'rows';
  readonly limit: number;
  readonly period: string;
  /** Whole units that are left. */
  readonly remaining: number;
  /** When the next request is let through, where this one was not; otherwise when the bucket is full. Milliseconds. */
  readonly resetAt: number;
}

/** How much a request takes. */
export interface Taking {
  /** Units that must be there; fewer than `amount` where a bucket may go below zero once. */
  readonly needed: number;
  /** Units that are taken; a negative number gives some back. */
  readonly amount: number;
}

const oneRequest: Taking = { needed: 1, amount: 1 };

interface Bucket {
  /** One unit takes as many credits as its period has milliseconds, so that all sums are of whole numbers. */
  credits: number;
  cost: number;
  at: number;
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** The milliseconds of `30s`, `1m`, `24h`. */
export function periodMs(period: string): number {
  const unit = period.at(-1);
  const count = Number(period.slice(0, -1));
  return count * (unit === 's' || unit === 'm' || unit === 'h' ? unitMs[unit] : Number.NaN);
}

/** The class that a route counts as: jobs and files are `bulk` whatever they do. */
export function rateClassOf(route: Route | undefined): RateClass {
  if (route === undefined) return 'read';
  if (route.status === 202) return 'bulk';
  if (route.access === 'data') return 'query';
  if (route.access === 'write' || route.method !== 'GET') return 'write';
  return 'mediaType' in route.response && isFile(route.response.mediaType) ? 'bulk' : 'read';
}

/** PDFs and archives: what takes a document out. */
function isFile(mediaType: string): boolean {
  return mediaType === 'application/pdf' || mediaType === 'application/zip';
}

/** Buckets that start full and fill evenly: `limit` in each `period`, all of them at once at most. */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>();

  /** Takes from the bucket of a key and class at `now` (milliseconds) one request, or what is told, if it is there. */
  take(
    keyId: string,
    rateClass: RateClass,
    rate: Rate,
    now: number,
    { needed, amount }: Taking = oneRequest,
  ): RateState {
    const { limit, period } = rate;
    const cost = periodMs(period);
    const capacity = limit * cost;
    const name = `${rateClass} ${keyId}`;
    const bucket = this.#buckets.get(name) ?? { credits: capacity, cost, at: now };
    this.#buckets.set(name, bucket);
    // Under another period a unit costs another number of credits.
    const kept =
      bucket.cost === cost ? bucket.credits : Math.floor((bucket.credits / bucket.cost) * cost);
    // A clock that was set back gives nothing and takes nothing.
    const passed = Math.max(0, now - bucket.at);
    const credits = Math.min(capacity, kept + passed * limit);
    const allowed = credits >= needed * cost;
    bucket.credits = allowed ? Math.min(capacity, credits - amount * cost) : credits;
    bucket.cost = cost;
    bucket.at = now;
    const missing = (allowed ? capacity : needed * cost) - bucket.credits;
    return {
      allowed,
      unit: rateClass === 'rows' ? 'rows' : 'requests',
      limit,
      period,
      remaining: Math.max(0, Math.floor(bucket.credits / cost)),
      resetAt: now + Math.ceil(missing / limit),
    };
  }

  /** Forgets the buckets of keys that are gone. */
  keep(keyIds: ReadonlySet<string>): void {
    for (const name of this.#buckets.keys()) {
      if (!keyIds.has(name.slice(name.indexOf(' ') + 1))) this.#buckets.delete(name);
    }
  }
}

/** The headers that tell a client its rate. Seconds; the names are those of draft-ietf-httpapi-ratelimit-headers-03. */
export function rateHeaders(state: RateState, now: number): Record<string, string> {
  const seconds = String(Math.max(0, Math.ceil((state.resetAt - now) / 1_000)));
  return {
    'ratelimit-limit': String(state.limit),
    'ratelimit-remaining': String(state.remaining),
    'ratelimit-reset': seconds,
    'ratelimit-policy': `${state.limit};w=${periodMs(state.period) / 1_000}${state.unit === 'rows' ? ';unit="rows"' : ''}`,
    ...(state.allowed ? {} : { 'retry-after': String(Math.max(1, Number(seconds))) }),
  };
}
