/** Endpoints: read on any connection, written through facts. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import type { DisabledReason, WebhookStatus } from '../../shared/contract/webhooks.ts';
import type { Facts } from '../proof/facts.ts';
import type { EventOwner } from './events-store.ts';

export interface StoredEndpoint extends EventOwner {
  readonly endpointId: string;
  readonly url: string;
  /** Who set it: `operator`, or the id of an API key. */
  readonly urlBy: string;
  /** null for all. */
  readonly events: readonly string[] | null;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly version: number;
  readonly rotatedAt: string | null;
  /** Events with greater numbers are sent. */
  readonly afterEvent: number;
  readonly disabledAt: string | null;
  readonly disabledReason: DisabledReason | null;
}

interface Row extends Omit<StoredEndpoint, 'events'> {
  readonly events: string | null;
}

const columns = `endpoint_id AS endpointId, url, url_by AS urlBy, events, account_id AS accountId,
  holder_id AS holderId, created_at AS createdAt, created_by AS createdBy, version,
  rotated_at AS rotatedAt, after_event AS afterEvent, disabled_at AS disabledAt,
  disabled_reason AS disabledReason`;
const owned = `deleted_at IS NULL AND (@isAll OR account_id = @accountId OR holder_id = @holderId)`;

/** Every statement, by name, so that a test can read the plan of each. */
export const endpointStatements = {
  byId: `SELECT ${columns} FROM webhook_endpoints WHERE endpoint_id = ? AND deleted_at IS NULL`,
  inForce: `SELECT ${columns} FROM webhook_endpoints
    WHERE deleted_at IS NULL AND disabled_at IS NULL AND url <> '' ORDER BY number`,
  list: `SELECT ${columns} FROM webhook_endpoints WHERE ${owned}
    ORDER BY number DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) FROM webhook_endpoints WHERE ${owned}`,
  countBy: 'SELECT count(*) FROM webhook_endpoints WHERE created_by = ? AND deleted_at IS NULL',
} as const;

const eventsSchema = z.array(z.string());

/** Reads on any connection. What is deleted is not there. */
export class EndpointsStore {
  readonly #byId: Statement<[string], Row>;
  readonly #inForce: Statement<[], Row>;
  readonly #list: Statement<[object], Row>;
  readonly #count: Statement<[object], number>;
  readonly #countBy: Statement<[string], number>;

  constructor(database: Database) {
    this.#byId = database.prepare(endpointStatements.byId);
    this.#inForce = database.prepare(endpointStatements.inForce);
    this.#list = database.prepare(endpointStatements.list);
    this.#count = database.prepare<[object], number>(endpointStatements.count).pluck();
    this.#countBy = database.prepare<[string], number>(endpointStatements.countBy).pluck();
  }

  find(endpointId: string): StoredEndpoint | undefined {
    const row = this.#byId.get(endpointId);
    return row === undefined ? undefined : read(row);
  }

  /** Those that are told of events. */
  inForce(): StoredEndpoint[] {
    return this.#inForce.all().map(read);
  }

  /** A page of an owner's, newest first, and how many there are. */
  list(owner: EventOwner, page: { readonly limit: number; readonly offset: number }) {
    const isAll = owner.accountId === null && owner.holderId === null ? 1 : 0;
    const values = { ...owner, isAll };
    return {
      data: this.#list.all({ ...values, ...page }).map(read),
      total: this.#count.get(values) ?? 0,
    };
  }

  /** How many there are. */
  count(): number {
    return this.#count.get({ isAll: 1, accountId: null, holderId: null }) ?? 0;
  }

  /** How many somebody has made. */
  countBy(maker: string): number {
    return this.#countBy.get(maker) ?? 0;
  }
}

/** An endpoint that is being made. */
export type NewEndpoint = Pick<
  StoredEndpoint,
  'url' | 'urlBy' | 'events' | 'accountId' | 'holderId' | 'createdBy' | 'afterEvent'
>;

/** Writes endpoints; the caller holds the transaction. */
export class EndpointWriter {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  create(endpointId: string, endpoint: NewEndpoint, now: string): void {
    const { url, urlBy, events, accountId, holderId, createdBy, afterEvent } = endpoint;
    this.#facts.write('webhook_endpoints', endpointId, {
      set: {
        url_by: urlBy,
        events: events === null ? null : [...events],
        account_id: accountId,
        holder_id: holderId,
        created_at: now,
        created_by: createdBy,
        version: 1,
        after_event: afterEvent,
      },
      commit: { url },
    });
  }

  setUrl(endpointId: string, url: string, by: string): void {
    this.#facts.write('webhook_endpoints', endpointId, { set: { url_by: by }, commit: { url } });
  }

  setEvents(endpointId: string, events: readonly string[] | null): void {
    this.#facts.write('webhook_endpoints', endpointId, {
      set: { events: events === null ? null : [...events] },
    });
  }

  disable(endpointId: string, reason: DisabledReason, now: string): void {
    this.#facts.write('webhook_endpoints', endpointId, {
      set: { disabled_at: now, disabled_reason: reason },
    });
  }

  /** @param afterEvent the newest event: what came before is not sent */
  enable(endpointId: string, afterEvent: number): void {
    this.#facts.write('webhook_endpoints', endpointId, {
      set: { disabled_at: null, disabled_reason: null, after_event: afterEvent },
    });
  }

  rotate({ endpointId, version }: StoredEndpoint, now: string): void {
    this.#facts.write('webhook_endpoints', endpointId, {
      set: { version: version + 1, rotated_at: now },
    });
  }

  delete(endpointId: string, now: string): void {
    this.#facts.write('webhook_endpoints', endpointId, { set: { deleted_at: now } });
  }
}

export function statusOf({ disabledAt }: StoredEndpoint): WebhookStatus {
  return disabledAt === null ? 'active' : 'disabled';
}

function read({ events, ...row }: Row): StoredEndpoint {
  return {
    ...row,
    events: events === null ? null : (eventsSchema.safeParse(jsonOrUndefined(events)).data ?? []),
  };
}
