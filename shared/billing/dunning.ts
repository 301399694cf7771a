/** When months close by the clock, and when an invoice that is not paid is reminded of, or suspends its account. */
import { addDays, addMonths, startOf } from './calendar.ts';
import { instant } from '../time.ts';

/** How months close. */
export interface MonthClose {
  /** Whether the clock closes them. */
  readonly auto: boolean;
  /** Hours from a month's end to its run. */
  readonly grace_hours: number;
}
export const usualClose: MonthClose = { auto: true, grace_hours: 24 };

export const dunningActions = ['REMIND', 'SUSPEND'] as const;
export type DunningAction = (typeof dunningActions)[number];

/** A step, so many days after the day on which an invoice is due. */
export interface DunningStep {
  readonly after_days: number;
  readonly action: DunningAction;
}
export const usualDunning: readonly DunningStep[] = [
  { after_days: 3, action: 'REMIND' },
  { after_days: 14, action: 'REMIND' },
  { after_days: 30, action: 'SUSPEND' },
];

const hour = 3_600_000;

/** The instant from which on a month (its first day) can be closed by a run. */
export function closesAt(month: string, { grace_hours }: MonthClose): string {
  return instant(Date.parse(startOf(addMonths(month, 1))) + grace_hours * hour);
}

/** The reminders that are due on a day, by level from 1. */
export function remindersDue(
  steps: readonly DunningStep[],
  dueDay: string,
  today: string,
): readonly { readonly level: number; readonly after_days: number }[] {
  return steps
    .filter(({ action }) => action === 'REMIND')
    .map(({ after_days }, index) => ({ level: index + 1, after_days }))
    .filter(({ after_days }) => addDays(dueDay, after_days) <= today);
}

/** The last due day whose invoice suspends its account today; undefined where no step does. */
export function suspendsFrom(steps: readonly DunningStep[], today: string): string | undefined {
  const step = steps.find(({ action }) => action === 'SUSPEND');
  return step === undefined ? undefined : addDays(today, -step.after_days);
}
