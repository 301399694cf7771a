/** Import of a file: choose it, say where its columns go, try it dry, append it. */
import { useEffect, useState, type ReactNode } from 'react';
import { Button, Tooltip } from '@mantine/core';
import { IconFileTypeCsv, IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PlaceWay } from '../../../ui/places/place-link.tsx';
import { importResultSchema, type ImportResult } from '../../../../shared/contract/imports.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { newIdempotencyKey } from '../../../api/client.ts';
import { useStartImport } from '../../../api/imports.ts';
import { decisionsAddress } from '../../../ui/addresses.ts';
import { formatBytes } from '../../../ui/format.ts';
import { ConfigureCsv, type CsvSettings } from './configure-csv.tsx';
import { ConfirmView } from './confirm-view.tsx';
import { readCsvSample, type CsvSample, type Delimiter } from '../../../ui/import/csv-sample.ts';
import type { FileFormat, FileSample } from '../../../ui/import/file-sample.ts';
import { guessMapping, mappingProblems } from './guess-mapping.ts';
import {
  draftStore,
  isUnsent,
  useDiscardImported,
  type ImportDraft,
} from '../../../ui/import/import-draft.ts';
import {
  ChosenFile,
  Continued,
  ImportDialogFrame,
  SettingsStep,
  Step,
} from '../../../ui/import/import-frame.tsx';
import { forgetMapping, keepMapping, keptMapping } from '../../../ui/import/kept-mapping.ts';
import { mappingOf } from './mapping-preview.ts';
import { PreviewLines } from './preview-lines.tsx';
import { RunView, type DecisionsRun, type ImportAttempt } from './run-view.tsx';
import { useImportRun } from '../../../ui/import/use-import-run.ts';
import { useUnsent } from '../../../state/unsent.ts';
import { WithEnglish } from '../../../ui/in-english.tsx';
import { SegmentedControl } from '../../../ui/form/choices.tsx';
import classes from '../../../ui/import/import.module.css';

const noConstants = { model_id: '', policy_id: '' };

/** The decisions of one file at a time are prepared. */
const subject = 'decisions';
const drafts = draftStore<Settings, ImportAttempt>();

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
      <bdi className="pd-strong pd-clip" title={showHidden(file.name)}>
        {showHidden(file.name)}
      </bdi>
      <span className="pd-dim">{formatBytes(file.size)}</span>
      <SegmentedControl
        aria-label={t('file.format')}
        value={format}
        onChange={(value) => onFormat(value === 'csv' ? 'csv' : 'ndjson')}
        data={[
          { value: 'csv', label: t('file.csv') },
          { value: 'ndjson', label: t('file.ndjson') },
        ]}
      />
      <span className="pd-space" />
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
  /** Whether it is what was said of such columns before. */
  readonly isContinued: boolean;
}

function freshSettings(sample: FileSample): Settings {
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
    isContinued: false,
  };
}

/** As they were left, where a file with these columns is still to be imported. */
function firstSettings(sample: FileSample): Settings {
  const fresh = freshSettings(sample);
  const kept = fresh.format === 'csv' ? keptMapping(subject, sample) : undefined;
  if (kept === undefined) return fresh;
  const { csv, mapping } = kept;
  const { columns: choices, constants = noConstants, nullTexts } = mapping;
  return { ...fresh, csv, mapping: { choices, constants, nullTexts }, isContinued: true };
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

/** What is sent of a file, besides itself. */
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
  let problem: ReactNode;
  if (sample.problem !== undefined) problem = t(`file.${sample.problem}`);
  else if (settings.format === 'csv' && settings.csv.problem !== undefined) {
    problem = (
      <WithEnglish sentence={(message) => t('file.problem', { message })}>
        {settings.csv.problem}
      </WithEnglish>
    );
  } else if (settings.format === 'csv' && settings.csv.rows.length === 0) {
    problem = t('file.noRows');
  }
  return problem === undefined ? null : (
    <p className="pd-flush pd-warn pd-rounded pd-pad-8-12">{problem}</p>
  );
}

