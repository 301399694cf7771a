/** Until when a request of a person has to be answered (docs/oversight.md, "Deadlines"). */

export const deadlineRules = ['month', '30_days'] as const;
/**
 * `month`: GDPR Art. 12(3), also for AI Act Art. 86, which names none. `30_days`: US Regulation B, notice of an
 * adverse action; it cannot be extended.
 */
export type DeadlineRule = (typeof deadlineRules)[number];

const extendedMonths = 3;

/** The last day for an answer to what came on `receivedOn`; days are `YYYY-MM-DD`, never moved for a weekend. */
export function dueDay(receivedOn: string, rule: DeadlineRule): string {
  return rule === 'month' ? monthsAfter(receivedOn, 1) : daysAfter(receivedOn, 30);
}

/** The same after an extension, which counts from the receipt; undefined where the rule knows none. */
export function extendedDay(receivedOn: string, rule: DeadlineRule): string | undefined {
  return rule === 'month' ? monthsAfter(receivedOn, extendedMonths) : undefined;
}

/** The same day of a later month, else the last of that month. */
function monthsAfter(day: string, months: number): string {
  const { year, month, date } = partsOf(day);
  const last = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate();
  return textOf(Date.UTC(year, month + months, Math.min(date, last)));
}

function daysAfter(day: string, days: number): string {
  const { year, month, date } = partsOf(day);
  return textOf(Date.UTC(year, month, date + days));
}

function partsOf(day: string) {
  const date = new Date(`${day}T00:00:00Z`);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate() };
}

function textOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
