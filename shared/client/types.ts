/** What goes into the client and comes out of it, and what it is given of its surroundings. */

/** JSON objects as a decision holds them. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A decision, as `POST /records` takes it. */
export interface Decision {
  readonly model_id: string;
  readonly input: JsonObject;
  readonly output: JsonObject;
  /** 0 to 1. */
  readonly confidence?: number;
  readonly transaction_id?: string;
  readonly policy_id?: string;
  readonly context?: JsonObject;
  readonly explanation?: JsonObject;
  /** 1 to 255 printable ASCII characters; made by the client where it is left out. */
  readonly idempotency_key?: string;
}

/** The ledger's word that a decision is in it. Kept by the sender, it is evidence outside of the ledger. */
export interface Receipt {
  readonly id: string;
  /** SHA-256 of the entry, 64 hex digits. */
  readonly hash: string;
  /** An instant, UTC. */
  readonly created_at: string;
  readonly idempotency_key: string;
}

/** An error in the shape of the API; `code` is also one of `not_json`, `payload_too_large` of the client itself. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

/** A decision that the ledger does not take. */
export interface Refusal {
  /** The status of its own in the answer; 0 where it was not sent. */
  readonly status: number;
  readonly error: Problem;
  /** With its key; null where it was no JSON. */
  readonly item: JsonObject | null;
}

/** Why nothing is sent any more until `retry` is called. */
export interface Stop {
  readonly status: number;
  readonly error: Problem;
}

export interface Stats {
  /** Not confirmed yet. */
  readonly waiting: number;
  readonly confirmed: number;
  readonly refused: number;
  /** Lost: the queue was full, or without a spool the server was away too long. */
  readonly dropped: number;
  /** Lines of the spool that were torn or altered, and left out. */
  readonly damaged: number;
}

/** Keeps lines, each one decision as JSON, until they are removed. Nothing but what counts is asked after `close`. */
export interface Spool {
  /** Whether they outlive the process. */
  readonly isLasting: boolean;
  readonly waiting: number;
  readonly damaged: number;
  /** Takes a line; false when there is no room. */
  append(line: string): boolean;
  /** The oldest lines, so many and of so many bytes at most, but one in any case. */
  read(most: { readonly items: number; readonly bytes: number }): readonly string[];
  /** Lets the first so many go of those that were read last; the others are read again. */
  remove(count: number): void;
  /** Keeps a line about a decision that was refused. @throws where that cannot be written */
  refuse(line: string): void;
  /** @returns how many lines are lost with it */
  close(): number;
}

/** A request as it is handed to `fetch`. */
export interface BatchRequest {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly redirect: 'manual';
}

/** As much of a `Response` as is read. */
export interface BatchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export type Fetch = (url: string, request: BatchRequest) => Promise<BatchAnswer>;

export interface ClientClock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Calls back once, after so many milliseconds, unless what it returns is called first. A program that has nothing
   * else to do ends meanwhile, unless the wait `keepsAlive`.
   */
  wait(milliseconds: number, then: () => void, keepsAlive?: boolean): () => void;
}

export interface ClientOptions {
  /** The `{base_url}`, such as `http://127.0.0.1:4000/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Without one the decisions wait in memory, 10,000 of them at most. */
  readonly spool?: Spool;
  readonly onReceipt?: (receipt: Receipt) => void;
  readonly onRefused?: (refusal: Refusal) => void;
  /** Called once for each time that sending stops. */
  readonly onStopped?: (stop: Stop) => void;
  readonly fetch?: Fetch;
  readonly clock?: ClientClock;
  /** So many bytes that cannot be guessed. */
  readonly random?: (bytes: number) => Uint8Array;
}
