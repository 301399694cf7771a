/** Net by month of use: twelve columns of a holder's datasets, hatched where nothing is invoiced yet. */
import { useTranslation } from 'react-i18next';
import type { HolderSummary } from '../../../shared/contract/billing-holders.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { Plot } from '../../ui/charts/plot.tsx';
import { roundUp, ticks } from '../../ui/charts/scale.ts';
import { Legend, StackedColumns } from '../../ui/charts/stacked-columns.tsx';
import { formatMonth } from '../../ui/format.ts';
import { formatAmount } from '../../ui/money/money.ts';
import { nanos, shortText } from '../../ui/money/nanos-text.ts';
import { amountOf, partsOf, wholeOf, type MonthPart } from './months-of.ts';
import shared from '../../ui/money/billing.module.css';
import classes from './payouts.module.css';

const wholeNanos = 1e9;
const lines = 4;

export function MonthsChart({ summary }: { readonly summary: HolderSummary }) {
  const { t } = useTranslation(['payouts', 'charts']);
  const { months, currency } = summary;
  const parts = partsOf(summary);
  const top = roundUp(Math.max(0, ...months.map((each) => Number(wholeOf(each)) / wholeNanos)));
  const total = shortText(
    months.reduce((sum, each) => sum + wholeOf(each), 0n),
    currency,
  );
  const wordsOf = (month: HolderSummary['months'][number]) =>
    `${formatMonth(month.month)} · ${shortText(wholeOf(month), currency)}`;
  return (
    <section className={classes.card} aria-label={t('chart.title')}>
      <header className="pd-row pd-wraps pd-baseline pd-gap-4-12">
        <h2 className="pd-flush pd-title">{t('chart.title')}</h2>
        <span className="pd-dim">
          {t('chart.total', { total })}
          <Before summary={summary} />
        </span>
      </header>
      <Plot
        label={t('chart.label', { total })}
        keys={t('charts:keys')}
        height={10}
        scale={ticks(top, lines).map((value) => ({
          at: value / top,
          name: formatAmount(value).replace(/[.,]00$/, ''),
          hasLine: true,
        }))}
        marks={months.map((month) => ({
          id: month.month,
          words: wordsOf(month),
          name: formatMonth(month.month, 'short'),
          href: '',
        }))}
        renderReading={(place) => {
          const month = place === undefined ? undefined : months[place];
          return month === undefined ? t('chart.hint') : wordsOf(month);
        }}
        renderLegend={(place) => {
          const month = place === undefined ? undefined : months[place];
          return (
            <Legend
              parts={parts.map((part) => ({
                tone: part.tone,
                name: nameOf(part, t),
                value:
                  month === undefined
                    ? undefined
                    : shortText(amountOf(month, part, parts), currency),
              }))}
            />
          );
        }}
        table={<MonthsTable summary={summary} parts={parts} />}
      >
        <StackedColumns
          top={top}
          columns={months.map((month) => ({
            id: month.month,
            parts: parts.map((part) => ({
              tone: part.tone,
              // What was taken back is told by the figures.
              value: Math.max(0, Number(amountOf(month, part, parts)) / wholeNanos),
            })),
          }))}
        />
      </Plot>
    </section>
  );
}

type Translate = ReturnType<typeof useTranslation<['payouts', 'charts']>>['t'];

function nameOf({ dataset }: MonthPart, t: Translate): string {
  if (dataset === undefined) return t('chart.used');
  return dataset === null ? t('chart.others') : showHidden(dataset);
}

/** What the months before the twelve came to, where there is anything. */
function Before({ summary: { before, currency } }: { readonly summary: HolderSummary }) {
  const { t } = useTranslation('payouts');
  if (before === 0) return null;
  return ` ${t('chart.before', { amount: shortText(nanos(before), currency) })}`;
}

function MonthsTable({
  summary: { months, currency },
  parts,
}: {
  readonly summary: HolderSummary;
  readonly parts: readonly MonthPart[];
}) {
  const { t } = useTranslation(['payouts', 'charts']);
  return (
    <table className={shared.sums}>
      <caption className="pd-caption">{t('chart.table', { currency })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('chart.month')}</th>
          {parts.map((part) => (
            <th key={part.tone} scope="col" className="pd-at-end">
              {nameOf(part, t)}
            </th>
          ))}
          <th scope="col" className="pd-at-end">
            {t('chart.sum')}
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <tr key={month.month} data-month={month.month}>
            <th scope="row">{formatMonth(month.month)}</th>
            {parts.map((part) => (
              <td key={part.tone} className="pd-figures">
                {shortText(amountOf(month, part, parts), currency)}
              </td>
            ))}
            <td className="pd-figures pd-medium">{shortText(wholeOf(month), currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
