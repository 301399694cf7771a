/** What the person gets of their data: made as a job, then downloaded and handed over. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconDownload, IconPackageExport, IconUserDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isFinished, type Job } from '../../../shared/contract/jobs.ts';
import { personAccessResultSchema, type PersonRequest } from '../../../shared/contract/persons.ts';
import { stepFault } from '../../../shared/oversight/request-steps.ts';
import { useMay } from '../../api/capabilities.ts';
import { useJobs } from '../../api/jobs.ts';
import { personAccessPath } from '../../api/persons.ts';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { InEnglish } from '../../ui/in-english.tsx';
import { Instant } from '../../ui/instant.tsx';
import { JobProgress } from '../../ui/jobs/job-progress.tsx';
import { useFileDownload } from '../../ui/list/use-file-download.ts';
import { EmptyState } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { AccessDialog } from './access-dialog.tsx';
import { NotNow } from './not-now.tsx';
import { requestState } from './request-state.ts';

export function AccessPanel({ request }: { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const [isOpen, setOpen] = useState(false);
  const may = useMay()('createPersonAccess');
  const fault = stepFault('access', requestState(request));
  const { data } = useJobs(undefined, { kind: 'person_access' });
  const jobs = (data?.data ?? []).filter(({ words }) => words?.values['number'] === request.number);
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <div className="pd-wrapping pd-gap-8-16">
        <span className="pd-note">{t('access.text')}</span>
        {may && fault === undefined && (
          <Button
            variant="filled"
            leftSection={<IconPackageExport size={14} stroke={1.75} />}
            onClick={() => setOpen(true)}
          >
            {t('access.action')}
          </Button>
        )}
      </div>
      <NotNow fault={fault} />
      {jobs.length > 0 ? (
        <Made request={request} jobs={jobs} />
      ) : (
        fault === undefined && (
          <EmptyState
            compact
            icon={<IconUserDown size={20} stroke={1.6} />}
            title={t('access.empty')}
          >
            {t('access.emptyText')}
          </EmptyState>
        )
      )}
      <AccessDialog request={request} opened={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

function Made({
  request,
  jobs,
}: {
  readonly request: PersonRequest;
  readonly jobs: readonly Job[];
}) {
  const { t } = useTranslation('persons');
  return (
    <PlainTable
      label={t('tab.access')}
      isText
      columns={[
        { label: t('access.made') },
        { label: t('access.contents') },
        { label: t('access.sum') },
        { label: t('access.download'), isSilent: true, fixed: true },
      ]}
    >
      {jobs.map((job) => (
        <MadeRow key={job.job_id} request={request} job={job} />
      ))}
    </PlainTable>
  );
}

function MadeRow({ request, job }: { readonly request: PersonRequest; readonly job: Job }) {
  const { t } = useTranslation('persons');
  const file = useFileDownload(
    (jobId) => personAccessPath(request.request_id, jobId),
    t('access.gone'),
  );
  const result = personAccessResultSchema.safeParse(job.result).data;
  return (
    <tr>
      <td>
        <Instant at={job.created_at} withZone />
      </td>
      <td>
        {!isFinished(job.status) && <JobProgress job={job} />}
        {job.error !== null && <InEnglish>{job.error.message}</InEnglish>}
        {job.status === 'canceled' && t('access.canceled')}
        {result !== undefined &&
          t('access.of', {
            count: result.records,
            formatted: formatCount(result.records),
            bytes: formatBytes(result.bytes),
          })}
      </td>
      <td className="pd-mono">{result?.sha256.slice(0, 23)}</td>
      <td>
        {result !== undefined && (
          <Button
            size="compact-xs"
            leftSection={<IconDownload size={13} stroke={1.75} />}
            loading={file.busy}
            onClick={() => file.download(job.job_id)}
          >
            {t('access.download')}
          </Button>
        )}
      </td>
    </tr>
  );
}
