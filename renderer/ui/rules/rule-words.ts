/** What a rule watches and what was found, in the language of the console. */
import { useCallback } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AlertWindow, RuleFinding } from '../../../shared/contract/alerts.ts';
import type { WatchRule } from '../../../shared/contract/rules.ts';
import { impactRatio, katz, wilson, type Interval } from '../../../shared/oversight/rates.ts';
import { usePreferences } from '../../state/preferences.ts';
import { columnPrefix, groupPrefix } from '../../../shared/oversight/field-names.ts';
import { valueWord } from '../filter/where-words.ts';
import {
  formatConfidence,
  formatCount,
  formatDay,
  formatInstant,
  formatList,
  formatPercent,
  zoneName,
} from '../format.ts';
import { numberOut } from '../number-in.ts';

type Translate = TFunction<'rules'>;

/** Titles of rules: what each watches, in a line. */
export function useRuleTitle(): (rule: WatchRule) => string {
  const { t } = useTranslation('rules');
  return useCallback((rule) => ruleTitle(rule, t), [t]);
}

const worded = ['outcome', 'version', 'amount', 'confidence'] as const;

/** Name of a field whose drift is watched: of a group or column that which the profile gives it. */
export function watchedFieldWord(field: string, t: Translate): string {
  const known = worded.find((each) => each === field);
  if (known !== undefined) return t(`field.${known}`);
  const prefix = [groupPrefix, columnPrefix].find((each) => field.startsWith(each)) ?? '';
  return field.slice(prefix.length);
}

/** The same where the words are at hand. */
export function ruleTitle(rule: WatchRule, t: Translate): string {
  switch (rule.kind) {
    case 'impact_ratio':
      return t('rule.impact_ratio', {
        groups: rule.groups.join(' × '),
        below: rule.below.map(formatCount).join('/'),
      });
    case 'drift':
      return t('rule.drift', {
        field: watchedFieldWord(rule.field, t),
        above: numberOut(rule.above),
      });
    case 'changed_rate':
      return t('rule.changed_rate', { above: formatPercent(rule.above) });
    case 'outcome_rate': {
      const name = t(`class.${rule.class}`);
      const { below, above } = rule;
      if (below === undefined) return t('rule.rate_above', { name, above: percent(above) });
      if (above === undefined) return t('rule.rate_below', { name, below: percent(below) });
      return t('rule.rate_outside', { name, below: percent(below), above: percent(above) });
    }
    case 'silence':
      return t('rule.silence', { count: rule.hours, hours: formatCount(rule.hours) });
    default:
      return rule satisfies never;
  }
}

const percent = (share = 0) => formatPercent(share);
const between = (interval: Interval | undefined, format: (value: number) => string) => ({
  low: format(interval?.low ?? 0),
  high: format(interval?.high ?? 0),
});

/** Sentences about what was found. */
export function useFindingWords(): (finding: RuleFinding) => string {
  const { t } = useTranslation('rules');
  const { t: word } = useTranslation('where');
  const zone = usePreferences((state) => state.timeZone);
  return useCallback(
    (finding) => {
      switch (finding.kind) {
        case 'impact_ratio':
          return impactWords(finding, t, word);
        case 'drift': {
          const { psi, mark, records, baseline } = finding;
          const counts = {
            current: formatCount(records.count),
            baseline: formatCount(baseline.count),
          };
          if (psi === null || mark === null) return t('found.few', counts);
          const numbers = { psi: formatConfidence(psi), mark: formatConfidence(mark) };
          return t('found.drift', { ...numbers, ...counts });
        }
        case 'changed_rate': {
          const { changed, reviewed } = finding;
          if (reviewed === 0) return t('found.unreviewed');
          return t('found.changed_rate', {
            changed: formatCount(changed),
            reviewed: formatCount(reviewed),
            share: formatPercent(changed / reviewed),
          });
        }
        case 'outcome_rate': {
          const { count, n } = finding;
          if (n === 0) return t('found.undecided');
          return t('found.outcome_rate', {
            name: t(`class.${finding.class}`),
            amount: formatCount(count),
            n: formatCount(n),
            share: formatPercent(count / n),
            ...between(wilson({ n, favourable: count }), formatPercent),
          });
        }
        case 'silence': {
          const { last_at: last } = finding;
          if (last === null) return t('found.never');
          return t('found.silence', {
            at: `${formatInstant(last, zone, 'minute')} ${zoneName(zone)}`,
          });
        }
        default:
          return finding satisfies never;
      }
    },
    [t, word, zone],
  );
}

function impactWords(
  { group, reference }: Extract<RuleFinding, { readonly kind: 'impact_ratio' }>,
  t: Translate,
  word: TFunction<'where'>,
): string {
  if (group === null || reference === null) return t('found.incomparable');
  const name = ({ values }: Pick<typeof reference, 'values'>) =>
    formatList(values.map(({ name: of, value }) => `${of} ${valueWord(value, word)}`));
  return t('found.impact_ratio', {
    group: name(group),
    reference: name(reference),
    ratio: formatConfidence(impactRatio(group, reference) ?? 0),
    n: formatCount(group.n),
    ...between(katz(group, reference), formatConfidence),
  });
}

/** Words of the days that were looked at, both in it. */
export function useWindowWords(): (window: AlertWindow) => string {
  const { t } = useTranslation('rules');
  return useCallback(
    ({ from, to }) => {
      const last = formatDay(dayBefore(to));
      return from === null
        ? t('window.upTo', { last })
        : t('window.days', { first: formatDay(from.slice(0, 10)), last });
    },
    [t],
  );
}

/** The day that ends as an instant begins. */
function dayBefore(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString().slice(0, 10);
}
