/** The columns of endpoints and of deliveries, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import {
  deliveryStatuses,
  webhookStatuses,
  type Delivery,
  type Webhook,
} from '../../../shared/contract/webhooks.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { TimeZoneChoice } from '../../state/preferences.ts';
import { formatCount, formatInstantIn } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { defineTable, inFiles, type ListCells } from '../../ui/list/define-list.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

type Translate = TFunction<['developers', 'tables']>;

export const endpointsTable = defineTable<Webhook, Translate>()(
  {
    id: 'webhooks',
    columnsAt: 'endpoints.column',
    rowId: (row) => row.endpoint_id,
    columns: {
      url: { path: '/url', identity: true, cell: UrlCell },
      events: {
        path: '/events',
        form: 'json',
        text: ({ events }, { t }) => (events === null ? t('endpoints.all') : events.join('\n')),
        cell: EventsCell,
      },
      status: {
        path: '/status',
        codes: webhookStatuses,
        wordsAt: 'endpoints.status',
        cell: StatusCell,
      },
      disabled: inFiles('/disabled_at', 'status', 'instant'),
      success: { path: '/last_success_at', form: 'ago', none: 'endpoints.never' },
      waiting: { path: '/waiting', form: 'count', side: 'end' },
      created: inFiles('/created_at', true, 'instant'),
      by: inFiles('/created_by', true),
      id: inFiles('/endpoint_id', true),
      actions: { isSilent: true, side: 'end', fixed: true },
    },
  },
  (t, key) => t(key),
);

function UrlCell({ url, endpoint_id: id }: Webhook, { t }: ListCells<Translate>) {
  return <bdi title={id}>{url === '' ? t('endpoints.erased') : showHidden(url)}</bdi>;
}

function EventsCell({ events }: Webhook, { t }: ListCells<Translate>) {
  if (events === null) return t('endpoints.all');
  const words = { count: events.length, formatted: formatCount(events.length) };
  return <span title={events.join(', ')}>{t('endpoints.some', words)}</span>;
}

/** The state of an endpoint in words: of a disabled one since when, and why. */
export function stateOf(
  { status, disabled_at: at, disabled_reason: reason }: Webhook,
  { t, zone }: { readonly t: TFunction<'developers'>; readonly zone: TimeZoneChoice },
): string {
  if (status === 'active' || at === null) return t(`endpoints.status.${status}`);
  return t(`endpoints.disabled.${reason ?? 'person'}`, { at: formatInstantIn(at, zone, 'minute') });
}

function StatusCell(endpoint: Webhook, { t, zone }: ListCells<Translate>) {
  const isActive = endpoint.status === 'active';
  return (
    <span title={stateOf(endpoint, { t, zone })}>
      <StatusBadge tone={isActive ? 'neutral' : 'warn'} shape={isActive ? 'dot' : 'triangle'}>
        {t(`endpoints.status.${endpoint.status}`)}
      </StatusBadge>
    </span>
  );
}

export const deliveriesTable = defineTable<Delivery, Translate>()(
  {
    id: 'webhook-deliveries',
    columnsAt: 'deliveries.column',
    rowId: (row) => row.delivery_id,
    columns: {
      type: { path: '/type', identity: true, cell: ({ type }) => <code>{type}</code> },
      status: {
        path: '/status',
        codes: deliveryStatuses,
        wordsAt: 'deliveries.status',
        cell: DeliveryStatusCell,
      },
      attempts: { path: '/attempts', form: 'count', side: 'end' },
      attempted: {
        path: '/attempted_at',
        form: 'instant',
        precision: 'second',
        none: 'deliveries.notYet',
      },
      response: { path: '/response_status', form: 'count', side: 'end', cell: ResponseCell },
      duration: {
        path: '/duration_ms',
        form: 'count',
        side: 'end',
        cell: ({ duration_ms: ms }, { t }) =>
          ms === null ? '–' : t('deliveries.ms', { formatted: formatCount(ms) }),
      },
      error: inFiles('/error', 'status'),
      answer: {
        path: '/answer',
        cell: ({ answer }) =>
          answer === null || answer === '' ? '–' : <code>{showHidden(answer)}</code>,
      },
      next: inFiles('/next_at', 'status', 'instant'),
      event: inFiles('/event_id', true),
      id: inFiles('/delivery_id', true),
      actions: { isSilent: true, side: 'end', fixed: true },
    },
  },
  (t, key) => t(key),
);

function ResponseCell({ response_status: status }: Delivery) {
  return status === null ? '–' : String(status);
}

const tones = {
  waiting: 'mute',
  delivered: 'neutral',
  failed: 'warn',
  canceled: 'mute',
} as const satisfies Record<Delivery['status'], string>;

function DeliveryStatusCell(
  { status, error, next_at: next }: Delivery,
  { t }: ListCells<Translate>,
) {
  return (
    <>
      <StatusBadge tone={tones[status]} shape={status === 'failed' ? 'triangle' : 'dot'}>
        {t(`deliveries.status.${status}`)}
      </StatusBadge>
      {error !== null && <small className="pd-dim"> {t(`deliveries.error.${error}`)}</small>}
      {next !== null && (
        <small className="pd-dim">
          {' '}
          {t('deliveries.next')} <Instant at={next} />
        </small>
      )}
    </>
  );
}
