/** What the form for the terms of a policy holds, all but its rules, and the policy that it stands for. */
import type { DataOperation } from '../../../../shared/contract/data-operations.ts';
import { dataOperations } from '../../../../shared/contract/data-operations.ts';
import {
  grantKinds,
  policyLimits,
  type GrantKind,
  type Policy,
  type StatisticsTerms,
} from '../../../../shared/contract/policies.ts';
import { numberIn, numberOut } from '../../../ui/number-in.ts';

export const statisticsMembers = [
  'min_entities',
  'rows_per_entity',
  'round_counts',
  'epsilon_per_answer',
  'epsilon',
  'epsilon_total',
] as const satisfies readonly (keyof StatisticsTerms)[];

export interface TermsForm {
  readonly access: Policy['access'];
  readonly unlisted: Policy['unlisted'];
  readonly record_ids: Policy['record_ids'];
  /** Empty where each row is its own. */
  readonly entity: string;
  readonly notice_hours: string;
  readonly kinds: GrantKind[];
  readonly operations: DataOperation[];
  readonly open_days: string;
  readonly statistics: Readonly<Record<keyof StatisticsTerms, string>>;
}

export function termsOf(policy: Policy): TermsForm {
  const { access, unlisted, record_ids, entity, notice_hours: notice, kinds, statistics } = policy;
  const { operations = dataOperations, open_days: days = policyLimits.openDays } = policy;
  return {
    access,
    unlisted,
    record_ids,
    entity: entity ?? '',
    notice_hours: numberOut(notice),
    kinds: [...kinds],
    operations: [...operations],
    open_days: numberOut(days),
    statistics: {
      min_entities: numberOut(statistics.min_entities),
      rows_per_entity: numberOut(statistics.rows_per_entity),
      round_counts: numberOut(statistics.round_counts),
      epsilon_per_answer: numberOut(statistics.epsilon_per_answer),
      epsilon: numberOut(statistics.epsilon),
      epsilon_total: numberOut(statistics.epsilon_total),
    },
  };
}

/** The policy of a form, with the rules of another; what is usual is left out. */
export function withTerms({ fields }: Policy, form: TermsForm): Policy {
  const days = numberIn(form.open_days);
  const { min_entities, rows_per_entity, round_counts, ...epsilons } = form.statistics;
  return {
    access: form.access,
    unlisted: form.unlisted,
    record_ids: form.record_ids,
    entity: form.entity === '' ? null : form.entity,
    notice_hours: numberIn(form.notice_hours),
    kinds: grantKinds.filter((each) => form.kinds.includes(each)),
    fields,
    statistics: {
      min_entities: numberIn(min_entities),
      rows_per_entity: numberIn(rows_per_entity),
      round_counts: numberIn(round_counts),
      epsilon_per_answer: numberIn(epsilons.epsilon_per_answer),
      epsilon: numberIn(epsilons.epsilon),
      epsilon_total: numberIn(epsilons.epsilon_total),
    },
    ...(form.operations.length < dataOperations.length && {
      operations: dataOperations.filter((each) => form.operations.includes(each)),
    }),
    ...(form.access === 'open' && days !== policyLimits.openDays && { open_days: days }),
  };
}
