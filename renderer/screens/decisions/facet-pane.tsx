/** Values of the listed decisions beside them, with how many there are of each: pressing one takes it into the filter, or out. */
import { memo, useState, type ReactNode } from 'react';
import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import type { Profile } from '../../../shared/contract/profiles.ts';
import type { FieldFacet, RecordFilter } from '../../../shared/contract/records.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';
import { confidenceBins } from '../../../shared/oversight/rates.ts';
import { useFieldFacets } from '../../api/records.ts';
import { fieldName, withModel, withoutField, withWhere } from '../../ui/filter/decision-filters.ts';
import { askableMembers } from '../../../shared/oversight/decision-members.ts';
import { readWhere, restrictionOf, valuesOperand, withMember } from '../../ui/filter/where.ts';
import { valueWord } from '../../ui/filter/where-words.ts';
import { formatCount, formatTenths } from '../../ui/format.ts';
import classes from './around.module.css';

/** Fields of every model; within one model its outcomes stand for their classes. */
const common = ['model_id', 'outcome_class', 'policy_id', 'changed', 'confidence'] as const;
const ofModel = ['model_id', 'outcome', 'version', 'policy_id'] as const;
/** Values that are shown before somebody asks for the others. */
const shownFirst = 6;

interface PaneProps {
  readonly filter: RecordFilter;
  readonly profile: Profile | undefined;
  readonly onChange: (filter: RecordFilter) => void;
}

function fieldsOf(profile: Profile | undefined): string[] {
  if (profile === undefined) return [...common];
  const askable = askableMembers(profile.profile).map(({ field }) => field);
  const groups = askable.filter((field) => field.startsWith('group.'));
  return [
    ...ofModel.filter((field) => field === 'model_id' || askable.includes(field)),
    ...groups,
    'changed',
    'confidence',
  ];
}

/** What a field is called in a filter of the list: its model is a parameter of its own. */
const asked = (field: string) => (field === 'model_id' ? 'model' : field);

function isRestricted(filter: RecordFilter, field: string): boolean {
  return field === 'model_id'
    ? filter.model_id !== undefined
    : readWhere(filter.where)[field] !== undefined;
}

function FacetPanePart({ filter, profile, onChange }: PaneProps) {
  const { t } = useTranslation('decisions');
  const fields = fieldsOf(profile);
  const free = fields.filter((field) => !isRestricted(filter, field));
  return (
    <section className={classes.facets} aria-label={t('facets.title')}>
      {fields.map((field) => (
        <FacetPart
          key={field}
          field={field}
          // Of what is asked for, the others are counted without it; the rest are asked for at once.
          counted={free.includes(field) ? filter : withoutField(filter, asked(field))}
          fields={free.includes(field) ? free : [field]}
          filter={filter}
          onChange={onChange}
        />
      ))}
    </section>
  );
}

/** It stands still while rows scroll by. */
export const FacetPane = memo(FacetPanePart);

interface PartProps {
  readonly field: string;
  readonly filter: RecordFilter;
  readonly onChange: (filter: RecordFilter) => void;
}

function FacetPart({
  counted,
  fields,
  ...part
}: PartProps & { readonly counted: RecordFilter; readonly fields: readonly string[] }) {
  const { t } = useTranslation('decisions');
  const query = useFieldFacets(counted, fields);
  const facet = query.data?.fields?.find(({ field }) => field === part.field);
  const choices =
    facet === undefined ? [] : part.field === 'confidence' ? binsOf(facet) : valuesOf(facet);
  return (
    <details className="pd-dimmable" open data-dimmed={query.isPlaceholderData || undefined}>
      <summary className="pd-label pd-pressable pd-rounded">
        {fieldName(asked(part.field), t)}
      </summary>
      {facet !== undefined && <Choices key={part.field} {...part} choices={choices} />}
    </details>
  );
}

interface Choice {
  readonly key: string;
  readonly count: number;
  /** What a filter asks for that takes it alone. */
  readonly operand: JsonValue;
  /** A value that can be asked for beside others; undefined for one that stands alone. */
  readonly value?: JsonValue;
}

function valuesOf({ values, absent }: FieldFacet): Choice[] {
  const found = values.map(({ value, count }): Choice => ({
    key: canonicalJson(value),
    count,
    operand: valuesOperand([value]),
    value,
  }));
  return absent === 0 ? found : [...found, absentChoice(absent)];
}

