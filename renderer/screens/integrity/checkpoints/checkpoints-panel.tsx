/** Checkpoints kept of this ledger: what each says, saved elsewhere, signed now, compared. */
import { useState } from 'react';
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconCopy, IconDownload, IconGitCompare, IconSignature } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  checkpointVerdicts,
  type KnownCheckpoint,
} from '../../../../shared/contract/checkpoints.ts';
import { useChain } from '../../../api/chain.ts';
import { useCheckpoints, useSignCheckpoint } from '../../../api/checkpoints.ts';
import { useMay } from '../../../api/capabilities.ts';
import { useIsReadOnly } from '../../../api/workspace.ts';
import { defineTable, inFiles } from '../../../ui/list/define-list.ts';
import { ListTable } from '../../../ui/list/list-table.tsx';
import type { TableSource } from '../../../ui/list/row-source.ts';
import { TableActions } from '../../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../../ui/list/use-table.ts';
import { notify } from '../../../state/notices.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { formatCount, shortHash } from '../../../ui/format.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { AnchorDialog } from './anchor-dialog.tsx';
import { KeysSection } from './keys-section.tsx';
import { StandingView, verdictTones } from '../../../ui/chain/standing-view.tsx';
import { notifyFailure } from '../../../ui/notify-failure.ts';
import classes from '../../../ui/chain/checkpoints.module.css';

const step = 20;
const most = 100;

type Translate = TFunction<['checkpoints', 'common', 'tables']>;

export const checkpointsTable = defineTable<KnownCheckpoint, Translate>()(
  {
    id: 'checkpoints',
    columnsAt: 'columns',
    rowId: (row) => row.note,
    columns: {
      size: {
        path: '/size',
        form: 'count',
        side: 'end',
        cell: ({ size }, { t }) => (size === null ? t('unreadable') : formatCount(size)),
      },
      verdict: {
        path: '/verdict',
        codes: checkpointVerdicts,
        cell: ({ verdict }, { t }) => (
          <StatusBadge tone={verdictTones[verdict]}>{t(`verdict.${verdict}`)}</StatusBadge>
        ),
      },
      root: {
        path: '/root_hash',
        cell: ({ root_hash: root }, { t }) => (
          <code className="pd-dim" title={root ?? ''}>
            {root === null ? t('unreadable') : shortHash(root)}
          </code>
        ),
      },
      origin: inFiles('/origin', true),
      kept: { path: '/kept_at', form: 'zoned' },
      source: {
        cell: ({ anchored }, { t }) => t(anchored ? 'source.anchor' : 'source.own'),
      },
      anchored: {
        path: '/anchored',
        title: 'source.anchor',
        codes: ['true', 'false'],
        onlyInFiles: 'source',
      },
      actions: {
        isSilent: true,
        side: 'end',
        fixed: true,
        cell: (row) => <CheckpointActions checkpoint={row} />,
      },
      note: { path: '/note', title: 'note', onlyInFiles: 'actions' },
    },
  },
  (t, key) => {
    if (key === 'anchored.true') return t('common:yes');
    return key === 'anchored.false' ? t('common:no') : t(key);
  },
);

export function CheckpointsPanel() {
  const { t } = useTranslation(['checkpoints', 'common', 'tables']);
  const [limit, setLimit] = useState(step);
  const [comparing, setComparing] = useState(false);
  const chain = useChain();
  const standing = chain.data?.standing ?? undefined;
  const list = useCheckpoints({ limit, offset: 0 });
  const signing = useSignCheckpoint();
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  const rows: TableSource<KnownCheckpoint> = {
    query: list,
    rows: list.data?.data,
    total: list.data?.pagination.total,
    whole: { source: { operation: 'listCheckpoints' }, idPath: '/note' },
  };
  const table = useTable(checkpointsTable, rows, t);
  const sign = () =>
    signing.mutate(undefined, {
      onSuccess: ({ size }) =>
        notify({ title: t('signed', { count: size ?? 0, size: formatCount(size ?? 0) }) }),
      onError: (error) => {
        notifyFailure(t('signFailed'), error);
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
    body = (
      <>
        <ListTable
          table={table}
          title={t('list')}
          empty={<p className={classes.note}>{t('empty')}</p>}
        />
        {list.data.pagination.has_more && limit < most && (
          <Button variant="subtle" onClick={() => setLimit(Math.min(most, limit + step))}>
            {t('more')}
          </Button>
        )}
      </>
    );
  }
  return (
    <div className="pd-panel">
      {standing !== undefined && <StandingView standing={standing} />}
      <div className={classes.bar}>
        <p className={classes.note}>{t('text')}</p>
        <TableActions {...menuOf(table, { title: t('list') })} />
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

function CheckpointActions({ checkpoint }: { checkpoint: KnownCheckpoint }) {
  const { t } = useTranslation('checkpoints');
  const { size, note } = checkpoint;
  const shown = size === null ? t('unreadable') : formatCount(size);
  return (
    <span className="pd-inline pd-gap-4">
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
  );
}
