/** The trainings, analyses and validations recorded in a session, each with its model and evidence. */
import { useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { IconClipboardPlus, IconClipboardText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '../../../shared/contract/sessions.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useOperations } from '../../api/sessions.ts';
import { Pager } from '../../ui/page/pager.tsx';
import { modelAddress, sessionAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useSlow } from '../../ui/use-slow.ts';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns, type TableColumns } from '../../ui/table/use-table-columns.tsx';
import { TableMenu } from '../../ui/list/table-menu.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { codeColumn, fileColumn } from '../../ui/list/table-tools.ts';
import classes from './session.module.css';

const pageSize = 20;

type OperationColumn = 'type' | 'at' | 'records' | 'model' | 'metadata' | 'evidence';

export function OperationsTab({
  sessionId,
  onRecord,
}: {
  sessionId: string;
  /** Absent where the session does not let one record. */
  onRecord: (() => void) | undefined;
}) {
  const { t } = useTranslation('sessions');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const [offset, setOffset] = useState(0);
  const query = useOperations(sessionId, { limit: pageSize, offset });
  const columns = useTableColumns<OperationColumn>(
    'operations',
    [
      { id: 'type', label: t('operations.type') },
      { id: 'at', label: t('operations.at') },
      { id: 'records', label: t('operations.records'), align: 'end' },
      { id: 'model', label: t('column.model') },
      { id: 'metadata', label: t('operations.metadata') },
      { id: 'evidence', label: t('operations.evidence') },
    ],
    [
      fileColumn('id', field('operation_id'), '/operation_id'),
      codeColumn(
        'type',
        t('operations.type'),
        '/operation_type',
        t('operationType', { returnObjects: true }),
      ),
      fileColumn('at', t('operations.at'), '/created_at', 'instant'),
      fileColumn('records', t('operations.records'), '/record_count', 'number'),
      fileColumn('model', t('column.model'), '/model/model_id'),
      fileColumn('metadata', t('operations.metadata'), '/metadata', 'json'),
      fileColumn('evidence', t('operations.evidence'), '/evidence_id'),
    ],
  );
  const slow = useSlow(query.isPending);
  const record = onRecord !== undefined && (
    <Button
      variant="filled"
      leftSection={<IconClipboardPlus size={14} stroke={2} />}
      onClick={onRecord}
    >
      {t('record.action')}
    </Button>
  );
  if (query.isError && query.data === undefined) {
    return (
      <ErrorState
        compact
        error={query.error}
        title={t('operations.failed')}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data === undefined) {
    return slow ? (
      <div role="status" aria-busy="true" aria-label={t('operations.loading')}>
        <Skeleton height={120} />
      </div>
    ) : null;
  }
  const { data: operations, pagination } = query.data;
  if (pagination.total === 0) {
    return (
      <EmptyState
        compact
        icon={<IconClipboardText size={20} stroke={1.6} />}
        title={t('operations.empty')}
        actions={record}
      >
        {t('operations.emptyText')}
      </EmptyState>
    );
  }
  return (
    <div className={classes.stack}>
      <div className={classes.noteLine}>
        <p className={classes.note}>{t('operations.text')}</p>
        <TableMenu
          tools={{
            id: 'operations',
            title: t('operations.list'),
            source: { operation: 'listOperations', parameters: { session_id: sessionId } },
            total: pagination.total,
            notes: [sessionId],
          }}
          columns={columns}
        />
      </div>
      <div>
        <PlainTable
          label={t('operations.list')}
          dimmed={query.isPlaceholderData}
          columns={columns.shown}
        >
          {operations.map((each) => (
            <OperationRow
              key={each.operation_id}
              sessionId={sessionId}
              operation={each}
              columns={columns}
            />
          ))}
        </PlainTable>
        <Pager offset={offset} size={pageSize} total={pagination.total} onOffset={setOffset} />
      </div>
    </div>
  );
}

/** Members of the metadata in one line, the model left out: it has a column of its own. */
function metadataLine(metadata: Operation['metadata']): string {
  return Object.entries(metadata)
    .filter(([name]) => name !== 'model_id')
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}

function OperationRow({
  sessionId,
  operation,
  columns,
}: {
  sessionId: string;
  operation: Operation;
  columns: TableColumns<OperationColumn>;
}) {
  const { t } = useTranslation('sessions');
  const { model } = operation;
  const line = metadataLine(operation.metadata);
  return (
    <tr>
      {columns.cells({
        type: (
          <th scope="row" title={operation.operation_id}>
            {t(`operationType.${operation.operation_type}`)}
          </th>
        ),
        at: (
          <td>
            <Instant at={operation.created_at} withZone />
          </td>
        ),
        records: <td data-align="end">{formatCount(operation.record_count)}</td>,
        model: (
          <td>
            {model === null && <span className={classes.dim}>{t('operations.noModel')}</span>}
            {model !== null && model.registered && (
              <PlaceLink
                className={classes.link}
                href={modelAddress(
                  model.model_id,
                  model.version === null ? {} : { version: model.version },
                )}
              >
                <bdi>{showHidden(model.model_id)}</bdi>
                {model.version !== null && <span>{model.version}</span>}
              </PlaceLink>
            )}
            {model !== null && !model.registered && (
              <span className={classes.model}>
                <bdi>{showHidden(model.model_id)}</bdi>
                <StatusBadge tone="warn">{t('operations.unregistered')}</StatusBadge>
              </span>
            )}
          </td>
        ),
        metadata: (
          <td className={classes.metadata} title={line}>
            {line === '' ? <span className={classes.dim}>{t('operations.noMetadata')}</span> : line}
          </td>
        ),
        evidence: (
          <td>
            <PlaceLink
              className={classes.link}
              href={sessionAddress(sessionId, { tab: 'evidence', evidence: operation.evidence_id })}
              title={operation.evidence_id}
            >
              {t('operations.show')}
            </PlaceLink>
          </td>
        ),
      })}
    </tr>
  );
}
