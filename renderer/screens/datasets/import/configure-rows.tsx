/** A file of rows before its import: format, separator, columns, and the first row as it will be. */
import { useMemo, type ReactNode } from 'react';
import { Button, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconFileText, IconFileTypeCsv } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isJsonObject, type JsonObject } from '../../../../shared/contract/json.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { formatBytes } from '../../../ui/format.ts';
import { JsonPreview } from '../../../ui/json/json-preview.tsx';
import { TypeSoFar } from '../../../ui/import/column-types.tsx';
import { delimiters, readCsvSample, type CsvSample } from '../../../ui/import/csv-sample.ts';
import type { FileFormat, FileSample } from '../../../ui/import/file-sample.ts';
import { Continued } from '../../../ui/import/import-frame.tsx';
import { NativeSelect, SegmentedControl, TagsInput } from '../../../ui/form/choices.tsx';
import shared from '../../../ui/import/import.module.css';
import { sampleColumns, type SampleColumns } from '../../../ui/import/sample-columns.ts';
import classes from '../datasets.module.css';
import {
  columnProblems,
  columnTypes,
  firstColumns,
  mappingOf,
  previewRow,
  type ColumnProblem,
  type RowColumn,
} from './row-mapping.ts';
import { WithEnglish } from '../../../ui/in-english.tsx';
import { Sideways } from '../../../ui/sideways.tsx';

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const;
const shownProblems = 4;
const shownValues = 3;

export interface RowSettings {
  readonly format: FileFormat;
  readonly csv: CsvSample;
  readonly columns: readonly RowColumn[];
  /** Cells taken as absent. */
  readonly nullTexts: readonly string[];
  /** Whether it is what was said of such columns before. */
  readonly isContinued: boolean;
}

export interface ConfigureRowsProps {
  readonly file: File;
  readonly sample: FileSample;
  readonly settings: RowSettings;
  readonly onSettings: (settings: RowSettings) => void;
  readonly onFormat: (format: FileFormat) => void;
  readonly onAfresh: () => void;
  readonly onAnotherFile: () => void;
}

export function ConfigureRows(props: ConfigureRowsProps) {
  const { t } = useTranslation('imports');
  const { file, sample, settings } = props;
  const { format, csv } = settings;
  const Icon = format === 'csv' ? IconFileTypeCsv : IconFileText;
  let problem: ReactNode;
  if (sample.problem !== undefined) problem = t(`file.${sample.problem}`);
  else if (format === 'csv' && csv.problem !== undefined) {
    problem = (
      <WithEnglish sentence={(message) => t('file.problem', { message })}>
        {csv.problem}
      </WithEnglish>
    );
  } else if (format === 'csv' && csv.rows.length === 0) problem = t('file.noRows');
  return (
    <>
      <div className={shared.fileBar}>
        <Icon size={20} stroke={1.5} aria-hidden="true" />
        <bdi className="pd-strong pd-clip" title={showHidden(file.name)}>
          {showHidden(file.name)}
        </bdi>
        <span className="pd-dim">{formatBytes(file.size)}</span>
        <SegmentedControl
          aria-label={t('file.format')}
          value={format}
          onChange={(value) => props.onFormat(value === 'csv' ? 'csv' : 'ndjson')}
          data={[
            { value: 'csv', label: t('file.csv') },
            { value: 'ndjson', label: t('file.ndjson') },
          ]}
        />
        <span className="pd-space" />
        <Button variant="subtle" onClick={props.onAnotherFile}>
          {t('file.change')}
        </Button>
      </div>
      {problem !== undefined && (
        <p className="pd-flush pd-warn pd-rounded pd-pad-8-12">{problem}</p>
      )}
      {format === 'csv' && settings.isContinued && <Continued onAfresh={props.onAfresh} />}
      {problem === undefined &&
        (format === 'csv' ? <CsvRows {...props} /> : <JsonLines text={sample.text} />)}
    </>
  );
}

function CsvRows({ sample, settings, onSettings }: ConfigureRowsProps) {
  const { t } = useTranslation(['datasets', 'imports']);
  const { csv, columns, nullTexts } = settings;
  const problems = columnProblems(columns);
  const sampled = useMemo(() => sampleColumns(csv, nullTexts), [csv, nullTexts]);
  const preview = useMemo(
    () => previewRow(mappingOf(columns, csv.delimiter, nullTexts), sampled),
    [columns, csv, nullTexts, sampled],
  );
  return (
    <div className={shared.configure}>
      <div className={shared.fields}>
        <NativeSelect
          label={t('mapping.delimiter', { ns: 'imports' })}
          value={csv.delimiter}
          onChange={(event) => {
            const found = delimiters.find((each) => each === event.currentTarget.value);
            if (found === undefined) return;
            const next = readCsvSample(sample.text, found);
            onSettings({ ...settings, csv: next, columns: firstColumns(next) });
          }}
          data={delimiters.map((each) => ({
            value: each,
            label: t(`mapping.delimiters.${delimiterNames[each]}`, { ns: 'imports' }),
          }))}
        />
        <TagsInput
          classNames={{ input: classes.tags ?? '' }}
          label={t('import.nullTexts')}
          placeholder={nullTexts.length === 0 ? t('import.nullTextsHint') : ''}
          maxTags={16}
          value={[...nullTexts]}
          onChange={(next) => onSettings({ ...settings, nullTexts: next })}
        />
      </div>
      <div className={shared.columns}>
        <section className={shared.mapping} aria-label={t('mapping.title', { ns: 'imports' })}>
          <div className={shared.sectionHead}>
            <h3>{t('import.columns', { count: columns.length })}</h3>
          </div>
          <ColumnTable
            csv={csv}
            sampled={sampled}
            columns={columns}
            onChange={(next) => onSettings({ ...settings, columns: next })}
          />
        </section>
        <section className={shared.preview} aria-label={t('import.firstRow')}>
          <div className={shared.sectionHead}>
            <h3>{t('import.firstRow')}</h3>
          </div>
          <div className={shared.json}>
            <JsonPreview value={preview} label={t('import.firstRow')} />
          </div>
        </section>
      </div>
      <Problems problems={problems} />
    </div>
  );
}

