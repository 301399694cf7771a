/** The audit log for a spreadsheet: local times beside those in UTC, and no cell that is a formula. */
import type { AuditEvent } from '../../shared/contract/audit.ts';
import { csvLine, plainCsvSigns, type CsvSigns } from '../../shared/csv.ts';

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

/** No figure of the log has decimals. */
const signsOf = (separator: CsvSigns['separator']): CsvSigns => ({ ...plainCsvSigns, separator });

/** The first line, with its line break. */
export function auditCsvHeader(separator: CsvSigns['separator']): string {
  return csvLine(header, signsOf(separator));
}

/** One event as a line of CSV (RFC 4180). `localTime` writes a UTC instant in the zone of the file. */
export function auditCsvLine(
  event: AuditEvent,
  localTime: (instant: string) => string,
  separator: CsvSigns['separator'],
): string {
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
  return csvLine(
    header.map((name) => cells[name]),
    signsOf(separator),
  );
}
