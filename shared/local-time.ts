/** Instants as a time zone's clocks show them, in ISO 8601 with the offset: what files for people hold. */

/** Tells whether a name is that of a time zone, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * Writes ISO 8601 instants as `2026-01-31T10:00:00.000+01:00` in a time zone. Milliseconds are left
 * out where the instant has none written; what is no instant stays as it is.
 */
export function localTimes(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZoneName: 'longOffset',
  });
  return (instant) => {
    const at = new Date(instant);
    if (!/^\d{4}-\d\d-\d\dT/.test(instant) || Number.isNaN(at.getTime())) return instant;
    const parts = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, value]),
    );
    const offset = (parts['timeZoneName'] ?? '').replace('GMT', '');
    const day = `${parts['year']}-${parts['month']}-${parts['day']}`;
    const time = `${parts['hour']}:${parts['minute']}:${parts['second']}`;
    const fraction = /:\d\d\.\d/.test(instant) ? `.${parts['fractionalSecond']}` : '';
    return `${day}T${time}${fraction}${offset === '' ? '+00:00' : offset}`;
  };
}
