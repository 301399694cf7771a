/** One holder's money: what is paid next and on what way the rest is, twelve months, what is behind the next payout. */
import { useTranslation } from 'react-i18next';
import { useHolderSummary } from '../../api/holders.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { BehindNext } from './behind-next.tsx';
import { MoneyWay } from './money-way.tsx';
import { MonthsChart } from './months-chart.tsx';
import classes from './payouts.module.css';

export function HolderMoney({
  holder,
  isOwn,
}: {
  readonly holder: string;
  readonly isOwn: boolean;
}) {
  const { t } = useTranslation('payouts');
  return (
    <Loaded query={useHolderSummary(holder)} failed={t('summary.failed')}>
      {(summary) => (
        <section className="pd-grid pd-slim pd-gap-12" aria-label={t('summary.of', { holder })}>
          <MoneyWay summary={summary} isOwn={isOwn} />
          <div className={classes.beside}>
            <MonthsChart summary={summary} />
            <BehindNext summary={summary} />
          </div>
        </section>
      )}
    </Loaded>
  );
}
