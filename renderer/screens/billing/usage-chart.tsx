/** Usage as columns with the four costs on top of each other, and a line that reads the one pointed at. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import type { Grouping } from '../../../shared/contract/billing.ts';
import { dimensions } from '../../../shared/billing/volume.ts';
import { formatAmount, formatMoney } from '../../ui/money/money.ts';
import { groupName } from './group-name.ts';
import type { UsageGroup } from './usage-groups.ts';
import classes from './usage-chart.module.css';

/** Labels that fit below the columns. */
const mostLabels = 12;
const gridLines = 4;

export interface UsageChartProps {
  readonly axis: readonly UsageGroup[];
  readonly grouping: Grouping;
  readonly currency: string;
  readonly total: number;
  /** What is behind a column. */
  readonly addressOf: (group: UsageGroup) => string;
}

/** A round number at or above: 1, 2, 2.5 or 5 times a power of ten. For the scale only. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 4, 5, 10].find((each) => each * power >= value) ?? 10;
  return step * power;
}

export function UsageChart({ axis, grouping, currency, total, addressOf }: UsageChartProps) {
  const { t } = useTranslation('billing');
  const [at, setAt] = useState<number>();
  const top = roundUp(Math.max(0, ...axis.map((each) => each.cost)));
  const active = at === undefined ? undefined : axis[at];
  const labelEvery = Math.ceil(axis.length / mostLabels);
  const columns: Record<string, string> = { '--columns': String(axis.length) };
  return (
    <figure
      className={classes.chart}
      aria-label={t('chart.label', {
        grouping: t(`grouping.${grouping}`),
        count: axis.length,
        total: formatMoney(total, currency),
      })}
    >
      <div className={classes.plot} aria-hidden="true">
        <div className={classes.scale}>
          {Array.from({ length: gridLines + 1 }, (_, line) => (
            <span key={line} style={{ bottom: `${(line / gridLines) * 100}%` }}>
              {formatAmount(Number(((top * line) / gridLines).toPrecision(6)))}
            </span>
          ))}
        </div>
        <div className="pd-holder">
          {Array.from({ length: gridLines + 1 }, (_, line) => (
            <span
              key={line}
              className={classes.gridLine}
              style={{ bottom: `${(line / gridLines) * 100}%` }}
            />
          ))}
          <div className={classes.columns} style={columns} onMouseLeave={() => setAt(undefined)}>
            {axis.map((group, place) => (
              // For the pointer: the table below has the same links for everybody.
              <PlaceLink
                key={group.group}
                className={classes.column}
                href={addressOf(group)}
                tabIndex={-1}
                data-active={place === at || undefined}
                onMouseEnter={() => setAt(place)}
              >
                <div className={classes.stack} style={{ height: `${(group.cost / top) * 100}%` }}>
                  {dimensions.toReversed().map((dimension) => (
                    <span
                      key={dimension}
                      className={classes.part}
                      data-dimension={dimension}
                      style={{ flexGrow: group.costs[dimension] }}
                    />
                  ))}
                </div>
              </PlaceLink>
            ))}
          </div>
        </div>
        <div className={classes.axis} style={columns}>
          {axis.map(
            (group, place) =>
              place % labelEvery === 0 && (
                <span key={group.group} style={{ gridColumn: place + 1 }}>
                  {groupName(grouping, group.group, t, 'short')}
                </span>
              ),
          )}
        </div>
      </div>
      <figcaption className="pd-wrapping pd-caption pd-split pd-gap-4-16">
        <span className="pd-stressed" aria-hidden="true">
          {active === undefined ? (
            t('chart.hint')
          ) : (
            <>
              <strong>{groupName(grouping, active.group, t)}</strong>
              {` · ${formatMoney(active.cost, currency)}`}
            </>
          )}
        </span>
        <span className={classes.legend}>
          {dimensions.map((dimension) => (
            <span key={dimension} className="pd-inline pd-gap-6">
              <span className={classes.swatch} data-dimension={dimension} aria-hidden="true" />
              {t(`dimension.${dimension}`)}
              {active !== undefined && (
                <span className="pd-plain pd-medium">{formatAmount(active.costs[dimension])}</span>
              )}
            </span>
          ))}
        </span>
      </figcaption>
    </figure>
  );
}
