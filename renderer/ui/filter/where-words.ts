/** Restrictions of a filter over what decisions say, in words. */
import type { TFunction } from 'i18next';
import { isJsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import { outcomeClasses } from '../../../shared/contract/profiles.ts';
import { commonFields, profileFields } from '../../../shared/oversight/decision-fields.ts';
import { isInstant } from '../../../shared/time.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';
import { formatDay, formatInstant, formatList, formatMonth } from '../format.ts';
import { numberOut } from '../number-in.ts';
import { nextStart } from '../charts/time-axis.ts';
import { restrictionOf, type Restriction } from './where.ts';

export type WhereTranslate = TFunction<'where'>;

type Range = Extract<Restriction, { readonly kind: 'range' }>;

const wordedFields = [...profileFields, ...commonFields] as const;
type WordedField = (typeof wordedFields)[number];

function isWorded(field: string): field is WordedField {
  return wordedFields.some((each) => each === field);
}

/** Name of a field of a filter: of a group or column that which its profile gives it. */
export function fieldWord(field: string, t: WhereTranslate): string {
  if (isWorded(field)) return t(`field.${field}`);
  if (field.startsWith('$')) return t('further');
  return field.replace(/^(group|column)\./, '');
}

const isClass = (value: JsonValue) => outcomeClasses.find((each) => each === value);

/** A value of a decision as people read it; `field` tells what it is a value of. */
export function valueWord(value: JsonValue, t: WhereTranslate, field = ''): string {
  if (isJsonObject(value) && value['other'] === true) return t('others');
  const known = field.endsWith('_class') ? isClass(value) : undefined;
  if (known !== undefined) return t(`class.${known}`);
  if (value === 'unknown' && field.endsWith('_class')) return t('class.unknown');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return numberOut(value);
  if (typeof value === 'string') {
    if (!isInstant(value)) return value === '' ? t('blank') : value;
    return value.endsWith('T00:00:00.000Z')
      ? formatDay(value.slice(0, 10))
      : formatInstant(value, 'utc', 'minute');
  }
  return value === null ? t('null') : canonicalJson(value);
}

/** Words of what a member of a filter asks for: the part of a chip behind its name. */
export function restrictionWords(field: string, operand: JsonValue, t: WhereTranslate): string {
  const restriction = restrictionOf(operand);
  const word = (value: JsonValue) => valueWord(value, t, field);
  switch (restriction.kind) {
    case 'values':
      return formatList(restriction.values.map(word));
    case 'present':
      return t(restriction.isPresent ? 'present' : 'absent');
    case 'range': {
      const month = monthOf(restriction);
      if (month !== undefined) return formatMonth(month);
      const { from, below, upTo, above } = restriction;
      const isTime = typeof below === 'string';
      return [
        ...(from === undefined ? [] : [t('from', { value: word(from) })]),
        ...(above === undefined ? [] : [t('above', { value: word(above) })]),
        ...(below === undefined ? [] : [t(isTime ? 'before' : 'below', { value: word(below) })]),
        ...(upTo === undefined ? [] : [t('upTo', { value: word(upTo) })]),
      ].join(', ');
    }
    case 'other':
      return restriction.text;
    default:
      return restriction satisfies never;
  }
}

/** The month, `YYYY-MM`, that a range of times is just that of. */
function monthOf({ from, below, upTo, above }: Range): string | undefined {
  if (typeof from !== 'string' || typeof below !== 'string') return undefined;
  if (upTo !== undefined || above !== undefined || !isInstant(from)) return undefined;
  const [day, end] = [from.slice(0, 10), below.slice(0, 10)];
  const isWhole = [from, below].every((each) => each.endsWith('-01T00:00:00.000Z'));
  return isWhole && nextStart(day, 'month') === end ? day.slice(0, 7) : undefined;
}
