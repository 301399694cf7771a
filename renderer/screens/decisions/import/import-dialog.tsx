/** Import of a file: choose it, say where its columns go, try it dry, append it. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, SegmentedControl, Tooltip } from '@mantine/core';
import { IconFileTypeCsv, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ImportResult } from '../../../../shared/contract/imports.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { decisionsAddress } from '../../../ui/addresses.ts';
import { formatBytes } from '../../../ui/format.ts';
import { ConfigureCsv, type CsvSettings } from './configure-csv.tsx';
import { ConfirmView } from './confirm-view.tsx';
import { readCsvSample, type CsvSample, type Delimiter } from './csv-sample.ts';
import { FileChooser } from './file-chooser.tsx';
import { readSample, type FileFormat, type FileSample } from './file-sample.ts';
import { guessMapping, mappingProblems } from './guess-mapping.ts';
import { draftStore, useDraftUntil, useKept } from './import-draft.ts';
import { mappingOf } from './mapping-preview.ts';
import { PreviewLines } from './preview-lines.tsx';
import { RunView } from './run-view.tsx';
import { useImportRun, type ImportAttempt, type ImportRun } from './use-import-run.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import classes from './import.module.css';

const noConstants = { model_id: '', policy_id: '' };

/** One step of the dialog. Each step starts with the focus on what goes on. */
function Layout({ children, footer }: { children: ReactNode; footer: ReactNode }) {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = step.current?.querySelector('[data-autofocus]');
    if (target instanceof HTMLElement) target.focus();
  }, []);
  return (
    <div ref={step} className={classes.layout}>
      <div className={classes.body}>{children}</div>
      <footer className={classes.footer}>{footer}</footer>
    </div>
  );
}

function FileBar({
  file,
  format,
  onFormat,
  onChange,
}: {
  file: File;
  format: FileFormat;
  onFormat: (format: FileFormat) => void;
  onChange: () => void;
}) {
  const { t } = useTranslation('imports');
  const Icon = format === 'csv' ? IconFileTypeCsv : IconFileText;
  return (
    <div className={classes.fileBar}>
      <Icon size={20} stroke={1.5} aria-hidden="true" />
      <bdi className={classes.fileName} title={showHidden(file.name)}>
        {showHidden(file.name)}
      </bdi>
      <span className={classes.dim}>{formatBytes(file.size)}</span>
      <SegmentedControl
        aria-label={t('file.format')}
        value={format}
        onChange={(value) => onFormat(value === 'csv' ? 'csv' : 'ndjson')}
        data={[
          { value: 'csv', label: t('file.csv') },
          { value: 'ndjson', label: t('file.ndjson') },
        ]}
      />
      <span className={classes.space} />
      <Button variant="subtle" onClick={onChange}>
        {t('file.change')}
      </Button>
    </div>
  );
}

/** Everything that decides what an import does, besides the file. */
interface Settings {
  readonly format: FileFormat;
  readonly csv: CsvSample;
  readonly mapping: CsvSettings;
  readonly onError: 'abort' | 'skip';
}

function settingsFor(sample: FileSample): Settings {
  const csv = readCsvSample(sample.text);
  return {
    format: sample.format,
    csv,
    mapping: {
      choices: guessMapping(csv.columns, csv.rows),
      constants: noConstants,
      nullTexts: [],
    },
    onError: 'abort',
  };
}

function isReady(sample: FileSample, { format, csv, mapping }: Settings): boolean {
  if (sample.problem !== undefined) return false;
  if (format === 'ndjson') return true;
  return (
    csv.problem === undefined &&
    csv.rows.length > 0 &&
    mappingProblems(mapping.choices, mapping.constants).length === 0
  );
}

function attemptOf(file: File, settings: Settings, dryRun: boolean): ImportAttempt {
  const { format, csv, mapping, onError } = settings;
  return {
    file,
    format,
    mapping:
      format === 'csv'
        ? mappingOf(mapping.choices, mapping.constants, csv.delimiter, mapping.nullTexts)
        : undefined,
    onError,
    dryRun,
  };
}

function SampleProblem({ sample, settings }: { sample: FileSample; settings: Settings }) {
  const { t } = useTranslation('imports');
  let problem: string | undefined;
  if (sample.problem !== undefined) problem = t(`file.${sample.problem}`);
  else if (settings.format === 'csv' && settings.csv.problem !== undefined) {
    problem = t('file.problem', { message: settings.csv.problem });
  } else if (settings.format === 'csv' && settings.csv.rows.length === 0) {
    problem = t('file.noRows');
  }
  return problem === undefined ? null : <p className={classes.problem}>{problem}</p>;
}

