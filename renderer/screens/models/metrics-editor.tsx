/** Rows of a metric's name and number; a fault stands at the row it belongs to. */
import type { ReactNode } from 'react';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { numberOut } from '../../ui/number-in.ts';
import { metricRow, rowFaults, type MetricGroup, type MetricRow } from './card-form.ts';
import type { Faults } from '../../ui/form-faults.ts';
import classes from './register.module.css';

export function MetricsEditor({
  group,
  rows,
  faults,
  groupFault,
  onChange,
}: {
  group: MetricGroup;
  rows: readonly MetricRow[];
  /** What the API said, by metric name. */
  faults: Faults;
  groupFault: ReactNode;
  onChange: (rows: MetricRow[]) => void;
}) {
  const { t } = useTranslation('models');
  const own = rowFaults(rows);
  const change = (key: number, part: Partial<MetricRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <fieldset className={classes.metrics}>
      <legend className={classes.legend}>{t(`field.${group}`)}</legend>
      {rows.map((row, place) => {
        const name = row.name.trim();
        const fault = own.get(row.key);
        const valueFault = Object.hasOwn(faults, name) ? faults[name] : undefined;
        return (
          <div key={row.key} className={classes.metricRow}>
            <TextInput
              aria-label={t('form.metricName', { place: place + 1 })}
              placeholder={t(`form.metricHint.${group}`)}
              value={row.name}
              error={fault === undefined ? undefined : t(`form.fault.${fault}`)}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => change(row.key, { name: event.currentTarget.value })}
            />
            <DecimalInput
              aria-label={t('form.metricValue', { name: name === '' ? String(place + 1) : name })}
              placeholder={numberOut(0.94)}
              value={row.value}
              error={valueFault}
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
      {groupFault !== undefined && (
        <p className={classes.groupFault} role="alert">
          {groupFault}
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
