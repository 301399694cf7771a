/** A rate card on past months: what all accounts were asked by theirs, and what this one would have asked. */
import { useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ShownRateCard } from '../../../shared/contract/billing.ts';
import type { Backtest } from '../../../shared/contract/billing-prices.ts';
import { addMonths, monthOf } from '../../../shared/billing/calendar.ts';
import { useBacktest } from '../../api/billing-prices.ts';
import { formatMonth } from '../../ui/format.ts';
import { defineTable } from '../../ui/list/define-list.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { givenRows } from '../../ui/list/row-source.ts';
import { useTable } from '../../ui/list/use-table.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { Loaded } from '../../ui/page/loaded.tsx';
import { BacktestChart } from './backtest-chart.tsx';
import { dayOfMs } from './periods.ts';

type Translate = TFunction<['billing', 'tables']>;
type TriedMonth = Backtest['months'][number];

/** Months that are looked back upon, the running one included. */
const shownMonths = 12;

export const backtestTable = defineTable<TriedMonth, Translate>()(
  {
    id: 'backtest',
    columnsAt: 'backtest.column',
    rowId: (row) => row.month,
    columns: {
      month: {
        path: '/month',
        identity: true,
        kept: true,
        cell: ({ month }) => formatMonth(month),
      },
      billed: { path: '/billed', form: 'money' },
      wouldBe: { path: '/would_be', form: 'money' },
      difference: { path: '/difference', form: 'money' },
    },
  },
  (t, key) => t(key),
);

export function BacktestSection({ card }: { readonly card: ShownRateCard }) {
  const { t } = useTranslation('billing');
  const [running] = useState(() => monthOf(dayOfMs(Date.now())));
  const query = useBacktest(card, {
    from_month: addMonths(running, 1 - shownMonths).slice(0, 7),
    to_month: running.slice(0, 7),
  });
  return (
    <Section title={t('backtest.title')}>
      <Loaded query={query} failed={t('backtest.failed')}>
        {(told) => <Tried told={told} />}
      </Loaded>
    </Section>
  );
}

function Tried({ told }: { readonly told: Backtest }) {
  const { t } = useTranslation(['billing', 'tables']);
  const table = useTable(backtestTable, givenRows(told.months), t);
  const { billed, would_be: wouldBe, currency } = told;
  if (told.months.length === 0) return <p className="pd-note">{t('backtest.none')}</p>;
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <p className="pd-note">
        {t('backtest.sum', {
          billed: formatMoney(billed, currency),
          wouldBe: formatMoney(wouldBe, currency),
        })}
      </p>
      <BacktestChart told={told} />
      <ListTable table={table} title={t('backtest.title')} />
    </div>
  );
}