function Configure({
  file,
  sample,
  settings,
  onSettings,
  onAnotherFile,
}: {
  file: File;
  sample: FileSample;
  settings: Settings;
  onSettings: (settings: Settings) => void;
  onAnotherFile: () => void;
}) {
  const { csv, mapping, format } = settings;
  const withCsv = (next: CsvSample) =>
    onSettings({
      ...settings,
      csv: next,
      mapping: { ...mapping, choices: guessMapping(next.columns, next.rows) },
    });
  return (
    <>
      <FileBar
        file={file}
        format={format}
        onFormat={(next) => onSettings({ ...settings, format: next })}
        onChange={onAnotherFile}
      />
      <SampleProblem sample={sample} settings={settings} />
      {sample.problem === undefined && format === 'csv' && csv.columns.length > 0 && (
        <ConfigureCsv
          sample={csv}
          settings={mapping}
          onSettings={(next) => onSettings({ ...settings, mapping: next })}
          onDelimiter={(next: Delimiter) => withCsv(readCsvSample(sample.text, next))}
          onGuess={() => withCsv(csv)}
        />
      )}
      {sample.problem === undefined && format === 'ndjson' && <PreviewLines text={sample.text} />}
    </>
  );
}

/** The buttons under a running or finished attempt. */
function RunFooter({
  run,
  isCanceling,
  onCancel,
  onBack,
  onImport,
  onClose,
  onAnother,
}: {
  run: Exclude<ImportRun, { kind: 'none' }>;
  isCanceling: boolean;
  onCancel: () => void;
  onBack: () => void;
  onImport: () => void;
  onClose: () => void;
  onAnother: () => void;
}) {
  const { t } = useTranslation('imports');
  if (run.kind === 'uploading' || run.kind === 'running') {
    const canceling = isCanceling || (run.kind === 'running' && run.job?.cancel_requested === true);
    return (
      <>
        {run.kind === 'running' && (
          <Button variant="subtle" onClick={onClose}>
            {t('keepRunning')}
          </Button>
        )}
        <span className={classes.space} />
        <Button data-autofocus disabled={canceling} onClick={onCancel}>
          {canceling ? t('canceling') : t('cancel')}
        </Button>
      </>
    );
  }
  const result = run.kind === 'finished' ? run.result : undefined;
  const imported = result?.imported ?? 0;
  if (imported > 0) {
    const model = run.attempt.mapping?.constants.model_id;
    return (
      <>
        <Button variant="subtle" onClick={onAnother}>
          {t('another')}
        </Button>
        <span className={classes.space} />
        <Button onClick={onClose}>{t('close')}</Button>
        <Button
          component="a"
          variant="filled"
          data-autofocus
          href={decisionsAddress(model === undefined ? {} : { model_id: model })}
          onClick={onClose}
        >
          {t('result.show')}
        </Button>
      </>
    );
  }
  const canImport =
    result?.dry_run === true &&
    result.accepted > 0 &&
    (result.rejected === 0 || run.attempt.onError === 'skip');
  return (
    <>
      <Button variant="subtle" onClick={onBack} data-autofocus={!canImport || undefined}>
        {t('back')}
      </Button>
      <span className={classes.space} />
      <Button onClick={onClose}>{t('close')}</Button>
      {canImport && (
        <Button variant="filled" data-autofocus onClick={onImport}>
          {t('import')}
        </Button>
      )}
    </>
  );
}

/** The decisions of one file at a time are prepared. */
const subject = 'decisions';
const drafts = draftStore<Settings>();

