/** Thirty days of decisions by hour: a column a day, which opens that day; the arrows go along them. */
import { useRef, useState, type KeyboardEvent } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { OverviewDay } from '../../../shared/contract/overview.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import {
  formatAgo,
  formatCount,
  formatDay,
  formatShortDay,
  formatWordedDay,
} from '../../ui/format.ts';
import { Sideways } from '../../ui/sideways.tsx';
import { dayAddress } from './addresses.ts';
import { barShare, busiestHour, levelOf, levels } from './day-levels.ts';
import classes from './overview.module.css';

const dayMs = 86_400_000;
const hourNames = Array.from({ length: 24 }, (_, hour) => hour);
const namedHours = [0, 6, 12, 18];

export function DaysMap({
  days,
  generatedAt,
}: {
  days: readonly OverviewDay[];
  generatedAt: string;
}) {
  const { t } = useTranslation('overview');
  const [at, setAt] = useState(days.length - 1);
  const list = useRef<HTMLOListElement>(null);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const most = Math.max(1, ...days.flatMap(({ hours }) => hours));
  const mostOfDay = Math.max(1, ...days.map(({ total }) => total));
  const shown = days[at] ?? last;

  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: days.length - 1 }[
      event.key
    ];
    if (next === undefined || next < 0 || next >= days.length) return;
    event.preventDefault();
    setAt(next);
    list.current?.querySelectorAll('a')[next]?.focus();
  };
  return (
    <Section
      title={t('days.title')}
      actions={
        <>
          <span className="pd-caption">
            {t('days.range', { from: formatDay(first.date), to: formatDay(last.date) })}
          </span>
          <span className="pd-space" />
          <Scale most={most} />
        </>
      }
    >
      <Silence last={last.date} generatedAt={generatedAt} />
      <Sideways className="pd-flex pd-gap-6">
        <div className={classes.hourNames} aria-hidden="true">
          {namedHours.map((hour) => (
            <span key={hour} style={{ top: `calc(2.25rem + ${hour} * 0.4375rem)` }}>
              {String(hour).padStart(2, '0')}
            </span>
          ))}
        </div>
        <ol ref={list} className={classes.days} aria-label={t('days.keys')}>
          {days.map((day, index) => (
            <li key={day.date}>
              <Day
                day={day}
                name={isNamed(day.date, index) ? formatShortDay(day.date) : ''}
                isStop={index === at}
                most={most}
                mostOfDay={mostOfDay}
                onKeyDown={onKeyDown}
                onShow={() => setAt(index)}
              />
            </li>
          ))}
        </ol>
      </Sideways>
      <p className="pd-aside pd-above-4" aria-hidden="true">
        {dayText(shown, t)}
      </p>
    </Section>
  );
}

/** A column: how many in all, and the hours below each other. */
function Day({
  day,
  name,
  isStop,
  most,
  mostOfDay,
  onKeyDown,
  onShow,
}: {
  day: OverviewDay;
  name: string;
  /** The one that Tab leads to. */
  isStop: boolean;
  most: number;
  mostOfDay: number;
  onKeyDown: (event: KeyboardEvent) => void;
  onShow: () => void;
}) {
  const { t } = useTranslation('overview');
  return (
    <PlaceLink
      className={classes.day}
      href={dayAddress(day.date)}
      tabIndex={isStop ? 0 : -1}
      aria-label={dayText(day, t)}
      data-weekend={isWeekend(day.date) || undefined}
      onKeyDown={onKeyDown}
      onFocus={onShow}
      onPointerEnter={onShow}
    >
      <span className={classes.bar}>
        <span
          className={classes.barFill}
          style={{ height: `${barShare(day.total, mostOfDay) * 100}%` }}
        />
      </span>
      {hourNames.map((hour) => (
        <span
          key={hour}
          className={classes.hour}
          data-level={levelOf(day.hours[hour] ?? 0, most)}
        />
      ))}
      <span className={classes.dayName} aria-hidden="true">
        {name}
      </span>
    </PlaceLink>
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

function Scale({ most }: { most: number }) {
  const { t } = useTranslation('overview');
  return (
    <span
      className={classes.scale}
      role="img"
      aria-label={t('days.scale', { most: formatCount(most) })}
    >
      {t('days.fewer')}
      {levels.map((level) => (
        <span key={level} className={classes.hour} data-level={level} />
      ))}
      {t('days.more')}
    </span>
  );
}

function dayText(day: OverviewDay, t: TFunction<'overview'>): string {
  const text = t('days.day', {
    day: formatWordedDay(day.date),
    count: day.total,
    amount: formatCount(day.total),
  });
  const hour = busiestHour(day.hours);
  if (hour === undefined) return text;
  const name = (value: number) => String(value).padStart(2, '0');
  return `${text}, ${t('days.busiest', { from: name(hour), to: name(hour + 1) })}`;
}

function isWeekend(date: string): boolean {
  const weekday = new Date(`${date}T00:00:00.000Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}

/** Mondays, and not two names beside each other. */
function isNamed(date: string, index: number): boolean {
  return new Date(`${date}T00:00:00.000Z`).getUTCDay() === 1 && index < shownWhole;
}
/** The last columns have no room for a name beside them. */
const shownWhole = 28;
