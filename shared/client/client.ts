/** Sends decisions to a ledger in batches, in order, again and again until the ledger has said what became of each. */
import {
  askedDelay,
  errorOf,
  isObject,
  parsed,
  resultsOf,
  verdictOf,
  type Result,
} from './answers.ts';
import { itemKey } from './item-key.ts';
import { clientLimits as limits } from './limits.ts';
import { memorySpool } from './memory-spool.ts';
import { askForBatch, randomBytes, systemClock } from './surroundings.ts';
import type {
  BatchAnswer,
  ClientClock,
  ClientOptions,
  Decision,
  Fetch,
  Problem,
  Refusal,
  Spool,
  Stats,
  Stop,
} from './types.ts';

const encoder = new TextEncoder();

/** Somebody who waits until so many decisions are settled. */
interface Waiting {
  readonly upTo: number;
  readonly settle: (isSettled: boolean) => void;
}

export class Proofdesk {
  readonly #options: ClientOptions;
  readonly #url: string;
  readonly #spool: Spool;
  readonly #clock: ClientClock;
  readonly #fetch: Fetch;
  readonly #random: (bytes: number) => Uint8Array;

  #isSending = false;
  #isClosed = false;
  #stop: Stop | undefined;
  /** The send that is to come, and whether it waits for a server that failed. */
  #next:
    | { readonly cancel: () => void; readonly isRetry: boolean; readonly isSoon: boolean }
    | undefined;
  #batchItems: number = limits.batchItems;
  #failures = 0;
  #failingSince: number | undefined;
  /** Decisions that were taken, those of an earlier process that wait among them. */
  #taken: number;
  #counts = { confirmed: 0, refused: 0, dropped: 0 };
  #waiting: Waiting[] = [];

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#url = batchAddress(options.baseUrl);
    this.#spool = options.spool ?? memorySpool();
    this.#clock = options.clock ?? systemClock;
    this.#fetch = options.fetch ?? askForBatch;
    this.#random = options.random ?? randomBytes;
    this.#taken = this.#spool.waiting;
    this.#schedule();
  }

  /** Takes a decision to send; returns at once and never throws. */
  log(decision: Decision): void {
    try {
      this.#take(decision);
    } catch {
      this.#counts.dropped += 1;
    }
  }

  /**
   * Sends what waits, without waiting for more.
   * @returns true once all that was logged before is confirmed or refused; false after `within` milliseconds, or
   * while sending is stopped
   */
  flush({ within = limits.flushMs }: { readonly within?: number } = {}): Promise<boolean> {
    return new Promise((resolve) => {
      const upTo = this.#taken;
      if (this.#isSettled(upTo) || this.#stop !== undefined || this.#isClosed) {
        resolve(this.#isSettled(upTo));
        return;
      }
      const settle = (isSettled: boolean) => {
        cancel();
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        resolve(isSettled);
      };
      const waiting: Waiting = { upTo, settle };
      const cancel = this.#clock.wait(within, () => settle(false), true);
      this.#waiting.push(waiting);
      this.#schedule();
    });
  }

  /** Flushes, then ends. What a spool still holds is sent by the next client of it; @returns whether nothing is left. */
  async close(options: { readonly within?: number } = {}): Promise<boolean> {
    if (this.#isClosed) return this.#spool.waiting === 0;
    const isEmpty = await this.flush({ within: options.within ?? limits.closeMs });
    this.#isClosed = true;
    this.#next?.cancel();
    this.#counts.dropped += this.#spool.close();
    return isEmpty;
  }

  /** Sends again after a stop, or now instead of later. */
  retry(): void {
    this.#stop = undefined;
    this.#next?.cancel();
    this.#next = undefined;
    this.#schedule(0);
  }

  stats(): Stats {
    const { waiting, damaged } = this.#spool;
    return { waiting, ...this.#counts, damaged };
  }

  #take(decision: Decision): void {
    if (this.#isClosed) throw new Error('The client is closed.');
    const item = {
      ...decision,
      idempotency_key: decision.idempotency_key ?? itemKey(this.#clock.now(), this.#random),
    };
    let line: string;
    try {
      line = JSON.stringify(item);
    } catch (cause) {
      const message = `The decision is no JSON: ${cause instanceof Error ? cause.message : 'it cannot be written'}`;
      this.#refuse({ status: 0, error: { code: 'not_json', message }, item: null });
      return;
    }
    if (encoder.encode(line).length > limits.itemBytes) {
      const message = `A decision has at most ${limits.itemBytes} bytes.`;
      this.#refuse({ status: 0, error: { code: 'payload_too_large', message }, item });
      return;
    }
    if (!this.#spool.append(line)) {
      this.#counts.dropped += 1;
      return;
    }
    this.#taken += 1;
    this.#schedule();
  }

  /** Plans the next send: now where enough waits or somebody waits for it, else a little later. */
  #schedule(delay?: number): void {
    if (this.#isSending || this.#isClosed || this.#stop !== undefined) return;
    if (this.#spool.waiting === 0) return;
    const isSoon = this.#spool.waiting >= limits.sendAt || this.#waiting.length > 0;
    if (this.#next !== undefined) {
      if (delay === undefined && (this.#next.isRetry || this.#next.isSoon || !isSoon)) return;
      this.#next.cancel();
    }
    const begin = () => {
      this.#next = undefined;
      void this.#send();
    };
    const wait = delay ?? (isSoon ? 0 : limits.waitMs);
    this.#next = { cancel: this.#clock.wait(wait, begin), isRetry: delay !== undefined, isSoon };
  }

  /** One batch; never rejects. */
  async #send(): Promise<void> {
    this.#isSending = true;
    let delay: number | undefined;
    try {
      const lines = this.#spool.read({ items: this.#batchItems, bytes: limits.batchBytes });
      if (lines.length > 0) delay = await this.#sendLines(lines);
    } catch {
      delay = this.#delayAfterFailure(0);
    }
    this.#isSending = false;
    this.#tellWaiting();
    this.#schedule(delay);
  }

  /** @returns milliseconds until the next try where these lines are to be sent again. */
  async #sendLines(lines: readonly string[]): Promise<number | undefined> {
    const answer = await this.#ask(lines);
    if (this.#isClosed) return undefined;
    if (answer === undefined) return this.#fail(lines, 0);
    const { status, text, askedMs } = answer;
    switch (verdictOf(status)) {
      case 'again':
        return this.#fail(lines, askedMs);
      case 'smaller': {
        const error = errorOf(text, status);
        if (lines.length === 1) {
          this.#settle(lines, [{ status, error }]);
          return undefined;
        }
        this.#batchItems = Math.ceil(lines.length / 2);
        return 0;
      }
      case 'stop':
        this.#halt({ status, error: errorOf(text, status) });
        return undefined;
      case 'done': {
        const results = resultsOf(text, lines.length);
        // Something else answers at this address: a portal, a proxy.
        if (results === undefined) return this.#fail(lines, 0);
        this.#settle(lines, results);
        return undefined;
      }
    }
  }

  async #ask(
    lines: readonly string[],
  ): Promise<{ status: number; text: string; askedMs: number } | undefined> {
    let cancel = () => {};
    const silence = new Promise<undefined>((resolve) => {
      cancel = this.#clock.wait(limits.answerMs, () => resolve(undefined));
    });
    try {
      return await Promise.race([this.#post(`{"records":[${lines.join(',')}]}`), silence]);
    } catch {
      return undefined;
    } finally {
      cancel();
    }
  }

  async #post(body: string): Promise<{ status: number; text: string; askedMs: number }> {
    const answer: BatchAnswer = await this.#fetch(this.#url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#options.apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body,
      redirect: 'manual',
    });
    const { status } = answer;
    const askedMs = askedDelay(answer.headers.get('retry-after'), this.#clock.now());
    return { status, text: await answer.text(), askedMs };
  }

  #fail(lines: readonly string[], askedMs: number): number | undefined {
    const now = this.#clock.now();
    this.#failingSince ??= now;
    if (!this.#spool.isLasting && now - this.#failingSince >= limits.giveUpMs) {
      this.#spool.remove(lines.length);
      this.#counts.dropped += lines.length;
      this.#failingSince = undefined;
      return this.#delayAfterFailure(askedMs);
    }
    return this.#delayAfterFailure(askedMs);
  }

  /** Doubled with each failure, and by chance anything up to that, so that many clients do not come back at once. */
  #delayAfterFailure(askedMs: number): number {
    const longest = Math.min(limits.firstDelayMs * 2 ** this.#failures, limits.longestDelayMs);
    this.#failures = Math.min(this.#failures + 1, 30);
    const [high = 0, low = 0] = this.#random(2);
    const chance = (high * 256 + low + 1) / 65_536;
    return Math.max(askedMs, Math.ceil(longest * chance));
  }

  #halt(stop: Stop): void {
    this.#stop = stop;
    this.#tell(this.#options.onStopped, stop);
    for (const { settle } of this.#waiting) settle(false);
  }

  /** The ledger has said what became of these lines: only then are they let go. */
  #settle(lines: readonly string[], results: readonly Result[]): void {
    const refusals = results.flatMap((result, place) =>
      'error' in result ? [this.#refusalOf(lines[place] ?? '', result.status, result.error)] : [],
    );
    // Before the lines go: where it cannot be written, they stay and are sent again.
    for (const refusal of refusals) this.#spool.refuse(JSON.stringify(refusal));
    this.#spool.remove(lines.length);
    this.#failures = 0;
    this.#failingSince = undefined;
    this.#batchItems = Math.min(limits.batchItems, this.#batchItems * 2);
    this.#counts.refused += refusals.length;
    for (const refusal of refusals) this.#tell(this.#options.onRefused, refusal);
    results.forEach((result, place) => {
      if ('error' in result) return;
      this.#counts.confirmed += 1;
      const { id, hash, created_at } = result;
      const key = keyOf(parsed(lines[place] ?? ''));
      this.#tell(this.#options.onReceipt, { id, hash, created_at, idempotency_key: key });
    });
  }

  #refusalOf(line: string, status: number, error: Problem): Refusal {
    const item = parsed(line);
    return { status, error, item: isObject(item) ? item : null };
  }

  /** A decision that is not even sent. */
  #refuse(refusal: Refusal): void {
    this.#spool.refuse(JSON.stringify(refusal));
    this.#counts.refused += 1;
    this.#tell(this.#options.onRefused, refusal);
  }

  /** Whether so many of all that were taken are confirmed, refused or given up. */
  #isSettled(upTo: number): boolean {
    return this.#taken - this.#spool.waiting >= upTo;
  }

  #tellWaiting(): void {
    for (const { upTo, settle } of this.#waiting) {
      if (this.#isSettled(upTo)) settle(true);
    }
  }

  /** What somebody else's function throws is not this client's business. */
  #tell<Told>(listener: ((told: Told) => void) | undefined, told: Told): void {
    try {
      listener?.(told);
    } catch {
      // The decision is settled all the same.
    }
  }
}

/** @throws where it is no address of the web */
function batchAddress(baseUrl: string): string {
  if (!/^https?:\/\/[^/]/.test(baseUrl)) {
    throw new TypeError('The base URL begins with http:// or https:// and a name.');
  }
  return `${baseUrl.replace(/\/+$/, '')}/records/batch`;
}

function keyOf(item: unknown): string {
  const key = isObject(item) ? item['idempotency_key'] : undefined;
  return typeof key === 'string' ? key : '';
}
