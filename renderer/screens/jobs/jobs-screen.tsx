/** Jobs: imports and verifications with their progress, their results, and how to stop them. */
import { useState } from 'react';
import { IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { importResultSchema } from '../../../shared/contract/imports.ts';
import { isFinished, type Job } from '../../../shared/contract/jobs.ts';
import { useJobCounts, useJobs } from '../../api/jobs.ts';
import { LineErrors } from '../../ui/jobs/line-errors.tsx';
import { FilterSelect } from '../../ui/list/list-filters.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { useList, useListAddress } from '../../ui/list/use-list.ts';
import { JobOutcome } from './job-outcome.tsx';
import { jobsList } from './jobs-list.tsx';
import { parseJobsSearch } from './search.ts';

const pageSize = 50;

/** What imports of either kind say of refused lines. */
const refusedSchema = importResultSchema.pick({ errors: true, rejected: true });

export function JobsScreen() {
  const { t } = useTranslation(['jobs', 'tables']);
  const address = useListAddress(parseJobsSearch);
  const { kind, status, offset = 0, job: linked } = address.search;
  const query = useJobs({ limit: pageSize, offset }, { kind, status });
  const whole = { operation: 'listJobs', query: { kind, status } } as const;
  const source = pagedRows(query, { offset, size: pageSize }, { source: whole, idPath: '/job_id' });
  const list = useList(jobsList, source, { t, ...address, stays: ['job'] });
  const running = list.rows.filter((job) => !isFinished(job.status)).length;
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  const toggle = ({ job_id: id }: Job) =>
    setUnfolded(unfolded.includes(id) ? unfolded.filter((each) => each !== id) : [...unfolded, id]);
  const progress = (job: Job) => (
    <JobOutcome
      job={job}
      errors={{ open: unfolded.includes(job.job_id), toggle: () => toggle(job) }}
    />
  );
  return (
    <ListScreen
      list={list}
      icon={IconListCheck}
      counts={{ status: useJobCounts(kind).data }}
      empty={{ title: t('emptyTitle'), text: t('empty') }}
      tools={
        <>
          <FilterSelect list={list} member="kind" all={t('everyKind')} />
          <span className="pd-aside" aria-live="polite">
            {running > 0 && t('running', { count: running })}
          </span>
        </>
      }
      table={{
        openId: linked,
        draw: { progress },
        renderBeneath: (job) => unfolded.includes(job.job_id) && <Refused job={job} />,
      }}
    />
  );
}

/** Lines that an import refused. */
function Refused({ job }: { job: Job }) {
  const { data } = refusedSchema.safeParse(job.result);
  return data && <LineErrors errors={data.errors} rejected={data.rejected} />;
}
