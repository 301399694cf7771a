/** What a holder is paid next, and the steps that its money takes: used, invoiced, paid by labs, on its way, paid out. */
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HolderSummary } from '../../../shared/contract/billing-holders.ts';
import { dayOf } from '../../../shared/billing/calendar.ts';
import { formatCount, formatDay, formatWeekday } from '../../ui/format.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { nanos, shortText } from '../../ui/money/nanos-text.ts';
import classes from './payouts.module.css';

interface WayProps {
  readonly summary: HolderSummary;
  /** Whether the holder itself looks at it. */
  readonly isOwn: boolean;
}

export function MoneyWay({ summary, isOwn }: WayProps) {
  return (
    <div className={classes.way}>
      <NextPayout summary={summary} isOwn={isOwn} />
      <Steps summary={summary} isOwn={isOwn} />
    </div>
  );
}

function NextPayout({ summary, isOwn }: WayProps) {
  const { t } = useTranslation('payouts');
  const { next_payout: next, schedule, currency } = summary;
  const { frequency, threshold } = schedule;
  const place =
    next.destination === null
      ? t('summary.noAccount')
      : t('summary.to', { last4: next.destination.last4 });
  return (
    <dl className={classes.next}>
      <dt className="pd-caption pd-medium">{t('summary.next')}</dt>
      <dd className={classes.amount}>
        <MoneyText value={next.amount} currency={currency} headline short />
      </dd>
      <dd className="pd-flush pd-medium">
        <When summary={summary} isOwn={isOwn} />
      </dd>
      <dd className="pd-flush pd-dim">
        {place} ·{' '}
        {t('summary.schedule', {
          frequency: t(`frequency.${frequency}`),
          threshold: shortText(nanos(threshold), currency),
        })}
      </dd>
      {next.tax > 0 && (
        <dd className="pd-flush pd-dim">
          {t('summary.withTax', { tax: shortText(nanos(next.tax), currency) })}
        </dd>
      )}
    </dl>
  );
}

/** The day of the next payout, or what it waits for. */
function When({ summary, isOwn }: WayProps) {
  const { t } = useTranslation('payouts');
  const { next_payout: next, currency } = summary;
  const day = dayOf(next.date);
  switch (next.waits_for) {
    case null:
      return `${formatWeekday(day)}, ${formatDay(day)}`;
    case 'THRESHOLD':
      return t('summary.missing', { amount: shortText(nanos(next.missing), currency) });
    case 'DEBT':
      return t(isOwn ? 'summary.debtOwn' : 'summary.debt', {
        amount: shortText(-nanos(next.net), currency),
      });
    case 'PAYOUT':
      return t('summary.waits');
    case 'EARNINGS':
      return t('summary.nothing');
    default:
      return next.waits_for satisfies never;
  }
}

function Steps({ summary, isOwn }: WayProps) {
  const { t } = useTranslation('payouts');
  const { pipeline, currency, next_payout: next } = summary;
  const { used, invoiced, overdue, available, on_its_way: way, paid_out: paid } = pipeline;
  const goesOut =
    next.waits_for === null
      ? t('summary.goesOut', { day: formatDay(dayOf(next.date)) })
      : t('summary.carried');
  const late = overdue > 0 && <Overdue {...{ overdue, currency }} />;
  const steps: readonly (readonly [name: Step, value: number, note: ReactNode])[] = [
    ['used', used, t('summary.estimate')],
    ['invoiced', invoiced, late === false ? t('summary.due') : late],
    ['available', available, available > 0 ? goesOut : ''],
    // It is a step only while there is something.
    ...(way === 0 ? [] : ([['way', way, t('summary.sent')]] as const)),
    [
      isOwn ? 'paidOwn' : 'paid',
      paid,
      t('summary.payouts', { count: pipeline.payouts, payouts: formatCount(pipeline.payouts) }),
    ],
  ];
  return (
    <dl className={classes.steps}>
      {steps.map(([name, value, note]) => (
        <div key={name} className={classes.step} data-step={name}>
          <dt className="pd-caption pd-medium">{t(`summary.step.${name}`)}</dt>
          <dd className={classes.value}>
            <MoneyText value={value} currency={currency} headline short />
          </dd>
          <dd className="pd-flush pd-caption">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

type Step = 'used' | 'invoiced' | 'available' | 'way' | 'paid' | 'paidOwn';

function Overdue({ overdue, currency }: { readonly overdue: number; readonly currency: string }) {
  const { t } = useTranslation('payouts');
  return (
    <span className={classes.overdue}>
      <IconAlertTriangle size={13} aria-hidden="true" />
      {t('summary.overdue', { amount: shortText(nanos(overdue), currency) })}
    </span>
  );
}
