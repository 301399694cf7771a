/** Rows from a file: choose it, say how it is read, check every line, append. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { importRowsResultSchema, type Dataset } from '../../../../shared/contract/datasets.ts';
import { useImportRows } from '../../../api/datasets.ts';
import { formatCount } from '../../../ui/format.ts';
import { readCsvSample, type CsvSample } from '../../../ui/import/csv-sample.ts';
import type { FileFormat, FileSample } from '../../../ui/import/file-sample.ts';
import {
  draftStore,
  isUnsent,
  useDiscardImported,
  type ImportDraft,
} from '../../../ui/import/import-draft.ts';
import {
  ChosenFile,
  ImportDialogFrame,
  SettingsStep,
  Step,
} from '../../../ui/import/import-frame.tsx';
import { forgetMapping, keepMapping, keptMapping } from '../../../ui/import/kept-mapping.ts';
import { useImportRun } from '../../../ui/import/use-import-run.ts';
import { useUnsent } from '../../../state/unsent.ts';
import { ConfigureRows, type RowSettings } from './configure-rows.tsx';
import { columnProblems, firstColumns, mappingOf } from './row-mapping.ts';
import { RowsRunView, type RowsAttempt, type RowsRun } from './rows-run-view.tsx';

export interface ImportRowsDialogProps {
  readonly dataset: Dataset;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** By dataset. */
const drafts = draftStore<RowSettings, RowsAttempt>();
const mappingOfDataset = (id: string) => `rows ${id}`;

/** Closing it keeps the file and what was said of it; an import that runs goes on as a job. */
export function ImportRowsDialog({ dataset, opened, onClose }: ImportRowsDialogProps) {
  const { t } = useTranslation('datasets');
  const draft = drafts.useDraft(dataset.dataset_id);
  return (
    <ImportDialogFrame
      opened={opened}
      onClose={onClose}
      title={t('import.title', { name: dataset.name })}
    >
      <ChosenFile
        draft={draft}
        words={{ title: t('import.drop'), label: t('import.file'), text: t('import.dropText') }}
        onFile={(file) => drafts.choose(dataset.dataset_id, file)}
      >
        {(known, sample) => (
          <FileImport
            key={known.turn}
            dataset={dataset}
            draft={known}
            sample={sample}
            onClose={onClose}
          />
        )}
      </ChosenFile>
    </ImportDialogFrame>
  );
}

function freshSettings(sample: FileSample): RowSettings {
  const csv = readCsvSample(sample.text);
  const { format } = sample;
  return { format, csv, columns: firstColumns(csv), nullTexts: [], isContinued: false };
}

/** As they were left, where a file with these columns is still to be imported. */
function firstSettings(datasetId: string, sample: FileSample): RowSettings {
  const fresh = freshSettings(sample);
  const kept =
    fresh.format === 'csv' ? keptMapping(mappingOfDataset(datasetId), sample) : undefined;
  if (kept === undefined) return fresh;
  const { columns, nullTexts } = kept.mapping;
  return { ...fresh, csv: kept.csv, columns, nullTexts, isContinued: true };
}

function isReady(sample: FileSample, { format, csv, columns }: RowSettings): boolean {
  if (sample.problem !== undefined) return false;
  if (format === 'ndjson') return true;
  return isReadable(csv) && columnProblems(columns).length === 0;
}

function isReadable(csv: CsvSample): boolean {
  return csv.problem === undefined && csv.rows.length > 0;
}

function FileImport({
  dataset: { dataset_id: id },
  draft,
  sample,
  onClose,
}: {
  dataset: Dataset;
  draft: ImportDraft<RowSettings, RowsAttempt>;
  sample: FileSample;
  onClose: () => void;
}) {
  const { t } = useTranslation(['datasets', 'imports']);
  const { file } = draft;
  const [first] = useState(() => firstSettings(id, sample));
  const settings = draft.settings ?? first;
  useUnsent(() => isUnsent(draft));
  const setSettings = (next: RowSettings) => {
    drafts.set(id, next);
    if (next.format !== 'csv') return;
    keepMapping(mappingOfDataset(id), {
      delimiter: next.csv.delimiter,
      columns: [...next.columns],
      nullTexts: [...next.nullTexts],
    });
  };
  const upload = useImportRows();
  const { run, isCanceling, start, cancel, forget } = useImportRun({
    attempted: draft.attempted,
    change: (next) => drafts.attempt(id, next),
    upload: (attempt, means) => upload.mutateAsync({ ...attempt, ...means }),
    schema: importRowsResultSchema,
  });
  const onAnotherFile = () => drafts.discard(id, draft.turn);
  useDiscardImported(run.kind === 'finished' ? run.result : undefined, () => {
    drafts.discard(id, draft.turn);
    forgetMapping(mappingOfDataset(id));
  });
  const attempt = (of: RowSettings, dryRun: boolean): RowsAttempt => ({
    datasetId: id,
    file,
    format: of.format,
    mapping:
      of.format === 'csv' ? mappingOf(of.columns, of.csv.delimiter, of.nullTexts) : undefined,
    dryRun,
  });
  if (run.kind !== 'none') {
    return (
      <Step
        key={run.kind}
        footer={
          <RunFooter
            run={run}
            isCanceling={isCanceling}
            onCancel={cancel}
            onBack={forget}
            onAppend={() => {
              forget();
              start(attempt(settings, false));
            }}
            onAnother={onAnotherFile}
            onClose={onClose}
          />
        }
      >
        <RowsRunView run={run} />
      </Step>
    );
  }
  return (
    <SettingsStep
      key="configure"
      settings={settings}
      isReady={(typed) => isReady(sample, typed)}
      failed={t('import.check')}
      onSettings={setSettings}
      onSubmit={(typed) => start(attempt(typed, true))}
      renderFooter={(_, mayGoOn) => (
        <>
          <span className="pd-aside">{t('import.checkNote')}</span>
          <span className="pd-space" />
          <Button onClick={onClose}>{t('cancel', { ns: 'imports' })}</Button>
          <Button type="submit" variant="filled" data-autofocus disabled={!mayGoOn}>
            {t('import.check')}
          </Button>
        </>
      )}
    >
      {(form) => (
        <ConfigureRows
          file={file}
          sample={sample}
          settings={form.values}
          onSettings={form.setValues}
          onFormat={(format: FileFormat) => form.setValues({ format })}
          onAfresh={() => form.setValues(freshSettings(sample))}
          onAnotherFile={onAnotherFile}
        />
      )}
    </SettingsStep>
  );
}

function RunFooter({
  run,
  isCanceling,
  onCancel,
  onBack,
  onAppend,
  onAnother,
  onClose,
}: {
  run: Exclude<RowsRun, { kind: 'none' }>;
  isCanceling: boolean;
  onCancel: () => void;
  onBack: () => void;
  onAppend: () => void;
  onAnother: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['datasets', 'imports']);
  if (run.kind === 'uploading' || run.kind === 'running') {
    return (
      <>
        {run.kind === 'running' && (
          <>
            <Button variant="subtle" onClick={onClose}>
              {t('keepRunning', { ns: 'imports' })}
            </Button>
            <Button variant="subtle" onClick={onAnother}>
              {t('another', { ns: 'imports' })}
            </Button>
          </>
        )}
        <span className="pd-space" />
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
        <span className="pd-space" />
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
      <span className="pd-space" />
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
