/** Days as papers write them, in English. */
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** `1 Oct 2026`. */
export function shortDay(day: string): string {
  return written(day, (month) => month.slice(0, 3));
}

/** `31 October 2026`. */
export function longDay(day: string): string {
  return written(day, (month) => month);
}

function written(day: string, nameOf: (month: string) => string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${nameOf(months[Number(month) - 1] ?? '')} ${year}`;
}
