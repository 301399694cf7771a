/** The routes of webhooks. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { limits } from '../../shared/contract/limits.ts';
import type {
  Delivery,
  Replayed,
  Webhook,
  WebhookEvent,
  WebhookEventList,
  WebhookWithSecret,
  WebhookTerms,
} from '../../shared/contract/webhooks.ts';
import type { CreateId } from '../../shared/ids.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { actorOf } from '../access/acting.ts';
import type { Writes } from '../access/commits.ts';
import { onceReply, type IdempotencyStore } from '../access/idempotency.ts';
import {
  jsonReply,
  pageReply,
  type IdempotentRequest,
  type Own,
  type Principal,
  type RouteHandlers,
  type RouteReply,
} from '../route-handler.ts';
import { judgeUrl, type Allowance } from './address-rules.ts';
import { interestOf, type Deliveries } from './deliveries.ts';
import type { DeliveriesStore } from './deliveries-store.ts';
import { endpointSecret, secretText } from './endpoint-secret.ts';
import {
  statusOf,
  type EndpointsStore,
  type EndpointWriter,
  type StoredEndpoint,
} from './endpoints-store.ts';
import { oldestKept, type EventLog } from './event-log.ts';
import { shownEvent, type EventOwner, type EventsStore } from './events-store.ts';

interface Stores {
  readonly endpoints: EndpointsStore;
  readonly events: EventsStore;
  readonly deliveries: DeliveriesStore;
}

/** Handlers that a reader thread answers. */
export function webhookReadRoutes({
  endpoints,
  events,
  deliveries,
  now,
}: Stores & { readonly now: () => string }): RouteHandlers<
  'listWebhooks' | 'getWebhook' | 'listDeliveries' | 'listEvents'
> {
  return {
    listWebhooks: ({ query: { limit, offset }, own }) => {
      const { data, total } = endpoints.list(ownerOf(own), { limit, offset });
      const shown = data.map((each) => shownEndpoint(each, deliveries));
      return pageReply(shown, { total, limit, offset });
    },

    getWebhook: ({ parameters: { id } }) =>
      jsonReply(shownEndpoint(requireEndpoint(endpoints, id), deliveries)),

    listDeliveries: ({ parameters: { id }, query }) => {
      const { data, total } = deliveries.list(requireEndpoint(endpoints, id).endpointId, query);
      return pageReply(data, { total, limit: query.limit, offset: query.offset });
    },

    listEvents: ({ query: { after: afterId, limit }, own }) => {
      const known = afterId === undefined ? undefined : events.find(afterId);
      if (afterId !== undefined && known === undefined) {
        throw validationError([faultAt('after', 'not_known', { unit: 'event' })]);
      }
      const after = known?.number ?? 0;
      const since = oldestKept(now());
      const found = events.list(ownerOf(own), { after, since, limit: limit + 1 });
      const list = { data: found.slice(0, limit).map(shownEvent), has_more: found.length > limit };
      return jsonReply(list satisfies WebhookEventList);
    },
  };
}

export interface WebhookWriteOptions extends Stores {
  readonly writer: EndpointWriter;
  readonly queue: Deliveries;
  readonly log: EventLog;
  readonly commits: Writes;
  /** Of the jobs database. */
  readonly idempotency: IdempotencyStore;
  readonly seed: Uint8Array;
  readonly allowance: Allowance;
  readonly createId: CreateId;
  readonly clock: Clock;
  /** Tells who sends, and every window, that something is due. */
  readonly changed: () => void;
}

type EndpointWrites = 'createWebhook' | 'changeWebhook' | 'deleteWebhook' | 'rotateWebhook';
type SendingWrites = 'testWebhook' | 'resendDelivery' | 'replayWebhook';

/** Handlers that write. */
export function webhookWriteRoutes(
  options: WebhookWriteOptions,
): RouteHandlers<EndpointWrites | SendingWrites> {
  return { ...endpointRoutes(options), ...sendingRoutes(options) };
}

const topics = ['webhooks'] as const;
const done = { status: 200, topics } as const;
const made = { status: 201, topics } as const;

