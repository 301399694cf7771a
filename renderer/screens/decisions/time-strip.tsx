/** The listed decisions over time, above them: a column a period, and dragging over some takes them into the filter. */
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CountedClass } from '../../../shared/contract/oversight.ts';
import type { RecordFilter, RecordHistogram } from '../../../shared/contract/records.ts';
import { useMay } from '../../api/capabilities.ts';
import { useRecordHistogram } from '../../api/records.ts';
import { decisionsAddress } from '../../ui/addresses.ts';
import { Plot } from '../../ui/charts/plot.tsx';
import { hasName, roundUp } from '../../ui/charts/scale.ts';
import { Legend, StackedColumns, type Part, type Tone } from '../../ui/charts/stacked-columns.tsx';
import { instantOf, nextStart, periodName, wholeAxis } from '../../ui/charts/time-axis.ts';
import { withWhere } from '../../ui/filter/decision-filters.ts';
import { readWhere, withMember } from '../../ui/filter/where.ts';
import { formatCount } from '../../ui/format.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { writeSearchText } from '../../ui/places/search-text.ts';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import classes from './around.module.css';

type Period = Pick<RecordHistogram['periods'][number], 'start' | 'end' | 'total' | 'classes'>;

/** 48 pixels. */
const height = 3;
const mostNames = 9;
const none = { favourable: 0, adverse: 0, undecided: 0, unknown: 0, absent: 0 };

const tones: readonly (readonly [tone: Tone, of: readonly CountedClass[]])[] = [
  ['favourable', ['favourable']],
  ['adverse', ['adverse']],
  ['undecided', ['undecided']],
  ['unknown', ['unknown', 'absent']],
];

interface StripProps {
  readonly filter: RecordFilter;
  /** The list has its first rows: they come before what stands above them. */
  readonly isListed: boolean;
  readonly onChange: (filter: RecordFilter) => void;
}

function TimeStripPart({ filter, isListed, onChange }: StripProps) {
  const may = useMay();
  const query = useRecordHistogram(filter, { enabled: isListed });
  const { data } = query;
  // A server that keeps decisions may know nothing of this.
  if (!may('getRecordHistogram') || (data === undefined && query.isError)) return null;
  if (data === undefined) return <div className={classes.noStrip} />;
  if (data.total === 0) return null;
  return (
    <div
      className={classes.strip}
      data-dimmed={query.isPlaceholderData || undefined}
      aria-busy={query.isFetching}
    >
      <Histogram histogram={data} filter={filter} onChange={onChange} />
    </div>
  );
}

/** It stands still while rows scroll by. */
export const TimeStrip = memo(TimeStripPart);

/** A name is wider than its column: the last ones have no room for it. */
function hasRoom(place: number, columns: number): boolean {
  return hasName(place, columns, mostNames) && place <= columns * 0.92;
}

const dayOf = ({ start }: Period) => start.slice(0, 10);

function filterOfPeriods(filter: RecordFilter, first: Period, last: Period): RecordFilter {
  const range = { $gte: first.start, $lt: last.end };
  return withWhere(filter, withMember(readWhere(filter.where), 'decided_at', range));
}

function periodHref(filter: RecordFilter, period: Period): string {
  return `${decisionsAddress()}${writeSearchText({ ...filterOfPeriods(filter, period, period) })}`;
}

