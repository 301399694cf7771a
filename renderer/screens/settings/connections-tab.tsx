/** Connections: servers elsewhere that this window can open, checked, changed, forgotten. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconPlus, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/contract/connections.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useCheckConnection, useConnections } from '../../api/connections.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { codeColumn, fileColumn } from '../../ui/list/table-tools.ts';
import { useMark } from '../../ui/marked.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { useWorkspaceOpener } from '../../ui/use-workspace-opener.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { formatAgo } from '../../ui/format.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns, type TableColumns } from '../../ui/table/use-table-columns.tsx';
import { CheckResult } from './check-result.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { RemoveConnectionDialog } from './remove-connection-dialog.tsx';
import classes from './settings.module.css';

type ConnectionColumn = 'name' | 'address' | 'protection' | 'online' | 'actions';

export function ConnectionsTab() {
  const { t } = useTranslation('connections');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const query = useConnections();
  const columns = useTableColumns<ConnectionColumn>(
    'connections',
    [
      { id: 'name', label: t('column.name') },
      { id: 'address', label: t('column.address') },
      { id: 'protection', label: t('column.protection') },
      { id: 'online', label: t('column.online') },
      { id: 'actions', label: t('column.actions'), isSilent: true, align: 'end', fixed: true },
    ],
    [
      fileColumn('id', field('connection_id'), '/connection_id'),
      fileColumn('name', t('column.name'), '/name'),
      fileColumn('address', t('column.address'), '/base_url'),
      codeColumn(
        'protection',
        t('column.protection'),
        '/key_protection',
        t('protection', { returnObjects: true }),
      ),
      fileColumn('created', field('created_at'), '/created_at', 'instant'),
      fileColumn('online', t('column.online'), '/last_online_at', 'instant'),
    ],
  );
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
      scope: 'global',
      icon: IconPlus,
      run: () => setEdited(null),
    },
  ]);
  const check = (connection: Connection) => {
    setChecked(connection);
    checking.mutate({ connection_id: connection.connection_id });
  };
  return (
    <div className={classes.tab}>
      <div className={classes.bar}>
        <p className={classes.note}>{t('text')}</p>
        <TableActions
          tools={{
            id: 'connections',
            title: t('list'),
            source: { rows: query.data ?? [] },
            total: query.data?.length,
            notes: [],
          }}
          columns={columns}
        >
          <Button
            variant="filled"
            leftSection={<IconPlus size={14} stroke={2} />}
            onClick={() => setEdited(null)}
          >
            {t('new')}
          </Button>
        </TableActions>
      </div>
      <Loaded query={query} failed={t('failed')}>
        {(connections) =>
          connections.length === 0 ? (
            <EmptyState compact icon={<IconWorld size={20} stroke={1.6} />} title={t('emptyTitle')}>
              {t('empty')}
            </EmptyState>
          ) : (
            <PlainTable label={t('list')} columns={columns.shown}>
              {connections.map((each) => (
                <ConnectionRow
                  key={each.connection_id}
                  connection={each}
                  columns={columns}
                  onCheck={() => check(each)}
                  onChange={() => setEdited(each)}
                  onRemove={() => setRemoved(each)}
                />
              ))}
            </PlainTable>
          )
        }
      </Loaded>
      {checked !== undefined && checking.isPending && (
        <p className={classes.note} role="status">
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

function ConnectionRow({
  connection,
  columns,
  onCheck,
  onChange,
  onRemove,
}: {
  connection: Connection;
  columns: TableColumns<ConnectionColumn>;
  onCheck: () => void;
  onChange: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('connections');
  const { data: workspace } = useWorkspace();
  const openWorkspace = useWorkspaceOpener();
  const now = useNow();
  const { connection_id: id, key_protection: protection, last_online_at: online } = connection;
  const name = showHidden(connection.name);
  const isOpen = workspace?.remote?.connection_id === id;
  const mark = useMark<HTMLTableRowElement>(id);
  const action = { size: 'compact-xs', variant: 'subtle' } as const;
  return (
    <tr data-shown={isOpen || undefined} {...mark}>
      {columns.cells({
        name: (
          <th scope="row" className={classes.keyName}>
            <bdi title={id}>{showHidden(name)}</bdi>
            {isOpen && <span className={classes.under}>{t('isOpen')}</span>}
          </th>
        ),
        address: (
          <td className={classes.path}>
            <code title={connection.base_url}>{showHidden(connection.base_url)}</code>
          </td>
        ),
        protection: (
          <td title={t(`protectionText.${protection}`)}>{t(`protection.${protection}`)}</td>
        ),
        online: (
          <td>
            {online === null ? (
              <span className={classes.dim}>{t('never')}</span>
            ) : (
              <time dateTime={online} title={online}>
                {formatAgo(online, now)}
              </time>
            )}
          </td>
        ),
        actions: (
          <td data-align="end">
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
          </td>
        ),
      })}
    </tr>
  );
}