/** From a file to its import; another file starts it anew. */
function FileImport({
  file,
  sample,
  kept,
  onClose,
  onAnotherFile,
}: {
  file: File;
  sample: FileSample;
  kept: Settings | undefined;
  onClose: () => void;
  onAnotherFile: () => void;
}) {
  const { t } = useTranslation('imports');
  const [settings, setSettings] = useKept(
    kept,
    () => settingsFor(sample),
    (next) => drafts.set(subject, next),
  );
  const [confirming, setConfirming] = useState(false);
  const [checked, setChecked] = useState<{ of: Settings; result: ImportResult }>();
  const { run, isCanceling, start, cancel, forget } = useImportRun();
  const ready = isReady(sample, settings);
  useDraftUntil(run, () => drafts.discard(subject));

  const back = () => {
    if (run.kind === 'finished' && run.result?.dry_run === true) {
      setChecked({ of: settings, result: run.result });
    }
    forget();
  };
  const confirm = () => {
    back();
    setConfirming(true);
  };

  if (run.kind !== 'none') {
    return (
      <Layout
        key={run.kind === 'uploading' ? 'running' : run.kind}
        footer={
          <RunFooter
            run={run}
            isCanceling={isCanceling}
            onCancel={cancel}
            onBack={back}
            onImport={confirm}
            onClose={onClose}
            onAnother={onAnotherFile}
          />
        }
      >
        <RunView run={run} />
      </Layout>
    );
  }
  if (confirming) {
    const attempt = attemptOf(file, settings, false);
    return (
      <Layout
        key="confirm"
        footer={
          <>
            <Button variant="subtle" onClick={() => setConfirming(false)}>
              {t('back')}
            </Button>
            <span className={classes.space} />
            <Button
              variant="filled"
              data-autofocus
              onClick={() => {
                setConfirming(false);
                start(attempt);
              }}
            >
              {t('confirm.confirm')}
            </Button>
          </>
        }
      >
        <ConfirmView
          attempt={attempt}
          checked={checked?.of === settings ? checked.result : undefined}
        />
      </Layout>
    );
  }
  return (
    <Layout
      key="configure"
      footer={
        <>
          <span className={classes.onErrorLabel} id="import-on-error">
            {t('onError.label')}
          </span>
          <SegmentedControl
            aria-labelledby="import-on-error"
            value={settings.onError}
            onChange={(value) =>
              setSettings({ ...settings, onError: value === 'skip' ? 'skip' : 'abort' })
            }
            data={[
              { value: 'abort', label: t('onError.abort') },
              { value: 'skip', label: t('onError.skip') },
            ]}
          />
          <span className={classes.space} />
          <Tooltip label={t('dryRunHint')}>
            <Button disabled={!ready} onClick={() => start(attemptOf(file, settings, true))}>
              {t('dryRun')}
            </Button>
          </Tooltip>
          <Button variant="filled" disabled={!ready} onClick={() => setConfirming(true)}>
            {t('import')}
          </Button>
        </>
      }
    >
      <Configure
        file={file}
        sample={sample}
        settings={settings}
        onSettings={setSettings}
        onAnotherFile={onAnotherFile}
      />
    </Layout>
  );
}

function Content({ file: given, onClose }: { file: File | null; onClose: () => void }) {
  const { t } = useTranslation('imports');
  const chosen = drafts.useDraft(subject);
  useEffect(() => {
    if (given !== null) drafts.choose(subject, given);
  }, [given]);
  const sample = useQuery({
    queryKey: ['import-sample', chosen?.file.name, chosen?.file.size, chosen?.turn],
    queryFn: () => (chosen === undefined ? Promise.reject(new Error()) : readSample(chosen.file)),
    enabled: chosen !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const choose = (file: File) => drafts.choose(subject, file);
  if (chosen === undefined) return <FileChooser onFile={choose} />;
  if (sample.isError) {
    return (
      <>
        <p className={classes.problem}>{t('file.unreadable', { message: sample.error.message })}</p>
        <FileChooser onFile={choose} />
      </>
    );
  }
  if (sample.data === undefined) return <p className={classes.dim}>{t('file.reading')}</p>;
  return (
    <FileImport
      key={chosen.turn}
      file={chosen.file}
      sample={sample.data}
      kept={chosen.settings}
      onClose={onClose}
      onAnotherFile={() => drafts.discard(subject)}
    />
  );
}

/**
 * The import dialog; `file` is one that was dropped on the window, or null to choose. Closing it keeps
 * the file and what was said of it; an import that runs goes on as a job.
 */
export function ImportDialog({
  opened,
  file,
  onClose,
}: {
  opened: boolean;
  file: File | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('imports');
  return (
    <Dialog
      keepsTyped
      opened={opened}
      onClose={onClose}
      title={t('title')}
      size="min(70rem, 94vw)"
      classNames={{
        content: classes.modal ?? '',
        body: classes.modalBody ?? '',
      }}
    >
      <Content file={file} onClose={onClose} />
    </Dialog>
  );
}
