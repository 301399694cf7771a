/** When months close by the clock, and what becomes of invoices that are not paid. */
import * as z from './when-asked.ts';
import { oneOf } from './common.ts';
import { dunningActions } from '../billing/dunning.ts';
import { fault } from './faults.ts';

const whole = (minimum: number, maximum: number) =>
  z
    .int({ error: fault('type_integer') })
    .min(minimum, fault('at_least', { minimum }))
    .max(maximum, fault('at_most', { maximum }));

/** Hours from a month's end to its run, at most. */
const mostGrace = 240;
export const monthCloseSchema = z
  .strictObject({
    auto: z.boolean().meta({ description: 'Whether the clock closes months' }),
    grace_hours: whole(1, mostGrace).meta({ description: 'From a month’s end to its run' }),
  })
  .meta({ id: 'MonthClose' });

const mostSteps = 10;
export const dunningSchema = z
  .array(z.strictObject({ after_days: whole(1, 365), action: oneOf(dunningActions) }))
  .max(mostSteps, fault('at_most_items', { maximum: mostSteps }))
  .refine((steps) => steps.every(isAfterBefore), fault('rising'))
  .refine(
    (steps) => steps.slice(0, -1).every(({ action }) => action !== 'SUSPEND'),
    fault('suspend_last'),
  )
  .meta({ id: 'Dunning' });

/** Steps follow one another by their days. */
function isAfterBefore(
  { after_days }: { readonly after_days: number },
  index: number,
  steps: readonly { readonly after_days: number }[],
): boolean {
  return index === 0 || after_days > (steps[index - 1]?.after_days ?? 0);
}
