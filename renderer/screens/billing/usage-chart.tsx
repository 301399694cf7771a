/** Cost as columns of its four parts. */
import { useTranslation } from 'react-i18next';
import type { Grouping } from '../../../shared/contract/billing.ts';
import { dimensions } from '../../../shared/billing/volume.ts';
import { Plot } from '../../ui/charts/plot.tsx';
import { hasName, roundUp, ticks } from '../../ui/charts/scale.ts';
import { Legend, StackedColumns } from '../../ui/charts/stacked-columns.tsx';
import { formatAmount, formatMoney } from '../../ui/money/money.ts';
import { groupName } from './group-name.ts';
import type { UsageGroup } from './usage-groups.ts';

/** Names that fit below the columns. */
const mostNames = 12;
const steps = 4;

interface UsageChartProps {
  readonly axis: readonly UsageGroup[];
  readonly grouping: Grouping;
  readonly currency: string;
  readonly total: number;
  /** What is behind a column. */
  readonly addressOf: (group: UsageGroup) => string;
}

export function UsageChart({ axis, grouping, currency, total, addressOf }: UsageChartProps) {
  const { t } = useTranslation(['billing', 'charts']);
  const top = roundUp(Math.max(0, ...axis.map((each) => each.cost)));
  const wordsOf = (group: UsageGroup) =>
    `${groupName(grouping, group.group, t)} · ${formatMoney(group.cost, currency)}`;
  return (
    <Plot
      label={t('chart.label', {
        grouping: t(`grouping.${grouping}`),
        count: axis.length,
        total: formatMoney(total, currency),
      })}
      keys={t('charts:keys')}
      height={13}
      scale={ticks(top, steps).map((value) => ({
        at: value / top,
        name: formatAmount(value),
        hasLine: true,
      }))}
      marks={axis.map((group, place) => ({
        id: group.group,
        words: wordsOf(group),
        name: hasName(place, axis.length, mostNames)
          ? groupName(grouping, group.group, t, 'short')
          : '',
        href: addressOf(group),
      }))}
      renderReading={(place) => {
        const group = place === undefined ? undefined : axis[place];
        return group === undefined ? t('chart.hint') : wordsOf(group);
      }}
      renderLegend={(place) => {
        const group = place === undefined ? undefined : axis[place];
        return (
          <Legend
            parts={dimensions.map((dimension) => ({
              tone: dimension,
              name: t(`dimension.${dimension}`),
              value: group && formatAmount(group.costs[dimension]),
            }))}
          />
        );
      }}
    >
      <StackedColumns
        top={top}
        columns={axis.map(({ group, costs }) => ({
          id: group,
          parts: dimensions.map((tone) => ({ tone, value: costs[tone] })),
        }))}
      />
    </Plot>
  );
}
