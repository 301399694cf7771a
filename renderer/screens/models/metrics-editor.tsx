/** Rows of a metric's name and number; a fault stands at the row it belongs to. */
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { numberOut } from '../../ui/number-in.ts';
import type { Form } from '../../ui/form/use-api-form.ts';
import {
  metricRow,
  rowFaults,
  type CardForm,
  type MetricGroup,
  type MetricRow,
} from './card-form.ts';
import classes from './register.module.css';

export function MetricsEditor({ group, form }: { group: MetricGroup; form: Form<CardForm> }) {
  const { t } = useTranslation('models');
  const rows = form.values[group];
  const onChange = (changed: MetricRow[]) => form.setFieldValue(group, changed);
  const fault = form.errors[group];
  const own = rowFaults(rows);
  const change = (key: number, part: Partial<MetricRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <fieldset className={classes.metrics} data-path={group}>
      <legend className="pd-legend">{t(`field.${group}`)}</legend>
      {rows.map((row, place) => {
        const name = row.name.trim();
        const nameFault = own.get(row.key);
        const path = `${group}.${name}`;
        return (
          <div key={row.key} className={classes.metricRow}>
            <TextInput
              aria-label={t('form.metricName', { place: place + 1 })}
              placeholder={t(`form.metricHint.${group}`)}
              value={row.name}
              error={nameFault && t(`form.fault.${nameFault}`)}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => change(row.key, { name: event.currentTarget.value })}
            />
            <DecimalInput
              aria-label={t('form.metricValue', { name: name === '' ? String(place + 1) : name })}
              placeholder={numberOut(0.94)}
              value={row.value}
              data-path={path}
              error={form.errors[path]}
              onChange={(text) => change(row.key, { value: text })}
            />
            <ActionIcon
              aria-label={t('form.removeMetric', { name: name === '' ? String(place + 1) : name })}
              onClick={() => onChange(rows.filter((each) => each.key !== row.key))}
            >
              <IconX size={14} />
            </ActionIcon>
          </div>
        );
      })}
      {fault !== undefined && (
        <p className="pd-flush pd-small pd-error-text" role="alert">
          {fault}
        </p>
      )}
      <Button
        size="compact-sm"
        leftSection={<IconPlus size={13} />}
        onClick={() => onChange([...rows, metricRow()])}
      >
        {t(`form.addMetric.${group}`)}
      </Button>
    </fieldset>
  );
}
