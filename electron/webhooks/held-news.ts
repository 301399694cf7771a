/** News that come often: told at once, and then at most once a minute with how often they came. */
import type { Database, Statement } from 'better-sqlite3';
import type { EventType } from '../../shared/contract/webhooks.ts';
import { instant } from '../../shared/time.ts';
import type { Events } from './event-log.ts';

/** Between two events of one type; milliseconds. */
const apartMs = 60_000;

interface Held {
  readonly type: EventType;
  readonly due: string;
  readonly count: number;
}

/** Every statement, by name, so that a test can read the plan of each. */
export const heldNewsStatements = {
  find: 'SELECT type, due, count FROM held_news WHERE type = ?',
  waiting: 'SELECT type, due, count FROM held_news WHERE count > 0 ORDER BY due',
  keep: `INSERT INTO held_news (type, due, count) VALUES (@type, @due, @count)
    ON CONFLICT (type) DO UPDATE SET due = excluded.due, count = excluded.count`,
} as const;

/** Over the writer's connection; the caller holds the transaction. */
export class HeldNews {
  readonly #events: Events;
  readonly #find: Statement<[string], Held>;
  readonly #waiting: Statement<[], Held>;
  readonly #keep: Statement<[object]>;

  constructor(database: Database, events: Events) {
    this.#events = events;
    this.#find = database.prepare(heldNewsStatements.find);
    this.#waiting = database.prepare(heldNewsStatements.waiting);
    this.#keep = database.prepare(heldNewsStatements.keep);
  }

  /** Something came: it is told now, or held until a minute after the last one. */
  add(type: EventType, at: string): void {
    const held = this.#find.get(type);
    const count = (held?.count ?? 0) + 1;
    if (held !== undefined && at < held.due) this.#keep.run({ type, due: held.due, count });
    else this.#tell(type, count, at);
  }

  /** When the first that is held may be told; undefined where nothing is. */
  get due(): string | undefined {
    return this.#waiting.get()?.due;
  }

  /** Tells what was held for long enough. */
  flush(now: string): void {
    for (const { type, due, count } of this.#waiting.all()) {
      if (due <= now) this.#tell(type, count, now);
    }
  }

  #tell(type: EventType, count: number, at: string): void {
    this.#events.emit({ type, at, data: { count } });
    this.#keep.run({ type, due: instant(Date.parse(at) + apartMs), count: 0 });
  }
}
