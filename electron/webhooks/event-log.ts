/** Events for receivers: written in the transaction of what they tell, listed, let go after 30 days. */
import type { Database, Statement } from 'better-sqlite3';
import type { JsonObject } from '../../shared/contract/json.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { EventType } from '../../shared/contract/webhooks.ts';
import type { CreateId } from '../../shared/ids.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { instant } from '../../shared/time.ts';
import { pageOf } from './event-page.ts';

/** An event as an area tells it. It holds ids, amounts in cents and counts: no value that an erasure could concern. */
export interface NewEvent {
  readonly type: EventType;
  /** UTC instant. */
  readonly at: string;
  /** Whom it concerns, beside those who may have all. */
  readonly accountId?: string | null | undefined;
  readonly holderId?: string | null | undefined;
  /** The only endpoint that it is for. */
  readonly endpointId?: string;
  /** A name of what is told once alone. */
  readonly once?: string;
  readonly data: JsonObject;
}

/** How often it is looked for what is too old; milliseconds. */
const pruneEvery = 3_600_000;

/** Every statement, by name, so that a test can read the plan of each. */
export const eventLogStatements = {
  insert: `INSERT INTO events (event_id, type, at, account_id, holder_id, endpoint_id, once, body)
    VALUES (@eventId, @type, @at, @accountId, @holderId, @endpointId, @once, @body)
    ON CONFLICT (once) DO NOTHING`,
  // The newest stays whatever its age: numbers are never given again.
  prune: 'DELETE FROM events WHERE at < ? AND number < (SELECT max(number) FROM events)',
} as const;

/** Over the writer's connection. */
export class EventLog {
  readonly #createId: CreateId;
  readonly #publicOrigin: string | undefined;
  readonly #insert: Statement<[object]>;
  readonly #prune: Statement<[string]>;
  #prunedAt = Number.NEGATIVE_INFINITY;
  #isFresh = false;

  /** @param publicOrigin public name of the server; then an event says where the console shows it */
  constructor(database: Database, createId: CreateId, publicOrigin?: string) {
    this.#createId = createId;
    this.#publicOrigin = publicOrigin;
    this.#insert = database.prepare(eventLogStatements.insert);
    this.#prune = database.prepare(eventLogStatements.prune);
  }

  /**
   * Writes an event. The caller holds the transaction.
   * @returns its id; undefined where it was told already
   * @throws {RangeError} where its body has more than 2 KiB
   */
  emit({ type, at, data, ...about }: NewEvent): string | undefined {
    const origin = this.#publicOrigin;
    const url = origin === undefined ? undefined : pageOf(origin, type, data);
    const told = url === undefined ? data : { ...data, url };
    const body = canonicalJson({ type, timestamp: at, data: told });
    if (Buffer.byteLength(body) >= limits.webhooks.eventBytes) {
      throw new RangeError(`The event ${type} is too long to be sent.`);
    }
    const eventId = this.#createId('evt');
    const { accountId = null, holderId = null, endpointId = null, once = null } = about;
    const row = { eventId, type, at, accountId, holderId, endpointId, once, body };
    if (this.#insert.run(row).changes === 0) return undefined;
    this.#isFresh = true;
    if (this.isOld(at)) this.prune(at);
    return eventId;
  }

  /** Whether it is long since it was looked for what is too old. */
  isOld(now: string): boolean {
    return Date.parse(now) - this.#prunedAt >= pruneEvery;
  }

  /** Removes what is older than 30 days at an instant. The caller holds the transaction. */
  prune(now: string): void {
    this.#prunedAt = Date.parse(now);
    this.#prune.run(oldestKept(now));
  }

  /** Whether anything was written since it was asked last. */
  takeFresh(): boolean {
    const isFresh = this.#isFresh;
    this.#isFresh = false;
    return isFresh;
  }
}

/** The instant before which events are not told any more. */
export function oldestKept(now: string): string {
  return instant(Math.max(0, Date.parse(now) - limits.webhooks.keptMs));
}

/** The part of it that areas write to. */
export interface Events {
  emit(event: NewEvent): unknown;
}
