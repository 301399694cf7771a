/** The active filters as chips: each opens its editor or goes away; "clear all" takes them all. */
import { useState } from 'react';
import { Popover } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { FilterEditor } from './filter-editors.tsx';
import {
  activeFields,
  chipText,
  fieldName,
  withoutField,
  type FilterField,
} from '../../ui/filter/decision-filters.ts';
import classes from './filter-chips.module.css';

export interface FilterChipsProps {
  readonly filter: RecordFilter;
  readonly onChange: (filter: RecordFilter) => void;
  readonly onClear: () => void;
  /** How many rows match, at the end of the row. */
  readonly total?: string;
}

/** A row of chips; nothing at all without a filter. */
export function FilterChips({ filter, onChange, onClear, total }: FilterChipsProps) {
  const { t } = useTranslation('decisions');
  const fields = activeFields(filter);
  if (fields.length === 0) return null;
  return (
    <div className={classes.row} role="group" aria-label={t('chip.row')}>
      {fields.map((field) => (
        <FilterChip key={field} field={field} filter={filter} onChange={onChange} />
      ))}
      <button type="button" className={classes.clear} onClick={onClear}>
        {t('chip.clearAll')}
      </button>
      {total !== undefined && <span className="pd-aside pd-to-end">{total}</span>}
    </div>
  );
}

function FilterChip({
  field,
  filter,
  onChange,
}: {
  field: FilterField;
  filter: RecordFilter;
  onChange: (filter: RecordFilter) => void;
}) {
  const { t } = useTranslation('decisions');
  const [opened, setOpened] = useState(false);
  const name = fieldName(field, t);
  const value = chipText(filter, field, t);
  const text = `${name} ${value}`;
  return (
    <span className={classes.chip}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button
            type="button"
            className={classes.edit}
            title={t('chip.edit', { text })}
            onClick={() => setOpened((open) => !open)}
          >
            <span className="pd-fixed pd-dim">{name}</span>{' '}
            <span className="pd-medium pd-clip">{value}</span>
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={name}>
          <FilterEditor
            field={field}
            filter={filter}
            onChange={onChange}
            onDone={() => setOpened(false)}
          />
        </Popover.Dropdown>
      </Popover>
      <button
        type="button"
        className={classes.remove}
        aria-label={t('chip.remove', { text })}
        onClick={() => onChange(withoutField(filter, field))}
      >
        <IconX size={13} aria-hidden="true" />
      </button>
    </span>
  );
}
