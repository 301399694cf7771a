/** The dialog of an export, and the export on its way in it: progress and cancel, then the file with its hash, or why there is none. */
import { useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isFinished, type Job } from '../../../shared/contract/jobs.ts';
import { useCancelJob, useJob, useMayCancel } from '../../api/jobs.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { CopiedValue } from '../copied-value.tsx';
import { FormDialog, type FormDialogProps } from '../form/form-dialog.tsx';
import form from '../form/form.module.css';
import { useFileDownload } from './use-file-download.ts';
import { InEnglish } from '../in-english.tsx';

/** Name of what is made, in the words of its own dialog. */
export interface ExportWords {
  readonly making: string;
  readonly makingText?: string;
  readonly done: string;
  readonly failed: string;
  readonly stopped: string;
  readonly again: string;
  readonly sha256: string;
  readonly download: string;
  /** Why a file is not there any more. */
  readonly gone?: string;
}

/** A file that an export job produces. */
export interface ExportedFile {
  readonly words: ExportWords;
  /** Where the file of a job is. */
  readonly path: (jobId: string) => string;
  /** What came of it; undefined for a job that is not what it should be. */
  readonly read: (job: Job) => { readonly text: string; readonly sha256: string } | undefined;
  /** The same file under another name, for another program. */
  readonly other?: { readonly label: string; readonly rename: (name: string) => string };
  /** Stands below the job and its file. */
  readonly below?: ReactNode;
}

/** The dialog of an export with fields: first they are asked, then the job and its file stand in their place. */
export function ExportForm<Values extends object, Body>({
  file,
  onClose,
  ...form
}: Omit<FormDialogProps<Values, Body, Job>, 'onDone' | 'instead'> & { file: ExportedFile }) {
  const [jobId, setJobId] = useState<string>();
  const close = () => {
    onClose();
    setJobId(undefined);
  };
  const again = () => setJobId(undefined);
  return (
    <FormDialog
      {...form}
      onClose={close}
      onDone={({ job_id }) => setJobId(job_id)}
      instead={
        jobId === undefined
          ? undefined
          : {
              children: (
                <>
                  <ExportRun {...file} jobId={jobId} onAgain={again} onClose={close} />
                  {file.below}
                </>
              ),
            }
      }
    />
  );
}

interface ExportRunProps extends ExportedFile {
  readonly jobId: string;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** The file is there once its job is over: the focus is asked for then. */
function focusMarked(result: HTMLElement | null): void {
  result?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

function ExportRun(props: ExportRunProps) {
  const { jobId, words, path, read, other, onAgain, onClose } = props;
  const { t } = useTranslation(['common', 'jobs']);
  const { data: job } = useJob(jobId);
  const cancel = useCancelJob();
  const mayCancel = useMayCancel();
  const { busy, download } = useFileDownload(path, words.gone);
  if (job === undefined || !isFinished(job.status)) {
    return (
      <div className={form.form}>
        <div role="status">
          <strong>{words.making}</strong>
          {words.makingText !== undefined && <p className={form.text}>{words.makingText}</p>}
        </div>
        {job !== undefined && <JobProgress job={job} />}
        <div className={form.actions}>
          {job !== undefined && mayCancel(job) && (
            <Button disabled={job.cancel_requested} onClick={() => cancel.mutate(jobId)}>
              {t(job.cancel_requested ? 'jobs:canceling' : 'jobs:cancel')}
            </Button>
          )}
          <Button variant="filled" onClick={onClose}>
            {t('close')}
          </Button>
        </div>
      </div>
    );
  }
  const result = job.status === 'completed' ? read(job) : undefined;
  if (result === undefined) {
    return (
      <div className={form.form} role="alert">
        <div>
          <strong>{job.status === 'canceled' ? words.stopped : words.failed}</strong>
          {job.error !== null && (
            <p className={form.text}>
              <InEnglish>{job.error.message}</InEnglish>
            </p>
          )}
        </div>
        <div className={form.actions}>
          <Button onClick={onAgain}>{words.again}</Button>
        </div>
      </div>
    );
  }
  return (
    <div className={form.form} ref={focusMarked}>
      <div role="status">
        <strong>{words.done}</strong>
        <p className={form.text}>{result.text}</p>
      </div>
      <div className="pd-slim pd-grid pd-gap-4">
        <span className={form.hint}>{words.sha256}</span>
        <CopiedValue value={result.sha256} what={words.sha256} />
      </div>
      <div className={form.actions}>
        <Button onClick={onAgain}>{words.again}</Button>
        {other !== undefined && (
          <Button loading={busy} onClick={() => download(jobId, other.rename)}>
            {other.label}
          </Button>
        )}
        <Button
          variant="filled"
          data-autofocus
          leftSection={<IconDownload size={14} stroke={1.75} />}
          loading={busy}
          onClick={() => download(jobId)}
        >
          {words.download}
        </Button>
      </div>
    </div>
  );
}
