/** Two versions of a card beside each other, member by member. */
import { metricGroups, type CardDraft, type MetricGroup } from './card-form.ts';

/** Members that are compared as they are; metrics follow one by one. */
export const comparedFields = [
  'framework',
  'training_date',
  'model_hash',
  'intended_use',
  'limitations',
] as const;
export type ComparedField = (typeof comparedFields)[number];

export type ComparedRow =
  | {
      readonly kind: 'text';
      readonly field: ComparedField;
      readonly before: string | null;
      readonly after: string | null;
      readonly differs: boolean;
    }
  | {
      readonly kind: 'metric';
      readonly group: MetricGroup;
      readonly metric: string;
      readonly before: number | null;
      readonly after: number | null;
      readonly differs: boolean;
    };

function metricRows(group: MetricGroup, before: CardDraft, after: CardDraft): ComparedRow[] {
  const one = before[group] ?? {};
  const other = after[group] ?? {};
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.map((metric) => {
    const first = Object.hasOwn(one, metric) ? (one[metric] ?? null) : null;
    const second = Object.hasOwn(other, metric) ? (other[metric] ?? null) : null;
    return {
      kind: 'metric',
      group,
      metric,
      before: first,
      after: second,
      differs: first !== second,
    };
  });
}

/** Every member either card has, in the order of the card. */
export function compareCards(before: CardDraft, after: CardDraft): ComparedRow[] {
  const texts = comparedFields.map((field): ComparedRow => {
    const one = before[field] ?? null;
    const other = after[field] ?? null;
    return { kind: 'text', field, before: one, after: other, differs: one !== other };
  });
  return [...texts, ...metricGroups.flatMap((group) => metricRows(group, before, after))];
}
