/** Rows from a file: choose it, say how it is read, check every line, append. */
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '../../../../shared/contract/datasets.ts';
import { formatCount } from '../../../ui/format.ts';
import { readCsvSample, type CsvSample } from '../../decisions/import/csv-sample.ts';
import { FileChooser } from '../../decisions/import/file-chooser.tsx';
import {
  readSample,
  type FileFormat,
  type FileSample,
} from '../../decisions/import/file-sample.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { draftStore, useDraftUntil, useKept } from '../../decisions/import/import-draft.ts';
import shared from '../../decisions/import/import.module.css';
import { ConfigureRows, type RowSettings } from './configure-rows.tsx';
import { columnProblems, firstColumns, mappingOf } from './row-mapping.ts';
import { RowsRunView } from './rows-run-view.tsx';
import { useRowsImport, type RowsAttempt, type RowsRun } from './use-rows-import.ts';

export interface ImportRowsDialogProps {
  readonly dataset: Dataset;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Closing it keeps the file and what was said of it; an import that runs goes on as a job. */
export function ImportRowsDialog(props: ImportRowsDialogProps) {
  const { t } = useTranslation(['datasets', 'common']);
  return (
    <Dialog
      keepsTyped
      opened={props.opened}
      onClose={props.onClose}
      title={t('import.title', { name: props.dataset.name })}
      size="min(64rem, 94vw)"
      classNames={{ content: shared.modal ?? '', body: shared.modalBody ?? '' }}
    >
      <Content {...props} />
    </Dialog>
  );
}

function Content({ dataset, onClose }: ImportRowsDialogProps) {
  const { t } = useTranslation(['datasets', 'imports']);
  const subject = dataset.dataset_id;
  const chosen = drafts.useDraft(subject);
  const sample = useQuery({
    queryKey: ['row-import-sample', chosen?.file.name, chosen?.file.size, chosen?.turn],
    queryFn: () => (chosen === undefined ? Promise.reject(new Error()) : readSample(chosen.file)),
    enabled: chosen !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const choose = (file: File) => drafts.choose(subject, file);
  const words = { title: t('import.drop'), label: t('import.file'), text: t('import.dropText') };
  if (chosen === undefined) return <FileChooser words={words} onFile={choose} />;
  if (sample.isError) {
    return (
      <>
        <p className={shared.problem}>
          {t('file.unreadable', { ns: 'imports', message: sample.error.message })}
        </p>
        <FileChooser words={words} onFile={choose} />
      </>
    );
  }
  if (sample.data === undefined) {
    return <p className={shared.dim}>{t('file.reading', { ns: 'imports' })}</p>;
  }
  return (
    <FileImport
      key={chosen.turn}
      dataset={dataset}
      file={chosen.file}
      sample={sample.data}
      kept={chosen.settings}
      onClose={onClose}
      onAnotherFile={() => drafts.discard(subject)}
    />
  );
}

function settingsFor(sample: FileSample): RowSettings {
  const csv = readCsvSample(sample.text);
  return { format: sample.format, csv, columns: firstColumns(csv), nullTexts: [] };
}

function isReady(sample: FileSample, { format, csv, columns }: RowSettings): boolean {
  if (sample.problem !== undefined) return false;
  if (format === 'ndjson') return true;
  return isReadable(csv) && columnProblems(columns).length === 0;
}

function isReadable(csv: CsvSample): boolean {
  return csv.problem === undefined && csv.rows.length > 0;
}

/** One step of the dialog. Each step starts with the focus on what goes on. */
function Layout({ children, footer }: { children: ReactNode; footer: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = step.current?.querySelector('[data-autofocus]');
    if (target instanceof HTMLElement) target.focus();
  }, []);
  return (
    <div ref={step} className={shared.layout}>
      <div className={shared.body}>{children}</div>
      <footer className={shared.footer}>{footer}</footer>
    </div>
  );
}

/** By dataset. */
const drafts = draftStore<RowSettings>();

function FileImport({
  dataset,
  file,
  sample,
  kept,
  onClose,
  onAnotherFile,
}: {
  dataset: Dataset;
  file: File;
  sample: FileSample;
  kept: RowSettings | undefined;
  onClose: () => void;
  onAnotherFile: () => void;
}) {
  const { t } = useTranslation(['datasets', 'imports']);
  const [settings, setSettings] = useKept(
    kept,
    () => settingsFor(sample),
    (next) => drafts.set(dataset.dataset_id, next),
  );
  const { run, start, cancel, forget } = useRowsImport();
  useDraftUntil(run, () => drafts.discard(dataset.dataset_id));
  const attempt = (dryRun: boolean): RowsAttempt => ({
    datasetId: dataset.dataset_id,
    file,
    format: settings.format,
    mapping:
      settings.format === 'csv'
        ? mappingOf(settings.columns, settings.csv.delimiter, settings.nullTexts)
        : undefined,
    dryRun,
  });
  if (run.kind !== 'none') {
    return (
      <Layout
        key={run.kind}
        footer={
          <RunFooter
            run={run}
            onCancel={cancel}
            onBack={forget}
            onAppend={() => {
              forget();
              start(attempt(false));
            }}
            onAnother={onAnotherFile}
            onClose={onClose}
          />
        }
      >
        <RowsRunView run={run} />
      </Layout>
    );
  }
  return (
    <Layout
      key="configure"
      footer={
        <>
          <span className={shared.onErrorLabel}>{t('import.checkNote')}</span>
          <span className={shared.space} />
          <Button onClick={onClose}>{t('cancel', { ns: 'imports' })}</Button>
          <Button
            variant="filled"
            data-autofocus
            disabled={!isReady(sample, settings)}
            onClick={() => start(attempt(true))}
          >
            {t('import.check')}
          </Button>
        </>
      }
    >
      <ConfigureRows
        file={file}
        sample={sample}
        settings={settings}
        onSettings={setSettings}
        onFormat={(format: FileFormat) => setSettings({ ...settings, format })}
        onAnotherFile={onAnotherFile}
      />
    </Layout>
  );
}

function RunFooter({
  run,
  onCancel,
  onBack,
  onAppend,
  onAnother,
  onClose,
}: {
  run: Exclude<RowsRun, { kind: 'none' }>;
  onCancel: () => void;
  onBack: () => void;
  onAppend: () => void;
  onAnother: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['datasets', 'imports']);
  if (run.kind === 'running') {
    const isCanceling = run.job?.cancel_requested === true;
    return (
      <>
        <Button variant="subtle" onClick={onClose}>
          {t('keepRunning', { ns: 'imports' })}
        </Button>
        <span className={shared.space} />
        <Button data-autofocus disabled={isCanceling} onClick={onCancel}>
          {t(isCanceling ? 'canceling' : 'cancel', { ns: 'imports' })}
        </Button>
      </>
    );
  }
  const result = run.kind === 'finished' ? run.result : undefined;
  if ((result?.imported ?? 0) > 0) {
    return (
      <>
        <Button variant="subtle" onClick={onAnother}>
          {t('another', { ns: 'imports' })}
        </Button>
        <span className={shared.space} />
        <Button variant="filled" data-autofocus onClick={onClose}>
          {t('close', { ns: 'imports' })}
        </Button>
      </>
    );
  }
  const canAppend = result?.dry_run === true && result.rejected === 0 && result.accepted > 0;
  return (
    <>
      <Button variant="subtle" onClick={onBack} data-autofocus={!canAppend || undefined}>
        {t('back', { ns: 'imports' })}
      </Button>
      <span className={shared.space} />
      <Button onClick={onClose}>{t('cancel', { ns: 'imports' })}</Button>
      {canAppend && (
        <Button variant="filled" data-autofocus onClick={onAppend}>
          {t('import.append', {
            count: result.accepted,
            formatted: formatCount(result.accepted),
          })}
        </Button>
      )}
    </>
  );
}
