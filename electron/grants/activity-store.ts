/** What was done in sessions and with datasets, from what was metered: newest first, in pages, without a value of any row. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { costNumber } from '../../shared/billing/decimal.ts';
import { accessKinds, type Activity, type ActivityEvent } from '../../shared/contract/activity.ts';
import { currency } from '../../shared/contract/billing.ts';
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { openerOf } from '../sessions/sessions-store.ts';
import { sessionStatus } from '../sessions/session-state.ts';
import type { GrantsStore } from './grants-store.ts';

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
const sessions = `sessions AS s LEFT JOIN billed_sessions AS b ON b.session_id = s.session_id`;

/** Every statement, by name, so that a test can read the plan of each. */
export const activityStatements = {
  session: `SELECT ${columns} FROM ${sessions} WHERE s.session_id = ?`,
  ofDataset: `SELECT ${columns} FROM ${sessions} WHERE s.dataset = @dataset AND s.created_at <= @until
    AND (@account IS NULL OR b.account_id = @account)`,
  accesses: `SELECT number, at, kind, records, bytes, evidence_id FROM session_usage
    WHERE session = ? AND at <= ? ORDER BY number DESC LIMIT ?`,
  cost: `SELECT time_nanos + record_nanos + data_nanos + operation_nanos FROM usage_events
    WHERE account_id = ? AND source = ? AND at = ?`,
  grants: `SELECT grant_id FROM grants
    WHERE dataset = @dataset AND (@account IS NULL OR account_id = @account)`,
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

/** Over one connection. */
export class ActivityStore {
  readonly #grants: GrantsStore;
  readonly #session: Statement<[string], SessionRow>;
  readonly #ofDataset: Statement<[object], SessionRow>;
  readonly #accesses: Statement<[number, string, number], AccessRow>;
  readonly #cost: Statement<[string, string, string], bigint>;
  readonly #grantsOf: Statement<[object], string>;

  constructor(database: Database, grants: GrantsStore) {
    const sql = activityStatements;
    this.#grants = grants;
    this.#session = database.prepare(sql.session);
    this.#ofDataset = database.prepare(sql.ofDataset);
    this.#accesses = database.prepare(sql.accesses);
    this.#cost = database
      .prepare<[string, string, string], bigint>(sql.cost)
      .pluck()
      .safeIntegers();
    this.#grantsOf = database.prepare<[object], string>(sql.grants).pluck();
  }

  /** Undefined where there is no such session. @throws {ApiError} `validation_error` on `cursor` */
  ofSession(sessionId: string, page: Page, now: string): Activity | undefined {
    const session = this.#session.get(sessionId);
    if (session === undefined) return undefined;
    const before = placeOf(page.cursor);
    return this.#page(this.#eventsOf(session, { ...page, before, now }), page);
  }

  /**
   * @param account whose sessions and grants alone are told; all unless told
   * @throws {ApiError} `validation_error` on `cursor`
   */
  ofDataset(dataset: number, page: Page, now: string, account?: string): Activity {
    const before = placeOf(page.cursor);
    const values = { dataset, account: account ?? null };
    const newest = this.#ofDataset
      .all({ ...values, until: before === noPlace ? now : instantIn(before) })
      .toSorted((one, other) => (lastOf(one, now) < lastOf(other, now) ? 1 : -1));
    let found = this.#eventsOfGrants(values, before);
    for (const session of newest) {
      const least = found[page.limit]?.event.at;
      // All that is behind it happened earlier than what a page has room for.
      if (least !== undefined && lastOf(session, now) < least) break;
      found = [...found, ...this.#eventsOf(session, { ...page, before, now })]
        .toSorted(byPlace)
        .slice(0, page.limit + 1);
    }
    return this.#page(found, page);
  }

  #page(found: readonly Placed[], { limit }: Page): Activity {
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    return {
      data: shown.map(({ event }) => this.#withCost(event)),
      ...(hasMore && { next_cursor: Buffer.from(last.place).toString('base64url') }),
    };
  }

  #eventsOf(
    session: SessionRow,
    {
      limit,
      before,
      now,
    }: { readonly limit: number; readonly before: string; readonly now: string },
  ): Placed[] {
    const { session_id: id, created_at: openedAt, purpose } = session;
    const accountId = session.account_id ?? '';
    const common = { session_id: id, account_id: accountId };
    const until = before === noPlace ? now : instantIn(before);
    const events: ActivityEvent[] = this.#accesses
      .all(session.number, until, limit + 2)
      .map((row) => accessOf(row, common));
    events.push({ type: 'opened', at: openedAt, ...common, purpose, by: openerOf(session) });
    const end = endOf(session, now);
    if (end !== undefined) events.push({ type: 'ended', ...end, ...common });
    return events
      .map(placed)
      .filter(({ place }) => place < before)
      .toSorted(byPlace)
      .slice(0, limit + 1);
  }

  /** An access with what it cost; null where a correction moved its number. */
  #withCost(event: ActivityEvent): ActivityEvent {
    if (event.type !== 'access') return event;
    const { account_id: accountId, session_id: sessionId, evidence_id: evidence, n, at } = event;
    const cost = this.#cost.get(accountId, evidence ?? `${sessionId}/${n}`, at);
    return cost === undefined ? event : { ...event, cost: costNumber(cost) };
  }

  #eventsOfGrants(of: object, before: string): Placed[] {
    return this.#grantsOf
      .all(of)
      .flatMap((id) => this.#grants.events(id))
      .map(placed)
      .filter(({ place }) => place < before)
      .toSorted(byPlace);
  }
}

/** An access, whose cost is looked up once it is shown. */
function accessOf(
  { number, at, kind, records, bytes, evidence_id: evidence }: AccessRow,
  common: { readonly session_id: string; readonly account_id: string },
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
    currency,
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

/** The instant of the last event of a session. */
function lastOf(session: SessionRow, now: string): string {
  return endOf(session, now)?.at ?? session.last_activity_at ?? session.created_at;
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
