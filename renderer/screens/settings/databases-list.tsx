/** Connections to database servers: what they are, whether they answer, and what reads over them. */
import { useState } from 'react';
import { Button, Menu } from '@mantine/core';
import { IconDatabase, IconPassword, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SourceConnection } from '../../../shared/contract/source-connections.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import {
  useDeleteSourceConnection,
  useSourceConnections,
  useTestSourceConnection,
} from '../../api/sources.ts';
import { notify } from '../../state/notices.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import { databaseAddress } from '../../ui/databases/database-address.ts';
import { DatabaseDialog } from './database-dialog.tsx';
import { DatabasePasswordDialog } from './database-password-dialog.tsx';
import classes from './settings.module.css';

export function DatabasesList() {
  const { t } = useTranslation('sources');
  const query = useSourceConnections();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<SourceConnection>();
  const [changed, setChanged] = useState<SourceConnection>();
  const testing = useTestSourceConnection();
  const [tested, setTested] = useState<SourceConnection>();
  const test = (connection: SourceConnection) => {
    setTested(connection);
    testing.mutate(connection.connection_id);
  };
  return (
    <section className="pd-slim pd-grid pd-gap-8" aria-label={t('settings.databases')}>
      <div className={classes.bar}>
        <div>
          <h2 className="pd-text-size pd-strong pd-below-8">{t('settings.databases')}</h2>
          <p className="pd-note pd-readable">{t('database.text')}</p>
        </div>
        {may('createSourceConnection') && (
          <Button
            variant="filled"
            leftSection={<IconPlus size={14} stroke={2} />}
            onClick={() => setAdding(true)}
          >
            {t('database.new')}
          </Button>
        )}
      </div>
      <Loaded query={query} failed={t('database.listFailed')}>
        {(connections) =>
          connections.length === 0 ? (
            <EmptyState
              compact
              icon={<IconDatabase size={20} stroke={1.6} />}
              title={t('database.none')}
            >
              {t('database.noneText')}
            </EmptyState>
          ) : (
            <Connections
              connections={connections}
              onTest={test}
              onChange={setChanged}
              onRemove={setRemoved}
            />
          )
        }
      </Loaded>
      {tested !== undefined && (testing.isPending || testing.data !== undefined) && (
        <TestResult name={tested.name} test={testing.data} />
      )}
      {testing.isError && (
        <ErrorState compact error={testing.error} title={t('database.testFailed')} />
      )}
      <DatabaseDialog opened={isAdding} onClose={() => setAdding(false)} />
      <DatabasePasswordDialog connection={changed} onClose={() => setChanged(undefined)} />
      <RemoveDatabaseDialog removed={removed} onClose={() => setRemoved(undefined)} />
    </section>
  );
}

function Connections({
  connections,
  onTest,
  onChange,
  onRemove,
}: {
  readonly connections: readonly SourceConnection[];
  readonly onTest: (connection: SourceConnection) => void;
  readonly onChange: (connection: SourceConnection) => void;
  readonly onRemove: (connection: SourceConnection) => void;
}) {
  const { t } = useTranslation('sources');
  const may = useMay();
  return (
    <PlainTable
      label={t('settings.databases')}
      columns={[
        { label: t('database.name') },
        { label: t('database.address') },
        { label: t('database.server') },
        { label: t('database.datasets'), align: 'end' },
        { label: t('database.actions'), isSilent: true, fixed: true },
      ]}
    >
      {connections.map((each) => {
        const name = showHidden(each.name);
        return (
          <tr key={each.connection_id}>
            <th scope="row">
              <bdi title={each.connection_id}>{name}</bdi>
              {each.may_write && <span className="pd-sentence">{t('database.mayWrite')}</span>}
            </th>
            <td>
              <code className="pd-mono">{showHidden(databaseAddress(each))}</code>
            </td>
            <td>
              {showHidden(each.server)}
              {!each.is_tried && <span className="pd-sentence">{t('database.notTried')}</span>}
            </td>
            <td data-align="end">{formatCount(each.dataset_count)}</td>
            <td data-align="end">
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={t('database.testOf', { name })}
                onClick={() => onTest(each)}
              >
                {t('database.test')}
              </Button>
              {(may('putSourcePassword') || may('deleteSourceConnection')) && (
                <RowMenu name={t('database.actionsOf', { name })}>
                  {may('putSourcePassword') && (
                    <Menu.Item
                      leftSection={<IconPassword size={14} />}
                      onClick={() => onChange(each)}
                    >
                      {t('database.change.open')}
                    </Menu.Item>
                  )}
                  {may('deleteSourceConnection') && (
                    <Menu.Item leftSection={<IconTrash size={14} />} onClick={() => onRemove(each)}>
                      {t('database.remove')}
                    </Menu.Item>
                  )}
                </RowMenu>
              )}
            </td>
          </tr>
        );
      })}
    </PlainTable>
  );
}

/** Undefined while the server has not answered yet. */
function TestResult({
  name,
  test,
}: {
  readonly name: string;
  readonly test: ReturnType<typeof useTestSourceConnection>['data'];
}) {
  const { t } = useTranslation('sources');
  if (test === undefined) {
    return (
      <p className="pd-note" role="status">
        {t('database.testing', { name })}
      </p>
    );
  }
  return (
    <div className={classes.check} role="status">
      <strong>{showHidden(name)}</strong>
      <StatusBadge tone={test.state === 'ready' ? 'info' : 'warn'}>
        {t(`line.state.${test.state}`)}
      </StatusBadge>
      {test.trouble !== null && <p>{t(`database.trouble.${test.trouble}`)}</p>}
      {test.server !== null && <p>{showHidden(test.server)}</p>}
    </div>
  );
}

function RemoveDatabaseDialog({
  removed,
  onClose,
}: {
  readonly removed: SourceConnection | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('sources');
  const removing = useDeleteSourceConnection();
  const name = removed?.name ?? '';
  const count = removed?.dataset_count ?? 0;
  return (
    <ConfirmDialog
      title={t('database.removeTitle')}
      question={
        removed && {
          text:
            count > 0
              ? t('database.inUse', { count, formatted: formatCount(count), name })
              : t('database.removeText', { name }),
          failed: t('database.removeFailed'),
          submit: t('database.remove'),
          isPending: removing.isPending,
          onConfirm: ({ onSuccess, onError }) =>
            removing.mutate(removed.connection_id, {
              onSuccess: () => {
                notify({ title: t('database.removed', { name }) });
                onSuccess();
              },
              onError,
            }),
        }
      }
      onClose={onClose}
    />
  );
}
