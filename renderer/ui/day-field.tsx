/** A field for one UTC day: typed, or picked from a calendar. */
import { DateInput } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { formatDay } from './format.ts';
import { readDay } from './read-day.ts';

export interface DayFieldProps {
  /** Names the field for assistive technology. */
  readonly label: string;
  /** `YYYY-MM-DD`; undefined for none. */
  readonly day: string | undefined;
  readonly onDay: (day: string | undefined) => void;
  readonly placeholder?: string;
  readonly clearable?: boolean;
  readonly wrong?: boolean;
  readonly className?: string | undefined;
}

export function DayField(props: DayFieldProps) {
  const { label, day, onDay, placeholder, clearable = false, wrong = false, className } = props;
  const { t } = useTranslation('common');
  return (
    <DateInput
      className={className ?? ''}
      aria-label={label}
      size="xs"
      valueFormat={formatDay}
      dateParser={readDay}
      placeholder={placeholder ?? ''}
      // Red belongs to verification.
      weekendDays={[]}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t('clearWhat', { what: label }) }}
      error={wrong}
      value={day ?? null}
      onChange={(value) => {
        if (value !== null || clearable) onDay(value ?? undefined);
      }}
      ariaLabels={{
        previousMonth: t('calendar.previousMonth'),
        nextMonth: t('calendar.nextMonth'),
        previousYear: t('calendar.previousYear'),
        nextYear: t('calendar.nextYear'),
        previousDecade: t('calendar.previousDecade'),
        nextDecade: t('calendar.nextDecade'),
        monthLevelControl: t('calendar.monthLevel'),
        yearLevelControl: t('calendar.yearLevel'),
      }}
    />
  );
}
