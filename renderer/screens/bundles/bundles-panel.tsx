/** The bundles that were exported from here, and how they are checked. */
import { Button } from '@mantine/core';
import { IconDownload, IconFileZip } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { bundleKinds, bundleResultSchema } from '../../../shared/contract/bundles.ts';
import { useMay } from '../../api/capabilities.ts';
import { useJobs } from '../../api/jobs.ts';
import { useIsReadOnly } from '../../api/workspace.ts';
import { openDialog } from '../../state/dialogs.ts';
import { shortHash } from '../../ui/format.ts';
import { defineTable, inFiles } from '../../ui/list/define-list.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { givenRows } from '../../ui/list/row-source.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { QueryError } from '../../ui/states.tsx';
import { AuditorCommands } from './auditor-commands.tsx';
import { bundlePath } from '../../api/bundles.ts';
import { useFileDownload } from '../../ui/list/use-file-download.ts';

type Translate = TFunction<['bundles', 'tables']>;
type Made = z.infer<typeof bundleResultSchema> & { readonly finished_at: string | null };

export const bundlesTable = defineTable<Made, Translate>()(
  {
    id: 'bundles',
    columnsAt: 'list',
    rowId: (row) => row.bundle_id,
    columns: {
      id: inFiles('/bundle_id', true),
      made: { path: '/finished_at', form: 'zoned' },
      what: {
        path: '/kind',
        codes: bundleKinds,
        wordsAt: 'kind',
        cell: ({ format, kind }, { t }) => t(`kind.${format === 'tiles' ? 'tiles' : kind}`),
      },
      format: inFiles('/format', 'what'),
      entries: { path: '/entries', form: 'count' },
      size: inFiles('/size', true, 'count'),
      bytes: { path: '/bytes', form: 'bytes' },
      sha256: {
        path: '/sha256',
        title: 'list.hash',
        cell: ({ sha256 }) => <code title={sha256}>{shortHash(sha256)}</code>,
      },
      fetch: { isSilent: true, side: 'end', fixed: true },
    },
  },
  (t, key) => t(key),
);

const recentJobs = { limit: 100, offset: 0 };

export function BundlesPanel() {
  const { t } = useTranslation(['bundles', 'tables']);
  const jobs = useJobs(recentJobs);
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  const { busy, download } = useFileDownload(bundlePath, t('gone'));
  /** Jobs by the bundle that each made. */
  const jobIds = new Map<string, string>();
  const made = (jobs.data?.data ?? []).flatMap((job): Made[] => {
    const { data: result } = bundleResultSchema.safeParse(job.result);
    if (job.kind !== 'bundle' || job.status !== 'completed' || result === undefined) return [];
    jobIds.set(result.bundle_id, job.job_id);
    return [{ ...result, finished_at: job.finished_at }];
  });
  const table = useTable(bundlesTable, givenRows(made), t);
  const fetch = ({ bundle_id: id }: Made) => (
    <Button
      size="compact-xs"
      variant="subtle"
      leftSection={<IconDownload size={13} />}
      disabled={busy}
      onClick={() => download(jobIds.get(id) ?? '')}
    >
      {t('download')}
    </Button>
  );
  return (
    <div className="pd-panel">
      <div className="pd-flow pd-baseline pd-gap-4-10">
        <p className="pd-note">{t('text')}</p>
        <span className="pd-space" />
        <TableActions {...menuOf(table, { title: t('list.name') })} />
        {may('createBundle') && (
          <Button
            leftSection={<IconFileZip size={14} stroke={1.75} />}
            disabled={isReadOnly}
            onClick={() => openDialog({ kind: 'export-bundle', filter: null, recordIds: [] })}
          >
            {t('action')}
          </Button>
        )}
      </div>
      {jobs.isError && jobs.data === undefined && <QueryError query={jobs} />}
      {jobs.data !== undefined && made.length === 0 && <p className="pd-note">{t('list.empty')}</p>}
      <ListTable table={table} title={t('list.name')} draw={{ fetch }} />
      <AuditorCommands />
    </div>
  );
}
