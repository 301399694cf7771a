/** Checkpoints kept of this ledger: what each says, saved elsewhere, signed now, compared. */
import { useState } from 'react';
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconCopy, IconDownload, IconGitCompare, IconSignature } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { KnownCheckpoint } from '../../../../shared/contract/checkpoints.ts';
import { useChain } from '../../../api/chain.ts';
import { useCheckpoints, useSignCheckpoint } from '../../../api/checkpoints.ts';
import { useMay } from '../../../api/capabilities.ts';
import { useIsReadOnly } from '../../../api/workspace.ts';
import { toFailure } from '../../../api/client.ts';
import { TableActions } from '../../../ui/list/table-actions.tsx';
import { codeColumn, fileColumn } from '../../../ui/list/table-tools.ts';
import { notify } from '../../../state/notices.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { formatCount, shortHash } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { useTableColumns, type TableColumns } from '../../../ui/table/use-table-columns.tsx';
import { AnchorDialog } from './anchor-dialog.tsx';
import { KeysSection } from './keys-section.tsx';
import { StandingView, verdictTones } from '../../../ui/chain/standing-view.tsx';
import classes from '../../../ui/chain/checkpoints.module.css';

const step = 20;
const most = 100;

type CheckpointColumn = 'size' | 'verdict' | 'root' | 'kept' | 'source' | 'actions';

export function CheckpointsPanel() {
  const { t } = useTranslation(['checkpoints', 'common']);
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const [limit, setLimit] = useState(step);
  const [comparing, setComparing] = useState(false);
  const chain = useChain();
  const standing = chain.data?.standing ?? undefined;
  const list = useCheckpoints({ limit, offset: 0 });
  const signing = useSignCheckpoint();
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  const columns = useTableColumns<CheckpointColumn>(
    'checkpoints',
    [
      { id: 'size', label: t('columns.size'), align: 'end' },
      { id: 'verdict', label: t('columns.verdict') },
      { id: 'root', label: t('columns.root') },
      { id: 'kept', label: t('columns.kept') },
      { id: 'source', label: t('columns.source'), files: ['anchored'] },
      {
        id: 'actions',
        label: t('columns.actions'),
        isSilent: true,
        align: 'end',
        fixed: true,
        files: ['note'],
      },
    ],
    [
      fileColumn('size', t('columns.size'), '/size', 'number'),
      codeColumn(
        'verdict',
        t('columns.verdict'),
        '/verdict',
        t('verdict', { returnObjects: true }),
      ),
      fileColumn('root', t('columns.root'), '/root_hash'),
      fileColumn('origin', field('origin'), '/origin'),
      fileColumn('kept', t('columns.kept'), '/kept_at', 'instant'),
      codeColumn('anchored', t('source.anchor'), '/anchored', {
        true: t('common:yes'),
        false: t('common:no'),
      }),
      fileColumn('note', t('note'), '/note'),
    ],
  );
  const sign = () =>
    signing.mutate(undefined, {
      onSuccess: ({ size }) =>
        notify({ title: t('signed', { count: size ?? 0, size: formatCount(size ?? 0) }) }),
      onError: (error) => {
        const failure = toFailure(error);
        notify({
          tone: 'bad',
          title: t('signFailed'),
          reason: failure.message,
          requestId: failure.requestId,
        });
      },
    });
  const error = list.error ?? chain.error;
  let body = (
    <div role="status" aria-busy="true" aria-label={t('loading')}>
      <Skeleton height={96} radius="md" />
    </div>
  );
  if (error !== null && list.data === undefined) {
    body = (
      <ErrorState
        compact
        error={error}
        title={t('loadFailed')}
        onRetry={() => {
          void list.refetch();
          void chain.refetch();
        }}
      />
    );
  } else if (list.data !== undefined) {
    const { data, pagination } = list.data;
    body = (
      <>
        {data.length === 0 ? (
          <p className={classes.note}>{t('empty')}</p>
        ) : (
          <PlainTable label={t('list')} dimmed={list.isPlaceholderData} columns={columns.shown}>
            {data.map((each) => (
              <Row key={each.note} checkpoint={each} columns={columns} />
            ))}
          </PlainTable>
        )}
        {pagination.has_more && limit < most && (
          <Button variant="subtle" onClick={() => setLimit(Math.min(most, limit + step))}>
            {t('more')}
          </Button>
        )}
      </>
    );
  }
  return (
    <div className={classes.panel}>
      {standing !== undefined && <StandingView standing={standing} />}
      <div className={classes.bar}>
        <p className={classes.note}>{t('text')}</p>
        <TableActions
          tools={{
            id: 'checkpoints',
            title: t('list'),
            source: { operation: 'listCheckpoints' },
            total: list.data?.pagination.total,
            notes: [],
          }}
          columns={columns}
        />
        {may('anchorCheckpoint') && (
          <Button
            leftSection={<IconGitCompare size={14} stroke={1.75} />}
            onClick={() => setComparing(true)}
          >
            {t('compare')}
          </Button>
        )}
        {may('signCheckpoint') && (
          <Button
            leftSection={<IconSignature size={14} stroke={1.75} />}
            loading={signing.isPending}
            disabled={isReadOnly}
            onClick={sign}
          >
            {t('sign')}
          </Button>
        )}
      </div>
      {body}
      <KeysSection />
      <AnchorDialog opened={comparing} onClose={() => setComparing(false)} />
    </div>
  );
}

/** A name that says of what and how much, and sorts by it. */
function fileName({ origin, size }: KnownCheckpoint): string {
  const ledger = (origin ?? 'ledger').replaceAll(/[^\w.-]+/g, '-').slice(-60);
  return `${ledger}-${String(size ?? 0).padStart(10, '0')}.checkpoint.txt`;
}

function Row({
  checkpoint,
  columns,
}: {
  checkpoint: KnownCheckpoint;
  columns: TableColumns<CheckpointColumn>;
}) {
  const { t } = useTranslation('checkpoints');
  const { size, root_hash: root, note, verdict } = checkpoint;
  const shown = size === null ? t('unreadable') : formatCount(size);
  return (
    <tr>
      {columns.cells({
        size: <td data-align="end">{shown}</td>,
        verdict: (
          <td>
            <StatusBadge tone={verdictTones[verdict]}>{t(`verdict.${verdict}`)}</StatusBadge>
          </td>
        ),
        root: (
          <td>
            <code className={classes.hash} title={root ?? ''}>
              {root === null ? t('unreadable') : shortHash(root)}
            </code>
          </td>
        ),
        kept: (
          <td>
            <Instant at={checkpoint.kept_at} withZone />
          </td>
        ),
        source: <td>{t(checkpoint.anchored ? 'source.anchor' : 'source.own')}</td>,
        actions: (
          <td data-align="end">
            <span className={classes.rowActions}>
              <ActionIcon
                size="sm"
                aria-label={t('copy', { count: size ?? 0, size: shown })}
                onClick={() => void copyText(note, t('note'))}
              >
                <IconCopy size={14} />
              </ActionIcon>
              <Button
                size="compact-xs"
                variant="subtle"
                leftSection={<IconDownload size={13} />}
                aria-label={t('save', { count: size ?? 0, size: shown })}
                onClick={() => {
                  const name = fileName(checkpoint);
                  saveFile({ name, content: new Blob([note], { type: 'text/plain' }) });
                  notify({ title: t('saved', { name }) });
                }}
              >
                {t('saveShort')}
              </Button>
            </span>
          </td>
        ),
      })}
    </tr>
  );
}
