/** Filters as a person sees them: fields, some of which are two parameters, and the text of a chip. */
import i18next, { type TFunction } from 'i18next';
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { FactValue } from '../../../shared/contract/oversight.ts';
import type { RecordFacts, RecordFilter } from '../../../shared/contract/records.ts';
import type { ListedRecord } from '../../api/records.ts';
import { assertNever } from '../assert-never.ts';
import { formatDay } from '../format.ts';
import { readWhere, writeWhere } from './where.ts';
import { fieldWord, restrictionWords } from './where-words.ts';
import { formatVolume } from '../money/money.ts';

export const filterFields = [
  'q',
  'model',
  'where',
  'person',
  'created',
  'policy',
  'transaction',
  'confidence',
  'intervention',
  'review',
] as const;
export type FilterField = (typeof filterFields)[number];

/** The parameters behind a field. */
export const parametersOf = {
  q: ['q'],
  model: ['model_id'],
  where: ['where'],
  person: ['person'],
  created: ['start_date', 'end_date'],
  policy: ['policy_id'],
  transaction: ['transaction_id'],
  confidence: ['min_confidence', 'max_confidence'],
  intervention: ['has_intervention'],
  review: ['review'],
} as const satisfies Record<FilterField, readonly (keyof RecordFilter)[]>;

/** The fields that a filter restricts, in the order of their chips. */
export function activeFields(filter: RecordFilter): FilterField[] {
  return filterFields.filter((field) =>
    parametersOf[field].some((parameter) => filter[parameter] !== undefined),
  );
}

/** The filter without a field; without its model nothing is known of what its decisions say. */
export function withoutField(filter: RecordFilter, field: FilterField): RecordFilter {
  const parameters: readonly string[] =
    field === 'model' ? [...parametersOf.model, ...parametersOf.where] : parametersOf[field];
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !parameters.includes(name)));
}

/** The filter with other restrictions of what decisions say. */
export function withWhere(filter: RecordFilter, where: JsonObject): RecordFilter {
  const rest = withoutField(filter, 'where');
  const text = writeWhere(where);
  return text === undefined ? rest : { ...rest, where: text };
}

/** The filter with further restrictions: those of what decisions say stand beside each other. */
export function withAdded(filter: RecordFilter, added: RecordFilter): RecordFilter {
  const both = { ...filter, ...added };
  if (added.where === undefined) return both;
  return withWhere(both, { ...readWhere(filter.where), ...readWhere(added.where) });
}

export type DecisionsTranslate = TFunction<'decisions'>;

/** Restriction of a field in words: the part of a chip after its name. */
export function chipText(filter: RecordFilter, field: FilterField, t: DecisionsTranslate): string {
  switch (field) {
    case 'q':
      return t('chip.contains', { value: filter.q ?? '' });
    case 'model':
      return t('chip.is', { value: filter.model_id ?? '' });
    case 'where':
      return whereText(filter.where);
    case 'person':
      return t(filter.person?.startsWith('preq_') === true ? 'chip.ofRequest' : 'chip.samePerson');
    case 'policy':
      return t('chip.is', { value: filter.policy_id ?? '' });
    case 'transaction':
      return t('chip.is', { value: filter.transaction_id ?? '' });
    case 'intervention':
      return filter.has_intervention === true ? t('chip.with') : t('chip.without');
    case 'review':
      return t(`chip.review.${filter.review ?? 'waiting'}`);
    case 'created':
      return rangeText(filter.start_date, filter.end_date, formatDay, {
        same: (day) => t('chip.on', { day }),
        from: (day) => t('chip.from', { day }),
        to: (day) => t('chip.until', { day }),
        both: (from, to) => t('chip.days', { from, to }),
      });
    case 'confidence':
      return rangeText(filter.min_confidence, filter.max_confidence, formatVolume, {
        same: (value) => t('chip.is', { value }),
        from: (value) => t('chip.atLeast', { value }),
        to: (value) => t('chip.atMost', { value }),
        both: (from, to) => t('chip.between', { from, to }),
      });
    default:
      return assertNever(field);
  }
}

function whereText(text: string | undefined): string {
  const t = i18next.getFixedT(null, 'where');
  return Object.entries(readWhere(text))
    .map(([member, operand]) => `${fieldWord(member, t)} ${restrictionWords(member, operand, t)}`)
    .join(' · ');
}

function rangeText<Value>(
  from: Value | undefined,
  to: Value | undefined,
  format: (value: Value) => string,
  words: {
    same: (value: string) => string;
    from: (value: string) => string;
    to: (value: string) => string;
    both: (from: string, to: string) => string;
  },
): string {
  if (from !== undefined && to !== undefined) {
    return from === to ? words.same(format(from)) : words.both(format(from), format(to));
  }
  if (from !== undefined) return words.from(format(from));
  return to === undefined ? '' : words.to(format(to));
}

/** A restriction that a row offers: the key `f` and the row's menu. */
export interface RowFilter {
  readonly field: FilterField;
  readonly filter: RecordFilter;
}

/** Filters by what the profile of its model reads in a row: outcome, version, groups, columns of texts. */
function factFilters({ model_id, facts }: ListedRecord): RowFilter[] {
  if (facts === undefined || facts === null) return [];
  const { outcome, version, groups = {}, columns } = facts;
  const named = (prefix: string, values: RecordFacts['columns']) =>
    Object.entries(values).map(([name, value]): [string, FactValue] => [
      `${prefix}.${name}`,
      value,
    ]);
  const members: [string, FactValue | undefined][] = [
    ['outcome', outcome],
    ['version', version],
    ...named('group', groups),
    ...named('column', columns),
  ];
  return members.flatMap(([member, value]) =>
    value === undefined || (typeof value === 'object' && value !== null)
      ? []
      : [{ field: 'where', filter: { model_id, where: writeWhere({ [member]: value }) } }],
  );
}

/** Filters by a row's own values. */
export function rowFilters(row: ListedRecord): RowFilter[] {
  const day = row.created_at.slice(0, 10);
  const found: RowFilter[] = [
    { field: 'model', filter: { model_id: row.model_id } },
    ...factFilters(row),
    { field: 'created', filter: { start_date: day, end_date: day } },
  ];
  if (row.policy_id !== undefined) {
    found.push({ field: 'policy', filter: { policy_id: row.policy_id } });
  }
  if (row.transaction_id !== undefined) {
    found.push({ field: 'transaction', filter: { transaction_id: row.transaction_id } });
  }
  if (row.confidence !== undefined) {
    found.push({ field: 'confidence', filter: { max_confidence: row.confidence } });
    found.push({ field: 'confidence', filter: { min_confidence: row.confidence } });
  }
  found.push({
    field: 'intervention',
    filter: { has_intervention: row.interventions.length > 0 },
  });
  return found;
}

/** The day `days` before another, `YYYY-MM-DD`. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

export interface DatePreset {
  readonly name: 'today' | 'last7' | 'last30' | 'last90' | 'thisYear';
  readonly from: string;
  readonly to: string;
}

/** Ranges that end today, in UTC days. */
export function datePresets(today: string): DatePreset[] {
  return [
    { name: 'today', from: today, to: today },
    { name: 'last7', from: daysBefore(today, 6), to: today },
    { name: 'last30', from: daysBefore(today, 29), to: today },
    { name: 'last90', from: daysBefore(today, 89), to: today },
    { name: 'thisYear', from: `${today.slice(0, 4)}-01-01`, to: today },
  ];
}
