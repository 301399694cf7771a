/** The trainings, analyses and validations recorded in a session, each with its model and evidence. */
import { useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { IconClipboardPlus, IconClipboardText } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { operationTypes, type Operation } from '../../../shared/contract/sessions.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useOperations } from '../../api/sessions.ts';
import { modelAddress, sessionAddress } from '../../ui/addresses.ts';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useSlow } from '../../ui/use-slow.ts';
import { defineTable, inFiles, type ListCells } from '../../ui/list/define-list.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { TableMenu } from '../../ui/list/table-menu.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import classes from './session.module.css';

const pageSize = 20;

type Translate = TFunction<['sessions', 'tables']>;

export const operationsTable = defineTable<Operation, Translate>()(
  {
    id: 'operations',
    columnsAt: 'operations',
    rowId: (row) => row.operation_id,
    columns: {
      id: inFiles('/operation_id', true),
      type: {
        path: '/operation_type',
        codes: operationTypes,
        wordsAt: 'operationType',
        identity: true,
        cell: ({ operation_type: type }, { t }) => t(`operationType.${type}`),
        text: ({ operation_id: id }) => id,
      },
      at: { path: '/created_at', form: 'zoned' },
      records: { path: '/record_count', form: 'count' },
      model: { path: '/model/model_id', title: 'column.model', cell: ModelCell },
      metadata: {
        path: '/metadata',
        form: 'json',
        className: classes.metadata,
        cell: (row, { t }) =>
          metadataLine(row) || <span className="pd-dim">{t('operations.noMetadata')}</span>,
        text: metadataLine,
      },
      evidence: { path: '/evidence_id' },
    },
  },
  (t, key) => t(key),
);

/** Members of the metadata in one line, the model left out: it has a column of its own. */
function metadataLine({ metadata }: Operation): string {
  return Object.entries(metadata)
    .filter(([name]) => name !== 'model_id')
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}

function ModelCell({ model }: Operation, { t }: ListCells<Translate>) {
  if (model === null) return <span className="pd-dim">{t('operations.noModel')}</span>;
  const { model_id: id, version } = model;
  return model.registered ? (
    <PlaceLink
      className={classes.link}
      href={modelAddress(id, version === null ? {} : { version })}
    >
      <bdi>{showHidden(id)}</bdi>
      {version !== null && <span>{version}</span>}
    </PlaceLink>
  ) : (
    <span className="pd-inline pd-gap-8">
      <bdi>{showHidden(id)}</bdi>
      <StatusBadge tone="warn">{t('operations.unregistered')}</StatusBadge>
    </span>
  );
}

export function OperationsTab({
  sessionId,
  onRecord,
}: {
  sessionId: string;
  /** Absent where the session does not let one record. */
  onRecord: (() => void) | undefined;
}) {
  const { t } = useTranslation(['sessions', 'tables']);
  const [offset, setOffset] = useState(0);
  const query = useOperations(sessionId, { limit: pageSize, offset });
  const table = useTable(
    operationsTable,
    pagedRows(
      query,
      { offset, size: pageSize },
      {
        source: { operation: 'listOperations', parameters: { session_id: sessionId } },
        idPath: '/operation_id',
      },
    ),
    t,
  );
  const evidence = ({ evidence_id: id }: Operation) => (
    <PlaceLink
      className={classes.link}
      href={sessionAddress(sessionId, { tab: 'evidence', evidence: id })}
      title={id}
    >
      {t('operations.show')}
    </PlaceLink>
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
    return <QueryError query={query} title={t('operations.failed')} />;
  }
  if (query.data === undefined) {
    return slow ? (
      <div role="status" aria-busy="true" aria-label={t('operations.loading')}>
        <Skeleton height={120} />
      </div>
    ) : null;
  }
  if (query.data.pagination.total === 0) {
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
    <div className="pd-stack pd-slim pd-gap-12">
      <div className="pd-apart">
        <p className="pd-note">{t('operations.text')}</p>
        <TableMenu {...menuOf(table, { title: t('operations.list'), notes: [sessionId] })} />
      </div>
      <div>
        <ListTable
          table={table}
          title={t('operations.list')}
          draw={{ evidence }}
          onOffset={setOffset}
        />
      </div>
    </div>
  );
}
