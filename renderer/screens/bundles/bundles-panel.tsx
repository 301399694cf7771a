/** The bundles that were exported from here, and how they are checked. */
import { Button } from '@mantine/core';
import { IconDownload, IconFileZip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { bundleResultSchema } from '../../../shared/contract/bundles.ts';
import { useMay } from '../../api/capabilities.ts';
import { useJobs } from '../../api/jobs.ts';
import { useIsReadOnly } from '../../api/workspace.ts';
import { openDialog } from '../../state/dialogs.ts';
import { formatBytes, formatCount, shortHash } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns } from '../../ui/table/use-table-columns.tsx';
import { AuditorCommands } from './auditor-commands.tsx';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { codeColumn, fileColumn } from '../../ui/list/table-tools.ts';
import { bundlePath } from '../../api/bundles.ts';
import { useFileDownload } from '../../ui/list/use-file-download.ts';
import classes from './bundles.module.css';

const recentJobs = { limit: 100, offset: 0 };

export function BundlesPanel() {
  const { t } = useTranslation('bundles');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const jobs = useJobs(recentJobs);
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  const { busy, download } = useFileDownload(bundlePath, t('gone'));
  const columns = useTableColumns(
    'bundles',
    [
      { id: 'made', label: t('list.made') },
      { id: 'what', label: t('list.what'), files: ['what', 'format'] },
      { id: 'entries', label: t('list.entries'), align: 'end' },
      { id: 'bytes', label: t('list.bytes'), align: 'end' },
      { id: 'sha256', label: t('list.hash') },
      { id: 'fetch', label: t('list.fetch'), isSilent: true, align: 'end', fixed: true },
    ],
    [
      fileColumn('id', field('bundle_id'), '/bundle_id'),
      fileColumn('made', t('list.made'), '/finished_at', 'instant'),
      codeColumn('what', t('list.what'), '/kind', t('kind', { returnObjects: true })),
      fileColumn('format', field('format'), '/format'),
      fileColumn('entries', t('list.entries'), '/entries', 'number'),
      fileColumn('size', field('size'), '/size', 'number'),
      fileColumn('bytes', t('list.bytes'), '/bytes', 'number'),
      fileColumn('sha256', t('list.hash'), '/sha256'),
    ],
  );
  const made = (jobs.data?.data ?? []).flatMap((job) => {
    const result = bundleResultSchema.safeParse(job.result);
    return job.kind === 'bundle' && job.status === 'completed' && result.success
      ? [{ job, result: result.data }]
      : [];
  });
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <p className={classes.note}>{t('text')}</p>
        <span className={classes.space} />
        <TableActions
          tools={{
            id: 'bundles',
            title: t('list.name'),
            source: {
              rows: made.map(({ job, result }) => ({ ...result, finished_at: job.finished_at })),
            },
            total: made.length,
            notes: [],
          }}
          columns={columns}
        />
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
      {jobs.isError && jobs.data === undefined && (
        <ErrorState compact error={jobs.error} onRetry={() => void jobs.refetch()} />
      )}
      {jobs.data !== undefined && made.length === 0 && (
        <p className={classes.note}>{t('list.empty')}</p>
      )}
      {made.length > 0 && (
        <PlainTable label={t('list.name')} columns={columns.shown}>
          {made.map(({ job, result }) => (
            <tr key={job.job_id}>
              {columns.cells({
                made: (
                  <td>
                    <Instant at={job.finished_at ?? job.created_at} withZone />
                  </td>
                ),
                what: <td>{t(`kind.${result.format === 'tiles' ? 'tiles' : result.kind}`)}</td>,
                entries: <td data-align="end">{formatCount(result.entries)}</td>,
                bytes: <td data-align="end">{formatBytes(result.bytes)}</td>,
                sha256: (
                  <td>
                    <code title={result.sha256}>{shortHash(result.sha256)}</code>
                  </td>
                ),
                fetch: (
                  <td data-align="end">
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      leftSection={<IconDownload size={13} />}
                      disabled={busy}
                      onClick={() => download(job.job_id)}
                    >
                      {t('download')}
                    </Button>
                  </td>
                ),
              })}
            </tr>
          ))}
        </PlainTable>
      )}
      <AuditorCommands />
    </div>
  );
}
