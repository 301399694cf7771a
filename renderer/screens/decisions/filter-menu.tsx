/** Filter buttons: one for a single field, and "Filter" which asks for the field first. */
import { useState, type ReactNode } from 'react';
import { Button, Popover } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconCalendar,
  IconChevronDown,
  IconCpu,
  IconFileCertificate,
  IconGauge,
  IconHash,
  IconListSearch,
  IconUserCheck,
  IconUserEdit,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { FilterEditor } from './filter-editors.tsx';
import { activeFields, type FilterField } from '../../ui/filter/decision-filters.ts';
import classes from './header.module.css';

/** Text has its own field; a person is asked for by a decision or a request of theirs. */
type OfferedField = Exclude<FilterField, 'q' | 'person'>;

const icons = {
  model: IconCpu,
  where: IconListSearch,
  created: IconCalendar,
  policy: IconFileCertificate,
  transaction: IconHash,
  confidence: IconGauge,
  intervention: IconUserEdit,
  review: IconUserCheck,
} as const satisfies Record<OfferedField, unknown>;

export interface FilterProps {
  readonly filter: RecordFilter;
  readonly onChange: (filter: RecordFilter) => void;
}

/** A button that opens the editor of one field. */
export function FieldFilter({ field, filter, onChange }: FilterProps & { field: OfferedField }) {
  const { t } = useTranslation('decisions');
  const Icon = icons[field];
  return (
    <FilterPopover
      label={t(`field.${field}`)}
      active={activeFields(filter).includes(field)}
      icon={<Icon size={14} stroke={1.75} />}
    >
      {(close) => <FilterEditor field={field} filter={filter} onChange={onChange} onDone={close} />}
    </FilterPopover>
  );
}

/** A button that offers `fields` and then the editor of the chosen one. */
export function FilterMenu({
  fields,
  filter,
  onChange,
}: FilterProps & { fields: readonly OfferedField[] }) {
  const { t } = useTranslation('decisions');
  const [field, setField] = useState<OfferedField | null>(null);
  const active = activeFields(filter);
  return (
    <FilterPopover
      label={t('filter')}
      active={fields.some((each) => active.includes(each))}
      icon={<IconAdjustmentsHorizontal size={14} stroke={1.75} />}
      onOpen={() => setField(null)}
    >
      {(close) =>
        field === null ? (
          <div className={classes.fieldList}>
            {fields.map((each, index) => {
              const Icon = icons[each];
              return (
                <button
                  key={each}
                  type="button"
                  className={classes.field}
                  data-autofocus={index === 0 || undefined}
                  onClick={() => setField(each)}
                  onKeyDown={(event) => {
                    const way = {
                      ArrowDown: 'nextElementSibling',
                      ArrowUp: 'previousElementSibling',
                    } as const;
                    const name =
                      event.key === 'ArrowDown' || event.key === 'ArrowUp' ? way[event.key] : null;
                    const next = name === null ? null : event.currentTarget[name];
                    if (next instanceof HTMLElement) {
                      event.preventDefault();
                      next.focus();
                    }
                  }}
                >
                  <Icon className="pd-fixed pd-dim" size={15} stroke={1.75} />
                  {t(`field.${each}`)}
                </button>
              );
            })}
          </div>
        ) : (
          <FilterEditor field={field} filter={filter} onChange={onChange} onDone={close} />
        )
      }
    </FilterPopover>
  );
}

function FilterPopover({
  label,
  active,
  icon,
  onOpen,
  children,
}: {
  label: string;
  active: boolean;
  icon: ReactNode;
  onOpen?: () => void;
  children: (close: () => void) => ReactNode;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          className={classes.filterButton}
          data-active={active || undefined}
          leftSection={icon}
          rightSection={<IconChevronDown size={12} />}
          onClick={() => {
            if (!opened) onOpen?.();
            setOpened(!opened);
          }}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  );
}