function ColumnTable({
  csv,
  sampled,
  columns,
  onChange,
}: {
  csv: CsvSample;
  sampled: SampleColumns;
  columns: readonly RowColumn[];
  onChange: (columns: readonly RowColumn[]) => void;
}) {
  const { t } = useTranslation(['datasets', 'imports']);
  return (
    <Sideways frame="pd-column pd-fill" className={shared.tableScroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">{t('mapping.column', { ns: 'imports' })}</th>
            <th scope="col">{t('mapping.sample', { ns: 'imports' })}</th>
            <th scope="col">{t('import.target')}</th>
            <th scope="col">{t('mapping.type', { ns: 'imports' })}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((choice, place) => {
            const name =
              choice.column === '' ? t('mapping.unnamed', { ns: 'imports' }) : choice.column;
            const values = firstValues(csv, place);
            const change = (part: Partial<RowColumn>) =>
              onChange(columns.map((each, at) => (at === place ? { ...each, ...part } : each)));
            return (
              <tr
                key={`${choice.column} ${csv.columns.indexOf(choice.column) === place ? '' : place}`}
              >
                <th scope="row" title={showHidden(name)}>
                  <bdi>{showHidden(name)}</bdi>
                </th>
                <td className={shared.values} title={showHidden(values)}>
                  <bdi>{showHidden(values)}</bdi>
                </td>
                <td>
                  <TextInput
                    aria-label={t('import.targetOf', { column: name })}
                    placeholder={t('import.leftOut')}
                    value={choice.target}
                    spellCheck={false}
                    classNames={{ input: 'pd-mono' }}
                    onChange={(event) => change({ target: event.currentTarget.value })}
                  />
                </td>
                <td>
                  <NativeSelect
                    aria-label={t('mapping.typeOf', { ns: 'imports', column: name })}
                    value={choice.type}
                    disabled={choice.target === ''}
                    onChange={(event) => {
                      const type = columnTypes.find((each) => each === event.currentTarget.value);
                      if (type !== undefined) change({ type });
                    }}
                    data={columnTypes.map((each) => ({
                      value: each,
                      label: t(`mapping.types.${each}`, { ns: 'imports' }),
                    }))}
                  />
                  {choice.type === 'auto' && choice.target !== '' && (
                    <TypeSoFar verdict={sampled.verdict(choice.column)} />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Sideways>
  );
}

function firstValues(csv: CsvSample, place: number): string {
  const values = new Set(csv.rows.map((row) => row[place] ?? '').filter((value) => value !== ''));
  return [...values].slice(0, shownValues).join(' · ');
}

function Problems({ problems }: { problems: readonly ColumnProblem[] }) {
  const { t } = useTranslation('datasets');
  if (problems.length === 0) return null;
  return (
    <ul className={shared.problems} role="status">
      {problems.slice(0, shownProblems).map((problem) => (
        <li key={JSON.stringify(problem)}>
          <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
          {problem.kind === 'nothing'
            ? t('import.problem.nothing')
            : t(`import.problem.${problem.kind}`, { column: problem.column })}
        </li>
      ))}
    </ul>
  );
}

/** The first lines as they are; the check judges every one. */
function JsonLines({ text }: { text: string }) {
  const { t } = useTranslation('datasets');
  const rows = useMemo(() => firstRows(text), [text]);
  return (
    <section className={shared.preview} aria-label={t('import.firstRows')}>
      <div className={shared.sectionHead}>
        <h3>{t(rows === undefined ? 'import.unreadable' : 'import.firstRows')}</h3>
      </div>
      {rows !== undefined && (
        <div className={shared.json}>
          <JsonPreview value={rows} label={t('import.firstRows')} />
        </div>
      )}
    </section>
  );
}

function firstRows(text: string): JsonObject[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const rows: JsonObject[] = [];
  for (const line of lines.slice(0, 5)) {
    try {
      const value: unknown = JSON.parse(line);
      if (isJsonObject(value)) rows.push(value);
    } catch {
      return undefined;
    }
  }
  return rows.length === 0 ? undefined : rows;
}
