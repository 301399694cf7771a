/** Which delivery goes out next, and what follows from how an attempt ended: the writer's half of sending. */
import { z } from 'zod';
import { deliveryErrors, type DisabledReason } from '../../shared/contract/webhooks.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import { instant, type Clock } from '../../shared/time.ts';
import type { DeliveriesStore, EndpointState } from './deliveries-store.ts';
import { signaturesOf } from './endpoint-secret.ts';
import type { EndpointsStore, StoredEndpoint } from './endpoints-store.ts';
import type { EventsStore, Interest, StoredEvent } from './events-store.ts';
import { delayAfter, mostAttempts, seriesMs } from './retry-times.ts';

/** An endpoint without a success for so long, and so many failures, is disabled; milliseconds. */
export const failingMs = 5 * 24 * 3_600_000;
/** How long is waited where no network was there; milliseconds. */
export const offlineMs = 10_000;

const outgoingSchema = z.object({
  url: z.string(),
  isOperators: z.boolean(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
const dueSchema = z.object({
  deliveryId: z.string(),
  endpointId: z.string(),
  outgoing: outgoingSchema,
});
/** Attempts that are to be made now. */
export const takenSchema = z.object({
  due: z.array(dueSchema),
  /** Milliseconds until another is due; null for none that is known. */
  wait: z.number().nullable(),
});
export type Taken = z.infer<typeof takenSchema>;
type Due = z.infer<typeof dueSchema>;

/** Endpoints that an attempt is under way to. */
export const takeSchema = z.object({ busy: z.array(z.string()) });

export const endedSchema = z.object({
  deliveryId: z.string(),
  outcome: z.object({
    status: z.int().nullable(),
    error: z.enum(deliveryErrors).nullable(),
    ms: z.number(),
    answer: z.string().nullable(),
    retryAfter: z.number().nullable(),
  }),
});
export type Ended = z.infer<typeof endedSchema>;
type Outcome = Ended['outcome'];

export interface DeliveriesMeans {
  readonly endpoints: EndpointsStore;
  readonly events: EventsStore;
  readonly store: DeliveriesStore;
  readonly seed: Uint8Array;
  readonly version: string;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly createId: CreateId;
}

/** Over the writer's connections. */
export class Deliveries {
  readonly #means: DeliveriesMeans;

  constructor(means: DeliveriesMeans) {
    this.#means = means;
  }

  /** Looks what happened since, and takes at most one attempt for each endpoint that none is under way to. */
  take(busy: readonly string[]): Taken {
    const { store, endpoints, events, clock } = this.#means;
    const now = clock();
    const last = events.last;
    return store.transaction(() => {
      const due: Due[] = [];
      let wait: number | null = null;
      for (const endpoint of endpoints.inForce()) {
        this.#plan(endpoint, last, now);
        if (busy.includes(endpoint.endpointId)) continue;
        const next = this.#next(endpoint, now);
        if (next === undefined) continue;
        if (typeof next === 'number') wait = Math.min(wait ?? next, next);
        else due.push(next);
      }
      return { due, wait };
    });
  }

  /** Queues what an endpoint is told of and was not looked at yet. */
  #plan(endpoint: StoredEndpoint, last: number, now: number): void {
    const { store, events } = this.#means;
    const { endpointId, afterEvent } = endpoint;
    const state = this.#stateOf(endpoint, now);
    const after = Math.max(state.planned, afterEvent);
    if (state.planned >= last) return;
    for (const event of events.after(interestOf(endpoint), after, last)) {
      this.queue(endpointId, event, now);
    }
    store.keepState(endpointId, { ...state, planned: last });
  }

  /**
   * How an endpoint does. Where that is not known, as the state was thrown away, what is younger than a series of
   * attempts is sent once more: receivers tell by its id what they know.
   */
  #stateOf({ endpointId }: StoredEndpoint, now: number): EndpointState {
    const { store, events } = this.#means;
    const since = instant(Math.max(0, now - seriesMs));
    return (
      store.state(endpointId) ?? {
        planned: events.lastBefore(since),
        lastSuccessAt: null,
        failingSince: null,
        failures: 0,
      }
    );
  }

  /** Queues an event for an endpoint, at once. @returns the id of the delivery */
  queue(endpointId: string, { eventId, type }: StoredEvent, now: number): string {
    const deliveryId = this.#means.createId('dlv');
    this.#means.store.add({ deliveryId, endpointId, eventId, type, now });
    return deliveryId;
  }

  /** The attempt that is due; milliseconds until it is; undefined where nothing waits. */
  #next(endpoint: StoredEndpoint, now: number): Due | number | undefined {
    const { store, events } = this.#means;
    for (;;) {
      const next = store.next(endpoint.endpointId);
      if (next === undefined) return undefined;
      if (next.due > now) return next.due - now;
      const event = events.find(next.eventId);
      if (event !== undefined) return this.#due(endpoint, next.deliveryId, event, now);
      // It is older than events are kept.
      store.attempted({
        deliveryId: next.deliveryId,
        status: 'failed',
        attempts: next.attempts,
        at: now,
        due: now,
        responseStatus: null,
        ms: 0,
        error: 'expired',
        answer: null,
      });
    }
  }

  #due(
    endpoint: StoredEndpoint,
    deliveryId: string,
    { eventId: id, body }: StoredEvent,
    now: number,
  ): Due {
    const { seed, version } = this.#means;
    const { endpointId, url, urlBy } = endpoint;
    const timestamp = Math.floor(now / 1_000);
    return {
      deliveryId,
      endpointId,
      outgoing: {
        url,
        isOperators: urlBy === 'operator',
        headers: {
          'content-type': 'application/json',
          'user-agent': `Proofdesk/${version}`,
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signaturesOf(seed, endpoint, { id, timestamp, body }, now),
        },
        body,
      },
    };
  }

  /**
   * Keeps how an attempt ended.
   * @returns the endpoint that is to be disabled because of it, with the reason
   */
  ended({
    deliveryId,
    outcome,
  }: Ended): { readonly endpointId: string; readonly reason: DisabledReason } | undefined {
    const { store, clock, endpoints } = this.#means;
    return store.transaction(() => {
      const delivery = store.find(deliveryId);
      if (delivery?.status !== 'waiting') return undefined;
      const { endpointId, attempts } = delivery;
      const endpoint = endpoints.find(endpointId);
      if (endpoint === undefined) return undefined;
      const now = clock();
      const state = this.#stateOf(endpoint, now);
      if (outcome.error === 'offline') {
        this.#keep(deliveryId, outcome, { status: 'waiting', attempts, due: now + offlineMs });
        return undefined;
      }
      store.hasten(endpointId, now);
      if (outcome.error === null) {
        this.#keep(deliveryId, outcome, { status: 'delivered', attempts: attempts + 1, due: now });
        const lastSuccessAt = instant(now);
        store.keepState(endpointId, { ...state, lastSuccessAt, failingSince: null, failures: 0 });
        return undefined;
      }
      const due = this.#retryAt(attempts + 1, outcome, now);
      const status = due === undefined ? 'failed' : 'waiting';
      this.#keep(deliveryId, outcome, { status, attempts: attempts + 1, due: due ?? now });
      const failingSince = state.failingSince ?? instant(now);
      const failures = state.failures + 1;
      store.keepState(endpointId, { ...state, failingSince, failures });
      const reason = disabledBy(outcome, { failingSince, failures }, now);
      return reason === undefined ? undefined : { endpointId, reason };
    });
  }

  /** Nothing waits for an endpoint that is disabled. */
  disabled(endpointId: string): void {
    this.#means.store.cancel(endpointId);
  }

  /** An endpoint that is enabled begins anew. */
  enabled(endpointId: string): void {
    const { store, events } = this.#means;
    store.transaction(() => {
      store.cancel(endpointId);
      const lastSuccessAt = store.state(endpointId)?.lastSuccessAt ?? null;
      const state = { planned: events.last, lastSuccessAt, failingSince: null, failures: 0 };
      store.keepState(endpointId, state);
    });
  }

  #retryAt(attempts: number, { retryAfter }: Outcome, now: number): number | undefined {
    const [byte = 0] = this.#means.random(1);
    const delay = delayAfter(attempts, byte / 256, retryAfter);
    return delay === undefined ? undefined : now + delay;
  }

  #keep(
    deliveryId: string,
    { status: responseStatus, ms, error, answer }: Outcome,
    next: {
      readonly status: 'waiting' | 'delivered' | 'failed';
      readonly attempts: number;
      readonly due: number;
    },
  ): void {
    const { store, clock } = this.#means;
    store.attempted({
      deliveryId,
      ...next,
      at: clock(),
      responseStatus,
      ms: Math.max(0, Math.round(ms)),
      error,
      answer,
    });
  }
}

/** Whether that is the end: a receiver that is gone for good, or that nothing reached for days. */
function disabledBy(
  { status }: Outcome,
  { failingSince, failures }: { readonly failingSince: string; readonly failures: number },
  now: number,
): DisabledReason | undefined {
  if (status === 410) return 'gone';
  // A machine that was asleep has made few attempts.
  const isFailing = now - Date.parse(failingSince) >= failingMs && failures >= mostAttempts;
  return isFailing ? 'failing' : undefined;
}

export function interestOf(endpoint: StoredEndpoint): Interest {
  const { endpointId, accountId, holderId, events: types } = endpoint;
  return { endpointId, accountId, holderId, types };
}
