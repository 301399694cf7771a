/** Endpoints that are told of events; one of them with its deliveries. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../shared/contract/webhooks.ts';
import { useMay } from '../../api/capabilities.ts';
import { useWebhooks, webhookPageSize } from '../../api/webhooks.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { EmptyState } from '../../ui/states.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { EndpointPart } from './endpoint-part.tsx';
import { endpointsTable } from './endpoints-table.tsx';
import { ofPage } from './page-source.ts';

export function WebhooksTab({
  opened,
  onOpen,
}: {
  /** The endpoint that is open. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
}) {
  const { t } = useTranslation(['developers', 'tables']);
  const canAdd = useMay()('createWebhook');
  const [offset, setOffset] = useState(0);
  const [adding, setAdding] = useState(false);
  const table = useTable(
    endpointsTable,
    ofPage(useWebhooks(offset), { offset, size: webhookPageSize }),
    t,
  );
  useCommands([
    {
      id: 'webhooks.new',
      title: `${t('endpoints.new')}…`,
      group: 'do',
      icon: IconPlus,
      isEnabled: () => canAdd,
      run: () => setAdding(true),
    },
  ]);
  const actions = ({ endpoint_id: id, url }: Webhook) => (
    <Button
      size="compact-xs"
      variant="subtle"
      data-opens
      aria-expanded={id === opened}
      aria-label={t('endpoints.deliveriesOf', { url })}
      onClick={() => onOpen(id === opened ? undefined : id)}
    >
      {t('endpoints.deliveries')}
    </Button>
  );
  const add = (
    <Button
      variant="filled"
      leftSection={<IconPlus size={14} stroke={2} />}
      onClick={() => setAdding(true)}
    >
      {t('endpoints.new')}
    </Button>
  );
  return (
    <div className="pd-slim pd-grid pd-gap-14">
      <div className="pd-between pd-gap-12">
        <p className="pd-note pd-readable">{t('endpoints.text')}</p>
        <TableActions {...menuOf(table, { title: t('endpoints.list') })}>
          {canAdd && add}
        </TableActions>
      </div>
      <ListTable
        table={table}
        title={t('endpoints.list')}
        failed={t('endpoints.failed')}
        empty={
          <EmptyState
            compact
            icon={<IconWebhook size={20} stroke={1.6} />}
            title={t('endpoints.emptyTitle')}
          >
            {t('endpoints.empty')}
          </EmptyState>
        }
        draw={{ actions }}
        openId={opened}
        renderBeneath={(endpoint) =>
          endpoint.endpoint_id === opened && (
            <EndpointPart endpoint={endpoint} onGone={() => onOpen(undefined)} />
          )
        }
        onOffset={setOffset}
      />
      <EndpointDialog opened={adding} endpoint={undefined} onClose={() => setAdding(false)} />
    </div>
  );
}
