/** A rate card on past months as a chart: what was asked beside what this card would have asked. */
import { useTranslation } from 'react-i18next';
import type { Backtest } from '../../../shared/contract/billing-prices.ts';
import { PairedColumns } from '../../ui/charts/paired-columns.tsx';
import { Plot } from '../../ui/charts/plot.tsx';
import { roundUp, ticks } from '../../ui/charts/scale.ts';
import { Legend } from '../../ui/charts/stacked-columns.tsx';
import { formatMonth } from '../../ui/format.ts';
import { formatAmount, formatMoney } from '../../ui/money/money.ts';

const lines = 4;

export function BacktestChart({ told: { months, currency } }: { readonly told: Backtest }) {
  const { t } = useTranslation(['billing', 'charts']);
  const top = roundUp(Math.max(0, ...months.flatMap((each) => [each.billed, each.would_be])));
  const wordsOf = ({ month, billed, would_be: wouldBe }: Backtest['months'][number]) =>
    t('backtest.reading', {
      month: formatMonth(month),
      billed: formatMoney(billed, currency),
      wouldBe: formatMoney(wouldBe, currency),
    });
  return (
    <Plot
      label={t('backtest.chart')}
      keys={t('charts:keys')}
      height={9}
      scale={ticks(top, lines).map((value) => ({
        at: value / top,
        name: formatAmount(value).replace(/[.,]00$/, ''),
        hasLine: true,
      }))}
      marks={months.map((each) => ({
        id: each.month,
        words: wordsOf(each),
        name: formatMonth(each.month, 'short'),
        href: '',
      }))}
      renderReading={(place) => {
        const month = place === undefined ? undefined : months[place];
        return month === undefined ? t('backtest.hint') : wordsOf(month);
      }}
      renderLegend={(place) => {
        const month = place === undefined ? undefined : months[place];
        return (
          <Legend
            parts={[
              {
                tone: 'time',
                name: t('backtest.column.billed'),
                value: month && formatAmount(month.billed),
              },
              {
                tone: 'record',
                name: t('backtest.column.wouldBe'),
                value: month && formatAmount(month.would_be),
              },
            ]}
          />
        );
      }}
    >
      <PairedColumns
        top={top}
        pairs={months.map(({ month, billed, would_be: wouldBe }) => ({
          id: month,
          parts: [
            { tone: 'time', value: billed },
            { tone: 'record', value: wouldBe },
          ],
        }))}
      />
    </Plot>
  );
}
