/** One endpoint: what may be done with it, and its deliveries. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Delivery, Webhook } from '../../../shared/contract/webhooks.ts';
import { useMay } from '../../api/capabilities.ts';
import { newIdempotencyKey } from '../../api/client.ts';
import {
  deliveryPageSize,
  useChangeWebhook,
  useDeliveries,
  useResendDelivery,
  useTestWebhook,
} from '../../api/webhooks.ts';
import { usePreferences } from '../../state/preferences.ts';
import { notify } from '../../state/notices.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { ofPage } from './page-source.ts';
import { useTable } from '../../ui/list/use-table.ts';
import { ProofSign } from '../../ui/proof/proof-sign.tsx';
import { DeleteEndpointDialog, RotateSecretDialog } from './endpoint-dialogs.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { deliveriesTable, stateOf } from './endpoints-table.tsx';

type Asked = 'change' | 'rotate' | 'delete';

export function EndpointPart({ endpoint, onGone }: { endpoint: Webhook; onGone: () => void }) {
  const { t } = useTranslation('developers');
  const may = useMay();
  const zone = usePreferences((preferences) => preferences.timeZone);
  const [asked, setAsked] = useState<Asked>();
  const { endpoint_id: id, url, events, status } = endpoint;
  const testing = useTestWebhook();
  const changing = useChangeWebhook();
  const isActive = status === 'active';
  const close = () => setAsked(undefined);
  const tryOut = () =>
    testing.mutate(
      { id, idempotencyKey: newIdempotencyKey() },
      { onSuccess: () => notify({ title: t('endpoint.testSent') }) },
    );
  const toggle = () =>
    changing.mutate({
      id,
      url,
      events,
      status: isActive ? 'disabled' : 'active',
      if_previous: { status },
    });
  return (
    <div className="pd-grid pd-gap-8 pd-pad-4-12">
      {!isActive && <p className="pd-note">{stateOf(endpoint, { t, zone })}.</p>}
      {may('changeWebhook') && (
        <div className="pd-row pd-gap-8">
          <Button disabled={!isActive} loading={testing.isPending} onClick={tryOut}>
            {t('endpoint.test')}
          </Button>
          <Button onClick={() => setAsked('change')}>{t('endpoint.change')}</Button>
          <Button loading={changing.isPending} onClick={toggle}>
            {t(isActive ? 'endpoint.disable' : 'endpoint.enable')}
          </Button>
          <Button onClick={() => setAsked('rotate')}>{t('endpoint.rotate')}</Button>
          <Button onClick={() => setAsked('delete')}>{t('endpoint.delete')}</Button>
          <ProofSign row={{ table: 'webhook_endpoints', id }} name={url} />
        </div>
      )}
      <Deliveries endpoint={endpoint} />
      <EndpointDialog opened={asked === 'change'} endpoint={endpoint} onClose={close} />
      <RotateSecretDialog endpoint={asked === 'rotate' ? endpoint : undefined} onClose={close} />
      <DeleteEndpointDialog
        endpoint={asked === 'delete' ? endpoint : undefined}
        onClose={close}
        onGone={onGone}
      />
    </div>
  );
}

function Deliveries({ endpoint: { endpoint_id: id, status } }: { endpoint: Webhook }) {
  const { t } = useTranslation(['developers', 'tables']);
  const canResend = useMay()('resendDelivery') && status === 'active';
  const resending = useResendDelivery();
  const [offset, setOffset] = useState(0);
  const table = useTable(
    deliveriesTable,
    ofPage(useDeliveries(id, offset), { offset, size: deliveryPageSize }),
    t,
  );
  const actions = ({ delivery_id: deliveryId, type }: Delivery) =>
    canResend && (
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={t('deliveries.againNamed', { type })}
        onClick={() =>
          resending.mutate(
            { id, deliveryId, idempotencyKey: newIdempotencyKey() },
            { onSuccess: () => notify({ title: t('deliveries.queued') }) },
          )
        }
      >
        {t('deliveries.again')}
      </Button>
    );
  return (
    <ListTable
      table={table}
      title={t('deliveries.list')}
      failed={t('deliveries.failed')}
      empty={<p className="pd-note">{t('deliveries.empty')}</p>}
      draw={{ actions }}
      onOffset={setOffset}
    />
  );
}