function endpointRoutes(options: WebhookWriteOptions): RouteHandlers<EndpointWrites> {
  const { endpoints, deliveries, writer, commits, queue } = options;
  const shown = (id: string) => shownEndpoint(requireEndpoint(endpoints, id), deliveries);
  return {
    createWebhook: (call) =>
      withSecret((keep) =>
        commits.writeJson(call, made, (now) => {
          const { body, own, principal } = call;
          const by = actorOf(principal).id;
          refuseMany(endpoints, by);
          const url = requireUrl(body.url, principal, options);
          const id = options.createId('hook');
          const { events = null } = body;
          const afterEvent = options.events.last;
          const endpoint = { ...ownerOf(own), url, urlBy: by, events, createdBy: by, afterEvent };
          writer.create(id, endpoint, now);
          return keep(shown(id), secretOf(requireEndpoint(endpoints, id), options));
        }),
      ),

    changeWebhook: (call) =>
      commits.writeJson(call, done, (now) => {
        const endpoint = requireEndpoint(endpoints, call.parameters.id);
        call.previous.confirm(termsOf(endpoint));
        change(endpoint, call, { ...options, now });
        return shown(endpoint.endpointId);
      }),

    deleteWebhook: (call) => {
      const { id } = call.parameters;
      const answer = {
        ...done,
        committed: () => deliveries.transaction(() => deliveries.forget(id)),
      };
      return commits.writeJson(call, answer, (now) => {
        const endpoint = requireEndpoint(endpoints, id);
        call.previous.confirm(termsOf(endpoint));
        const last = shown(id);
        writer.delete(id, now);
        return last;
      });
    },

    rotateWebhook: (call) =>
      withSecret((keep) =>
        commits.writeJson(call, done, (now) => {
          const { id } = call.parameters;
          writer.rotate(requireEndpoint(endpoints, id), now);
          return keep(shown(id), secretOf(requireEndpoint(endpoints, id), options));
        }),
      ),
  };

  /** What is kept for a repeated request has no secret in it. */
  async function withSecret(
    write: (keep: (shown: Webhook, secret: string) => WebhookWithSecret) => Promise<RouteReply>,
  ): Promise<RouteReply> {
    let whole: WebhookWithSecret | undefined;
    const reply = await write((endpoint, secret) => {
      whole = { ...endpoint, secret };
      return { ...endpoint, secret: null };
    });
    return whole === undefined ? reply : jsonReply(whole, reply.status);
  }

  function change(
    endpoint: StoredEndpoint,
    { body, principal }: { readonly body: WebhookTerms; readonly principal: Principal },
    { now, events }: WebhookWriteOptions & { readonly now: string },
  ): void {
    const { endpointId: id } = endpoint;
    if (body.url !== endpoint.url) {
      writer.setUrl(id, requireUrl(body.url, principal, options), actorOf(principal).id);
    }
    writer.setEvents(id, body.events);
    if (body.status === statusOf(endpoint)) return;
    if (body.status === 'disabled') {
      writer.disable(id, 'person', now);
      queue.disabled(id);
    } else {
      writer.enable(id, events.last);
      queue.enabled(id);
    }
  }
}

function sendingRoutes(options: WebhookWriteOptions): RouteHandlers<SendingWrites> {
  const { endpoints, events, deliveries, queue, log, commits, clock, changed } = options;

  /** Writes to the jobs database alone, once for a key. */
  const once = (request: IdempotentRequest | undefined, effect: () => Delivery | Replayed) => {
    const result = deliveries.transaction(() =>
      options.idempotency.once(request, () => ({ status: 201, body: JSON.stringify(effect()) })),
    );
    if (!result.replayed) changed();
    return onceReply(result);
  };

  return {
    testWebhook: (call) =>
      commits.writeJson(call, made, (now): WebhookEvent => {
        const { endpointId } = requireActive(endpoints, call.parameters.id);
        const data = { endpoint_id: endpointId };
        const eventId = log.emit({ type: 'endpoint.test', at: now, endpointId, data });
        return { event_id: eventId ?? '', type: 'endpoint.test', timestamp: now, data };
      }),

    resendDelivery: ({ parameters: { id, delivery_id: deliveryId }, idempotency }) =>
      once(idempotency, () => {
        const { endpointId } = requireActive(endpoints, id);
        const delivery = deliveries.find(deliveryId);
        const event = delivery?.endpointId === id ? events.find(delivery.eventId) : undefined;
        if (event === undefined) {
          throw new ApiError('not_found', `There is no delivery ${deliveryId} to send again.`);
        }
        const queued = deliveries.show(queue.queue(endpointId, event, clock()));
        if (queued === undefined) throw new Error('A delivery is not where it was put.');
        return queued;
      }),

    replayWebhook: ({ parameters: { id }, body, idempotency }) =>
      once(idempotency, () => {
        const endpoint = requireActive(endpoints, id);
        const [from, to] = [body.from, body.to].map((each) => instant(Date.parse(each)));
        if (from === undefined || to === undefined || from > to) {
          throw validationError([faultAt('to', 'not_before', { other: 'from' })]);
        }
        const span = { from, to, limit: limits.webhooks.replayed };
        const found = events.between(interestOf(endpoint), span);
        const now = clock();
        for (const event of found) queue.queue(endpoint.endpointId, event, now);
        return { queued: found.length };
      }),
  };
}

