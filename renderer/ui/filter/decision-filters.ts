/** Filters of decisions as a person sees them: fields, their restrictions in words, and what a row offers. */
import i18next, { type TFunction } from 'i18next';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import type { FactValue } from '../../../shared/contract/oversight.ts';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { isOfProfile } from '../../../shared/oversight/decision-fields.ts';
import type { ListedRecord } from '../../api/records.ts';
import { assertNever } from '../assert-never.ts';
import { formatDay } from '../format.ts';
import {
  decisionMembers,
  memberValue,
  type DecisionMember,
} from '../../../shared/oversight/decision-members.ts';
import { readWhere, valuesOperand, withMember, writeWhere } from './where.ts';
import { fieldWord, restrictionWords } from './where-words.ts';

/** Filters that are parameters of their own. All else of a decision is asked for by the members of `where`. */
export const parameterFields = [
  'q',
  'model',
  'person',
  'created',
  'intervention',
  'review',
] as const;
export type ParameterField = (typeof parameterFields)[number];

/** Field that can be filtered by: a parameter, or a member of `where` as filters name it. */
export type FilterField = ParameterField | (string & {});

/** The parameters behind a field. */
const parametersOf = {
  q: ['q'],
  model: ['model_id'],
  person: ['person'],
  created: ['start_date', 'end_date'],
  intervention: ['has_intervention'],
  review: ['review'],
} as const satisfies Record<ParameterField, readonly (keyof RecordFilter)[]>;

export function isParameter(field: FilterField): field is ParameterField {
  return parameterFields.some((each) => each === field);
}

/** The fields that a filter restricts, in the order of their chips. */
export function activeFields(filter: RecordFilter): FilterField[] {
  const active = parameterFields.filter((field) =>
    parametersOf[field].some((parameter) => filter[parameter] !== undefined),
  );
  const isFirst = (field: ParameterField) => field === 'q' || field === 'model';
  return [
    ...active.filter(isFirst),
    ...Object.keys(readWhere(filter.where)),
    ...active.filter((field) => !isFirst(field)),
  ];
}

/** The filter without a field; without its model nothing is known of what its profile reads. */
export function withoutField(filter: RecordFilter, field: FilterField): RecordFilter {
  if (!isParameter(field)) {
    return withWhere(filter, withMember(readWhere(filter.where), field, undefined));
  }
  const parameters: readonly string[] = parametersOf[field];
  const rest: RecordFilter = Object.fromEntries(
    Object.entries(filter).filter(([name]) => !parameters.includes(name)),
  );
  return field === 'model' ? withWhere(rest, withoutProfile(readWhere(filter.where))) : rest;
}

/** The filter by a model: what another one's profile reads goes with that. */
export function withModel(filter: RecordFilter, modelId: string): RecordFilter {
  const rest = filter.model_id === modelId ? filter : withoutField(filter, 'model');
  return { ...rest, model_id: modelId };
}

/** What every model's decisions can be asked for. */
function withoutProfile(where: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(where).filter((member) => !asksOfProfile(...member)));
}

function asksOfProfile(member: string, operand: JsonValue): boolean {
  if (!member.startsWith('$')) return isOfProfile(member);
  const parts = Array.isArray(operand) ? operand : [operand];
  return parts.some(
    (part) => isJsonObject(part) && Object.entries(part).some((each) => asksOfProfile(...each)),
  );
}

/** The filter with other restrictions of what decisions say. */
export function withWhere(filter: RecordFilter, where: JsonObject): RecordFilter {
  const { where: _before, ...rest } = filter;
  const text = writeWhere(where);
  return text === undefined ? rest : { ...rest, where: text };
}

/** The filter with further restrictions: those of what decisions say stand beside each other. */
export function withAdded(filter: RecordFilter, added: RecordFilter): RecordFilter {
  const { model_id: modelId, where, ...rest } = added;
  const both = { ...(modelId === undefined ? filter : withModel(filter, modelId)), ...rest };
  return where === undefined
    ? both
    : withWhere(both, { ...readWhere(both.where), ...readWhere(where) });
}

export type DecisionsTranslate = TFunction<'decisions'>;

/** Name of a field, in words. */
export function fieldName(field: FilterField, t: DecisionsTranslate): string {
  return isParameter(field)
    ? t(`field.${field}`)
    : showHidden(fieldWord(field, i18next.getFixedT(null, 'where')));
}

/** Restriction of a field in words: the part of a chip after its name. */
export function chipText(filter: RecordFilter, field: FilterField, t: DecisionsTranslate): string {
  if (!isParameter(field)) {
    const operand = readWhere(filter.where)[field];
    const words = i18next.getFixedT(null, 'where');
    return operand === undefined ? '' : showHidden(restrictionWords(field, operand, words));
  }
  switch (field) {
    case 'q':
      return t('chip.contains', { value: filter.q ?? '' });
    case 'model':
      return t('chip.is', { value: filter.model_id ?? '' });
    case 'person':
      return t(filter.person?.startsWith('preq_') === true ? 'chip.ofRequest' : 'chip.samePerson');
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
    default:
      return assertNever(field);
  }
}

/** A restriction as a whole, as exports and menus tell it. */
export function restrictionText(
  filter: RecordFilter,
  field: FilterField,
  t: DecisionsTranslate,
): string {
  return `${fieldName(field, t)} ${chipText(filter, field, t)}`;
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

/** Filters by a row's own values: its model, and every member that it has. */
export function rowFilters(row: ListedRecord): RowFilter[] {
  const day = row.created_at.slice(0, 10);
  const { groups = {}, columns = {} } = row.facts ?? {};
  const members = decisionMembers({
    groups: Object.keys(groups).map((name) => ({ name })),
    columns: Object.entries(columns).map(([name, value]) => ({
      name,
      kind: typeof value === 'number' ? 'number' : 'text',
    })),
  });
  return [
    { field: 'model', filter: { model_id: row.model_id } },
    ...members.flatMap((member) =>
      operandsOf(member, memberValue(row, member)).map((operand): RowFilter => ({
        field: member.field,
        filter: withWhere(isOfProfile(member.field) ? { model_id: row.model_id } : {}, {
          [member.field]: operand,
        }),
      })),
    ),
    { field: 'created', filter: { start_date: day, end_date: day } },
    {
      field: 'intervention',
      filter: { has_intervention: row.interventions.length > 0 },
    },
  ];
}

/** What a filter can ask of a member so that decisions with this value are among those found. */
function operandsOf({ kind }: DecisionMember, value: FactValue | undefined): JsonValue[] {
  if (value === undefined || (typeof value === 'object' && value !== null)) return [];
  if (kind === 'number') return [{ $lte: value }, { $gte: value }];
  if (kind === 'time' && typeof value === 'string') return [daysOperand(value, value)];
  return [valuesOperand([value])];
}

/** Decided on the days from one to another, both included; instants stand for their days. */
export function daysOperand(from: string | undefined, to: string | undefined): JsonObject {
  const start = (day: string) => `${day}T00:00:00.000Z`;
  return {
    ...(from === undefined ? {} : { $gte: start(from.slice(0, 10)) }),
    ...(to === undefined ? {} : { $lt: start(daysBefore(to.slice(0, 10), -1)) }),
  };
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
