/** Filter buttons: one for a single field, and "Filter" which asks for the field first. */
import { useState, type ReactNode } from 'react';
import { Button, Popover } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconCalendar,
  IconChevronDown,
  IconCpu,
  IconGauge,
  IconHash,
  IconListCheck,
  IconUserCheck,
  IconUserEdit,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { useProfiles } from '../../api/profiles.ts';
import {
  activeFields,
  fieldName,
  type FilterField,
  type ParameterField,
} from '../../ui/filter/decision-filters.ts';
import { askableMembers, type DecisionMember } from '../../../shared/oversight/decision-members.ts';
import { FilterEditor } from './filter-editors.tsx';
import { OptionsEditor } from './options-editor.tsx';
import classes from './header.module.css';

/** Text has its own field; a person is asked for by a decision or a request of theirs. */
type OfferedParameter = Exclude<ParameterField, 'q' | 'person'>;

const icons = {
  model: IconCpu,
  created: IconCalendar,
  intervention: IconUserEdit,
  review: IconUserCheck,
} as const satisfies Record<OfferedParameter, unknown>;

const memberIcons = {
  values: IconListCheck,
  number: IconGauge,
  time: IconCalendar,
  text: IconHash,
} as const satisfies Record<DecisionMember['kind'], unknown>;

export interface FilterProps {
  readonly filter: RecordFilter;
  readonly onChange: (filter: RecordFilter) => void;
}

/** A button that opens the editor of one field. */
export function FieldFilter({
  field,
  filter,
  onChange,
}: FilterProps & { field: OfferedParameter }) {
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

/** What the menu offers: some parameters, and every member that can be asked for of the model, or of all. */
function useOffered(
  { model_id: modelId }: RecordFilter,
  parameters: readonly OfferedParameter[],
): readonly { readonly field: FilterField; readonly icon: ReactNode }[] {
  const profile = useProfiles(modelId).data?.data[0]?.profile;
  const look = { className: 'pd-fixed pd-dim', size: 15, stroke: 1.75 } as const;
  return [
    ...parameters.map((field) => {
      const Icon = icons[field];
      return { field, icon: <Icon {...look} /> };
    }),
    ...askableMembers(profile).map(({ field, kind }) => {
      const Icon = memberIcons[kind];
      return { field, icon: <Icon {...look} /> };
    }),
  ];
}

/** A button that offers what decisions can be filtered by, and then the editor of the chosen one. */
export function FilterMenu({
  parameters,
  filter,
  onChange,
}: FilterProps & { parameters: readonly OfferedParameter[] }) {
  const { t } = useTranslation('decisions');
  const [field, setField] = useState<FilterField | null>(null);
  const offered = useOffered(filter, parameters);
  const active = activeFields(filter);
  return (
    <FilterPopover
      label={t('filter')}
      active={offered.some((each) => active.includes(each.field))}
      icon={<IconAdjustmentsHorizontal size={14} stroke={1.75} />}
      onOpen={() => setField(null)}
    >
      {(close) =>
        field === null ? (
          <OptionsEditor
            label={t('filter')}
            find={t('editor.findField')}
            options={offered.map((each) => ({
              key: each.field,
              label: fieldName(each.field, t),
              icon: each.icon,
              isChosen: active.includes(each.field),
            }))}
            onChoose={setField}
          />
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
