/** Connections: servers elsewhere that this window can open, checked, changed, forgotten. */
import { useState } from 'react';
import { Button, Menu, Skeleton } from '@mantine/core';
import { IconPencil, IconPlugConnected, IconPlus, IconTrash, IconWorld } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  keyProtections,
  remoteStates,
  type Connection,
} from '../../../shared/contract/connections.ts';
import { ledgerVerdicts } from '../../../shared/contract/chain.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import {
  useCheckConnection,
  useConnectedLedgers,
  type ConnectedLedger,
} from '../../api/connections.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { defineTable, inFiles } from '../../ui/list/define-list.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { wholeRows } from '../../ui/list/row-source.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { useWorkspaceOpener } from '../../ui/use-workspace-opener.ts';
import { formatInstant } from '../../ui/format.ts';
import { Ago } from '../../ui/instant.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { usePreferences } from '../../state/preferences.ts';
import { stateBadges, CheckResult } from './check-result.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { RemoveConnectionDialog } from './remove-connection-dialog.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import classes from './settings.module.css';

type Translate = TFunction<['connections', 'tables', 'integrity']>;

export const connectionsTable = defineTable<ConnectedLedger, Translate>()(
  {
    id: 'connections',
    rowId: (row) => row.connection_id,
    columns: {
      id: inFiles('/connection_id', true),
      name: { path: '/name', identity: true, className: classes.keyName },
      address: { path: '/base_url', onlyInFiles: true },
      state: {
        path: '/figures/state',
        codes: remoteStates,
        cell: (row, { t }) => <LedgerState ledger={row} t={t} />,
        text: ({ figures }) => figures?.reason ?? undefined,
      },
      today: { path: '/figures/decisions_today', form: 'count', side: 'end', none: 'noFigure' },
      waiting: { path: '/figures/waiting_reviews', form: 'count', side: 'end', none: 'noFigure' },
      verdict: {
        path: '/figures/verdict',
        codes: ledgerVerdicts,
        wordsAt: 'integrity:verdicts',
        cell: ({ figures }, { t }) => <Verified figures={figures} t={t} />,
      },
      checkpoint: { path: '/figures/checkpoint_at', form: 'ago', none: 'noFigure' },
      protection: {
        path: '/key_protection',
        codes: keyProtections,
        hiddenAtFirst: true,
        cell: ({ key_protection: protection }, { t }) => t(`protection.${protection}`),
        text: ({ key_protection: protection }, { t }) => t(`protectionText.${protection}`),
      },
      created: inFiles('/created_at', true, 'instant'),
      online: { path: '/last_online_at', form: 'ago', none: 'never', hiddenAtFirst: true },
      kept: { path: '/kept_bytes', form: 'bytes', side: 'end' },
      actions: { isSilent: true, side: 'end', fixed: true },
    },
  },
  (t, key) => t(key),
);

export function ConnectionsTab() {
  const { t } = useTranslation(['connections', 'tables', 'integrity']);
  const query = useConnectedLedgers();
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
  const name = ({ connection_id: id, name: text, base_url: url }: Connection) => (
    <>
      <bdi title={id}>{showHidden(text)}</bdi>
      <code className={classes.under} title={url}>
        {showHidden(url)}
      </code>
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

/** Answers, or why not; when the figures beside it were read, where they are kept ones. */
function LedgerState({ ledger: { figures }, t }: { ledger: ConnectedLedger; t: Translate }) {
  const zone = usePreferences((preferences) => preferences.timeZone);
  if (figures === undefined) return <Skeleton height={10} width={64} aria-label={t('asking')} />;
  if (figures === null) return <span className="pd-dim">{t('notTold')}</span>;
  const [tone, shape] = stateBadges[figures.state];
  return (
    <>
      <StatusBadge tone={tone} shape={shape}>
        {t(`state.${figures.state}`)}
      </StatusBadge>
      {figures.as_of !== null && (
        <span className={classes.under}>
          {t('asRead', { at: formatInstant(figures.as_of, zone, 'minute') })}
        </span>
      )}
    </>
  );
}

function Verified({ figures, t }: { figures: ConnectedLedger['figures']; t: Translate }) {
  const { verdict, verified_at: at } = figures ?? {};
  if (verdict === undefined || verdict === null) {
    return figures === undefined ? null : <span className="pd-dim">{t('noVerdict')}</span>;
  }
  return (
    <>
      {t(`integrity:verdicts.${verdict}`)}
      {typeof at === 'string' && (
        <span className={classes.under}>
          <Ago at={at} />
        </span>
      )}
    </>
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
  return (
    <>
      {!isOpen && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('openNamed', { name })}
          onClick={() => openWorkspace({ kind: 'remote', connection_id: id })}
        >
          {t('open')}
        </Button>
      )}
      <RowMenu name={t('actionsOf', { name })}>
        <Menu.Item leftSection={<IconPlugConnected size={14} />} onClick={onCheck}>
          {t('check')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={14} />} onClick={onChange}>
          {t('change')}
        </Menu.Item>
        {!isOpen && (
          <Menu.Item leftSection={<IconTrash size={14} />} onClick={onRemove}>
            {t('remove')}
          </Menu.Item>
        )}
      </RowMenu>
    </>
  );
}
