/** Examples of requests of the area webhooks, each with its answer. */
import type { Examples } from './example.ts';

const endpoint = {
  endpoint_id: 'hook_01KDVDNA00BSP5FYMAPQXZJSY3',
  url: 'https://hooks.example.com/proofdesk',
  events: ['invoice.paid', 'session.revoked'],
  status: 'active',
  disabled_at: null,
  disabled_reason: null,
  account_id: null,
  holder_id: null,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: 'operator',
  version: 1,
  rotated_at: null,
  last_success_at: null,
  failing_since: null,
  waiting: 0,
} as const;
const terms = { url: endpoint.url, events: [...endpoint.events] };
const path = { id: endpoint.endpoint_id };

const event = {
  event_id: 'evt_01KDVDNA00BSP5FYMAPQXZJSY5',
  type: 'endpoint.test',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: { endpoint_id: endpoint.endpoint_id },
} as const;

const delivery = {
  delivery_id: 'dlv_01KDVDNA00BSP5FYMAPQXZJSY6',
  event_id: event.event_id,
  type: event.type,
  status: 'delivered',
  attempts: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  next_at: null,
  attempted_at: '2026-01-01T00:00:00.000Z',
  response_status: 204,
  duration_ms: 84,
  error: null,
  answer: '',
} as const;

const shown = { ...endpoint, events: [...endpoint.events] };

export const webhooksExamples = {
  createWebhook: {
    body: terms,
    answer: { ...shown, secret: 'whsec_EiPI38JgVzHhtQQ576+kTtwJBxKb1SGQ3/zs6SXzHIw=' },
  },
  listWebhooks: {
    answer: {
      data: [shown],
      pagination: { total: 1, limit: 50, offset: 0, has_more: false },
    },
  },
  getWebhook: { path, answer: shown },
  changeWebhook: { path, body: { ...terms, status: 'active' }, answer: shown },
  deleteWebhook: { path, answer: shown },
  testWebhook: { path, answer: event },
  rotateWebhook: {
    path,
    answer: {
      ...shown,
      version: 2,
      rotated_at: '2026-01-01T00:00:00.000Z',
      secret: 'whsec_86j8pjq0evl449oXTBIeHoGplnhgJu8dDWjv6mbmVDg=',
    },
  },
  listDeliveries: {
    path,
    answer: {
      data: [delivery],
      pagination: { total: 1, limit: 50, offset: 0, has_more: false },
    },
  },
  resendDelivery: {
    path: { ...path, delivery_id: delivery.delivery_id },
    answer: {
      ...delivery,
      delivery_id: 'dlv_01KDVDNA00BSP5FYMAPQXZJSY7',
      status: 'waiting',
      attempts: 0,
      next_at: '2026-01-01T00:00:00.000Z',
      attempted_at: null,
      response_status: null,
      duration_ms: null,
      answer: null,
    },
  },
  replayWebhook: {
    path,
    body: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    answer: { queued: 1 },
  },
  listEvents: { answer: { data: [event], has_more: false } },
} as const satisfies Examples;
