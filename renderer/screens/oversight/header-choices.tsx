/** Choices in the head of the figures: model, version, policy, dates, and by which outcome they are counted. */
import { useState } from 'react';
import { Button, Popover } from '@mantine/core';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import { isJsonObject } from '../../../shared/contract/json.ts';
import { bases, type Basis, type Oversight } from '../../../shared/contract/oversight.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';
import { useRecordFacets } from '../../api/records.ts';
import { nextStart } from '../../ui/charts/time-axis.ts';
import { DayField } from '../../ui/day-field.tsx';
import { daysBefore } from '../../ui/filter/decision-filters.ts';
import { withMember } from '../../ui/filter/where.ts';
import { restrictionWords, valueWord } from '../../ui/filter/where-words.ts';
import { Select, SegmentedControl } from '../../ui/form/choices.tsx';
import { formatCount } from '../../ui/format.ts';
import classes from './oversight.module.css';

export function ModelChoice({
  model,
  onModel,
}: {
  readonly model: string | undefined;
  readonly onModel: (model: string | undefined) => void;
}) {
  const { t } = useTranslation('oversight');
  const models = useRecordFacets({}).data?.models ?? [];
  const ids = models.map(({ model_id: id }) => id);
  return (
    <Select
      className={classes.choice ?? ''}
      aria-label={t('models.model')}
      placeholder={t('allModels')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('allModels') }}
      data={model === undefined || ids.includes(model) ? ids : [model, ...ids]}
      value={model ?? null}
      onChange={(next) => onModel(next ?? undefined)}
    />
  );
}

export function BasisChoice({
  basis,
  onBasis,
}: {
  readonly basis: Basis;
  readonly onBasis: (basis: Basis) => void;
}) {
  const { t } = useTranslation('oversight');
  return (
    <SegmentedControl
      aria-label={t('basis.label')}
      value={basis}
      onChange={onBasis}
      data={bases.map((value) => ({ value, label: t(`basis.${value}`) }))}
    />
  );
}

interface NarrowingProps {
  readonly where: JsonObject;
  readonly onWhere: (where: JsonObject) => void;
}

type Choices = Oversight['versions'];

/** A version or policy among those that the decisions name. */
export function FieldChoice({
  field,
  choices,
  where,
  onWhere,
}: NarrowingProps & {
  readonly field: 'version' | 'policy_id';
  readonly choices: Choices;
}) {
  const { t } = useTranslation('where');
  const chosen = where[field];
  const texts = new Map(
    choices.map(({ value }): [string, JsonValue] => [canonicalJson(value), value]),
  );
  const text = chosen === undefined ? null : canonicalJson(chosen);
  if (choices.length === 0 && chosen === undefined) return null;
  return (
    <Select
      className={classes.choice ?? ''}
      aria-label={t(`field.${field}`)}
      placeholder={t(`field.${field}`)}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      data={[
        ...choices.map(({ value, records }) => ({
          value: canonicalJson(value),
          label: `${valueWord(value, t)} (${formatCount(records.count)})`,
        })),
        ...(text === null || texts.has(text)
          ? []
          : [{ value: text, label: restrictionWords(field, chosen ?? null, t) }]),
      ]}
      value={text}
      onChange={(next) =>
        onWhere(withMember(where, field, next === null ? undefined : texts.get(next)))
      }
    />
  );
}

const dayAt = (value: JsonValue | undefined) =>
  typeof value === 'string' ? value.slice(0, 10) : undefined;
const instantOf = (day: string) => `${day}T00:00:00.000Z`;

/** The days of decisions, both in it. */
export function DatesChoice({ where, onWhere }: NarrowingProps) {
  const { t } = useTranslation(['oversight', 'where']);
  const [opened, setOpened] = useState(false);
  const dates = where['decided_at'];
  const { $gte: first, $lt: behind } = isJsonObject(dates) ? dates : {};
  const from = dayAt(first);
  const next = dayAt(behind);
  const to = next === undefined ? undefined : daysBefore(next, 1);
  const set = (begin: string | undefined, last: string | undefined) => {
    const range = {
      ...(begin === undefined ? {} : { $gte: instantOf(begin) }),
      ...(last === undefined ? {} : { $lt: instantOf(nextStart(last, 'day')) }),
    };
    onWhere(withMember(where, 'decided_at', Object.keys(range).length === 0 ? undefined : range));
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          leftSection={<IconCalendar size={14} stroke={1.75} />}
          rightSection={<IconChevronDown size={12} />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {t('dates.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('dates.button')}>
        <div className="pd-grid pd-gap-8">
          <DayField
            label={t('dates.from')}
            placeholder={t('dates.from')}
            day={from}
            clearable
            onDay={(day) => set(day, to)}
          />
          <DayField
            label={t('dates.to')}
            placeholder={t('dates.to')}
            day={to}
            clearable
            onDay={(day) => set(from, day)}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
