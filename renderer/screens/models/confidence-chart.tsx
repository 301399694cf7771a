/** Confidence over time: a column a period, ten bins high, darker where more decisions fall. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { heatPlan } from '../../ui/charts/heat.ts';
import { HeatColumns, HeatScale } from '../../ui/charts/heat-columns.tsx';
import { Plot } from '../../ui/charts/plot.tsx';
import { hasName } from '../../ui/charts/scale.ts';
import { lastDay, periodName, wholeAxis } from '../../ui/charts/time-axis.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { confidenceBins, type ConfidenceHistogram } from '../../../shared/contract/models.ts';
import { formatConfidence, formatCount, formatPercent, formatTenths } from '../../ui/format.ts';
import classes from './chart.module.css';

type Period = ConfidenceHistogram['periods'][number];

const noDecisions = { total: 0, without_confidence: 0, mean_confidence: null, counts: [] };

const bins = Array.from({ length: confidenceBins }, (_, place) => confidenceBins - 1 - place);

const plan = heatPlan(confidenceBins, 1.0625);

/** More names than this do not fit under the columns. */
const mostNames = 8;

/** `#/decisions` with one model and the days of one period. */
function periodAddress(histogram: ConfidenceHistogram, period: Period): string {
  const query = new URLSearchParams({
    model_id: histogram.model_id,
    start_date: period.start,
    end_date: lastDay(period.start, histogram.interval),
  });
  return `#/decisions?${query.toString()}`;
}

/** A period, its decisions, and how sure the model was of them. */
function wordsOf(
  histogram: ConfidenceHistogram,
  period: Period,
  t: TFunction<['models', 'charts']>,
) {
  const { total, mean_confidence: mean, without_confidence: without } = period;
  return [
    periodName(period.start, histogram.interval),
    t('chart.decisions', { count: total, amount: formatCount(total) }),
    ...(mean === null ? [] : [t('chart.mean', { mean: formatConfidence(mean) })]),
    ...(without === 0 ? [] : [t('chart.without', { amount: formatCount(without) })]),
  ].join(' · ');
}

function PeriodTable({ histogram }: { histogram: ConfidenceHistogram }) {
  const { t } = useTranslation('models');
  return (
    <div className={classes.tableScroll}>
      <table className={classes.table} aria-label={t('chart.table')}>
        <thead>
          <tr>
            <th scope="col">{t('chart.period')}</th>
            <th scope="col" data-align="end">
              {t('chart.count')}
            </th>
            <th scope="col" data-align="end">
              {t('chart.meanHead')}
            </th>
            <th scope="col" data-align="end">
              {t('chart.high')}
            </th>
            <th scope="col" data-align="end">
              {t('chart.withoutHead')}
            </th>
          </tr>
        </thead>
        <tbody>
          {histogram.periods.toReversed().map((period) => {
            const with_ = period.total - period.without_confidence;
            const high = (period.counts[8] ?? 0) + (period.counts[9] ?? 0);
            return (
              <tr key={period.start}>
                <th scope="row">
                  <PlaceLink className={classes.link} href={periodAddress(histogram, period)}>
                    {periodName(period.start, histogram.interval)}
                  </PlaceLink>
                </th>
                <td data-align="end">{formatCount(period.total)}</td>
                <td data-align="end">
                  {period.mean_confidence === null
                    ? t('absent')
                    : formatConfidence(period.mean_confidence)}
                </td>
                <td data-align="end">{with_ === 0 ? t('absent') : formatPercent(high / with_)}</td>
                <td data-align="end">{formatCount(period.without_confidence)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

export function ConfidenceChart({ histogram }: { histogram: ConfidenceHistogram }) {
  const { t } = useTranslation(['models', 'charts']);
  const axis = wholeAxis<Period>(
    histogram.periods,
    histogram.interval,
    ({ start }) => start,
    (start) => ({ start, ...noDecisions }),
  );
  const [first, last] = [axis[0], axis.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { interval, total } = histogram;
  const most = Math.max(0, ...axis.flatMap((period) => period.counts));
  const mostTotal = Math.max(0, ...axis.map((period) => period.total));
  return (
    <Plot
      label={t('chart.label', {
        from: periodName(first.start, interval),
        to: periodName(last.start, interval),
        count: total,
        amount: formatCount(total),
      })}
      keys={t('charts:keys')}
      height={plan.height}
      scale={[
        { at: 1, name: formatCount(mostTotal) },
        ...[1, 0.5, 0].map((confidence) => ({
          at: 1 - plan.top(confidenceBins * (1 - confidence)),
          name: formatTenths(confidence),
        })),
      ]}
      marks={axis.map((period, place) => ({
        id: period.start,
        words: wordsOf(histogram, period, t),
        name: hasName(place, axis.length, mostNames) ? periodName(period.start, interval) : '',
        href: periodAddress(histogram, period),
      }))}
      renderReading={(place) => {
        const period = place === undefined ? undefined : axis[place];
        return period === undefined ? t('chart.hint') : wordsOf(histogram, period, t);
      }}
      renderLegend={() => <HeatScale label={t('chart.scale', { most: formatCount(most) })} />}
      table={<PeriodTable histogram={histogram} />}
    >
      <HeatColumns
        plan={plan}
        columns={axis.map(({ start, total: all, counts }) => ({
          id: start,
          total: all,
          cells: bins.map((bin) => counts[bin] ?? 0),
        }))}
      />
    </Plot>
  );
}
