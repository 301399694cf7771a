/** Confidence over time: a column a period, ten bins high, darker where more decisions fall. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { heatPlan } from '../../ui/charts/heat.ts';
import { HeatColumns, HeatScale } from '../../ui/charts/heat-columns.tsx';
import { Plot } from '../../ui/charts/plot.tsx';
import { hasName } from '../../ui/charts/scale.ts';
import { instantOf, nextStart, periodName, wholeAxis } from '../../ui/charts/time-axis.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import type { RecordHistogram } from '../../../shared/contract/records.ts';
import { confidenceBins } from '../../../shared/oversight/rates.ts';
import { decisionsAddress } from '../../ui/addresses.ts';
import { writeWhere } from '../../ui/filter/where.ts';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { formatConfidence, formatCount, formatPercent, formatTenths } from '../../ui/format.ts';

type Period = Pick<
  RecordHistogram['periods'][number],
  'start' | 'end' | 'total' | 'without_confidence' | 'mean_confidence' | 'confidence'
>;

const noDecisions = { total: 0, without_confidence: 0, mean_confidence: null, confidence: [] };

interface ChartProps {
  readonly modelId: string;
  readonly histogram: RecordHistogram;
}

/** The first day of a period. */
const dayOf = ({ start }: Pick<Period, 'start'>) => start.slice(0, 10);

const bins = Array.from({ length: confidenceBins }, (_, place) => confidenceBins - 1 - place);

const plan = heatPlan(confidenceBins, 1.0625);

/** More names than this do not fit under the columns. */
const mostNames = 8;

/** The decisions of a model in one period. */
function periodAddress(modelId: string, { start, end }: Period): string {
  const where = writeWhere({ decided_at: { $gte: start, $lt: end } });
  return decisionsAddress({ model_id: modelId, where });
}

/** A period, its decisions, and how sure the model was of them. */
function wordsOf(
  { interval }: RecordHistogram,
  period: Period,
  t: TFunction<['models', 'charts']>,
) {
  const { total, mean_confidence: mean, without_confidence: without } = period;
  return [
    periodName(dayOf(period), interval),
    t('chart.decisions', { count: total, amount: formatCount(total) }),
    ...(mean === null ? [] : [t('chart.mean', { mean: formatConfidence(mean) })]),
    ...(without === 0 ? [] : [t('chart.without', { amount: formatCount(without) })]),
  ].join(' · ');
}

function PeriodTable({ modelId, histogram }: ChartProps) {
  const { t } = useTranslation('models');
  return (
    <PlainTable
      label={t('chart.table')}
      columns={[
        { label: t('chart.period') },
        { label: t('chart.count'), align: 'end' },
        { label: t('chart.meanHead'), align: 'end' },
        { label: t('chart.high'), align: 'end' },
        { label: t('chart.withoutHead'), align: 'end' },
      ]}
    >
      {histogram.periods.toReversed().map((period) => {
        const judged = period.total - period.without_confidence;
        const high = (period.confidence[8] ?? 0) + (period.confidence[9] ?? 0);
        return (
          <tr key={period.start}>
            <th scope="row">
              <PlaceLink
                className="pd-text-link pd-underlined"
                href={periodAddress(modelId, period)}
              >
                {periodName(dayOf(period), histogram.interval)}
              </PlaceLink>
            </th>
            <td data-align="end">{formatCount(period.total)}</td>
            <td data-align="end">
              {period.mean_confidence === null
                ? t('absent')
                : formatConfidence(period.mean_confidence)}
            </td>
            <td data-align="end">{judged === 0 ? t('absent') : formatPercent(high / judged)}</td>
            <td data-align="end">{formatCount(period.without_confidence)}</td>
          </tr>
        );
      })}
    </PlainTable>
  );
}

export function ConfidenceChart({ modelId, histogram }: ChartProps) {
  const { t } = useTranslation(['models', 'charts']);
  const axis = wholeAxis<Period>(histogram.periods, histogram.interval, dayOf, (start) => ({
    start: instantOf(start),
    end: instantOf(nextStart(start, histogram.interval)),
    ...noDecisions,
  }));
  const [first, last] = [axis[0], axis.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { interval, total } = histogram;
  const most = Math.max(0, ...axis.flatMap((period) => period.confidence));
  const mostTotal = Math.max(0, ...axis.map((period) => period.total));
  return (
    <Plot
      label={t('chart.label', {
        count: total,
        from: periodName(dayOf(first), interval),
        to: periodName(dayOf(last), interval),
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
        name: hasName(place, axis.length, mostNames) ? periodName(dayOf(period), interval) : '',
        href: periodAddress(modelId, period),
      }))}
      renderReading={(place) => {
        const period = place === undefined ? undefined : axis[place];
        return period === undefined ? t('chart.hint') : wordsOf(histogram, period, t);
      }}
      renderLegend={() => <HeatScale label={t('chart.scale', { most: formatCount(most) })} />}
      table={<PeriodTable modelId={modelId} histogram={histogram} />}
    >
      <HeatColumns
        plan={plan}
        columns={axis.map(({ start, total: all, confidence }) => ({
          id: start,
          total: all,
          cells: bins.map((bin) => confidence[bin] ?? 0),
        }))}
      />
    </Plot>
  );
}
