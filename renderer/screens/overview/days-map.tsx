/** Thirty days of decisions by hour: a column a day, which opens that day. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { OverviewDay } from '../../../shared/contract/overview.ts';
import { heatPlan } from '../../ui/charts/heat.ts';
import { HeatColumns, HeatScale } from '../../ui/charts/heat-columns.tsx';
import { Plot } from '../../ui/charts/plot.tsx';
import { Section } from '../../ui/page/detail-page.tsx';
import {
  formatAgo,
  formatCount,
  formatDay,
  formatShortDay,
  formatWordedDay,
} from '../../ui/format.ts';
import { dayAddress } from './addresses.ts';
import { busiestHour } from './busiest-hour.ts';

const dayMs = 86_400_000;
const namedHours = [0, 6, 12, 18];
const plan = heatPlan(24, 0.4375);

export function DaysMap({
  days,
  generatedAt,
}: {
  days: readonly OverviewDay[];
  generatedAt: string;
}) {
  const { t } = useTranslation(['overview', 'charts']);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const range = { from: formatDay(first.date), to: formatDay(last.date) };
  const count = days.reduce((sum, { total }) => sum + total, 0);
  const most = Math.max(1, ...days.flatMap(({ hours }) => hours));
  return (
    <Section
      title={t('days.title')}
      actions={<span className="pd-caption">{t('days.range', range)}</span>}
    >
      <Silence last={last.date} generatedAt={generatedAt} />
      <Plot
        label={t('days.label', { ...range, count, amount: formatCount(count) })}
        keys={t('charts:keys')}
        height={plan.height}
        leastWidth={1.5}
        scale={namedHours.map((hour) => ({
          at: 1 - plan.top(hour),
          name: hourName(hour),
        }))}
        marks={days.map((day) => ({
          id: day.date,
          words: dayText(day, t),
          name: isMonday(day.date) ? formatShortDay(day.date) : '',
          href: dayAddress(day.date),
        }))}
        renderReading={(place) =>
          dayText((place === undefined ? undefined : days[place]) ?? last, t)
        }
        renderLegend={() => <HeatScale label={t('days.scale', { most: formatCount(most) })} />}
      >
        <HeatColumns
          plan={plan}
          columns={days.map(({ date, total, hours }) => ({ id: date, total, cells: hours }))}
        />
      </Plot>
    </Section>
  );
}

function Silence({ last, generatedAt }: { last: string; generatedAt: string }) {
  const { t } = useTranslation('overview');
  const now = Date.parse(generatedAt);
  const end = Date.parse(`${last}T00:00:00.000Z`);
  if (now - end < 2 * dayMs) return null;
  return (
    <p className="pd-dim pd-below-8">
      {t('days.none', { day: formatDay(last), ago: formatAgo(end, now) })}
    </p>
  );
}

function dayText(day: OverviewDay, t: TFunction<['overview', 'charts']>): string {
  const text = t('days.day', {
    day: formatWordedDay(day.date),
    count: day.total,
    amount: formatCount(day.total),
  });
  const hour = busiestHour(day.hours);
  if (hour === undefined) return text;
  return `${text}, ${t('days.busiest', { from: hourName(hour), to: hourName(hour + 1) })}`;
}

function hourName(hour: number): string {
  return String(hour).padStart(2, '0');
}

function isMonday(date: string): boolean {
  return new Date(`${date}T00:00:00.000Z`).getUTCDay() === 1;
}
