/** A table as a file: format, columns, time zone, then the job and the download. */
import { useContext, useState, type ReactNode } from 'react';
import { Button, Checkbox, Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  exportFormats,
  exportResultSchema,
  type ExportFormat,
} from '../../../shared/contract/exports.ts';
import { limits } from '../../../shared/contract/limits.ts';
import type { CsvSigns } from '../../../shared/csv.ts';
import { spokenOf } from '../../../shared/languages.ts';
import { exportFilePath, useCreateExport } from '../../api/exports.ts';
import { usePreferences } from '../../state/preferences.ts';
import { Select } from '../form/choices.tsx';
import layout from '../form/form.module.css';
import type { Form } from '../form/use-api-form.ts';
import { useHeld } from '../form/use-held.ts';
import { formatBytes, formatCount, zoneName } from '../format.ts';
import { CsvSignsField, usualCsvSigns } from './csv-signs-field.tsx';
import { ExportForm } from './export-modal.tsx';
import { OldRows } from './old-rows.ts';
import { exportBody, type FileColumn, type FileSource } from './table-tools.ts';
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

interface Values {
  readonly format: ExportFormat;
  readonly signs: CsvSigns;
  /** JSON lines hold whole rows. */
  readonly isWhole: boolean;
  readonly zone: string;
  /** Ids of the chosen ones. */
  readonly columns: readonly string[];
}

const shownIds = ({ columns }: TableFile) =>
  columns.filter(({ shown }) => shown).map(({ id }) => id);

const asksColumns = ({ format, isWhole }: Values) => format !== 'jsonl' || !isWhole;

/** The chosen columns in the order of the table; none where whole rows are taken. */
const askedOf = ({ columns }: TableFile, values: Values) =>
  asksColumns(values) ? columns.filter(({ id }) => values.columns.includes(id)) : [];

export function ExportDialog({
  opened,
  file,
  onClose,
}: {
  opened: boolean;
  file: TableFile;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('tables');
  const language = spokenOf([i18n.language]);
  const creating = useCreateExport();
  const shownZone = zoneName(usePreferences((state) => state.timeZone));
  const isWaiting = useContext(OldRows) && 'rows' in file.source;
  return (
    <ExportForm
      opened={opened}
      onClose={onClose}
      title={t('export.title', { title: file.title })}
      size={560}
      submit={t('export.start')}
      failed={t('export.failed')}
      isWaiting={isWaiting}
      initial={{
        format: 'csv',
        signs: usualCsvSigns(),
        isWhole: false,
        zone: shownZone,
        columns: shownIds(file),
      }}
      bodyOf={(values: Values) => {
        const { format, zone, signs } = values;
        // Those of every file unless told: a server that knows no others need not be told.
        const csv = format === 'csv' && signs.separator === ';' ? { csv: signs } : {};
        return exportBody(file, { format, zone, language, columns: askedOf(file, values), ...csv });
      }}
      send={(body, idempotencyKey) => creating.mutateAsync({ body, idempotencyKey })}
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
      {(form) => <Fields form={form} file={file} shownZone={shownZone} isWaiting={isWaiting} />}
    </ExportForm>
  );
}

/** UTC, that of the console, that of this machine, then every other. */
function zonesWith(shown: string): string[] {
  const here = zoneName('local');
  return [...new Set(['UTC', shown, here, ...Intl.supportedValuesOf('timeZone')])];
}

function Fields({
  form,
  file,
  shownZone,
  isWaiting,
}: {
  readonly form: Form<Values>;
  readonly file: TableFile;
  readonly shownZone: string;
  /** The rows are those of what was asked before. */
  readonly isWaiting: boolean;
}) {
  const { t } = useTranslation('tables');
  const { columns, notes } = file;
  const { values, setFieldValue } = form;
  const { format } = values;
  const [zones] = useState(() => zonesWith(shownZone));
  const total = isWaiting ? undefined : file.total;
  const isLong = total !== undefined && total > limits.exportPdfRows;
  const asked = askedOf(file, values);
  const isEmpty = asksColumns(values) && asked.length === 0;
  const hasInstants = asked.some(({ kind }) => kind === 'instant');
  useHeld(isEmpty);
  const choose = (id: string, isChosen: boolean) => {
    const others = values.columns.filter((each) => each !== id);
    setFieldValue('columns', isChosen ? [...others, id] : others);
  };
  return (
    <>
      <p className={layout.text}>
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
      <Radio.Group label={t('export.format')} {...form.getInputProps('format')}>
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
      {format === 'csv' && (
        <CsvSignsField signs={values.signs} onSigns={(signs) => setFieldValue('signs', signs)} />
      )}
      {format === 'jsonl' && (
        <Checkbox
          size="xs"
          label={t('export.whole')}
          {...form.getInputProps('isWhole', { type: 'checkbox' })}
        />
      )}
      {asksColumns(values) && (
        <fieldset className={layout.group} data-path="columns">
          <legend className="pd-hidden">{t('export.columns')}</legend>
          <div className={layout.legend}>
            <span>
              {t('export.columns')}{' '}
              {t('export.columnsCount', { chosen: asked.length, total: columns.length })}
            </span>
            <span className="pd-flex pd-gap-4">
              <Button
                variant="subtle"
                size="compact-xs"
                onClick={() =>
                  setFieldValue(
                    'columns',
                    columns.map(({ id }) => id),
                  )
                }
              >
                {t('export.columnsAll')}
              </Button>
              <Button
                variant="subtle"
                size="compact-xs"
                onClick={() => setFieldValue('columns', shownIds(file))}
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
                checked={values.columns.includes(id)}
                onChange={(event) => choose(id, event.currentTarget.checked)}
              />
            ))}
          </div>
          {isEmpty && <p className={layout.fault}>{t('export.columnsNone')}</p>}
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
          {...form.getInputProps('zone')}
        />
      )}
    </>
  );
}
