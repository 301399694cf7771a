/** Webhooks: endpoints that are told of events, and what became of each delivery (Standard Webhooks 1.0.0; extensions). */
import * as z from './when-asked.ts';
import {
  instantSchema,
  jsonObjectSchema,
  listOf,
  oneOf,
  paginated,
  queryInteger,
} from './common.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import { previousOf } from './previous.ts';
import { page } from './route.ts';

/** Events that an endpoint may be told of. */
export const chosenEventTypes = [
  'session.revoked',
  'dataset.revoked',
  'grant.requested',
  'grant.granted',
  'grant.refused',
  'grant.withdrawn',
  'grant.revoked',
  'limit.threshold_reached',
  'limit.reached',
  'invoice.issued',
  'invoice.paid',
  'invoice.overdue',
  'payout.completed',
  'payout.failed',
  'review.waiting',
  'alert.raised',
  'verification.failed',
] as const;
export type ChosenEventType = (typeof chosenEventTypes)[number];

/** All events: one is sent to an endpoint to try it, whichever it chose. */
export const eventTypes = [...chosenEventTypes, 'endpoint.test'] as const;
export type EventType = (typeof eventTypes)[number];

const required = (type: 'type_string' | 'type_array') => (issue: { readonly input?: unknown }) =>
  issue.input === undefined ? fault('required') : fault(type);

const urlSchema = z
  .string({ error: required('type_string') })
  .min(1, fault('not_empty'))
  .max(limits.webhooks.url, fault('at_most_characters', { maximum: limits.webhooks.url }))
  .meta({
    description:
      'Where events are sent: https, without user and fragment, and not into a private network',
    examples: ['https://hooks.example.com/proofdesk'],
  });

const eventsSchema = listOf(oneOf(chosenEventTypes), chosenEventTypes.length, {
  none: fault('one_event_named'),
});

/** The body of `POST /webhooks`. */
export const createWebhookSchema = z
  .strictObject({
    url: urlSchema,
    events: eventsSchema
      .optional()
      .meta({ description: 'Events that it is told of; all of them unless told' }),
  })
  .meta({ id: 'CreateWebhook', sent: true });
export type CreateWebhook = z.infer<typeof createWebhookSchema>;

