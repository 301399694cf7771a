/**
 * Seconds of sessions that were looked at, and those of them that were not charged, against the time that was; and
 * that no session is called over before its time is charged to its end.
 */
import type { Database } from 'better-sqlite3';
import { microHours } from '../../../shared/billing/volume.ts';
import { secondsBetween, timeEndSql } from '../../billing/time-slices.ts';
import type { RowFinding } from '../row-finding.ts';

interface Row {
  readonly number: bigint;
  readonly elapsed_seconds: bigint;
  readonly blocked_seconds: bigint;
  readonly charged: bigint;
  /** Seconds up to which the last event charges; null where no time was charged. */
  readonly until: bigint | null;
  readonly opened_at: string;
  readonly is_over: bigint;
  /** When it ends at the latest; null of a session that is not there. */
  readonly end: string | null;
}

/** Compares the seconds of each session with those that its events charge; yields after each. */
export function* checkSessionTime(
  database: Database,
  report: (finding: RowFinding) => void,
): Generator<void> {
  const sessions = database
    .prepare<[], Row>(
      `SELECT s.number, s.elapsed_seconds, s.blocked_seconds, s.opened_at, s.is_over,
         coalesce(sum(e.micro_hours), 0) AS charged,
         max(CAST(substr(e.source, length(s.session_id) + 7) AS INTEGER)) AS until,
         ${timeEndSql('t')} AS end
       FROM billed_sessions AS s LEFT JOIN sessions AS t USING (session_id)
       LEFT JOIN usage_events AS e ON e.session = s.number AND e.kind = 'time'
       GROUP BY s.number ORDER BY s.number`,
    )
    .safeIntegers();
  for (const row of sessions.iterate()) {
    yield;
    if (row.is_over > 1n || row.is_over < 0n || isOverTooEarly(row)) {
      const about = { kind: 'altered', table: 'billed_sessions', seq: 0 } as const;
      const values = { expected: '0', actual: String(row.is_over) };
      report({ ...about, row: String(row.number), column: 'is_over', ...values });
    }
    const { elapsed_seconds: elapsed, blocked_seconds: blocked, charged, until } = row;
    const isWhole = blocked >= 0n && blocked <= elapsed;
    if (isWhole && microHours(elapsed - blocked) === charged && elapsed >= (until ?? 0n)) continue;
    const seconds = secondsOf(charged);
    // With as many uncharged seconds as that, it is the time that was looked at that differs.
    const isElapsed = until !== null && until - seconds === blocked;
    const [column, expected, actual] = isElapsed
      ? (['elapsed_seconds', until, elapsed] as const)
      : (['blocked_seconds', elapsed - seconds, blocked] as const);
    const about = { kind: 'altered', table: 'billed_sessions', seq: 0 } as const;
    const values = { expected: String(expected), actual: String(actual) };
    report({ ...about, row: String(row.number), column, ...values });
  }
}

/** Whether a session's time will not go on although it was not looked at to its end. */
function isOverTooEarly(row: Row): boolean {
  const { is_over: isOver, opened_at: start, end } = row;
  if (isOver === 0n || end === null) return false;
  // An instant that cannot be read is found with the session's facts.
  if (Number.isNaN(Date.parse(start)) || Number.isNaN(Date.parse(end))) return false;
  return row.elapsed_seconds < secondsBetween(start, end);
}

/** The whole seconds that come to so many micro-hours. */
function secondsOf(charged: bigint): bigint {
  return (charged * 3_600n + 500_000n) / 1_000_000n;
}
