/** Chooses days: by a name, typed, or in a calendar. */
import { useState } from 'react';
import { TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../ui/format.ts';
import { readDay } from '../../ui/read-day.ts';
import classes from './filter-editors.module.css';

/** Days, `YYYY-MM-DD`, both included; undefined where open. */
export interface Days {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Days that have a name. */
export interface NamedDays {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Stands behind its name. */
  readonly note?: string;
}

/** A typed day; null for none, undefined for what is no day. */
function dayIn(text: string): string | null | undefined {
  return text.trim() === '' ? null : (readDay(text) ?? undefined);
}

const dayText = (day: string | undefined) => (day === undefined ? '' : formatDay(day));

export function DaysEditor({
  days,
  named,
  note,
  onDays,
  onDone,
}: {
  readonly days: Days;
  readonly named: readonly NamedDays[];
  /** What a day is here. */
  readonly note: string;
  readonly onDays: (days: Days) => void;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('decisions');
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const [fromText, setFrom] = useState(dayText(days.from));
  const [toText, setTo] = useState(dayText(days.to));
  const from = dayIn(fromText);
  const to = dayIn(toText);
  const apply = (start: string, end: string) => {
    setFrom(start);
    setTo(end);
    const [startDay, endDay] = [dayIn(start), dayIn(end)];
    if (startDay === undefined || endDay === undefined) return;
    onDays({ from: startDay ?? undefined, to: endDay ?? undefined });
  };
  return (
    <div className="pd-flex pd-gap-12">
      <div className={classes.presets}>
        {named.map((each) => (
          <button
            key={each.name}
            type="button"
            className={classes.preset}
            aria-pressed={from === each.from && to === each.to}
            onClick={() => {
              apply(formatDay(each.from), formatDay(each.to));
              onDone();
            }}
          >
            {each.name}
            {each.note !== undefined && <span className="pd-caption"> {each.note}</span>}
          </button>
        ))}
      </div>
      <div className={`pd-column pd-gap-8 ${classes.calendar}`}>
        <div className={classes.pair}>
          <TextInput
            label={t('editor.from')}
            placeholder={formatDay(`${today.slice(0, 4)}-01-01`)}
            value={fromText}
            error={from === undefined}
            onChange={(event) => apply(event.currentTarget.value, toText)}
            data-autofocus
          />
          <TextInput
            label={t('editor.to')}
            placeholder={formatDay(today)}
            value={toText}
            error={to === undefined}
            onChange={(event) => apply(fromText, event.currentTarget.value)}
          />
        </div>
        <DatePicker
          type="range"
          size="xs"
          allowSingleDateInRange
          hideOutsideDates
          // Red belongs to verification.
          weekendDays={[]}
          ariaLabels={{
            previousMonth: t('editor.previous'),
            nextMonth: t('editor.next'),
            previousYear: t('editor.previous'),
            nextYear: t('editor.next'),
            previousDecade: t('editor.previous'),
            nextDecade: t('editor.next'),
          }}
          maxDate={today}
          defaultDate={from ?? to ?? named[0]?.from ?? today}
          value={[from ?? null, to ?? null]}
          onChange={([start, end]) => {
            apply(dayText(start ?? undefined), dayText(end ?? undefined));
            if (start !== null && end !== null) onDone();
          }}
        />
        <span className="pd-caption">{note}</span>
      </div>
    </div>
  );
}
