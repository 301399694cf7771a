/** Revenue: billed, collected, owed and passed on, each by itself, with the equations that hold; by dataset. */
import { useTranslation } from 'react-i18next';
import type { Revenue } from '../../../shared/contract/billing.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useRevenue } from '../../api/payouts.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { billingAddress, datasetAddress, payoutsAddress } from '../../ui/addresses.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns } from '../../ui/table/use-table-columns.tsx';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { fileColumn } from '../../ui/list/table-tools.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { nanosOf } from '../../ui/money/money-sum.ts';
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
  const { t } = useTranslation('payouts');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const { currency, datasets = [] } = revenue;
  const columns = useTableColumns(
    'revenue',
    [
      { id: 'dataset', label: t('accruals.dataset') },
      { id: 'holder', label: t('column.holder') },
      { id: 'gross', label: t('accruals.gross'), align: 'end', files: ['gross', 'currency'] },
      { id: 'fees', label: t('accruals.fee'), align: 'end', files: ['fees', 'currency'] },
      { id: 'net', label: t('accruals.net'), align: 'end', files: ['net', 'currency'] },
    ],
    [
      fileColumn('dataset', t('accruals.dataset'), '/dataset_id'),
      fileColumn('holder', t('column.holder'), '/holder_id'),
      fileColumn('gross', t('accruals.gross'), '/gross', 'number'),
      fileColumn('fees', t('accruals.fee'), '/fees', 'number'),
      fileColumn('net', t('accruals.net'), '/net', 'number'),
      fileColumn('currency', field('currency'), '/currency'),
    ],
  );
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
    <div className={classes.stack}>
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
              <span className={classes.figureNote}>{t(`revenue.note.${name}`)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <ul className={classes.equations}>
        <li>{t(invoicesHold ? 'revenue.invoicesHold' : 'revenue.invoicesOff')}</li>
        <li>{t(holdersHold ? 'revenue.holdersHold' : 'revenue.holdersOff')}</li>
      </ul>
      <Section
        title={t('revenue.byDataset', { currency })}
        actions={
          <>
            <span className={classes.space} />
            <TableActions
              tools={{
                id: 'revenue',
                title: t('revenue.byDataset', { currency }),
                source: { rows: datasets },
                total: datasets.length,
                notes: [],
              }}
              columns={columns}
            />
          </>
        }
      >
        {datasets.length === 0 ? (
          <p className={classes.note}>{t('revenue.noDatasets')}</p>
        ) : (
          <PlainTable label={t('revenue.byDataset', { currency })} columns={columns.shown}>
            {datasets.map((each) => (
              <tr key={`${each.dataset_id} ${each.holder_id} ${each.currency}`}>
                {columns.cells({
                  dataset: (
                    <th scope="row">
                      <PlaceLink className={classes.link} href={datasetAddress(each.dataset_id)}>
                        {showHidden(each.dataset_id)}
                      </PlaceLink>
                    </th>
                  ),
                  holder: (
                    <td>
                      <PlaceLink
                        className={classes.link}
                        href={`${payoutsAddress}?holder=${encodeURIComponent(each.holder_id)}`}
                      >
                        {showHidden(each.holder_id)}
                      </PlaceLink>
                    </td>
                  ),
                  gross: (
                    <td data-align="end">
                      <MoneyText value={each.gross} currency={each.currency} />
                    </td>
                  ),
                  fees: (
                    <td data-align="end">
                      <MoneyText value={each.fees} currency={each.currency} />
                    </td>
                  ),
                  net: (
                    <td data-align="end">
                      <MoneyText value={each.net} currency={each.currency} />
                    </td>
                  ),
                })}
              </tr>
            ))}
          </PlainTable>
        )}
        <p className={classes.note}>{t('revenue.perCurrency')}</p>
      </Section>
    </div>
  );
}
