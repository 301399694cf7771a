/** A table as a file: format, columns, time zone, then the job and the download. */
import { useContext, useState, type ReactNode } from 'react';
import { Button, Checkbox, Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  exportFormats,
  exportResultSchema,
  type ExportFormat,
} from '../../../shared/contract/exports.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { spokenOf } from '../../../shared/languages.ts';
import { exportFilePath, useCreateExport } from '../../api/exports.ts';
import { usePreferences } from '../../state/preferences.ts';
import { FormFailure } from '../form/form-failure.tsx';
import { Select } from '../form/choices.tsx';
import form from '../form/form.module.css';
import { useFormFaults } from '../form-faults.ts';
import { formatBytes, formatCount, zoneName } from '../format.ts';
import { CsvSignsField, usualCsvSigns } from './csv-signs-field.tsx';
import { ExportModal } from './export-modal.tsx';
import { OldRows } from './old-rows.ts';
import { exportBody, type FileColumn, type FileSource } from './table-tools.ts';
import hidden from '../hidden.module.css';
import classes from './table.module.css';

export interface TableFile {
  readonly title: string;
  readonly columns: readonly FileColumn[];
  readonly source: FileSource;
  /** Rows; undefined while unknown. */
  readonly total: number | undefined;
  readonly notes: readonly string[];
  /** What is to be known before. */
  readonly remark?: ReactNode;
}

export function ExportDialog({
  opened,
  file,
  onClose,
}: {
  opened: boolean;
  file: TableFile;
  onClose: () => void;
}) {
  const { t } = useTranslation('tables');
  return (
    <ExportModal
      opened={opened}
      onClose={onClose}
      title={t('export.title', { title: file.title })}
      size={560}
      file={{
        words: {
          making: t('export.making'),
          makingText: t('export.later'),
          done: t('export.done'),
          failed: t('export.broke'),
          stopped: t('export.stopped'),
          again: t('export.again'),
          sha256: t('export.sha256'),
          download: t('export.download'),
        },
        path: exportFilePath,
        read: (job) => {
          const { data } = exportResultSchema.safeParse(job.result);
          if (data === undefined) return undefined;
          const size = t('export.result', {
            count: data.rows,
            formatted: formatCount(data.rows),
            bytes: formatBytes(data.bytes),
          });
          const signs = data.csv?.separator === ';' ? 'semicolonComma' : 'commaPoint';
          const text = data.csv === undefined ? size : `${size}. ${t(`export.${signs}`)}`;
          return { text, sha256: data.sha256 };
        },
      }}
    >
      {(started, close) => <Ask file={file} onClose={close} onStarted={started} />}
    </ExportModal>
  );
}

/** UTC, that of the console, that of this machine, then every other. */
function zonesWith(shown: string): string[] {
  const here = zoneName('local');
  return [...new Set(['UTC', shown, here, ...Intl.supportedValuesOf('timeZone')])];
}

