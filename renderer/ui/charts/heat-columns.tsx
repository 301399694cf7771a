/** Columns of cells, the darker the more; above each a bar for all of them. */
import { useTranslation } from 'react-i18next';
import { barShare, levelOf, levels, type HeatPlan } from './heat.ts';
import { columnSpan, percent } from './scale.ts';
import classes from './charts.module.css';

export interface HeatColumn {
  readonly id: string;
  readonly total: number;
  /** From above. */
  readonly cells: readonly number[];
}

/** Of a column's width, on either side of it. */
const space = 0.03;

/** A drawing for `Plot`: bars above, cells below. */
export function HeatColumns({
  columns,
  plan,
}: {
  readonly columns: readonly HeatColumn[];
  readonly plan: HeatPlan;
}) {
  const most = Math.max(1, ...columns.flatMap(({ cells }) => cells));
  const mostTotal = Math.max(1, ...columns.map(({ total }) => total));
  return columns.map(({ id, total, cells }, place) => {
    const span = columnSpan(place, columns.length, space);
    const bar = barShare(total, mostTotal) * plan.bars;
    return (
      <g key={id}>
        <rect
          {...span}
          className={classes.bar}
          y={percent(plan.bars - bar)}
          height={percent(bar)}
        />
        {cells.map((count, row) => {
          const y = percent(plan.top(row));
          return (
            <rect
              key={y}
              {...span}
              className={classes.cell}
              data-level={levelOf(count, most)}
              y={y}
              height={percent(plan.cell)}
              rx="1"
            />
          );
        })}
      </g>
    );
  });
}

/** Says which cells hold more; `label` how many are the most. */
export function HeatScale({ label }: { readonly label: string }) {
  const { t } = useTranslation('charts');
  return (
    <span className="pd-inline pd-gap-4 pd-caption">
      <span aria-hidden="true">{t('fewer')}</span>
      <svg className={classes.ramp} role="img" aria-label={label}>
        {levels.map((level) => (
          <rect
            key={level}
            className={classes.cell}
            data-level={level}
            {...columnSpan(level, levels.length, space)}
            height="100%"
            rx="1"
          />
        ))}
      </svg>
      <span aria-hidden="true">{t('more')}</span>
    </span>
  );
}