function Histogram({
  histogram,
  filter,
  onChange,
}: {
  readonly histogram: RecordHistogram;
  readonly filter: RecordFilter;
  readonly onChange: (filter: RecordFilter) => void;
}) {
  const { t } = useTranslation(['decisions', 'charts', 'oversight']);
  const { interval, total, classes: all } = histogram;
  const axis = wholeAxis<Period>(histogram.periods, interval, dayOf, (start) => ({
    start: instantOf(start),
    end: instantOf(nextStart(start, interval)),
    total: 0,
    classes: none,
  }));
  const hasClasses = all.absent < total;
  const shown = hasClasses ? tones.filter(([, of]) => of.some((each) => all[each] > 0)) : [];
  const partsOf = (period: Period): readonly Part[] =>
    hasClasses
      ? shown.map(([tone, of]) => ({
          tone,
          value: of.reduce((sum, each) => sum + period.classes[each], 0),
        }))
      : [{ tone: 'favourable', value: period.total }];
  const most = roundUp(Math.max(...axis.map((period) => period.total), 1));
  const words = (period: Period) =>
    [
      periodName(dayOf(period), interval),
      t('announce', { count: period.total, total: formatCount(period.total) }),
    ].join(' · ');
  const [first, last] = [axis[0], axis.at(-1)];
  return (
    <Plot
      isBeside
      label={t('time.label', {
        from: first === undefined ? '' : periodName(dayOf(first), interval),
        to: last === undefined ? '' : periodName(dayOf(last), interval),
      })}
      keys={`${t('charts:keys')} ${t('charts:brush')}`}
      height={height}
      scale={[
        { at: 1, name: formatCount(most), hasLine: true },
        { at: 0, name: '0', hasLine: true },
      ]}
      marks={axis.map((period, place) => ({
        id: period.start,
        words: words(period),
        name: hasRoom(place, axis.length) ? periodName(dayOf(period), interval) : '',
        href: periodHref(filter, period),
      }))}
      onBrush={([from, to]) => {
        const [begin, end] = [axis[from], axis[to]];
        if (begin !== undefined && end !== undefined) onChange(filterOfPeriods(filter, begin, end));
      }}
      renderReading={(place) => {
        const period = place === undefined ? undefined : axis[place];
        return period === undefined ? <Whole histogram={histogram} /> : words(period);
      }}
      renderLegend={(place) => (
        <Legend
          parts={shown.map(([tone, of]) => {
            const counts = (place === undefined ? undefined : axis[place])?.classes ?? all;
            return {
              tone,
              name: t(`oversight:class.${of.find((each) => all[each] > 0) ?? 'absent'}`),
              value: formatCount(of.reduce((sum, each) => sum + counts[each], 0)),
            };
          })}
        />
      )}
      table={<PeriodTable histogram={histogram} filter={filter} />}
    >
      <StackedColumns
        top={most}
        columns={axis.map((period) => ({ id: period.start, parts: partsOf(period) }))}
      />
    </Plot>
  );
}

/** By what times the decisions stand here, and whether all of them do. */
function Whole({ histogram }: { readonly histogram: RecordHistogram }) {
  const { t } = useTranslation(['decisions', 'oversight']);
  const { total, by_recording: byRecording, left_out: leftOut, interval } = histogram;
  const by = t(`oversight:interval.${interval}`);
  const words =
    byRecording === total
      ? t('time.recorded', { by })
      : byRecording === 0
        ? t('time.decided', { by })
        : t('time.mixed', { by, count: byRecording, amount: formatCount(byRecording) });
  return (
    <>
      {words}
      {leftOut > 0 && ` ${t('time.leftOut', { count: leftOut, amount: formatCount(leftOut) })}`}
    </>
  );
}

function PeriodTable({
  histogram,
  filter,
}: {
  readonly histogram: RecordHistogram;
  readonly filter: RecordFilter;
}) {
  const { t } = useTranslation('decisions');
  return (
    <div className={classes.table}>
      <PlainTable
        label={t('time.table')}
        columns={[{ label: t('time.period') }, { label: t('title'), align: 'end' }]}
      >
        {histogram.periods.toReversed().map((period) => (
          <tr key={period.start}>
            <th scope="row">
              <PlaceLink className="pd-text-link pd-underlined" href={periodHref(filter, period)}>
                {periodName(dayOf(period), histogram.interval)}
              </PlaceLink>
            </th>
            <td data-align="end">{formatCount(period.total)}</td>
          </tr>
        ))}
      </PlainTable>
    </div>
  );
}
