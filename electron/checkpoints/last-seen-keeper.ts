/** Keeps the last-seen file up to date: what was committed meanwhile, all at once, a few times a second. */
import { instant, type Clock } from '../../shared/time.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { Place } from '../database/open-place.ts';
import { readLedgerEnd, type LastSeen, type LastSeenFiles } from '../ledger/last-seen.ts';

/** How often it is looked whether something was committed; milliseconds. */
export const lookEvery = 250;

export interface LastSeenKeeperOptions {
  readonly database: WriterDatabase;
  readonly files: LastSeenFiles;
  /** Of the ledger: nothing is kept beside another one. */
  readonly place: Place;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

export class LastSeenKeeper {
  readonly #options: LastSeenKeeperOptions;
  #timer: NodeJS.Timeout | undefined;
  #kept: { readonly size: number; readonly events: number } | undefined;
  #writing: Promise<void> | undefined;

  constructor(options: LastSeenKeeperOptions) {
    this.#options = options;
  }

  begin(): void {
    this.#timer = setInterval(() => this.#look(), lookEvery).unref();
  }

  /** Writes what is there now. The caller holds the lock, and closes the database after. */
  async close(): Promise<void> {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    await this.#writing;
    try {
      this.#options.place.confirm();
      this.#options.files.keep(this.#seen());
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  #look(): void {
    // What a transaction has not committed yet was not seen by anybody.
    if (this.#writing !== undefined || this.#options.database.inTransaction) return;
    const seen = this.#seen();
    const { size, audit_events: events } = seen;
    if (size === this.#kept?.size && events === this.#kept.events) return;
    this.#writing = this.#write(seen).finally(() => {
      this.#writing = undefined;
    });
  }

  async #write(seen: LastSeen): Promise<void> {
    try {
      this.#options.place.confirm();
      await this.#options.files.keepLater(seen);
      this.#kept = { size: seen.size, events: seen.audit_events };
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  #seen(): LastSeen {
    const { database, clock } = this.#options;
    return {
      format: 'proofdesk.last-seen/v1',
      ...readLedgerEnd(database),
      seen_at: instant(clock()),
    };
  }
}
