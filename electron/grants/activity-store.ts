/** What was done in sessions and with datasets, from what was metered: newest first, in pages, without a value of any row. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { costNumber } from '../../shared/billing/decimal.ts';
import { accessKinds, type Activity, type ActivityEvent } from '../../shared/contract/activity.ts';
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { limits } from '../../shared/contract/limits.ts';
import { instant } from '../../shared/time.ts';
import { openerOf } from '../sessions/sessions-store.ts';
import { sessionStatus } from '../sessions/session-state.ts';
import { grantEventOf } from './grants-store.ts';
import { WorkspaceMoney } from '../billing/workspace-money.ts';

interface SessionRow {
  readonly number: number;
  readonly session_id: string;
  readonly account_id: string | null;
  readonly purpose: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly last_activity_at: string | null;
  readonly closed_at: string | null;
  readonly revoked_at: string | null;
  readonly opened_by: string | null;
  readonly opener_name: string | null;
}

interface AccessRow {
  readonly number: number;
  readonly at: string;
  readonly kind: string;
  readonly records: number;
  readonly bytes: number;
  readonly evidence_id: string | null;
}

const columns = `s.number, s.session_id, b.account_id, s.purpose, s.created_at, s.expires_at,
  s.last_activity_at, s.closed_at, s.revoked_at, s.opened_by, s.opener_name`;
const sessions = `FROM sessions AS s LEFT JOIN billed_sessions AS b ON b.session_id = s.session_id`;
const ofDataset = `WHERE s.dataset = @dataset AND (@account IS NULL OR b.account_id = @account)`;
/** The instant at which a session is over, or was. */
const over = 'coalesce(s.revoked_at, s.closed_at, s.expires_at)';

/** Every statement, by name, so that a test can read the plan of each. */
export const activityStatements = {
  session: `SELECT ${columns} ${sessions} WHERE s.session_id = ?`,
  opened: `SELECT ${columns} ${sessions} ${ofDataset} AND s.created_at <= @until
    ORDER BY s.created_at DESC`,
  ended: `SELECT ${columns} ${sessions} ${ofDataset} AND ${over} <= @until ORDER BY ${over} DESC`,
  /** Those that were last used by then, the latest first. */
  used: `SELECT ${columns} ${sessions} ${ofDataset} AND s.last_activity_at <= @until
    ORDER BY s.last_activity_at DESC`,
  /** Those that were used before and after: none is open for longer than a session may be. */
  spanning: `SELECT ${columns} ${sessions} ${ofDataset} AND s.created_at > @since
    AND s.created_at <= @until AND s.last_activity_at > @until`,
  accesses: `SELECT number, at, kind, records, bytes, evidence_id FROM session_usage
    WHERE session = ? AND at <= ? ORDER BY number DESC`,
  cost: `SELECT time_nanos + record_nanos + data_nanos + operation_nanos FROM usage_events
    WHERE account_id = ? AND source = ? AND at = ?`,
  steps: `SELECT f.seq, g.grant_id, g.account_id FROM grants AS g
      JOIN facts AS f ON f.table_name = 'grants' AND f.row = g.grant_id AND f.seq <= @seq
    WHERE g.dataset = @dataset AND (@account IS NULL OR g.account_id = @account)
    ORDER BY f.seq DESC LIMIT @limit`,
  step: `SELECT e.bytes, (SELECT count(*) FROM facts
      WHERE table_name = 'grants' AND row = @grant AND seq <= @seq) AS n
    FROM entries AS e WHERE e.seq = @seq`,
  size: 'SELECT coalesce(max(seq), 0) FROM entries',
  written: `SELECT bytes ->> '$.created_at' FROM entries WHERE seq = ?`,
} as const;

/** An event with its place in the order: later ones have a greater one. */
interface Placed {
  readonly place: string;
  readonly event: ActivityEvent;
}

/** Of events at one instant, the later ones: a grant is before its sessions, an end behind all else. */
const ranks = { grant: 0, opened: 1, access: 2, ended: 3 } as const;
/** Behind any place. */
const noPlace = '\uFFFF';
const digits = 12;

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Whose events are told, and before which place. */
interface Range {
  readonly dataset: number;
  /** null for all. */
  readonly account: string | null;
  readonly before: string;
  /** No event before that place is later. */
  readonly until: string;
  readonly now: string;
  /** Events of a kind that a page can need. */
  readonly most: number;
}

interface StepRow {
  readonly seq: number;
  readonly grant_id: string;
  readonly account_id: string;
}

