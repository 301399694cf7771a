/** Gathers what the gate answered and hands it to the writer in batches: no request waits for the log. */
import type { AnsweredRequest } from '../access/gate.ts';
import { auditEventOf, callerOf, isKept, outcomeOf } from './audit-event.ts';
import type { NewAuditEvent } from './audit-log.ts';

/** How long an event waits for others; milliseconds. */
export const batchEvery = 250;
/** Events in one batch. */
const batchEvents = 500;
/** Events that wait while nothing can be written; more are only counted. */
const waitingEvents = 20_000;
/** How long after a failed write it is tried again; milliseconds. */
const retryAfter = 1_000;
/** Refusals of one caller that are kept in a minute; more are only counted. */
const refusalsKept = 60;
const refusalPeriod = 60_000;

export interface AccessRecorderOptions {
  /** Has the writer append a batch; a batch may come twice. */
  readonly write: (events: readonly NewAuditEvent[]) => Promise<void>;
  /** Runs something later; the returned function takes it back. */
  readonly schedule: (milliseconds: number, run: () => void) => () => void;
  readonly log: (line: string) => void;
}

/** What one caller was refused in the current minute. */
interface Refusals {
  began: number;
  kept: number;
  omitted: number;
}

export class AccessRecorder {
  readonly #options: AccessRecorderOptions;
  readonly #refusals = new Map<string, Refusals>();
  #waiting: NewAuditEvent[] = [];
  #lost = 0;
  /** Whether the last attempt to write failed. */
  #isStuck = false;
  #cancel: (() => void) | undefined;
  #writing: Promise<boolean> = Promise.resolve(true);

  constructor(options: AccessRecorderOptions) {
    this.#options = options;
  }

  /** Takes an answered request. Never throws, never waits. */
  observe(request: AnsweredRequest): void {
    if (!isKept(request)) return;
    const omitted = this.#omittedBefore(request);
    if (omitted === undefined) return;
    if (this.#waiting.length >= waitingEvents) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(auditEventOf(request, omitted + this.#lost));
    this.#lost = 0;
    this.#cancel ??= this.#options.schedule(batchEvery, () => void this.#writeInTime());
  }

  /**
   * Writes what waits; true when nothing is left. Before the ledger closes, so that its log holds what
   * was asked of it.
   */
  async flush(): Promise<boolean> {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  /** Flushes; what cannot be written belongs to no other ledger and is given up, with a line in the log. */
  async settle(): Promise<void> {
    if (await this.flush()) return;
    const count = this.#waiting.length + this.#lost;
    this.#cancel?.();
    this.#cancel = undefined;
    this.#waiting = [];
    this.#lost = 0;
    this.#options.log(JSON.stringify({ level: 'error', event: 'audit_events_lost', count }));
  }

  async #writeInTime(): Promise<void> {
    this.#cancel = undefined;
    if (await this.flush()) return;
    this.#cancel ??= this.#options.schedule(retryAfter, () => void this.#writeInTime());
  }

  async #writeAll(): Promise<boolean> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, batchEvents);
      try {
        await this.#options.write(batch);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        // Said once, not each second of a ledger that stays away.
        if (!this.#isStuck) {
          this.#options.log(
            JSON.stringify({ level: 'warn', event: 'audit_events_not_written', reason }),
          );
        }
        this.#isStuck = true;
        return false;
      }
      this.#isStuck = false;
      this.#waiting.splice(0, batch.length);
    }
    return true;
  }

  /**
   * How many refusals of the same caller before this one were not kept; undefined when this one is
   * not kept either. Whoever is not let in must not fill the disk by asking.
   */
  #omittedBefore(request: AnsweredRequest): number | undefined {
    const caller = callerOf(request);
    const refusals = this.#refusals.get(caller);
    if (outcomeOf(request.status) !== 'refused') {
      const omitted = refusals?.omitted ?? 0;
      if (refusals !== undefined) refusals.omitted = 0;
      return omitted;
    }
    const current = refusals ?? { began: request.at, kept: 0, omitted: 0 };
    this.#refusals.set(caller, current);
    if (Math.abs(request.at - current.began) >= refusalPeriod) {
      current.began = request.at;
      current.kept = 0;
    }
    if (current.kept >= refusalsKept) {
      current.omitted += 1;
      return undefined;
    }
    current.kept += 1;
    const { omitted } = current;
    current.omitted = 0;
    return omitted;
  }
}
