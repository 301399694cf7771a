/** Puts a question over groups together: what they are made by, in which order they come, what is measured. */
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MultiSelect, Select } from '../../ui/form/choices.tsx';
import {
  withMeasure,
  type Accumulator,
  type AggregateForm,
  type Measure,
} from './aggregate-form.ts';
import classes from './aggregate.module.css';

const orders = ['largest', 'smallest', 'group'] as const;

export interface AggregateChoices {
  /** Fields that groups are made by, and those that are measured. */
  readonly keys: readonly string[];
  readonly measured: readonly string[];
  readonly mostKeys: number;
  readonly accumulators: readonly Accumulator[];
}

export function AggregateBuilder({
  form,
  choices,
  onChange,
}: {
  readonly form: AggregateForm;
  readonly choices: AggregateChoices;
  readonly onChange: (form: AggregateForm) => void;
}) {
  const { t } = useTranslation('sessions');
  return (
    <>
      <div className={classes.row}>
        <MultiSelect
          className={classes.groupBy ?? ''}
          label={t('aggregate.groupBy')}
          placeholder={form.groupBy.length === 0 ? t('aggregate.groupByHint') : ''}
          searchable
          openOnFocus={false}
          hidePickedOptions
          maxValues={choices.mostKeys}
          nothingFoundMessage={t('transform.noField')}
          data={[...choices.keys]}
          value={[...form.groupBy]}
          onChange={(groupBy) => onChange({ ...form, groupBy })}
        />
        <Select
          className={classes.order ?? ''}
          label={t('aggregate.order')}
          data={orders.map((value) => ({ value, label: t(`aggregate.orders.${value}`) }))}
          allowDeselect={false}
          value={form.order}
          onChange={(value) =>
            onChange({ ...form, order: orders.find((each) => each === value) ?? form.order })
          }
        />
      </div>
      <fieldset className={classes.measures}>
        <legend className="pd-legend">{t('aggregate.measures')}</legend>
        {form.measures.map((measure, place) => (
          <MeasureRow
            key={measure.id}
            measure={measure}
            place={place}
            choices={choices}
            onChange={(next) => onChange({ ...form, measures: form.measures.with(place, next) })}
            onRemove={
              form.measures.length === 1
                ? undefined
                : () => onChange({ ...form, measures: form.measures.toSpliced(place, 1) })
            }
          />
        ))}
        <div>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange(withMeasure(form))}
          >
            {t('aggregate.addMeasure')}
          </Button>
        </div>
      </fieldset>
    </>
  );
}

function MeasureRow({
  measure,
  place,
  choices: { accumulators, measured },
  onChange,
  onRemove,
}: {
  measure: Measure;
  place: number;
  choices: AggregateChoices;
  onChange: (measure: Measure) => void;
  /** Undefined for the only one. */
  onRemove: (() => void) | undefined;
}) {
  const { t } = useTranslation('sessions');
  return (
    <div className={classes.measure}>
      <Select
        aria-label={t('aggregate.measure', { place: place + 1 })}
        data={accumulators.map((value) => ({
          value,
          label: t(`aggregate.accumulator.${value}`),
        }))}
        allowDeselect={false}
        value={measure.accumulator}
        onChange={(value) => {
          const accumulator = accumulators.find((each) => each === value) ?? 'count';
          onChange({
            ...measure,
            accumulator,
            field: accumulator === 'count' ? null : measure.field,
          });
        }}
      />
      <Select
        aria-label={t('aggregate.measureField', { place: place + 1 })}
        placeholder={t(
          measure.accumulator === 'count' ? 'aggregate.ofRows' : 'aggregate.chooseField',
        )}
        searchable
        openOnFocus={false}
        disabled={measure.accumulator === 'count'}
        data={[...measured]}
        value={measure.field}
        onChange={(field) => onChange({ ...measure, field })}
      />
      <ActionIcon
        aria-label={t('aggregate.removeMeasure', { place: place + 1 })}
        disabled={onRemove === undefined}
        onClick={onRemove}
      >
        <IconX size={14} />
      </ActionIcon>
    </div>
  );
}