function Configure({
  file,
  sample,
  settings,
  onSettings,
  onAfresh,
  onAnotherFile,
}: {
  file: File;
  sample: FileSample;
  settings: Settings;
  onSettings: (settings: Settings) => void;
  onAfresh: () => void;
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
      {format === 'csv' && settings.isContinued && <Continued onAfresh={onAfresh} />}
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
  run: Exclude<DecisionsRun, { kind: 'none' }>;
  isCanceling: boolean;
  onCancel: () => void;
  onBack: () => void;
  onImport: () => void;
  onClose: () => void;
  onAnother: () => void;
}) {
  const { t } = useTranslation('imports');
  if (run.kind === 'uploading' || run.kind === 'running') {
    return (
      <>
        {run.kind === 'running' && (
          <>
            <Button variant="subtle" onClick={onClose}>
              {t('keepRunning')}
            </Button>
            <Button variant="subtle" onClick={onAnother}>
              {t('another')}
            </Button>
          </>
        )}
        <span className="pd-space" />
        <Button data-autofocus disabled={isCanceling} onClick={onCancel}>
          {isCanceling ? t('canceling') : t('cancel')}
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
        <span className="pd-space" />
        <Button onClick={onClose}>{t('close')}</Button>
        <Button
          component={PlaceWay}
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
      <span className="pd-space" />
      <Button onClick={onClose}>{t('close')}</Button>
      {canImport && (
        <Button variant="filled" data-autofocus onClick={onImport}>
          {t('import')}
        </Button>
      )}
    </>
  );
}

/** From a file to its import; another file starts it anew. */
function FileImport({
  draft,
  sample,
  onClose,
}: {
  draft: ImportDraft<Settings, ImportAttempt>;
  sample: FileSample;
  onClose: () => void;
}) {
  const { t } = useTranslation('imports');
  const { file } = draft;
  const [first] = useState(() => firstSettings(sample));
  const settings = draft.settings ?? first;
  useUnsent(() => isUnsent(draft));
  const setSettings = (next: Settings) => {
    drafts.set(subject, next);
    if (next.format !== 'csv') return;
    const { choices, constants, nullTexts } = next.mapping;
    keepMapping(subject, {
      delimiter: next.csv.delimiter,
      columns: [...choices],
      constants,
      nullTexts: [...nullTexts],
    });
  };
  const [confirming, setConfirming] = useState(false);
  const [checked, setChecked] = useState<{ of: Settings; result: ImportResult }>();
  const upload = useStartImport();
  const { run, isCanceling, start, cancel, forget } = useImportRun({
    attempted: draft.attempted,
    change: (next) => drafts.attempt(subject, next),
    upload: (attempt, means) =>
      upload.mutateAsync({ ...attempt, ...means, idempotencyKey: newIdempotencyKey() }),
    schema: importResultSchema,
  });
  const onAnotherFile = () => drafts.discard(subject, draft.turn);
  useDiscardImported(run.kind === 'finished' ? run.result : undefined, () => {
    drafts.discard(subject, draft.turn);
    forgetMapping(subject);
  });

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
      <Step
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
      </Step>
    );
  }
  if (confirming) {
    const attempt = attemptOf(file, settings, false);
    return (
      <Step
        key="confirm"
        footer={
          <>
            <Button variant="subtle" onClick={() => setConfirming(false)}>
              {t('back')}
            </Button>
            <span className="pd-space" />
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
      </Step>
    );
  }
  return (
    <SettingsStep
      key="configure"
      settings={settings}
      isReady={(typed) => isReady(sample, typed)}
      failed={t('import')}
      onSettings={setSettings}
      onSubmit={() => setConfirming(true)}
      renderFooter={(form, mayGoOn) => (
        <>
          <span className="pd-aside" id="import-on-error">
            {t('onError.label')}
          </span>
          <SegmentedControl
            aria-labelledby="import-on-error"
            {...form.getInputProps('onError')}
            data={[
              { value: 'abort', label: t('onError.abort') },
              { value: 'skip', label: t('onError.skip') },
            ]}
          />
          <span className="pd-space" />
          <Tooltip label={t('dryRunHint')}>
            <Button disabled={!mayGoOn} onClick={() => start(attemptOf(file, form.values, true))}>
              {t('dryRun')}
            </Button>
          </Tooltip>
          <Button type="submit" variant="filled" disabled={!mayGoOn}>
            {t('import')}
          </Button>
        </>
      )}
    >
      {(form) => (
        <Configure
          file={file}
          sample={sample}
          settings={form.values}
          onSettings={form.setValues}
          onAfresh={() => form.setValues(freshSettings(sample))}
          onAnotherFile={onAnotherFile}
        />
      )}
    </SettingsStep>
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
  const draft = drafts.useDraft(subject);
  useEffect(() => {
    if (file !== null) drafts.choose(subject, file);
  }, [file]);
  return (
    <ImportDialogFrame opened={opened} onClose={onClose} title={t('title')}>
      <ChosenFile draft={draft} onFile={(chosen) => drafts.choose(subject, chosen)}>
        {(known, sample) => (
          <FileImport key={known.turn} draft={known} sample={sample} onClose={onClose} />
        )}
      </ChosenFile>
    </ImportDialogFrame>
  );
}
