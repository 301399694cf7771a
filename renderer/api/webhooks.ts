/** Endpoints that are told of events, and the deliveries to each. */
import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  deliveryPageSchema,
  deliverySchema,
  eventSchema,
  webhookPageSchema,
  webhookSchema,
  webhookSecretSchema,
  type changeWebhookSchema,
  type CreateWebhook,
} from '../../shared/contract/webhooks.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { postOnce, reads, request, type Attempt } from './client.ts';
import { queryKeys } from './query-keys.ts';

export const webhookPageSize = 50;
export const deliveryPageSize = 20;

const pathOf = (id: string) => `/webhooks/${encodeURIComponent(id)}`;

/** Endpoints, newest first, a page of them. */
export function useWebhooks(offset: number) {
  return useAnswer('listWebhooks', {
    queryKey: [...queryKeys.webhooks, 'endpoints', offset],
    queryFn: reads(webhookPageSchema, {
      path: '/webhooks',
      query: { limit: webhookPageSize, offset },
    }),
    placeholderData: keepPreviousData,
  });
}

/** Deliveries to an endpoint, newest first, a page of them. */
export function useDeliveries(id: string, offset: number) {
  return useAnswer('listDeliveries', {
    queryKey: [...queryKeys.webhooks, 'deliveries', id, offset],
    queryFn: reads(deliveryPageSchema, {
      path: `${pathOf(id)}/deliveries`,
      query: { limit: deliveryPageSize, offset },
    }),
    placeholderData: keepPreviousData,
  });
}

/** Adds an endpoint. The answer holds its secret: nothing keeps it once the caller has taken it. */
export function useCreateWebhook() {
  return useChange(
    [queryKeys.webhooks],
    (attempt: Attempt<CreateWebhook>) => postOnce('/webhooks', attempt, webhookSecretSchema),
    { gcTime: 0 },
  );
}

interface Once {
  readonly id: string;
  readonly idempotencyKey: string;
}

/** Gives an endpoint another secret, which the answer alone holds. */
export function useRotateWebhook() {
  return useChange(
    [queryKeys.webhooks],
    ({ id, idempotencyKey }: Once) =>
      request(webhookSecretSchema, {
        method: 'POST',
        path: `${pathOf(id)}/rotate`,
        idempotencyKey,
      }),
    { gcTime: 0 },
  );
}

export function useChangeWebhook() {
  return useChange(
    [queryKeys.webhooks],
    ({ id, ...body }: { readonly id: string } & z.input<typeof changeWebhookSchema>) =>
      request(webhookSchema, { method: 'PUT', path: pathOf(id), body }),
    { alsoRefused: true },
  );
}

export function useDeleteWebhook() {
  return useChange([queryKeys.webhooks], ({ id, idempotencyKey }: Once) =>
    request(webhookSchema, { method: 'DELETE', path: pathOf(id), idempotencyKey }),
  );
}

/** Sends an endpoint an event to try it. */
export function useTestWebhook() {
  return useChange([queryKeys.webhooks], ({ id, idempotencyKey }: Once) =>
    request(eventSchema, { method: 'POST', path: `${pathOf(id)}/test`, idempotencyKey }),
  );
}

export function useResendDelivery() {
  return useChange(
    [queryKeys.webhooks],
    ({ id, deliveryId, idempotencyKey }: Once & { readonly deliveryId: string }) =>
      request(deliverySchema, {
        method: 'POST',
        path: `${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}/resend`,
        idempotencyKey,
      }),
  );
}
