/** What the session comes to if it goes on as it did, and whether the budget of its grant lasts as long. */
import { useTranslation } from 'react-i18next';
import type { SessionMetering } from '../../../../shared/contract/billing.ts';
import type { Grant } from '../../../../shared/contract/grants.ts';
import type { Session } from '../../../../shared/contract/sessions.ts';
import { forecastOf } from '../../../../shared/billing/session-forecast.ts';
import { headlineText, nanos } from '../../../ui/money/nanos-text.ts';
import { budgetWords } from './budget-words.ts';

const second = 1_000;

export function Forecast({
  session: { expires_at: end },
  metering,
  grant,
}: {
  readonly session: Session;
  readonly metering: SessionMetering;
  readonly grant: Grant | undefined;
}) {
  const { t } = useTranslation('sessions');
  const { pricing, time_metrics: time, last_updated: updated } = metering;
  const budget = grant?.terms.budget ?? null;
  const left = Math.max(0, Math.floor((Date.parse(end) - Date.parse(updated)) / second));
  const forecast = forecastOf({
    cost: nanos(pricing.total_cost),
    elapsed: BigInt(time.session_duration_seconds),
    left: BigInt(left),
    ...(budget !== null &&
      grant !== undefined && { budgetLeft: nanos(budget.amount) - nanos(grant.spent.amount) }),
  });
  if (forecast === undefined) return null;
  const words = budgetWords(forecast);
  return (
    <p className="pd-note">
      {t('activity.atTheEnd', { cost: headlineText(forecast.end, pricing.currency) })}
      {words !== undefined && ` · ${t(`activity.budget.${words.key}`, words.values)}`}
    </p>
  );
}
