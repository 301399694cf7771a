/** What a job that came to nothing gave back of the disk. */
import { useTranslation } from 'react-i18next';
import type { Job } from '../../../shared/contract/jobs.ts';
import { formatBytes } from '../format.ts';

/** A line of its own; nothing where the job gave back nothing. */
export function GivenBack({ job: { freed_bytes: bytes } }: { job: Pick<Job, 'freed_bytes'> }) {
  const { t } = useTranslation('jobs');
  if (bytes === null || bytes === 0) return null;
  return <p>{t('result.givenBack', { size: formatBytes(bytes) })}</p>;
}
