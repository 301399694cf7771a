/** Which words a forecast has for the budget: within it, or reached in so many minutes, rounded down. */
import type { SessionForecast } from '../../../../shared/billing/session-forecast.ts';

export interface BudgetWords {
  readonly key: 'within' | 'reachedIn' | 'reachedSoon';
  readonly values: { readonly count: number };
}

/** Undefined without a budget. */
export function budgetWords({ budgetLasts, isShort }: SessionForecast): BudgetWords | undefined {
  if (budgetLasts === undefined) return undefined;
  const minutes = Number(budgetLasts / 60n);
  if (!isShort) return { key: 'within', values: { count: minutes } };
  return { key: minutes === 0 ? 'reachedSoon' : 'reachedIn', values: { count: minutes } };
}
