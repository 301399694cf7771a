/** Events as they are read: for who asks for them, and for each endpoint. */
import type { Database, Statement } from 'better-sqlite3';
import { jsonObjectOf } from '../../shared/contract/json.ts';
import { eventSchema, type WebhookEvent } from '../../shared/contract/webhooks.ts';

/** An event as it is kept. */
export interface StoredEvent {
  readonly number: number;
  readonly eventId: string;
  readonly type: string;
  readonly at: string;
  /** RFC 8785. */
  readonly body: string;
}

/** Whose events alone; both null for all. An id that is nobody's selects none. */
export interface EventOwner {
  readonly accountId: string | null;
  readonly holderId: string | null;
}

/** Events that an endpoint is told of. */
export interface Interest extends EventOwner {
  readonly endpointId: string;
  /** null for all of them. */
  readonly types: readonly string[] | null;
}

const columns = 'number, event_id AS eventId, type, at, body';
const owned = `(@isAll OR account_id = @accountId OR holder_id = @holderId)`;
const wanted = `(endpoint_id = @endpointId OR endpoint_id IS NULL AND ${owned}
    AND (@types IS NULL OR type IN (SELECT value FROM json_each(@types))))`;

/** Every statement, by name, so that a test can read the plan of each. */
export const eventStatements = {
  last: 'SELECT max(number) FROM events',
  lastBefore: 'SELECT max(number) FROM events WHERE at < ?',
  byId: `SELECT ${columns} FROM events WHERE event_id = ?`,
  list: `SELECT ${columns} FROM events WHERE number > @after AND at >= @since AND endpoint_id IS NULL
    AND ${owned} ORDER BY number LIMIT @limit`,
  after: `SELECT ${columns} FROM events WHERE number > @after AND number <= @upTo AND ${wanted}
    ORDER BY number`,
  between: `SELECT ${columns} FROM events WHERE at >= @from AND at <= @to AND endpoint_id IS NULL
    AND ${wanted} ORDER BY at, number LIMIT @limit`,
} as const;

/** Over one connection. */
export class EventsStore {
  readonly #last: Statement<[], number | null>;
  readonly #lastBefore: Statement<[string], number | null>;
  readonly #byId: Statement<[string], StoredEvent>;
  readonly #list: Statement<[object], StoredEvent>;
  readonly #after: Statement<[object], StoredEvent>;
  readonly #between: Statement<[object], StoredEvent>;

  constructor(database: Database) {
    this.#last = database.prepare<[], number | null>(eventStatements.last).pluck();
    this.#lastBefore = database
      .prepare<[string], number | null>(eventStatements.lastBefore)
      .pluck();
    this.#byId = database.prepare(eventStatements.byId);
    this.#list = database.prepare(eventStatements.list);
    this.#after = database.prepare(eventStatements.after);
    this.#between = database.prepare(eventStatements.between);
  }

  /** The number of the newest event; 0 for none. */
  get last(): number {
    return this.#last.get() ?? 0;
  }

  /** The number of the newest event before an instant; 0 for none. */
  lastBefore(at: string): number {
    return this.#lastBefore.get(at) ?? 0;
  }

  find(eventId: string): StoredEvent | undefined {
    return this.#byId.get(eventId);
  }

  /** Events of an owner behind a number, the oldest first, none from before `since`. */
  list(
    owner: EventOwner,
    page: { readonly after: number; readonly since: string; readonly limit: number },
  ): StoredEvent[] {
    return this.#list.all({ ...ownedBy(owner), ...page });
  }

  /** Events behind a number, up to another, that an endpoint is told of. */
  after(interest: Interest, after: number, upTo: number): StoredEvent[] {
    return this.#after.all({ ...interested(interest), after, upTo });
  }

  /** The same by their time: both instants are among them. */
  between(
    interest: Interest,
    span: { readonly from: string; readonly to: string; readonly limit: number },
  ): StoredEvent[] {
    return this.#between.all({ ...interested(interest), ...span });
  }
}

/** An event as the API tells it. */
export function shownEvent({ eventId, body }: StoredEvent): WebhookEvent {
  return eventSchema.parse({ event_id: eventId, ...jsonObjectOf(JSON.parse(body)) });
}

function ownedBy({ accountId, holderId }: EventOwner) {
  return { isAll: accountId === null && holderId === null ? 1 : 0, accountId, holderId };
}

function interested({ endpointId, types, ...owner }: Interest) {
  return {
    ...ownedBy(owner),
    endpointId,
    types: types === null ? null : JSON.stringify(types),
  };
}
