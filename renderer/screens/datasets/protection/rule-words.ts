/** What rules do to a field, and what a new version changes, in words. */
import type { TFunction } from 'i18next';
import { fieldRuleSchema, type FieldRule } from '../../../../shared/contract/policies.ts';
import type { Change } from '../../../../shared/policies/compare.ts';
import { formatCount, formatList } from '../../../ui/format.ts';
import { numberOut } from '../../../ui/number-in.ts';

type Translate = TFunction<['protection', 'datasets']>;

/** The method with what is said of it: "Generalised, in steps of 10, from 90 on together". */
export function ruleWords(rule: FieldRule, t: Translate): string {
  return [t(`datasets:method.${rule.method}`), ...detailWords(rule, t)].join(', ');
}

/** Words about a method beyond its name. */
export function detailWords(rule: FieldRule, t: Translate): string[] {
  switch (rule.method) {
    case 'generalize':
      return generalizeWords(rule, t);
    case 'noise':
      return [t('detail.noise', { scale: numberOut(rule.scale), step: numberOut(rule.step) })];
    case 'statistics': {
      const { min, max, step } = rule;
      if (min === undefined || max === undefined || step === undefined) return [];
      const [low, high] = [numberOut(min), numberOut(max)];
      return [t('detail.bounds', { low, high, step: numberOut(step) })];
    }
    case 'mask': {
      const { keep_first: first = 0, keep_last: last = 0 } = rule;
      return [
        ...(first > 0 ? [t('detail.first', { amount: formatCount(first) })] : []),
        ...(last > 0 ? [t('detail.last', { amount: formatCount(last) })] : []),
      ];
    }
    case 'replace':
      return [t('detail.by', { value: JSON.stringify(rule.value) })];
    case 'date_shift':
      return [t('detail.shift')];
    default:
      return [];
  }
}

function generalizeWords(
  rule: Extract<FieldRule, { readonly method: 'generalize' }>,
  t: Translate,
): string[] {
  const { bucket_size: size, top, bins, zip3, date_part: part } = rule;
  return [
    ...(size === undefined ? [] : [t('detail.size', { size: numberOut(size) })]),
    ...(top === undefined ? [] : [t('detail.top', { top: numberOut(top) })]),
    ...(bins === undefined ? [] : [t('detail.bins', { bins: formatList(bins.map(numberOut)) })]),
    ...(zip3 === undefined ? [] : [t('detail.zip3')]),
    ...(part === undefined ? [] : [t(`detail.part.${part}`)]),
  ];
}

const fieldMember = 'fields.';

/** The member that changes: the address of a field, or what a term is called. */
export function memberWords({ member }: Pick<Change, 'member'>, t: Translate): string {
  if (member.startsWith(fieldMember)) return member.slice(fieldMember.length);
  return t(`member.${member.replace('.', '_')}`, { defaultValue: member });
}

/** Values of terms; the field that says whose a row is stands as it is called. */
const values = ['open', 'on_request', 'kept', 'per_grant', 'allowed'] as const;

/** A rule or a value as it was or will be. */
export function sideWords(change: Change, side: 'from' | 'to', t: Translate): string {
  const value = change[side];
  if (value === null) return t('none');
  if (typeof value === 'object') return ruleWords(fieldRuleSchema.parse(value), t);
  if (typeof value === 'number') return numberOut(value);
  const worded = values.find((each) => each === value);
  return worded === undefined || change.member === 'entity' ? value : t(`value.${worded}`);
}

/** "Readable → withheld". */
export function changeWords(change: Change, t: Translate): string {
  return t('changes', {
    before: sideWords(change, 'from', t),
    after: sideWords(change, 'to', t),
  });
}
