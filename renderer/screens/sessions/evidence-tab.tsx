/** The evidence of a session: what happened in the order of the journal, one of it open beside. */
import { useState } from 'react';
import { Skeleton } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { evidenceKinds, type EvidenceSummary } from '../../../shared/contract/evidence.ts';
import {
  transformationMethods,
  transformationNames,
} from '../../../shared/contract/transformations.ts';
import { useSessionEvidence } from '../../api/sessions.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { codeColumn, fileColumn, wordsOf } from '../../ui/list/table-tools.ts';
import { Pager } from '../../ui/page/pager.tsx';
import { formatCount, shortHash } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useSlow } from '../../ui/use-slow.ts';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns, type TableColumns } from '../../ui/table/use-table-columns.tsx';
import { EvidenceDetail } from './evidence-detail.tsx';
import { useActionWords } from './action-words.ts';
import classes from './session.module.css';

const pageSize = 20;

type EvidenceColumn = 'action' | 'at' | 'records' | 'entry';

export function EvidenceTab({
  sessionId,
  shown,
  onShow,
}: {
  sessionId: string;
  /** The evidence that is open. */
  shown: string | undefined;
  onShow: (evidenceId: string | undefined) => void;
}) {
  const { t } = useTranslation('sessions');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const [offset, setOffset] = useState(0);
  const query = useSessionEvidence(sessionId, { limit: pageSize, offset });
  const columns = useTableColumns<EvidenceColumn>(
    'session-evidence',
    [
      { id: 'action', label: t('evidence.what'), files: ['kind', 'action', 'method'], kept: true },
      { id: 'at', label: t('evidence.at') },
      { id: 'records', label: t('evidence.rows'), align: 'end' },
      { id: 'entry', label: t('evidence.entry'), files: ['entry', 'hash'] },
    ],
    [
      fileColumn('id', t('evidence.field.id'), '/evidence_id'),
      codeColumn(
        'kind',
        field('kind'),
        '/kind',
        wordsOf(evidenceKinds, (each) => t(`provenance.${each}`)),
      ),
      codeColumn('action', t('evidence.what'), '/action', {
        ...t('operationType', { returnObjects: true }),
        ...wordsOf(transformationNames, (each) => t(`transformation.${each}`)),
        aggregate: t('kind.aggregation'),
      }),
      codeColumn(
        'method',
        t('report.method'),
        '/method',
        wordsOf(transformationMethods, (each) => t(`method.${each}`)),
      ),
      fileColumn('subject', field('subject_id'), '/subject_id'),
      fileColumn('at', t('evidence.at'), '/created_at', 'instant'),
      fileColumn('records', t('evidence.rows'), '/record_count', 'number'),
      fileColumn('entry', t('evidence.entry'), '/sequence', 'number'),
      fileColumn('hash', field('hash'), '/hash'),
    ],
  );
  const slow = useSlow(query.isPending);
  if (query.isError && query.data === undefined) {
    return (
      <ErrorState
        compact
        error={query.error}
        title={t('evidence.failed')}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data === undefined) {
    return slow ? (
      <div role="status" aria-busy="true" aria-label={t('evidence.loading')}>
        <Skeleton height={120} />
      </div>
    ) : null;
  }
  const { data: list, pagination } = query.data;
  if (pagination.total === 0 && shown === undefined) {
    return (
      <EmptyState
        compact
        icon={<IconCertificate size={20} stroke={1.6} />}
        title={t('evidence.empty')}
      >
        {t('evidence.emptyText')}
      </EmptyState>
    );
  }
  return (
    <div className={classes.evidence} data-alone={shown === undefined || undefined}>
      <div className={classes.stack}>
        <div className={classes.noteLine}>
          <p className={classes.note}>{t('evidence.emptyText')}</p>
          <TableActions
            tools={{
              id: 'session-evidence',
              title: t('evidence.list'),
              source: { operation: 'listSessionEvidence', parameters: { session_id: sessionId } },
              total: pagination.total,
              notes: [sessionId],
            }}
            columns={columns}
          />
        </div>
        <PlainTable
          label={t('evidence.list')}
          dimmed={query.isPlaceholderData}
          columns={columns.shown}
        >
          {list.map((each) => (
            <EvidenceRow
              key={each.evidence_id}
              evidence={each}
              columns={columns}
              isShown={shown === each.evidence_id || shown === each.subject_id}
              onShow={() => onShow(each.evidence_id)}
            />
          ))}
        </PlainTable>
        <Pager offset={offset} size={pageSize} total={pagination.total} onOffset={setOffset} />
      </div>
      {shown !== undefined && (
        <EvidenceDetail
          key={shown}
          evidenceId={shown}
          sessionId={sessionId}
          others={list}
          onShow={onShow}
          onClose={() => onShow(undefined)}
        />
      )}
    </div>
  );
}

function EvidenceRow({
  evidence,
  columns,
  isShown,
  onShow,
}: {
  evidence: EvidenceSummary;
  columns: TableColumns<EvidenceColumn>;
  isShown: boolean;
  onShow: () => void;
}) {
  const words = useActionWords();
  return (
    <tr data-shown={isShown || undefined}>
      {columns.cells({
        action: (
          <th scope="row" title={evidence.evidence_id}>
            <button
              type="button"
              className={classes.rowButton}
              aria-expanded={isShown}
              onClick={onShow}
            >
              {words(evidence.kind, evidence.action, evidence.method)}
            </button>
          </th>
        ),
        at: (
          <td>
            <Instant at={evidence.created_at} withZone />
          </td>
        ),
        records: (
          <td data-align="end">
            {evidence.kind === 'aggregation' ? '' : formatCount(evidence.record_count)}
          </td>
        ),
        entry: (
          <td>
            {`#${formatCount(evidence.sequence)} `}
            <code title={evidence.hash}>{shortHash(evidence.hash)}</code>
          </td>
        ),
      })}
    </tr>
  );
}
