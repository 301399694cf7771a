/** The running month of an account: what it comes to so far and will, each day, the prices, the invoice as it would be. */
import { useState } from 'react';
import { IconReceipt2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { UpcomingInvoice } from '../../../shared/contract/billing-prices.ts';
import { monthOf } from '../../../shared/billing/calendar.ts';
import { useAccounts, useUsage } from '../../api/billing.ts';
import { useUpcomingInvoice } from '../../api/billing-prices.ts';
import { billingAddress } from '../../ui/addresses.ts';
import { formatMonth } from '../../ui/format.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { Section } from '../../ui/page/detail-page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from '../../ui/money/billing.module.css';
import { AccountSelect } from './account-select.tsx';
import { MonthFigures } from './month-figures.tsx';
import { PricesOfAccount } from './prices-of-account.tsx';
import type { TabProps } from './tab-props.ts';
import { UpcomingPaper } from './upcoming-paper.tsx';
import { UsageChart } from './usage-chart.tsx';
import { groupsOf, wholeAxis } from './usage-groups.ts';
import { dayOfMs, daysOf } from './periods.ts';

export function MonthTab({ search, show }: TabProps) {
  const { t } = useTranslation('billing');
  const accounts = useAccounts();
  return (
    <Loaded query={accounts} failed={t('account.failed')}>
      {(known) => {
        const account = search.account ?? known[0]?.account_id;
        if (account === undefined) {
          return (
            <EmptyState
              compact
              icon={<IconReceipt2 size={20} stroke={1.6} />}
              title={t('month.noAccount')}
            />
          );
        }
        return (
          <div className="pd-stack pd-slim pd-gap-12">
            {known.length > 1 && (
              <div className="pd-wrapping pd-gap-8">
                <AccountSelect
                  account={account}
                  hasAll={false}
                  onAccount={(next) => show({ account: next })}
                />
              </div>
            )}
            <MonthOf key={account} account={account} />
          </div>
        );
      }}
    </Loaded>
  );
}

function MonthOf({ account }: { readonly account: string }) {
  const { t } = useTranslation('billing');
  const query = useUpcomingInvoice(account);
  return (
    <Loaded query={query} failed={t('month.failed')}>
      {(upcoming) => (
        <div className="pd-stack pd-slim pd-gap-12">
          <MonthFigures upcoming={upcoming} />
          <DaysOfMonth upcoming={upcoming} />
          <div className={classes.split}>
            <Section title={t('month.upcoming')}>
              <UpcomingPaper upcoming={upcoming} />
            </Section>
            <PricesOfAccount account={account} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

/** What each day cost. */
function DaysOfMonth({ upcoming }: { readonly upcoming: UpcomingInvoice }) {
  const { t } = useTranslation('billing');
  const { account_id: account, month, currency } = upcoming;
  const [today] = useState(() => dayOfMs(Date.now()));
  const first = `${month}-01`;
  // The page may show a month that the clock here has not reached, or left.
  const days = monthOf(today) === first ? daysOf('thisMonth', today) : { from: first, to: first };
  const query = useUsage({ start: days.from, end: days.to, account, groupBy: 'day' });
  return (
    <Section title={t('month.days', { month: formatMonth(month, 'long') })}>
      <Loaded query={query} failed={t('usage.failed')}>
        {(usage) => (
          <UsageChart
            axis={wholeAxis(groupsOf(usage, 'day'), 'day', days)}
            grouping="day"
            currency={currency}
            total={usage.costs.total_cost}
            addressOf={({ group }) =>
              billingAddress({ account, from: group, to: group, group: 'dataset' })
            }
          />
        )}
      </Loaded>
    </Section>
  );
}
