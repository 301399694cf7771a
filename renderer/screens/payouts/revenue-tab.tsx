/** Revenue: billed, collected, owed and passed on, each by itself, with the equations that hold; by dataset. */
import { useTranslation } from 'react-i18next';
import type { Revenue } from '../../../shared/contract/billing.ts';
import { useRevenue } from '../../api/payouts.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { billingAddress, payoutsAddress } from '../../ui/addresses.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { ListTable } from '../../ui/list/list-table.tsx';
import { givenRows } from '../../ui/list/row-source.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { nanosOf } from '../../ui/money/money-sum.ts';
import { revenueTable } from './payout-tables.tsx';
import classes from '../../ui/money/billing.module.css';

type Figure = Exclude<keyof Revenue, 'currency' | 'datasets'> | 'owed';

const invoices = (status?: string) =>
  billingAddress({ tab: 'invoices', ...(status === undefined ? {} : { status }) });

/** Every figure with the rows behind it. */
const figures: readonly (readonly [Figure, string])[] = [
  ['billed', invoices()],
  ['tax', invoices()],
  ['collected', invoices('PAID')],
  ['outstanding', invoices('PENDING')],
  ['overdue', invoices('OVERDUE')],
  ['canceled', invoices('CANCELED')],
  ['unbilled', billingAddress()],
  ['fees', billingAddress({ tab: 'journal' })],
  ['holder_net', payoutsAddress],
  ['owed', payoutsAddress],
  ['payouts_completed', `${payoutsAddress}?status=COMPLETED`],
  ['payouts_pending', `${payoutsAddress}?status=PENDING`],
  ['available_balance', payoutsAddress],
];

/** What holders have earned and not been paid, in whole cents: as the overview has it. */
function owedOf({ payouts_pending: sent, available_balance: available }: Revenue): number {
  return (Math.round(sent * 100) + Math.round(available * 100)) / 100;
}

export function RevenueTab() {
  const { t } = useTranslation('payouts');
  const query = useRevenue();
  return (
    <Loaded query={query} failed={t('revenue.failed')}>
      {(revenue) => <RevenueFigures revenue={revenue} />}
    </Loaded>
  );
}

function RevenueFigures({ revenue }: { revenue: Revenue }) {
  const { t } = useTranslation(['payouts', 'tables']);
  const { currency, datasets = [] } = revenue;
  const title = t('revenue.byDataset', { currency });
  const table = useTable(revenueTable, givenRows(datasets), t);
  const holds = (left: readonly number[], right: readonly number[]) => {
    const sum = nanosOf(left);
    return sum !== undefined && sum === nanosOf(right);
  };
  const invoicesHold = holds(
    [revenue.billed, revenue.tax],
    [revenue.collected, revenue.outstanding],
  );
  const holdersHold = holds(
    [revenue.holder_net],
    [revenue.payouts_completed, revenue.payouts_pending, revenue.available_balance],
  );
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <dl className={classes.figures}>
        {figures.map(([name, address]) => (
          <div key={name} className={classes.figure}>
            <dt>{t(`revenue.${name}`)}</dt>
            <dd>
              <PlaceLink className={classes.figureLink} href={address}>
                <MoneyText
                  value={name === 'owed' ? owedOf(revenue) : revenue[name]}
                  currency={currency}
                  headline
                />
              </PlaceLink>
              <span className="pd-caption pd-loose">{t(`revenue.note.${name}`)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <ul className="pd-flush pd-aside pd-indented">
        <li>{t(invoicesHold ? 'revenue.invoicesHold' : 'revenue.invoicesOff')}</li>
        <li>{t(holdersHold ? 'revenue.holdersHold' : 'revenue.holdersOff')}</li>
      </ul>
      <Section
        title={title}
        actions={
          <>
            <span className="pd-space" />
            <TableActions {...menuOf(table, { title })} />
          </>
        }
      >
        <ListTable
          table={table}
          title={title}
          empty={<p className="pd-note">{t('revenue.noDatasets')}</p>}
        />
        <p className="pd-note">{t('revenue.perCurrency')}</p>
      </Section>
    </div>
  );
}
