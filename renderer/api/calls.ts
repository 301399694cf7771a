/** The console's own last calls, in memory only: for the Requests screen and copy as curl. */
import { createStore, useStore } from 'zustand';

/** Rate limit of a key as an answer told it; nothing where the caller is not limited. */
export interface CallRate {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number;
}

export interface Call {
  /** `call-1`, `call-2`, … in the order they began. */
  readonly id: string;
  /** ms since the epoch. */
  readonly at: number;
  readonly method: string;
  /** Below `{base_url}`, with its query string. */
  readonly path: string;
  /** The headers that matter for repeating it; never one with a key. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON as it was sent; null for none. What is long, an upload or secret is only named. */
  readonly body: CallBody | null;
  /** `pending` until it is answered; 0 where no answer came, or where it was given up before. */
  readonly status: number | 'pending';
  readonly wasAborted: boolean;
  /** Until the head of the answer; null while pending. */
  readonly ms: number | null;
  readonly requestId: string | null;
  readonly rate: CallRate | null;
  /** Of the failure. */
  readonly code: string | null;
  readonly message: string | null;
  /** The error as it was answered; null where there was none. */
  readonly error: string | null;
}

export type CallBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'long' | 'withheld'; readonly bytes: number }
  | { readonly kind: 'upload'; readonly bytes: number; readonly mediaType: string };

/** Older calls are forgotten. */
export const keptCalls = 500;
/** Longer JSON is not kept: five hundred of them would be. */
const keptBodyLength = 16_384;

const callStore = createStore<{ readonly calls: readonly Call[] }>(() => ({ calls: [] }));

/** The calls of this window, the newest first. */
export function useCalls(): readonly Call[] {
  return useStore(callStore, (state) => state.calls);
}

/** The calls as they are now, the newest first. */
export function currentCalls(): readonly Call[] {
  return callStore.getState().calls;
}

export function forgetCalls(): void {
  callStore.setState({ calls: [] });
}

/** Part of a JSON body that is kept. */
export function keptBody(text: string | undefined, isSecret: boolean): CallBody | null {
  if (text === undefined) return null;
  const bytes = () => new TextEncoder().encode(text).length;
  if (isSecret) return { kind: 'withheld', bytes: bytes() };
  return text.length > keptBodyLength ? { kind: 'long', bytes: bytes() } : { kind: 'text', text };
}

function headerNumber(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  if (text === null || !/^\d{1,12}$/.test(text.trim())) return undefined;
  return Number(text);
}

/** `RateLimit-Limit`, `-Remaining` and `-Reset` of an answer; null unless all three are there. */
export function rateOf(headers: Headers): CallRate | null {
  const limit = headerNumber(headers, 'ratelimit-limit');
  const remaining = headerNumber(headers, 'ratelimit-remaining');
  const resetSeconds = headerNumber(headers, 'ratelimit-reset');
  if (limit === undefined || remaining === undefined || resetSeconds === undefined) return null;
  return { limit, remaining, resetSeconds };
}

type Ending = Partial<
  Pick<Call, 'status' | 'wasAborted' | 'requestId' | 'rate' | 'code' | 'message' | 'error'>
>;

let nextNumber = 1;

/** Notes a call as it is sent; the answer notes how it ended, once or in steps. */
export function beginCall(
  sent: Pick<Call, 'method' | 'path' | 'headers' | 'body'>,
  now: () => number = Date.now,
): (ending: Ending) => void {
  const at = now();
  const id = `call-${nextNumber++}`;
  const call: Call = {
    id,
    at,
    ...sent,
    status: 'pending',
    wasAborted: false,
    ms: null,
    requestId: null,
    rate: null,
    code: null,
    message: null,
    error: null,
  };
  callStore.setState(({ calls }) => ({ calls: [call, ...calls].slice(0, keptCalls) }));
  return (ending) => {
    const ms = Math.max(0, now() - at);
    callStore.setState(({ calls }) => ({
      calls: calls.map((each) =>
        each.id === id ? { ...each, ...ending, ms: each.ms ?? ms } : each,
      ),
    }));
  };
}
