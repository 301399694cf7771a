/** A CSV file before its import: model, separator, columns, and the first row as a record. */
import { useMemo } from 'react';
import { Button, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconWand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRecordFacets } from '../../../api/records.ts';
import { JsonPreview } from '../../../ui/json/json-preview.tsx';
import type { CsvSample, Delimiter } from '../../../ui/import/csv-sample.ts';
import { mappingProblems, type ColumnChoice, type MappingProblem } from './guess-mapping.ts';
import { MappingTable } from './mapping-table.tsx';
import { mappingOf, previewRecord, type MappingConstants } from './mapping-preview.ts';
import { sampleColumns } from '../../../ui/import/sample-columns.ts';
import { Autocomplete, NativeSelect, TagsInput } from '../../../ui/form/choices.tsx';
import classes from '../../../ui/import/import.module.css';

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const;
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];
const shownProblems = 4;

export interface CsvSettings {
  readonly choices: readonly ColumnChoice[];
  readonly constants: MappingConstants;
  /** Cells taken as absent. */
  readonly nullTexts: readonly string[];
}

function useProblemWords() {
  const { t } = useTranslation('imports');
  return (problem: MappingProblem): string => {
    switch (problem.kind) {
      case 'no_model':
      case 'no_input':
      case 'no_output':
        return t(`problems.${problem.kind}`);
      case 'bad_target':
      case 'same_column':
        return t(`problems.${problem.kind}`, { column: problem.column });
      case 'same_target':
      case 'below_value':
        return t(`problems.${problem.kind}`, { column: problem.column, target: problem.target });
      default:
        return '';
    }
  };
}

function Problems({ problems }: { problems: readonly MappingProblem[] }) {
  const words = useProblemWords();
  if (problems.length === 0) return null;
  return (
    <ul className={classes.problems}>
      {problems.slice(0, shownProblems).map((problem) => (
        <li key={words(problem)}>
          <IconAlertTriangle size={14} stroke={1.8} aria-hidden="true" /> {words(problem)}
        </li>
      ))}
    </ul>
  );
}

export function ConfigureCsv({
  sample,
  settings,
  onSettings,
  onDelimiter,
  onGuess,
}: {
  sample: CsvSample;
  settings: CsvSettings;
  onSettings: (settings: CsvSettings) => void;
  onDelimiter: (delimiter: Delimiter) => void;
  onGuess: () => void;
}) {
  const { t } = useTranslation('imports');
  const facets = useRecordFacets({});
  const { choices, constants, nullTexts } = settings;
  const problems = mappingProblems(choices, constants);
  const hasColumn = (target: string) => choices.some((choice) => choice.target === target);
  const sampled = useMemo(() => sampleColumns(sample, nullTexts), [sample, nullTexts]);
  const preview = useMemo(() => {
    const mapping = mappingOf(choices, constants, sample.delimiter, nullTexts);
    return previewRecord(mapping, sampled).record;
  }, [choices, constants, sample, nullTexts, sampled]);
  const setConstant = (name: keyof MappingConstants, value: string) =>
    onSettings({ ...settings, constants: { ...constants, [name]: value } });
  const needsModel = problems.some((problem) => problem.kind === 'no_model');

  return (
    <div className={classes.configure}>
      <div className={classes.fields}>
        <Autocomplete
          label={t('mapping.model')}
          description={t('mapping.modelHint')}
          placeholder={t('mapping.modelPlaceholder')}
          value={constants.model_id}
          disabled={hasColumn('model_id')}
          withAsterisk={!hasColumn('model_id')}
          data={facets.data?.models.map((each) => each.model_id) ?? []}
          limit={20}
          openOnFocus={false}
          withScrollArea={false}
          maxLength={256}
          data-autofocus={needsModel || undefined}
          onChange={(value) => setConstant('model_id', value)}
        />
        <TextInput
          label={t('mapping.policy')}
          description={t('mapping.policyHint')}
          value={constants.policy_id}
          disabled={hasColumn('policy_id')}
          maxLength={256}
          onChange={(event) => setConstant('policy_id', event.currentTarget.value)}
        />
        <NativeSelect
          label={t('mapping.delimiter')}
          value={sample.delimiter}
          onChange={(event) => {
            const found = delimiters.find((each) => each === event.currentTarget.value);
            if (found !== undefined) onDelimiter(found);
          }}
          data={delimiters.map((each) => ({
            value: each,
            label: t(`mapping.delimiters.${delimiterNames[each]}`),
          }))}
        />
        <TagsInput
          label={t('mapping.nullTexts')}
          placeholder={nullTexts.length === 0 ? t('mapping.nullTextsHint') : ''}
          maxTags={16}
          value={[...nullTexts]}
          onChange={(next) => onSettings({ ...settings, nullTexts: next })}
        />
      </div>
      <div className={classes.columns}>
        <section className={classes.mapping} aria-label={t('mapping.title')}>
          <div className={classes.sectionHead}>
            <h3>{t('mapping.intro', { count: choices.length })}</h3>
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconWand size={13} />}
              onClick={onGuess}
            >
              {t('mapping.reset')}
            </Button>
          </div>
          <MappingTable
            sample={sample}
            sampled={sampled}
            choices={choices}
            onChange={(next) => onSettings({ ...settings, choices: next })}
          />
        </section>
        <section className={classes.preview} aria-label={t('preview.title')}>
          <div className={classes.sectionHead}>
            <h3>{t('preview.title')}</h3>
          </div>
          <div className={classes.json}>
            <JsonPreview value={preview} label={t('preview.title')} />
          </div>
        </section>
      </div>
      <Problems problems={problems} />
    </div>
  );
}
