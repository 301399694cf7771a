/** Decisions over time: columns of outcomes, below them the adverse share with its band, versions where they begin. */
import { useTranslation } from 'react-i18next';
import type { Counted, Oversight } from '../../../shared/contract/oversight.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { BandLine } from '../../ui/charts/band-line.tsx';
import { Events } from '../../ui/charts/events.tsx';
import { Plot, type Mark, type ScaleMark } from '../../ui/charts/plot.tsx';
import { hasName, percent, roundUp } from '../../ui/charts/scale.ts';
import { Legend, StackedColumns } from '../../ui/charts/stacked-columns.tsx';
import { nextStart, periodName, wholeAxis } from '../../ui/charts/time-axis.ts';
import { valueWord } from '../../ui/filter/where-words.ts';
import { formatCount, formatPercent, formatRate } from '../../ui/format.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { behind, CountLink } from './behind.tsx';
import { useClassWords } from './class-words.ts';
import { partsOf, toneOf } from './class-tones.ts';

type Period = Oversight['over_time']['periods'][number];

const drawnClasses = ['favourable', 'adverse', 'undecided', 'unknown', 'absent'] as const;

/** Where the columns end and the line begins, as shares of the height from above. */
const columnsEnd = 0.7;
const lineBegins = 0.8;
const height = 13;
const mostNames = 7;
const nothing: Counted = { count: 0, where: '{}' };

function emptyPeriod(start: string, interval: Oversight['over_time']['interval']): Period {
  const at = (day: string) => `${day}T00:00:00.000Z`;
  return {
    start: at(start),
    end: at(nextStart(start, interval)),
    decisions: nothing,
    classes: {
      favourable: nothing,
      adverse: nothing,
      undecided: nothing,
      unknown: nothing,
      absent: nothing,
    },
    adverse_share: null,
  };
}

export function OverTime({
  oversight,
  onPeriod,
}: {
  readonly oversight: Oversight;
  /** Told the first instant of a selected period, and the first behind it. */
  readonly onPeriod: (from: string, to: string) => void;
}) {
  const { t } = useTranslation(['oversight', 'charts']);
  const { model_id: id, over_time: time, figures } = oversight;
  const nameOf = useClassWords(oversight);
  const words = usePeriodWords(oversight);
  const { interval } = time;
  const axis = wholeAxis(
    time.periods,
    interval,
    ({ start }) => start.slice(0, 10),
    (start) => emptyPeriod(start, interval),
  );
  const most = roundUp(Math.max(...axis.map(({ decisions }) => decisions.count), 1));
  const shares = axis.map(({ adverse_share: share }) => share ?? undefined);
  const topShare = Math.min(1, roundUp(Math.max(...shares.map((each) => each?.high ?? 0), 0.1)));
  const hasShare = oversight.profile.outcomes !== null;
  const end = hasShare ? columnsEnd : 1;
  const shown = drawnClasses.filter((of) => figures.classes[of].count > 0);
  return (
    <Section title={t('time.title', { interval: t(`interval.${interval}`) })}>
      <Plot
        label={t('time.label', {
          count: figures.decisions.count,
          amount: formatCount(figures.decisions.count),
          from: periodName(axis[0]?.start.slice(0, 10) ?? '', interval),
          to: periodName(axis.at(-1)?.start.slice(0, 10) ?? '', interval),
        })}
        keys={`${t('charts:keys')} ${t('charts:brush')}`}
        height={height}
        scale={scaleOf(most, hasShare ? topShare : undefined, end)}
        marks={axis.map((period, place): Mark => ({
          id: period.start,
          words: words(period),
          name: hasName(place, axis.length, mostNames)
            ? periodName(period.start.slice(0, 10), interval)
            : '',
          href: behind(id, period.decisions),
        }))}
        onBrush={([from, to]) => {
          const [first, last] = [axis[from], axis[to]];
          if (first !== undefined && last !== undefined) onPeriod(first.start, last.end);
        }}
        renderReading={(place) => {
          const period = place === undefined ? undefined : axis[place];
          return period === undefined ? t(hasShare ? 'time.hint' : 'time.hintAll') : words(period);
        }}
        renderLegend={(place) => (
          <Legend
            parts={shown.map((of) => ({
              tone: toneOf[of],
              name: nameOf(of),
              value: formatCount(
                (place === undefined ? figures : (axis[place] ?? figures)).classes[of].count,
              ),
            }))}
          />
        )}
        table={<PeriodTable oversight={oversight} />}
      >
        <svg width="100%" height={percent(end)} overflow="visible">
          <StackedColumns
            top={most}
            columns={axis.map(({ start, classes, decisions }) => ({
              id: start,
              parts: hasShare ? partsOf(classes) : [{ tone: 'favourable', value: decisions.count }],
            }))}
          />
        </svg>
        {hasShare && <BandLine points={shares} top={topShare} from={lineBegins} to={1} />}
        <Events columns={axis.length} events={useVersionMarks(oversight, axis)} />
      </Plot>
    </Section>
  );
}

function scaleOf(most: number, topShare: number | undefined, end: number): readonly ScaleMark[] {
  const columns = [1, 0.5, 0].map((share) => ({
    at: 1 - end + share * end,
    name: formatCount(most * share),
    hasLine: true,
  }));
  if (topShare === undefined) return columns;
  return [
    ...columns,
    { at: 1 - lineBegins, name: formatPercent(topShare) },
    { at: 0, name: formatPercent(0), hasLine: true },
  ];
}

/** Where each version begins, but for the one that was there at first. */
function useVersionMarks({ over_time: time }: Oversight, axis: readonly Period[]) {
  const { t } = useTranslation('where');
  return time.versions.flatMap(({ version, first_at: first }) => {
    const place = axis.findIndex(({ start, end }) => start <= first && first < end);
    return place <= 0 ? [] : [{ place, name: showHidden(valueWord(version, t)) }];
  });
}

/** A period in words: its name, how many, of which class, and the adverse share. */
function usePeriodWords(oversight: Oversight): (period: Period) => string {
  const { t } = useTranslation('oversight');
  const { interval } = oversight.over_time;
  return ({ start, decisions, classes, adverse_share: share }) =>
    [
      periodName(start.slice(0, 10), interval),
      t('decisions', { count: decisions.count, amount: formatCount(decisions.count) }),
      ...(share === null
        ? []
        : [
            t('time.adverse', {
              amount: formatCount(classes.adverse.count),
              share: formatRate(share.value),
              low: formatRate(share.low),
              high: formatRate(share.high),
            }),
          ]),
    ].join(' · ');
}

function PeriodTable({ oversight }: { readonly oversight: Oversight }) {
  const { t } = useTranslation('oversight');
  const { model_id: id, over_time: time } = oversight;
  return (
    <PlainTable
      label={t('time.table')}
      columns={[
        { label: t('time.period') },
        { label: t('figures.decisions'), align: 'end' },
        ...drawnClasses.map((of) => ({ label: t(`class.${of}`), align: 'end' as const })),
        { label: t('time.share'), align: 'end' },
      ]}
    >
      {time.periods.toReversed().map((period) => (
        <tr key={period.start}>
          <th scope="row">{periodName(period.start.slice(0, 10), time.interval)}</th>
          <td data-align="end">
            <CountLink modelId={id} counted={period.decisions} />
          </td>
          {drawnClasses.map((of) => (
            <td key={of} data-align="end">
              <CountLink modelId={id} counted={period.classes[of]} />
            </td>
          ))}
          <td data-align="end">
            {period.adverse_share === null ? t('none') : formatRate(period.adverse_share.value)}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}
