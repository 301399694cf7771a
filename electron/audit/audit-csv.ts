/** The audit log for a spreadsheet: local times beside those in UTC, and no cell that is a formula. */
import type { AuditEvent } from '../../shared/contract/audit.ts';

const header = [
  'seq',
  'time',
  'time_utc',
  'request_id',
  'mount',
  'caller',
  'key_id',
  'key_name',
  'role',
  'action',
  'operation_id',
  'method',
  'path',
  'object_id',
  'status',
  'outcome',
  'ms',
  'omitted',
  'hash',
] as const;

/** The first line, with its line break. */
export const auditCsvHeader = `${header.join(',')}\r\n`;

/** One event as a line of CSV (RFC 4180). `localTime` writes a UTC instant in the zone of the file. */
export function auditCsvLine(event: AuditEvent, localTime: (instant: string) => string): string {
  const { caller } = event;
  const cells: Record<(typeof header)[number], string | number | null> = {
    seq: event.seq,
    time: localTime(event.at),
    time_utc: event.at,
    request_id: event.request_id,
    mount: event.mount,
    caller: caller.kind,
    key_id: caller.key_id,
    key_name: caller.name,
    role: caller.role,
    action: event.action,
    operation_id: event.operation_id,
    method: event.method,
    path: event.path,
    object_id: event.object_id,
    status: event.status,
    outcome: event.outcome,
    ms: event.ms,
    omitted: event.omitted,
    hash: event.hash,
  };
  return `${header.map((name) => cell(cells[name])).join(',')}\r\n`;
}

/** Writes instants as `2026-01-31 10:00:00.000 +01:00` in a time zone. */
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
    const parts = Object.fromEntries(
      format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
    );
    const offset = (parts['timeZoneName'] ?? '').replace('GMT', '');
    const day = `${parts['year']}-${parts['month']}-${parts['day']}`;
    const time = `${parts['hour']}:${parts['minute']}:${parts['second']}.${parts['fractionalSecond']}`;
    return `${day} ${time} ${offset === '' ? '+00:00' : offset}`;
  };
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A spreadsheet runs a cell that begins like a formula; ids and names come from outside.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
