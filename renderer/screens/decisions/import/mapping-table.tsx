/** Column by column: where it goes in the record, under which name, as which type. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../../shared/hidden-text.ts';
import type { ColumnVerdict } from '../../../../shared/columns/column-judge.ts';
import { escapedName } from '../../../../shared/columns/column-path.ts';
import { TypeSoFar } from '../../../ui/import/column-types.tsx';
import type { CsvSample } from '../../../ui/import/csv-sample.ts';
import { profileTargets, type ColumnChoice, type ColumnType } from './guess-mapping.ts';
import type { SampleColumns } from '../../../ui/import/sample-columns.ts';
import { NativeSelect } from '../../../ui/form/choices.tsx';
import { Sideways } from '../../../ui/sideways.tsx';
import classes from '../../../ui/import/import.module.css';

const parts = [
  'input',
  'output',
  'context',
  'explanation',
  'model_id',
  'confidence',
  'transaction_id',
  'policy_id',
  'decided_at',
  'subject',
  'group',
  'none',
] as const;
type Part = (typeof parts)[number];
const types = [
  'auto',
  'string',
  'number',
  'boolean',
  'time',
  'json',
] as const satisfies readonly ColumnType[];
const shownValues = 3;

/** The part of the record that a target is in, and the name below it. */
function splitTarget(target: string): { part: Part; name: string } {
  const { decided_at: decided, subject, group } = profileTargets;
  if (target === decided) return { part: 'decided_at', name: '' };
  if (target === subject) return { part: 'subject', name: '' };
  if (target.startsWith(group)) return { part: 'group', name: target.slice(group.length) };
  const dot = target.indexOf('.');
  const head = dot < 0 ? target : target.slice(0, dot);
  const part = parts.find((each) => each === head) ?? 'none';
  return { part, name: dot < 0 ? '' : target.slice(dot + 1) };
}

function isNested(part: Part): boolean {
  return rootOf(part) !== undefined;
}

/** Beginning of the targets of a part whose values have names. */
function rootOf(part: Part): string | undefined {
  if (part === 'group') return profileTargets.group;
  const isPart = part === 'input' || part === 'output' || part === 'context';
  return isPart || part === 'explanation' ? `${part}.` : undefined;
}

/** The first different values of a column, for recognising it. */
function firstValues(sample: CsvSample, place: number): string[] {
  const values = new Set<string>();
  for (const row of sample.rows) {
    const value = row[place] ?? '';
    if (value !== '') values.add(value);
    if (values.size === shownValues) break;
  }
  return [...values];
}

function Row({
  choice,
  values,
  verdict,
  onChange,
}: {
  choice: ColumnChoice;
  values: readonly string[];
  verdict: ColumnVerdict | undefined;
  onChange: (choice: ColumnChoice) => void;
}) {
  const { t } = useTranslation('imports');
  const { part, name } = splitTarget(choice.target);
  const column = choice.column === '' ? t('mapping.unnamed') : choice.column;
  const setPart = (value: string) => {
    const next = parts.find((each) => each === value) ?? 'none';
    const kept = name === '' ? escapedName(choice.column) : name;
    const root = rootOf(next);
    if (next === 'none') onChange({ ...choice, target: '' });
    else if (root !== undefined) onChange({ ...choice, target: `${root}${kept}` });
    else if (next === 'decided_at') {
      onChange({ ...choice, target: profileTargets.decided_at, type: 'time' });
    } else if (next === 'subject') {
      onChange({ ...choice, target: profileTargets.subject, type: 'string' });
    } else onChange({ ...choice, target: next, type: next === 'confidence' ? 'number' : 'string' });
  };
  return (
    <tr data-out={part === 'none' || undefined}>
      <th scope="row" title={showHidden(column)}>
        <bdi>{showHidden(column)}</bdi>
      </th>
      <td className={classes.values} title={values.join(' · ')}>
        <bdi>{values.length === 0 ? t('mapping.emptyValue') : showHidden(values.join(' · '))}</bdi>
      </td>
      <td>
        <NativeSelect
          aria-label={t('mapping.partOf', { column })}
          value={part}
          onChange={(event) => setPart(event.currentTarget.value)}
          data={parts.map((each) => ({ value: each, label: t(`mapping.parts.${each}`) }))}
          data-part={part}
        />
      </td>
      <td>
        {isNested(part) && (
          <TextInput
            aria-label={t('mapping.nameOf', { column })}
            value={name}
            spellCheck={false}
            error={name === ''}
            classNames={{ input: 'pd-mono' }}
            onChange={(event) =>
              onChange({ ...choice, target: `${rootOf(part) ?? ''}${event.currentTarget.value}` })
            }
          />
        )}
      </td>
      <td>
        {isNested(part) && (
          <NativeSelect
            aria-label={t('mapping.typeOf', { column })}
            value={choice.type}
            onChange={(event) => {
              const type = types.find((each) => each === event.currentTarget.value);
              if (type !== undefined) onChange({ ...choice, type });
            }}
            data={types.map((each) => ({ value: each, label: t(`mapping.types.${each}`) }))}
          />
        )}
        {isNested(part) && choice.type === 'auto' && <TypeSoFar verdict={verdict} />}
      </td>
    </tr>
  );
}

export function MappingTable({
  sample,
  sampled,
  choices,
  onChange,
}: {
  sample: CsvSample;
  sampled: SampleColumns;
  choices: readonly ColumnChoice[];
  onChange: (choices: readonly ColumnChoice[]) => void;
}) {
  const { t } = useTranslation('imports');
  return (
    <Sideways frame="pd-column pd-fill" className={classes.tableScroll}>
      <table className={classes.table}>
        <colgroup>
          <col className={classes.columnColumn} />
          <col />
          <col className={classes.partColumn} />
          <col className={classes.nameColumn} />
          <col className={classes.typeColumn} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('mapping.column')}</th>
            <th scope="col">{t('mapping.sample')}</th>
            <th scope="col">{t('mapping.part')}</th>
            <th scope="col">{t('mapping.name')}</th>
            <th scope="col">{t('mapping.type')}</th>
          </tr>
        </thead>
        <tbody>
          {choices.map((choice, place) => (
            <Row
              key={`${choice.column} ${choices.findIndex((each) => each === choice)}`}
              choice={choice}
              values={firstValues(sample, place)}
              verdict={sampled.verdict(choice.column)}
              onChange={(next) =>
                onChange(choices.map((each, other) => (other === place ? next : each)))
              }
            />
          ))}
        </tbody>
      </table>
    </Sideways>
  );
}