/** Whose endpoints and events a caller has alone; both null for everybody's. */
function ownerOf(own: Own | undefined): EventOwner {
  if (own === undefined) return { accountId: null, holderId: null };
  if (own.holderId !== null) return { accountId: null, holderId: own.holderId };
  // No id is empty: whoever has none has nothing.
  return { accountId: own.accountId ?? '', holderId: null };
}

/** @throws {ApiError} `conflict` */
function refuseMany(endpoints: EndpointsStore, maker: string): void {
  const { ofKey, ofLedger } = limits.webhooks;
  const isFull = endpoints.count() >= ofLedger;
  if (!isFull && (maker === 'operator' || endpoints.countBy(maker) < ofKey)) return;
  throw new ApiError(
    'conflict',
    isFull
      ? `A ledger has ${ofLedger} endpoints at most. Delete one first.`
      : `An API key has ${ofKey} endpoints at most. Delete one first.`,
    { details: { limit: isFull ? ofLedger : ofKey } },
  );
}

/**
 * An address in its one form. What the operator allows holds for what the operator sets alone.
 * @throws {ApiError} `validation_error`
 */
function requireUrl(
  text: string,
  principal: Principal,
  { allowance }: Pick<WebhookWriteOptions, 'allowance'>,
): string {
  const isOperators = actorOf(principal).id === 'operator';
  const judged = judgeUrl(text, isOperators ? allowance : undefined);
  if (judged.kind === 'bad') throw validationError([{ field: 'url', ...judged.fault }]);
  return judged.url.href;
}

function secretOf(endpoint: StoredEndpoint, { seed }: Pick<WebhookWriteOptions, 'seed'>): string {
  return secretText(endpointSecret(seed, endpoint));
}

function requireEndpoint(endpoints: EndpointsStore, id: string): StoredEndpoint {
  const endpoint = endpoints.find(id);
  if (endpoint === undefined) throw new ApiError('not_found', `There is no endpoint ${id}.`);
  return endpoint;
}

/** @throws {ApiError} `not_found`; `conflict` for one that nothing is sent to */
function requireActive(endpoints: EndpointsStore, id: string): StoredEndpoint {
  const endpoint = requireEndpoint(endpoints, id);
  if (endpoint.disabledAt === null && endpoint.url !== '') return endpoint;
  throw new ApiError('conflict', `The endpoint ${id} is disabled. Enable it first.`, {
    details: { endpoint_id: id },
  });
}

/** What somebody may have looked at before a change. */
function termsOf(endpoint: StoredEndpoint) {
  const { url, events } = endpoint;
  return { url, events: events === null ? null : [...events], status: statusOf(endpoint) };
}

function shownEndpoint(endpoint: StoredEndpoint, deliveries: DeliveriesStore): Webhook {
  const { endpointId } = endpoint;
  const state = deliveries.state(endpointId);
  return {
    endpoint_id: endpointId,
    ...termsOf(endpoint),
    disabled_at: endpoint.disabledAt,
    disabled_reason: endpoint.disabledReason,
    account_id: endpoint.accountId,
    holder_id: endpoint.holderId,
    created_at: endpoint.createdAt,
    created_by: endpoint.createdBy,
    version: endpoint.version,
    rotated_at: endpoint.rotatedAt,
    last_success_at: state?.lastSuccessAt ?? null,
    failing_since: state?.failingSince ?? null,
    waiting: deliveries.waiting(endpointId),
  };
}
