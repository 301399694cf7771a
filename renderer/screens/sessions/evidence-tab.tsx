/** The evidence of a session: what happened in the order of the journal, one of it open beside. */
import { useState } from 'react';
import { Skeleton } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { evidenceKinds, type EvidenceSummary } from '../../../shared/contract/evidence.ts';
import { operationTypes } from '../../../shared/contract/sessions.ts';
import {
  transformationMethods,
  transformationNames,
} from '../../../shared/contract/transformations.ts';
import { useSessionEvidence } from '../../api/sessions.ts';
import { defineTable, inFiles } from '../../ui/list/define-list.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { formatCount, shortHash } from '../../ui/format.ts';
import { EmptyState, QueryError } from '../../ui/states.tsx';
import { useSlow } from '../../ui/use-slow.ts';
import { EvidenceDetail } from './evidence-detail.tsx';
import { actionWord } from './action-words.ts';
import classes from './session.module.css';

const pageSize = 20;

type Translate = TFunction<['sessions', 'tables']>;

const actions = [...operationTypes, ...transformationNames, 'aggregate'] as const;
const isOfAction = (key: string): key is `action.${string}` => key.startsWith('action.');

export const evidenceTable = defineTable<EvidenceSummary, Translate>()(
  {
    id: 'session-evidence',
    columnsAt: 'evidence',
    rowId: (row) => row.evidence_id,
    columns: {
      id: { path: '/evidence_id', title: 'evidence.field.id', onlyInFiles: true },
      kind: {
        path: '/kind',
        title: 'tables:file.kind',
        codes: evidenceKinds,
        wordsAt: 'provenance',
        onlyInFiles: 'action',
      },
      action: {
        path: '/action',
        title: 'evidence.what',
        codes: actions,
        identity: true,
        kept: true,
        text: ({ evidence_id: id }) => id,
      },
      method: {
        path: '/method',
        title: 'report.method',
        codes: transformationMethods,
        onlyInFiles: 'action',
      },
      subject: inFiles('/subject_id', true),
      at: { path: '/created_at', form: 'zoned' },
      records: {
        path: '/record_count',
        form: 'count',
        title: 'evidence.rows',
        side: 'end',
        cell: ({ kind, record_count: count }) => (kind === 'aggregation' ? '' : formatCount(count)),
      },
      entry: {
        path: '/sequence',
        form: 'count',
        cell: ({ sequence, hash }) => (
          <>
            {`#${formatCount(sequence)} `}
            <code title={hash}>{shortHash(hash)}</code>
          </>
        ),
      },
      hash: inFiles('/hash', 'entry'),
    },
  },
  (t, key) =>
    isOfAction(key) ? actionWord(t, 'aggregation', key.slice('action.'.length), null) : t(key),
);

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
  const { t } = useTranslation(['sessions', 'tables']);
  const [offset, setOffset] = useState(0);
  const query = useSessionEvidence(sessionId, { limit: pageSize, offset });
  const table = useTable(
    evidenceTable,
    pagedRows(
      query,
      { offset, size: pageSize },
      {
        source: { operation: 'listSessionEvidence', parameters: { session_id: sessionId } },
        idPath: '/evidence_id',
      },
    ),
    t,
  );
  const isShown = (each: EvidenceSummary) =>
    shown !== undefined && (shown === each.evidence_id || shown === each.subject_id);
  const action = (each: EvidenceSummary) => (
    <button
      type="button"
      className={classes.rowButton}
      aria-expanded={isShown(each)}
      onClick={() => onShow(each.evidence_id)}
    >
      {actionWord(t, each.kind, each.action, each.method)}
    </button>
  );
  const slow = useSlow(query.isPending);
  if (query.isError && query.data === undefined) {
    return <QueryError query={query} title={t('evidence.failed')} />;
  }
  if (query.data === undefined) {
    return slow ? (
      <div role="status" aria-busy="true" aria-label={t('evidence.loading')}>
        <Skeleton height={120} />
      </div>
    ) : null;
  }
  const list = table.rows;
  if (query.data.pagination.total === 0 && shown === undefined) {
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
      <div className="pd-stack pd-slim pd-gap-12">
        <div className="pd-apart">
          <p className="pd-note">{t('evidence.emptyText')}</p>
          <TableActions {...menuOf(table, { title: t('evidence.list'), notes: [sessionId] })} />
        </div>
        <ListTable
          table={table}
          title={t('evidence.list')}
          draw={{ action }}
          openId={list.find(isShown)?.evidence_id}
          onOffset={setOffset}
        />
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
