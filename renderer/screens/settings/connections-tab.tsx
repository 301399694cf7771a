/** Connections: servers elsewhere that this window can open, checked, changed, forgotten. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconPlus, IconWorld } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { keyProtections, type Connection } from '../../../shared/contract/connections.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useCheckConnection, useConnections } from '../../api/connections.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { defineTable, inFiles } from '../../ui/list/define-list.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { wholeRows } from '../../ui/list/row-source.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { useWorkspaceOpener } from '../../ui/use-workspace-opener.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { CheckResult } from './check-result.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { RemoveConnectionDialog } from './remove-connection-dialog.tsx';
import classes from './settings.module.css';

type Translate = TFunction<['connections', 'tables']>;

export const connectionsTable = defineTable<Connection, Translate>()(
  {
    id: 'connections',
    rowId: (row) => row.connection_id,
    columns: {
      id: inFiles('/connection_id', true),
      name: { path: '/name', identity: true, className: classes.keyName },
      address: {
        path: '/base_url',
        className: classes.path,
        cell: ({ base_url: url }) => <code title={url}>{showHidden(url)}</code>,
      },
      protection: {
        path: '/key_protection',
        codes: keyProtections,
        cell: ({ key_protection: protection }, { t }) => t(`protection.${protection}`),
        text: ({ key_protection: protection }, { t }) => t(`protectionText.${protection}`),
      },
      created: inFiles('/created_at', true, 'instant'),
      online: { path: '/last_online_at', form: 'ago', none: 'never' },
      kept: { path: '/kept_bytes', form: 'bytes', side: 'end' },
      actions: { isSilent: true, side: 'end', fixed: true },
    },
  },
  (t, key) => t(key),
);

export function ConnectionsTab() {
  const { t } = useTranslation(['connections', 'tables']);
  const query = useConnections();
  const { data: workspace } = useWorkspace();
  const table = useTable(connectionsTable, wholeRows(query), t);
  const openId = workspace?.remote?.connection_id;
  /** Undefined for no dialog, null for a new connection. */
  const [edited, setEdited] = useState<Connection | null>();
  const [removed, setRemoved] = useState<Connection>();
  const checking = useCheckConnection();
  const [checked, setChecked] = useState<Connection>();
  useCommands([
    {
      id: 'connection.new',
      title: `${t('new')}…`,
      group: 'do',
      icon: IconPlus,
      run: () => setEdited(null),
    },
  ]);
  const check = (connection: Connection) => {
    setChecked(connection);
    checking.mutate({ connection_id: connection.connection_id });
  };
  const name = ({ connection_id: id, name: text }: Connection) => (
    <>
      <bdi title={id}>{showHidden(text)}</bdi>
      {id === openId && <span className={classes.under}>{t('isOpen')}</span>}
    </>
  );
  const actions = (connection: Connection) => (
    <ConnectionActions
      connection={connection}
      isOpen={connection.connection_id === openId}
      onCheck={() => check(connection)}
      onChange={() => setEdited(connection)}
      onRemove={() => setRemoved(connection)}
    />
  );
  return (
    <div className={classes.tab}>
      <div className={classes.bar}>
        <p className="pd-note pd-readable">{t('text')}</p>
        <TableActions {...menuOf(table, { title: t('list') })}>
          <Button
            variant="filled"
            leftSection={<IconPlus size={14} stroke={2} />}
            onClick={() => setEdited(null)}
          >
            {t('new')}
          </Button>
        </TableActions>
      </div>
      <ListTable
        table={table}
        title={t('list')}
        failed={t('failed')}
        empty={
          <EmptyState compact icon={<IconWorld size={20} stroke={1.6} />} title={t('emptyTitle')}>
            {t('empty')}
          </EmptyState>
        }
        isMarkable
        draw={{ name, actions }}
        openId={openId}
      />
      {checked !== undefined && checking.isPending && (
        <p className="pd-note pd-readable" role="status">
          {t('checking', { name: checked.name })}
        </p>
      )}
      {checked !== undefined && checking.data !== undefined && (
        <CheckResult name={checked.name} check={checking.data} />
      )}
      {checking.isError && <ErrorState compact error={checking.error} title={t('checkFailed')} />}
      <ConnectionDialog connection={edited} onClose={() => setEdited(undefined)} />
      <RemoveConnectionDialog removed={removed} onClose={() => setRemoved(undefined)} />
    </div>
  );
}

function ConnectionActions({
  connection: { connection_id: id, name: text },
  isOpen,
  onCheck,
  onChange,
  onRemove,
}: {
  connection: Connection;
  isOpen: boolean;
  onCheck: () => void;
  onChange: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('connections');
  const openWorkspace = useWorkspaceOpener();
  const name = showHidden(text);
  const action = { size: 'compact-xs', variant: 'subtle' } as const;
  return (
    <>
      {!isOpen && (
        <Button
          {...action}
          aria-label={t('openNamed', { name })}
          onClick={() => openWorkspace({ kind: 'remote', connection_id: id })}
        >
          {t('open')}
        </Button>
      )}
      <Button {...action} aria-label={t('checkNamed', { name })} onClick={onCheck}>
        {t('check')}
      </Button>
      <Button {...action} aria-label={t('changeNamed', { name })} onClick={onChange}>
        {t('change')}
      </Button>
      {!isOpen && (
        <Button {...action} aria-label={t('removeNamed', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      )}
    </>
  );
}
