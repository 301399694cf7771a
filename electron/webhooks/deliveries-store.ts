/** Deliveries as rows of the jobs database: what waits for whom, what came of it. State that may be thrown away. */
import type { Database, Statement } from 'better-sqlite3';
import type { Delivery, DeliveryError, DeliveryStatus } from '../../shared/contract/webhooks.ts';
import { instant } from '../../shared/time.ts';

/** Deliveries of an endpoint that are kept, those that wait apart. */
const kept = 1_000;

/** How an endpoint does. */
export interface EndpointState {
  readonly planned: number;
  readonly lastSuccessAt: string | null;
  readonly failingSince: string | null;
  readonly failures: number;
}

export interface NewDelivery {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Row {
  readonly number: number;
  readonly delivery_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly created_at: string;
  readonly due_ms: number;
  readonly attempted_at: string | null;
  readonly response_status: number | null;
  readonly duration_ms: number | null;
  readonly error: DeliveryError | null;
  readonly answer: string | null;
}

export interface StoredDelivery {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
}

/** Columns of a delivery that an attempt changes. */
export interface Attempted {
  readonly deliveryId: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly due: number;
  readonly responseStatus: number | null;
  readonly ms: number;
  readonly error: DeliveryError | null;
  readonly answer: string | null;
}

const columns = `number, delivery_id, endpoint_id, event_id, type, status, attempts, created_at, due_ms,
  attempted_at, response_status, duration_ms, error, answer`;
const selected = 'endpoint_id = @endpointId AND (@status IS NULL OR status = @status)';
const waiting = `endpoint_id = ? AND status = 'waiting'`;

/** Every statement, by name, so that a test can read the plan of each. */
export const deliveryStatements = {
  insert: `INSERT INTO webhook_deliveries
    (delivery_id, endpoint_id, event_id, type, status, created_at, due_ms)
    VALUES (@deliveryId, @endpointId, @eventId, @type, 'waiting', @createdAt, @now)`,
  byId: `SELECT ${columns} FROM webhook_deliveries WHERE delivery_id = ?`,
  list: `SELECT ${columns} FROM webhook_deliveries WHERE ${selected}
    ORDER BY number DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) FROM webhook_deliveries WHERE ${selected}`,
  next: `SELECT ${columns} FROM webhook_deliveries WHERE ${waiting} ORDER BY due_ms, number LIMIT 1`,
  countWaiting: `SELECT count(*) FROM webhook_deliveries WHERE ${waiting}`,
  attempted: `UPDATE webhook_deliveries SET status = @status, attempts = @attempts,
    attempted_at = @attemptedAt, due_ms = @due, response_status = @responseStatus,
    duration_ms = @ms, error = @error, answer = @answer
    WHERE delivery_id = @deliveryId AND status = 'waiting'`,
  hasten: `UPDATE webhook_deliveries SET due_ms = @now
    WHERE endpoint_id = @endpointId AND status = 'waiting' AND error = 'offline' AND due_ms > @now`,
  cancel: `UPDATE webhook_deliveries SET status = 'canceled' WHERE ${waiting}`,
  prune: `DELETE FROM webhook_deliveries WHERE endpoint_id = @endpointId AND status <> 'waiting' AND number <=
    (SELECT number FROM webhook_deliveries WHERE endpoint_id = @endpointId
     ORDER BY number DESC LIMIT 1 OFFSET ${kept})`,
  forget: 'DELETE FROM webhook_deliveries WHERE endpoint_id = ?',
  state: `SELECT planned, last_success_at AS lastSuccessAt, failing_since AS failingSince, failures
    FROM webhook_states WHERE endpoint_id = ?`,
  keepState: `INSERT INTO webhook_states (endpoint_id, planned, last_success_at, failing_since, failures)
    VALUES (@endpointId, @planned, @lastSuccessAt, @failingSince, @failures)
    ON CONFLICT (endpoint_id) DO UPDATE SET planned = excluded.planned,
      last_success_at = excluded.last_success_at, failing_since = excluded.failing_since,
      failures = excluded.failures`,
  forgetState: 'DELETE FROM webhook_states WHERE endpoint_id = ?',
} as const;

const sql = deliveryStatements;

/** Over one connection to the jobs database. */
export class DeliveriesStore {
  readonly #database: Database;
  readonly #insert: Statement<[object]>;
  readonly #byId: Statement<[string], Row>;
  readonly #list: Statement<[object], Row>;
  readonly #count: Statement<[object], number>;
  readonly #next: Statement<[string], Row>;
  readonly #countWaiting: Statement<[string], number>;
  readonly #attempted: Statement<[object]>;
  readonly #hasten: Statement<[object]>;
  readonly #prune: Statement<[object]>;
  readonly #byEndpoint: Readonly<Record<'cancel' | 'forget' | 'forgetState', Statement<[string]>>>;
  readonly #state: Statement<[string], EndpointState>;
  readonly #keepState: Statement<[object]>;