export const webhookStatuses = ['active', 'disabled'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** Why nothing is sent: the receiver answered 410, nothing succeeded for five days, somebody disabled it. */
export const disabledReasons = ['gone', 'failing', 'person'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

const changedMembers = {
  url: urlSchema,
  events: z.union([eventsSchema, z.null()]).meta({ description: 'null for all of them' }),
  status: oneOf(webhookStatuses),
};
export const webhookTermsSchema = z.strictObject(changedMembers);
export type WebhookTerms = z.infer<typeof webhookTermsSchema>;

const ifPrevious = {
  if_previous: previousOf({
    url: z.string(),
    events: z.union([listOf(z.string(), chosenEventTypes.length), z.null()]),
    status: z.enum(webhookStatuses),
  }),
};
/** The body of `PUT /webhooks/{id}`. */
export const changeWebhookSchema = webhookTermsSchema
  .extend(ifPrevious)
  .meta({ id: 'ChangeWebhook', sent: true });
/** The body of `DELETE /webhooks/{id}`. */
export const deleteWebhookSchema = z
  .strictObject(ifPrevious)
  .meta({ id: 'DeleteWebhook', sent: true });

export const webhookSchema = z
  .object({
    endpoint_id: z.string().meta({ description: 'Prefix hook_' }),
    url: z.string().meta({ description: 'Empty once it was erased' }),
    events: z.array(z.string()).nullable().meta({ description: 'null for all of them' }),
    status: z.enum(webhookStatuses),
    disabled_at: instantSchema.nullable(),
    disabled_reason: z.enum(disabledReasons).nullable().meta({
      description:
        'gone: it answered 410; failing: five days without a success; person: somebody did',
    }),
    account_id: z.string().nullable().meta({ description: 'Whose events alone; null for all' }),
    holder_id: z.string().nullable().meta({ description: 'Whose events alone; null for all' }),
    created_at: instantSchema,
    created_by: z.string().meta({ description: 'operator, or the id of a key' }),
    version: z.int().meta({ description: 'Of its secret' }),
    rotated_at: instantSchema.nullable().meta({
      description: 'Until a day later the secret before it signs, too',
    }),
    last_success_at: instantSchema.nullable(),
    failing_since: instantSchema.nullable().meta({
      description: 'When the first attempt failed after the last success',
    }),
    waiting: z.int().meta({ description: 'Deliveries that are yet to succeed' }),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhookSchema>;

export const webhookPageSchema = paginated(webhookSchema).meta({ id: 'WebhookPage' });

export const webhookSecretSchema = webhookSchema
  .extend({
    secret: z.string().nullable().meta({
      description:
        'whsec_ and base64, told this once and kept nowhere; null in the repeated answer to an Idempotency-Key',
    }),
  })
  .meta({ id: 'WebhookWithSecret' });
export type WebhookWithSecret = z.infer<typeof webhookSecretSchema>;

export const listWebhooksQuerySchema = z.strictObject(page(limits.webhooks));

export const eventSchema = z
  .object({
    event_id: z.string().meta({ description: 'Prefix evt_; webhook-id of each delivery of it' }),
    type: z.enum(eventTypes),
    timestamp: instantSchema,
    data: jsonObjectSchema.meta({
      description:
        'Ids, amounts in cents, counts; url where a server with a public name has a page of it',
    }),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof eventSchema>;

export const eventListSchema = z
  .object({ data: z.array(eventSchema), has_more: z.boolean() })
  .meta({ id: 'WebhookEventList' });
export type WebhookEventList = z.infer<typeof eventListSchema>;

export const listEventsQuerySchema = z.strictObject({
  after: z
    .string()
    .regex(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/, fault('event_id'))
    .optional()
    .meta({ description: 'The last one that is known; from the oldest kept unless told' }),
  limit: queryInteger(1, limits.webhooks.maximumLimit).default(limits.webhooks.defaultLimit),
});

export const deliveryStatuses = ['waiting', 'delivered', 'failed', 'canceled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Why an attempt came to no answer of 200 to 299. */
export const deliveryErrors = [
  'status',
  'redirect',
  'timeout',
  'unreachable',
  'name_unknown',
  'certificate',
  'address_refused',
  'address_invalid',
  'offline',
  'expired',
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

export const deliverySchema = z
  .object({
    delivery_id: z.string().meta({ description: 'Prefix dlv_' }),
    event_id: z.string(),
    type: z.string(),
    status: z.enum(deliveryStatuses),
    attempts: z.int().meta({ description: 'Made so far; ten at most' }),
    created_at: instantSchema,
    next_at: instantSchema.nullable().meta({ description: 'The next attempt; null for none' }),
    attempted_at: instantSchema.nullable().meta({ description: 'The last attempt' }),
    response_status: z.int().nullable().meta({ description: 'Of its answer, as HTTP has it' }),
    duration_ms: z.int().nullable(),
    error: z.enum(deliveryErrors).nullable().meta({ description: 'Why it did not succeed' }),
    answer: z.string().nullable().meta({ description: 'Its first 200 characters' }),
  })
  .meta({ id: 'WebhookDelivery' });
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryPageSchema = paginated(deliverySchema).meta({ id: 'WebhookDeliveryPage' });

export const listDeliveriesQuerySchema = z.strictObject({
  status: oneOf(deliveryStatuses).optional(),
  ...page(limits.webhooks),
});

const span = z.iso.datetime({ error: fault('instant_written') });
/** The body of `POST /webhooks/{id}/replay`. */
export const replayWebhookSchema = z
  .strictObject({ from: span, to: span })
  .meta({ id: 'ReplayWebhook', sent: true });

export const replayedSchema = z
  .object({ queued: z.int().meta({ description: 'Events that are sent again' }) })
  .meta({ id: 'WebhookReplay' });
export type Replayed = z.infer<typeof replayedSchema>;