function Ask({
  file,
  onClose,
  onStarted,
}: {
  file: TableFile;
  onClose: () => void;
  onStarted: (job: Job) => void;
}) {
  const { t, i18n } = useTranslation(['tables', 'common']);
  const language = spokenOf([i18n.language]);
  const { columns, notes } = file;
  const creating = useCreateExport();
  const { element, failure, clear, fail } = useFormFaults();
  const shownZone = zoneName(usePreferences((state) => state.timeZone));
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [signs, setSigns] = useState(usualCsvSigns);
  const [isWhole, setWhole] = useState(false);
  const [zone, setZone] = useState(shownZone);
  const [zones] = useState(() => zonesWith(shownZone));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(columns.filter(({ shown }) => shown).map(({ id }) => id)),
  );
  const isWaiting = useContext(OldRows) && 'rows' in file.source;
  const total = isWaiting ? undefined : file.total;
  const isLong = total !== undefined && total > limits.exportPdfRows;
  const asksColumns = format !== 'jsonl' || !isWhole;
  const asked = asksColumns ? columns.filter(({ id }) => chosen.has(id)) : [];
  const isEmpty = asksColumns && asked.length === 0;
  const hasInstants = asked.some(({ kind }) => kind === 'instant');
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <form
      ref={element}
      className={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isEmpty || isWaiting) return;
        clear();
        // Those of every file unless told: a server that knows no others need not be told.
        const csv = format === 'csv' && signs.separator === ';' ? { csv: signs } : {};
        creating.mutate(exportBody(file, { format, zone, language, columns: asked, ...csv }), {
          onSuccess: onStarted,
          onError: fail,
        });
      }}
    >
      <p className={form.text}>
        <strong>
          {total === undefined
            ? t('export.rowsUnknown')
            : t('export.rows', { count: total, formatted: formatCount(total) })}
        </strong>
        {', '}
        {notes.length === 0 ? (
          t('export.everything')
        ) : (
          <>
            {t('export.narrowed')}{' '}
            {notes.map((note) => (
              <bdi key={note} className={classes.note}>
                {note}
              </bdi>
            ))}
          </>
        )}
      </p>
      {file.remark}
      <FormFailure failure={failure} title={t('export.failed')} />
      <Radio.Group
        label={t('export.format')}
        value={format}
        onChange={(value) => setFormat(exportFormats.find((each) => each === value) ?? format)}
      >
        {exportFormats.map((each) => (
          <Radio
            key={each}
            size="xs"
            mt={8}
            value={each}
            label={t(`export.formats.${each}`)}
            disabled={each === 'pdf' && isLong}
            description={
              each === 'pdf'
                ? t('export.pdfLimit', { limit: formatCount(limits.exportPdfRows) })
                : undefined
            }
            data-autofocus={each === 'csv' || undefined}
          />
        ))}
      </Radio.Group>
      {format === 'csv' && <CsvSignsField signs={signs} onSigns={setSigns} />}
      {format === 'jsonl' && (
        <Checkbox
          size="xs"
          label={t('export.whole')}
          checked={isWhole}
          onChange={(event) => setWhole(event.currentTarget.checked)}
        />
      )}
      {asksColumns && (
        <fieldset className={form.group}>
          <legend className={hidden.srOnly}>{t('export.columns')}</legend>
          <div className={form.legend}>
            <span>
              {t('export.columns')}{' '}
              {t('export.columnsCount', { chosen: asked.length, total: columns.length })}
            </span>
            <span className={classes.choices}>
              <Button
                variant="subtle"
                size="compact-xs"
                onClick={() => setChosen(new Set(columns.map(({ id }) => id)))}
              >
                {t('export.columnsAll')}
              </Button>
              <Button
                variant="subtle"
                size="compact-xs"
                onClick={() =>
                  setChosen(new Set(columns.filter(({ shown }) => shown).map(({ id }) => id)))
                }
              >
                {t('export.columnsShown')}
              </Button>
            </span>
          </div>
          <div className={classes.columns}>
            {columns.map(({ id, title }) => (
              <Checkbox
                key={id}
                size="xs"
                label={title}
                checked={chosen.has(id)}
                onChange={(event) => choose(id, event.currentTarget.checked)}
              />
            ))}
          </div>
          {isEmpty && <p className={form.fault}>{t('export.columnsNone')}</p>}
        </fieldset>
      )}
      {hasInstants && (
        <Select
          size="xs"
          label={t('export.zone')}
          description={t('export.zoneHint')}
          searchable
          allowDeselect={false}
          limit={60}
          data={zones}
          value={zone}
          onChange={(value) => setZone(value ?? zone)}
        />
      )}
      <div className={form.actions}>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button
          type="submit"
          variant="filled"
          disabled={isEmpty}
          loading={creating.isPending || isWaiting}
        >
          {t('export.start')}
        </Button>
      </div>
    </form>
  );
}