  constructor(database: Database) {
    this.#database = database;
    this.#insert = database.prepare(sql.insert);
    this.#byId = database.prepare(sql.byId);
    this.#list = database.prepare(sql.list);
    this.#count = database.prepare<[object], number>(sql.count).pluck();
    this.#next = database.prepare(sql.next);
    this.#countWaiting = database.prepare<[string], number>(sql.countWaiting).pluck();
    this.#attempted = database.prepare(sql.attempted);
    this.#hasten = database.prepare(sql.hasten);
    this.#prune = database.prepare(sql.prune);
    this.#byEndpoint = {
      cancel: database.prepare(sql.cancel),
      forget: database.prepare(sql.forget),
      forgetState: database.prepare(sql.forgetState),
    };
    this.#state = database.prepare(sql.state);
    this.#keepState = database.prepare(sql.keepState);
  }

  transaction<Result>(run: () => Result): Result {
    return this.#database.transaction(run).immediate();
  }

  add({ now, ...delivery }: NewDelivery): void {
    this.#insert.run({ ...delivery, now, createdAt: instant(now) });
    this.#prune.run({ endpointId: delivery.endpointId });
  }

  find(deliveryId: string): StoredDelivery | undefined {
    const row = this.#byId.get(deliveryId);
    return row === undefined ? undefined : stored(row);
  }

  show(deliveryId: string): Delivery | undefined {
    const row = this.#byId.get(deliveryId);
    return row === undefined ? undefined : shown(row);
  }

  /** A page of an endpoint's, newest first, and how many there are. */
  list(
    endpointId: string,
    query: {
      readonly status?: DeliveryStatus | undefined;
      readonly limit: number;
      readonly offset: number;
    },
  ): { data: Delivery[]; total: number } {
    const values = { endpointId, status: query.status ?? null };
    const { limit, offset } = query;
    return {
      data: this.#list.all({ ...values, limit, offset }).map(shown),
      total: this.#count.get(values) ?? 0,
    };
  }

  /** The delivery of an endpoint that is due first, with when that is; undefined where none waits. */
  next(endpointId: string): (StoredDelivery & { readonly due: number }) | undefined {
    const row = this.#next.get(endpointId);
    return row === undefined ? undefined : { ...stored(row), due: row.due_ms };
  }

  waiting(endpointId: string): number {
    return this.#countWaiting.get(endpointId) ?? 0;
  }

  attempted({ at, ...attempt }: Attempted): void {
    this.#attempted.run({ ...attempt, attemptedAt: instant(at) });
  }

  /** Makes those due that wait for the network. */
  hasten(endpointId: string, now: number): void {
    this.#hasten.run({ endpointId, now });
  }

  /** Cancels what waits. */
  cancel(endpointId: string): void {
    this.#byEndpoint.cancel.run(endpointId);
  }

  /** Removes all of an endpoint. */
  forget(endpointId: string): void {
    this.#byEndpoint.forget.run(endpointId);
    this.#byEndpoint.forgetState.run(endpointId);
  }

  /** undefined for an endpoint that was never looked at here. */
  state(endpointId: string): EndpointState | undefined {
    return this.#state.get(endpointId);
  }

  keepState(endpointId: string, state: EndpointState): void {
    this.#keepState.run({ endpointId, ...state });
  }
}

function stored(row: Row): StoredDelivery {
  return {
    deliveryId: row.delivery_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    status: row.status,
    attempts: row.attempts,
  };
}

function shown(row: Row): Delivery {
  return {
    delivery_id: row.delivery_id,
    event_id: row.event_id,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    created_at: row.created_at,
    next_at: row.status === 'waiting' ? instant(row.due_ms) : null,
    attempted_at: row.attempted_at,
    response_status: row.response_status,
    duration_ms: row.duration_ms,
    error: row.error,
    answer: row.answer,
  };
}
