/** Confidence over time: a column a period, ten bins high, darker where more decisions fall. */
import { useState } from 'react';
import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { confidenceBins, type ConfidenceHistogram } from '../../../shared/contract/models.ts';
import { formatConfidence, formatCount, formatPercent, formatTenths } from '../../ui/format.ts';
import { lastDay, periodName, wholeAxis, type Period } from './histogram-periods.ts';
import classes from './chart.module.css';

const bins = Array.from({ length: confidenceBins }, (_, place) => confidenceBins - 1 - place);

/** More names than this do not fit under the columns. */
const mostLabels = 8;

/** `#/decisions` with one model and the days of one period. */
function periodAddress(histogram: ConfidenceHistogram, period: Period): string {
  const query = new URLSearchParams({
    model_id: histogram.model_id,
    start_date: period.start,
    end_date: lastDay(period.start, histogram.interval),
  });
  return `#/decisions?${query.toString()}`;
}

function Column({
  period,
  most,
  mostTotal,
  active,
}: {
  period: Period;
  most: number;
  mostTotal: number;
  active: boolean;
}) {
  return (
    <>
      <span className={classes.total}>
        <span
          className={classes.totalBar}
          style={{ height: `${(mostTotal === 0 ? 0 : period.total / mostTotal) * 100}%` }}
        />
      </span>
      {bins.map((bin) => {
        const count = period.counts[bin] ?? 0;
        // The root of the share: a bin with one of a hundred decisions is still seen.
        const strength = most === 0 ? 0 : Math.sqrt(count / most);
        const style: Record<string, string> = { '--strength': `${Math.round(strength * 100)}%` };
        return (
          <span
            key={bin}
            className={classes.cell}
            data-none={count === 0 || undefined}
            data-active={active || undefined}
            style={style}
          />
        );
      })}
    </>
  );
}

function Reading({ histogram, period }: { histogram: ConfidenceHistogram; period: Period }) {
  const { t } = useTranslation('models');
  const { mean_confidence: mean } = period;
  return (
    <span>
      <strong>{periodName(period.start, histogram.interval)}</strong>
      {` · ${t('chart.decisions', { count: period.total, amount: formatCount(period.total) })}`}
      {mean !== null && ` · ${t('chart.mean', { mean: formatConfidence(mean) })}`}
      {period.without_confidence > 0 &&
        ` · ${t('chart.without', { amount: formatCount(period.without_confidence) })}`}
    </span>
  );
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

/** The chart, a line that reads the column under the pointer, and the same figures as a table. */
export function ConfidenceChart({ histogram }: { histogram: ConfidenceHistogram }) {
  const { t } = useTranslation('models');
  const [at, setAt] = useState<number>();
  const [asTable, setAsTable] = useState(false);
  const axis = wholeAxis(histogram);
  const most = Math.max(0, ...axis.flatMap((period) => period.counts));
  const mostTotal = Math.max(0, ...axis.map((period) => period.total));
  const active = at === undefined ? undefined : axis[at];
  const first = axis[0];
  const last = axis.at(-1);
  if (first === undefined || last === undefined) return null;
  const columns: Record<string, string> = { '--columns': String(axis.length) };
  const { interval } = histogram;
  const labelEvery = Math.ceil(axis.length / mostLabels);
  return (
    <div className="pd-grid pd-gap-8">
      <div
        className={classes.plot}
        role="img"
        aria-label={t('chart.label', {
          from: periodName(first.start, interval),
          to: periodName(last.start, interval),
          count: histogram.total,
          amount: formatCount(histogram.total),
        })}
      >
        <div className={classes.scale}>
          <span className={classes.scaleTotal}>{formatCount(mostTotal)}</span>
          <span className={classes.scaleTop}>{formatTenths(1)}</span>
          <span className={classes.scaleMiddle}>{formatTenths(0.5)}</span>
          <span className={classes.scaleBottom}>{formatTenths(0)}</span>
        </div>
        <div className={classes.columns} style={columns} onMouseLeave={() => setAt(undefined)}>
          {axis.map((period, place) => (
            <div
              key={period.start}
              className={classes.column}
              onMouseEnter={() => setAt(place)}
              data-active={place === at || undefined}
            >
              <Column period={period} most={most} mostTotal={mostTotal} active={place === at} />
            </div>
          ))}
        </div>
        <div className={classes.axis} style={columns}>
          {axis.map(
            (period, place) =>
              place % labelEvery === 0 && (
                <span
                  key={period.start}
                  style={{ gridColumn: `${place + 1} / span ${labelEvery}` }}
                >
                  {periodName(period.start, interval)}
                </span>
              ),
          )}
        </div>
      </div>
      <div className="pd-wrapping pd-caption pd-gap-4-16">
        <span className={classes.reading}>
          {active === undefined ? (
            t('chart.hint')
          ) : (
            <Reading histogram={histogram} period={active} />
          )}
        </span>
        <span className="pd-inline pd-gap-6" aria-hidden="true">
          {t('chart.few')}
          <span className={classes.ramp} />
          {t('chart.many')}
        </span>
        <UnstyledButton
          className={classes.link}
          aria-expanded={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? t('chart.hideTable') : t('chart.showTable')}
        </UnstyledButton>
      </div>
      {asTable && <PeriodTable histogram={histogram} />}
    </div>
  );
}
