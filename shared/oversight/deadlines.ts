/** Until when a request of a person has to be answered (docs/oversight.md, "Deadlines"). */
import { addDays, addMonths } from '../billing/calendar.ts';

export const deadlineRules = ['month', '30_days'] as const;
/**
 * `month`: GDPR Art. 12(3), also for AI Act Art. 86, which names none. `30_days`: US Regulation B, notice of an
 * adverse action; it cannot be extended.
 */
export type DeadlineRule = (typeof deadlineRules)[number];

const extendedMonths = 3;

/** The last day for an answer to what came on `receivedOn`; days are `YYYY-MM-DD`, never moved for a weekend. */
export function dueDay(receivedOn: string, rule: DeadlineRule): string {
  return rule === 'month' ? addMonths(receivedOn, 1) : addDays(receivedOn, 30);
}

/** The same after an extension, which counts from the receipt; undefined where the rule knows none. */
export function extendedDay(receivedOn: string, rule: DeadlineRule): string | undefined {
  return rule === 'month' ? addMonths(receivedOn, extendedMonths) : undefined;
}
