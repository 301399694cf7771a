/**
 * What one request takes of the rate of its key. A page that continues a stream takes its rows; every other request, and
 * a page whose cursor was refused, takes one request.
 */
import type { RateClass, RateLimits } from '../../shared/contract/access.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { Match } from '../../shared/contract/match-route.ts';
import type { StoredKey } from './api-keys.ts';
import { rateClassOf, type RateLimiter, type RateState, type Taking } from './rate-limiter.ts';
import { readRowCount } from './row-count.ts';

/** A request that has been counted, and is answered now. */
export interface CountedRequest {
  /** The bucket that it took from, or did not get anything of. */
  readonly state: RateState;
  /** Counts what came of it, and answers the bucket that the headers of the answer name: that which is nearest its end. */
  settle(response: Response): RateState;
}

export interface CountingMeans {
  readonly limiter: RateLimiter;
  readonly limits: RateLimits;
  readonly now: () => number;
}

/** Rows that a page counts as at least: so a bucket of rows is also one of pages. */
const leastRows = limits.session.defaultBatchSize;

/** Nothing is taken, while what is owed is paid back first. */
const noDebt: Taking = { needed: 0, amount: 0 };
const onlyLook: Taking = { needed: Number.NEGATIVE_INFINITY, amount: 0 };

export function countRequest(
  key: StoredKey,
  { match, url }: { readonly match: Match; readonly url: URL },
  { limiter, limits: ofAll, now }: CountingMeans,
): CountedRequest {
  const take = (rateClass: RateClass, taking?: Taking): RateState => {
    const rate = key.rateLimits?.[rateClass] ?? ofAll[rateClass];
    return limiter.take(key.keyId, rateClass, rate, now(), taking);
  };
  if (match.route?.operationId !== 'streamSession') {
    const state = take(rateClassOf(match.route));
    return { state, settle: () => state };
  }
  if (!url.searchParams.has('cursor')) {
    const state = take('query');
    return { state, settle: () => nearest(state, take('rows', onlyLook)) };
  }
  return continuedPage(url, take);
}

/**
 * The rows that a page asks for are taken before it is read, so that pages read side by side take the bucket below zero no
 * further than one of them; what it did not give is given back. A refused page is one request. Where none is left it is owed.
 */
function continuedPage(
  url: URL,
  take: (rateClass: RateClass, taking: Taking) => RateState,
): CountedRequest {
  const owed = take('query', noDebt);
  if (!owed.allowed) return { state: owed, settle: () => owed };
  const asked = askedRows(url);
  const state = take('rows', { needed: 1, amount: asked });
  if (!state.allowed) return { state, settle: () => state };
  return {
    state,
    settle: (response) => {
      const given = response.ok ? Math.max(leastRows, readRowCount(response.headers) ?? asked) : 0;
      const rows = take('rows', { ...onlyLook, amount: given - asked });
      return nearest(take('query', { ...onlyLook, amount: response.ok ? 0 : 1 }), rows);
    },
  };
}

/** As many as the largest page has where the request does not say a number that is taken. */
function askedRows(url: URL): number {
  const most = limits.session.batchSize;
  const asked = Number(url.searchParams.get('batch_size') ?? limits.session.defaultBatchSize);
  return asked >= 1 && asked <= most ? Math.max(leastRows, asked) : most;
}

/** The one that has the smaller part left. */
function nearest(one: RateState, other: RateState): RateState {
  return other.remaining / other.limit < one.remaining / one.limit ? other : one;
}