const absentChoice = (count: number): Choice => ({
  key: 'absent',
  count,
  operand: { $exists: false },
});

/** From the most sure to the least. */
function binsOf({ bins = [], absent }: FieldFacet): Choice[] {
  const found = bins
    .map((count, bin): Choice => {
      const operand: JsonObject = {
        $gte: bin / confidenceBins,
        ...(bin === confidenceBins - 1 ? {} : { $lt: (bin + 1) / confidenceBins }),
      };
      return { key: String(bin), count, operand };
    })
    .toReversed();
  return absent === 0 ? found : [...found, absentChoice(absent)];
}

/** The filter with a choice taken in, or out where it is in. */
function withChoice(filter: RecordFilter, field: string, choice: Choice, isIn: boolean) {
  if (field === 'model_id') {
    const { value } = choice;
    return isIn || typeof value !== 'string'
      ? withoutField(filter, 'model')
      : withModel(filter, value);
  }
  const where = readWhere(filter.where);
  const before = where[field];
  const restriction = before === undefined ? undefined : restrictionOf(before);
  if (choice.value === undefined || restriction?.kind !== 'values') {
    return withWhere(filter, withMember(where, field, isIn ? undefined : choice.operand));
  }
  const others = restriction.values.filter((each) => canonicalJson(each) !== choice.key);
  const values = isIn ? others : [...others, choice.value];
  return withWhere(filter, withMember(where, field, valuesOperand(values)));
}

function isIn(filter: RecordFilter, field: string, choice: Choice): boolean {
  if (field === 'model_id') return filter.model_id === choice.value;
  const operand = readWhere(filter.where)[field];
  if (operand === undefined) return false;
  if (canonicalJson(operand) === canonicalJson(choice.operand)) return true;
  const restriction = restrictionOf(operand);
  return (
    choice.value !== undefined &&
    restriction.kind === 'values' &&
    restriction.values.some((each) => canonicalJson(each) === choice.key)
  );
}

function Choices({
  field,
  filter,
  onChange,
  choices,
}: PartProps & { readonly choices: readonly Choice[] }) {
  const { t } = useTranslation('decisions');
  const wordOf = useChoiceWord(field);
  const [isWhole, setWhole] = useState(false);
  const most = Math.max(1, ...choices.map(({ count }) => count));
  const isShort = field === 'confidence' || choices.length <= shownFirst + 1;
  const shown = choices.filter(
    (choice, place) => isShort || isWhole || place < shownFirst || isIn(filter, field, choice),
  );
  if (choices.length === 0) return <p className="pd-caption">{t('facets.none')}</p>;
  return (
    <>
      {shown.map((choice) => {
        const pressed = isIn(filter, field, choice);
        return (
          <Value
            key={choice.key}
            share={choice.count / most}
            count={choice.count}
            pressed={pressed}
            onPress={() => onChange(withChoice(filter, field, choice, pressed))}
          >
            {wordOf(choice)}
          </Value>
        );
      })}
      {!isShort && (
        <UnstyledButton
          className="pd-text-link pd-caption pd-target"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole
            ? t('facets.fewer')
            : t('facets.all', { count: choices.length, amount: formatCount(choices.length) })}
        </UnstyledButton>
      )}
    </>
  );
}

function useChoiceWord(field: string): (choice: Choice) => string {
  const { t } = useTranslation('where');
  return ({ value, operand }) => {
    if (value !== undefined) return showHidden(valueWord(value, t, field));
    const { $gte: from, $lt: below = 1 } = isJsonObject(operand) ? operand : {};
    return typeof from === 'number' && typeof below === 'number'
      ? `${formatTenths(from)} – ${formatTenths(below)}`
      : t('absent');
  };
}

function Value({
  share,
  count,
  pressed,
  onPress,
  children,
}: {
  readonly share: number;
  readonly count: number;
  readonly pressed: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  const bar: Record<string, string> = { '--share': String(share) };
  return (
    <UnstyledButton className={classes.value} style={bar} aria-pressed={pressed} onClick={onPress}>
      <span className="pd-grown pd-clip">{children}</span>
      <span className="pd-caption pd-figures">{formatCount(count)}</span>
    </UnstyledButton>
  );
}
