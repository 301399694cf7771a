/** The audit log as a file: the format, the times, the job, the download. */
import { useState } from 'react';
import { Button, Modal, Radio } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  auditExportFormats,
  auditExportResultSchema,
  type AuditFilter,
} from '../../../shared/contract/audit.ts';
import { isFinished } from '../../../shared/contract/jobs.ts';
import { useCreateAuditExport } from '../../api/audit.ts';
import { useCancelJob, useJob } from '../../api/jobs.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { useFormFaults } from '../../ui/form-faults.ts';
import { formatBytes, formatCount, zoneName } from '../../ui/format.ts';
import { useDialogForm } from '../../ui/use-dialog-form.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import form from '../../ui/form/form.module.css';
import { useAuditDownload } from './use-audit-download.ts';
import classes from './audit.module.css';

export interface AuditExportDialogProps {
  readonly opened: boolean;
  readonly filter: AuditFilter;
  /** Events that the filter finds; undefined while unknown. */
  readonly total: number | undefined;
  readonly onClose: () => void;
}

export function AuditExportDialog(props: AuditExportDialogProps) {
  const { t } = useTranslation(['audit', 'common']);
  const [jobId, setJobId] = useState<string>();
  const close = () => {
    props.onClose();
    setJobId(undefined);
  };
  return (
    <Modal
      opened={props.opened}
      onClose={close}
      title={t('export.title')}
      size={520}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {jobId === undefined ? (
        <Ask {...props} onClose={close} onStarted={setJobId} />
      ) : (
        <Run jobId={jobId} onAgain={() => setJobId(undefined)} onClose={close} />
      )}
    </Modal>
  );
}

function Ask({
  filter,
  total,
  onClose,
  onStarted,
}: AuditExportDialogProps & { onStarted: (jobId: string) => void }) {
  const { t } = useTranslation(['audit', 'common']);
  const creating = useCreateAuditExport();
  const { element, failure, clear, fail } = useFormFaults();
  const [format, setFormat] = useState<(typeof auditExportFormats)[number]>('csv');
  const [zone, setZone] = useState<'utc' | 'local'>('utc');
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <form
      ref={element}
      className={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        clear();
        creating.mutate(
          {
            ...filter,
            format,
            ...(format === 'csv' && zone === 'local' ? { time_zone: zoneName('local') } : {}),
          },
          { onSuccess: (job) => onStarted(job.job_id), onError: fail },
        );
      }}
    >
      <p className={form.text}>
        <strong>
          {isNarrowed && total !== undefined
            ? t('export.narrowed', { count: total, formatted: formatCount(total) })
            : t('export.everything')}
        </strong>
        {'. '}
        {t('export.text')}
      </p>
      <FormFailure failure={failure} title={t('export.failed')} />
      <Radio.Group
        label={t('export.format')}
        value={format}
        onChange={(value) => setFormat(auditExportFormats.find((each) => each === value) ?? format)}
      >
        {auditExportFormats.map((each) => (
          <Radio
            key={each}
            size="xs"
            mt={8}
            value={each}
            label={t(`export.formats.${each}`)}
            data-autofocus={each === format || undefined}
          />
        ))}
      </Radio.Group>
      {format === 'csv' && (
        <Radio.Group
          label={t('export.zone')}
          value={zone}
          onChange={(value) => setZone(value === 'local' ? 'local' : 'utc')}
        >
          <Radio size="xs" mt={8} value="utc" label={t('export.utc')} />
          <Radio
            size="xs"
            mt={8}
            value="local"
            label={t('export.local', { zone: zoneName('local') })}
          />
        </Radio.Group>
      )}
      <div className={form.actions}>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={creating.isPending}>
          {t('export.submit')}
        </Button>
      </div>
    </form>
  );
}

function Run({
  jobId,
  onAgain,
  onClose,
}: {
  jobId: string;
  onAgain: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['audit', 'common', 'jobs']);
  const { data: job } = useJob(jobId);
  const cancel = useCancelJob();
  const { busy, download } = useAuditDownload();
  const dialogForm = useDialogForm();
  if (job === undefined || !isFinished(job.status)) {
    return (
      <div className={form.form}>
        <strong role="status">{t('export.making')}</strong>
        {job !== undefined && <JobProgress job={job} />}
        <div className={form.actions}>
          <Button
            disabled={job === undefined || job.cancel_requested}
            onClick={() => cancel.mutate(jobId)}
          >
            {t(job?.cancel_requested === true ? 'jobs:canceling' : 'jobs:cancel')}
          </Button>
          <Button variant="filled" onClick={onClose}>
            {t('close', { ns: 'common' })}
          </Button>
        </div>
      </div>
    );
  }
  const result = auditExportResultSchema.safeParse(job.result);
  if (job.status !== 'completed' || !result.success) {
    return (
      <div className={form.form} role="alert">
        <strong>{t(job.status === 'canceled' ? 'export.stopped' : 'export.broke')}</strong>
        {job.error !== null && <p className={form.text}>{job.error.message}</p>}
        <div className={form.actions}>
          <Button onClick={onAgain}>{t('export.again')}</Button>
        </div>
      </div>
    );
  }
  const { events, bytes, sha256 } = result.data;
  return (
    <div className={form.form} ref={dialogForm}>
      <div role="status">
        <strong>{t('export.done')}</strong>
        <p className={form.text}>
          {t('export.result', {
            count: events,
            formatted: formatCount(events),
            bytes: formatBytes(bytes),
          })}
        </p>
      </div>
      <div className={classes.hash}>
        <span className={form.hint}>{t('export.sha256')}</span>
        <CopiedValue value={sha256} what={t('export.sha256')} />
      </div>
      <div className={form.actions}>
        <Button onClick={onAgain}>{t('export.again')}</Button>
        <Button
          variant="filled"
          data-autofocus
          leftSection={<IconDownload size={14} stroke={1.75} />}
          loading={busy}
          onClick={() => download(jobId)}
        >
          {t('export.download')}
        </Button>
      </div>
    </div>
  );
}