/** Over one connection. */
export class ActivityStore {
  readonly #money: WorkspaceMoney;
  readonly #session: Statement<[string], SessionRow>;
  readonly #ranges: Readonly<
    Record<'opened' | 'ended' | 'used' | 'spanning', Statement<[object], SessionRow>>
  >;
  readonly #accesses: Statement<[number, string], AccessRow>;
  readonly #cost: Statement<[string, string, string], bigint>;
  readonly #steps: Statement<[object], StepRow>;
  readonly #step: Statement<[object], { readonly bytes: string; readonly n: number }>;
  readonly #size: Statement<[], number>;
  readonly #written: Statement<[number], string>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    const sql = activityStatements;
    this.#session = database.prepare(sql.session);
    this.#ranges = {
      opened: database.prepare(sql.opened),
      ended: database.prepare(sql.ended),
      used: database.prepare(sql.used),
      spanning: database.prepare(sql.spanning),
    };
    this.#accesses = database.prepare(sql.accesses);
    this.#cost = database
      .prepare<[string, string, string], bigint>(sql.cost)
      .pluck()
      .safeIntegers();
    this.#steps = database.prepare(sql.steps);
    this.#step = database.prepare(sql.step);
    this.#size = database.prepare<[], number>(sql.size).pluck();
    this.#written = database.prepare<[number], string>(sql.written).pluck();
  }

  /** Undefined where there is no such session. @throws {ApiError} `validation_error` on `cursor` */
  ofSession(sessionId: string, page: Page, now: string): Activity | undefined {
    const session = this.#session.get(sessionId);
    if (session === undefined) return undefined;
    const before = placeOf(page.cursor);
    const until = before === noPlace ? now : instantIn(before);
    const found = [
      ...this.#accessesOf(session, { before, until, most: page.limit + 1 }),
      ...[openingOf(session), ...endingOf(session, now)].filter(({ place }) => place < before),
    ];
    return this.#page(found, page);
  }

  /**
   * A page costs as much as it holds: each kind of event is read by its time, the latest first.
   * @param account whose sessions and grants alone are told; all unless told
   * @throws {ApiError} `validation_error` on `cursor`
   */
  ofDataset(dataset: number, page: Page, now: string, account?: string): Activity {
    const before = placeOf(page.cursor);
    const until = before === noPlace ? now : instantIn(before);
    const most = page.limit + 1;
    const range: Range = { dataset, account: account ?? null, before, until, now, most };
    return this.#page(
      [
        ...this.#stepsOf(range),
        ...this.#sessionsOf('opened', range, openingOf),
        ...this.#sessionsOf('ended', range, (session) => endingOf(session, now)[0]),
        ...this.#usesOf(range),
      ],
      page,
    );
  }

  #page(found: readonly Placed[], { limit }: Page): Activity {
    const ordered = found.toSorted(byPlace);
    const shown = ordered.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = ordered.length > limit && last !== undefined;
    return {
      data: shown.map(({ event }) => this.#withCost(event)),
      ...(hasMore && { next_cursor: Buffer.from(last.place).toString('base64url') }),
    };
  }

  /** Openings, or ends, before the place. */
  #sessionsOf(
    kind: 'opened' | 'ended',
    { dataset, account, before, until, most }: Range,
    eventOf: (session: SessionRow) => Placed | undefined,
  ): Placed[] {
    const found: Placed[] = [];
    for (const session of this.#ranges[kind].iterate({ dataset, account, until })) {
      const event = eventOf(session);
      if (event !== undefined && event.place < before) found.push(event);
      if (found.length === most) break;
    }
    return found;
  }

  /** Accesses before the place: of sessions that were used on both sides of it, then of those last used before it. */
  #usesOf({ dataset, account, before, until, most }: Range): Placed[] {
    const since = instant(Date.parse(until) - limits.session.maximumTtl * 1_000);
    const values = { dataset, account, until, since };
    let found = this.#ranges.spanning
      .all(values)
      .flatMap((session) => this.#accessesOf(session, { before, until, most }));
    for (const session of this.#ranges.used.iterate(values)) {
      const least = found[most - 1]?.event.at;
      // All that follows was used earlier than what a page has room for.
      if (least !== undefined && (session.last_activity_at ?? '') < least) break;
      found = [...found, ...this.#accessesOf(session, { before, until, most })]
        .toSorted(byPlace)
        .slice(0, most);
    }
    return found;
  }

  #accessesOf(
    session: SessionRow,
    { before, until, most }: Pick<Range, 'before' | 'until' | 'most'>,
  ): Placed[] {
    const common = { session_id: session.session_id, account_id: session.account_id ?? '' };
    const found: Placed[] = [];
    for (const row of this.#accesses.iterate(session.number, until)) {
      const event = placed(accessOf(row, { ...common, currency: this.#money.now.code }));
      if (event.place < before) found.push(event);
      if (found.length === most) break;
    }
    return found;
  }

  /** Steps of grants before the place. */
  #stepsOf({ dataset, account, before, until, most }: Range): Placed[] {
    const found: Placed[] = [];
    let seq = this.#writtenBy(until);
    while (found.length < most) {
      const rows = this.#steps.all({ dataset, account, seq, limit: most });
      found.push(...rows.flatMap((row) => this.#stepOf(row)).filter(({ place }) => place < before));
      const last = rows.at(-1);
      if (last === undefined || rows.length < most) break;
      seq = last.seq - 1;
    }
    return found;
  }

  #stepOf({ seq, grant_id, account_id }: StepRow): Placed[] {
    const found = this.#step.get({ seq, grant: grant_id });
    if (found === undefined) return [];
    const { bytes, n } = found;
    const { at, action } = grantEventOf({ seq, bytes }, n - 1);
    return [placed({ type: 'grant', at, account_id, grant_id, n, action })];
  }

  /** The last entry that was written by an instant: the times of entries never fall. */
  #writtenBy(until: string): number {
    let low = 0;
    let high = this.#size.get() ?? 0;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#written.get(middle) ?? '') <= until) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** An access with what it cost; null where a correction moved its number. */
  #withCost(event: ActivityEvent): ActivityEvent {
    if (event.type !== 'access') return event;
    const { account_id: accountId, session_id: sessionId, evidence_id: evidence, n, at } = event;
    const cost = this.#cost.get(accountId, evidence ?? `${sessionId}/${n}`, at);
    return cost === undefined ? event : { ...event, cost: costNumber(cost) };
  }
}

function openingOf(session: SessionRow): Placed {
  return placed({
    type: 'opened',
    at: session.created_at,
    session_id: session.session_id,
    account_id: session.account_id ?? '',
    purpose: session.purpose,
    by: openerOf(session),
  });
}

/** The end of a session; none while it goes on. */
function endingOf(session: SessionRow, now: string): Placed[] {
  const end = endOf(session, now);
  if (end === undefined) return [];
  const { session_id, account_id } = session;
  return [placed({ type: 'ended', ...end, session_id, account_id: account_id ?? '' })];
}

/** An access, whose cost is looked up once it is shown. */
function accessOf(
  { number, at, kind, records, bytes, evidence_id: evidence }: AccessRow,
  common: { readonly session_id: string; readonly account_id: string; readonly currency: string },
): ActivityEvent {
  return {
    type: 'access',
    at,
    ...common,
    n: number,
    kind: z.enum(accessKinds).parse(kind),
    rows: records,
    bytes,
    cost: null,
    evidence_id: evidence,
  };
}

/** When a session was over, and how; undefined while it goes on. */
function endOf(
  session: SessionRow,
  now: string,
): { readonly at: string; readonly how: 'closed' | 'expired' | 'revoked' } | undefined {
  const { closed_at: closedAt, revoked_at: revokedAt, expires_at: expiresAt } = session;
  const times = { expiresAt, closedAt, revokedAt };
  const status = sessionStatus(times, now);
  if (status === 'active') return undefined;
  return { how: status, at: revokedAt ?? closedAt ?? expiresAt };
}

function placed(event: ActivityEvent): Placed {
  const id = event.type === 'grant' ? event.grant_id : event.session_id;
  const n = event.type === 'access' ? event.n : event.type === 'grant' ? event.n : 0;
  const place = `${event.at} ${ranks[event.type]} ${id} ${String(n).padStart(digits, '0')}`;
  return { place, event };
}

function byPlace(one: Placed, other: Placed): number {
  return one.place < other.place ? 1 : -1;
}

const placeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [0-3] \w+ \d{12}$/;

/** The place that a cursor stands for. @throws {ApiError} `validation_error` */
function placeOf(cursor: string | undefined): string {
  if (cursor === undefined) return noPlace;
  const place = Buffer.from(cursor, 'base64url').toString();
  if (placeForm.test(place)) return place;
  throw validationError([faultAt('cursor', 'cursor_of_page')]);
}

function instantIn(place: string): string {
  return place.split(' ', 1)[0] ?? '';
}
