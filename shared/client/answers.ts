/** How an answer to a batch is read: whether it is worth asking again, and what became of each decision. */
import { clientLimits } from './limits.ts';
import type { JsonObject, Problem } from './types.ts';

/** `smaller`: the same again in halves. `stop`: nothing changes until somebody sees to it. */
export type Verdict = 'done' | 'again' | 'smaller' | 'stop';

export function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return 'done';
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'again';
  // One decision that no batch may hold is found by halving.
  if (status === 400 || status === 413) return 'smaller';
  return 'stop';
}

/** The outcome of one decision of a batch. */
export type Result =
  | {
      readonly status: number;
      readonly id: string;
      readonly hash: string;
      readonly created_at: string;
    }
  | { readonly status: number; readonly error: Problem };

/** The results, one for each of `count` decisions in order; nothing where the answer is not of that shape. */
export function resultsOf(text: string, count: number): readonly Result[] | undefined {
  const results = member(parsed(text), 'results');
  if (!Array.isArray(results) || results.length !== count) return undefined;
  const read = results.map((each) => resultOf(each));
  return read.every((each) => each !== undefined) ? read : undefined;
}

function resultOf(value: unknown): Result | undefined {
  const status = member(value, 'status');
  if (typeof status !== 'number') return undefined;
  if (status !== 200 && status !== 201) {
    return { status, error: problemOf(member(value, 'error'), status) };
  }
  const [id, hash, createdAt] = ['id', 'hash', 'created_at'].map((name) => member(value, name));
  if (typeof id !== 'string' || typeof hash !== 'string' || typeof createdAt !== 'string') {
    return undefined;
  }
  return { status, id, hash, created_at: createdAt };
}

/** The error of an answer that is an error as a whole. */
export function errorOf(text: string, status: number): Problem {
  return problemOf(member(parsed(text), 'error'), status);
}

function problemOf(value: unknown, status: number): Problem {
  const [code, message, details] = ['code', 'message', 'details'].map((name) =>
    member(value, name),
  );
  return {
    code: typeof code === 'string' ? code : `http_${status}`,
    message: typeof message === 'string' ? message : `The server answered ${status}.`,
    ...(details === undefined ? {} : { details }),
  };
}

/** Milliseconds that `Retry-After` asks for: seconds or a date; 0 where it asks for nothing. */
export function askedDelay(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return 0;
  const seconds = /^\s*\d+\s*$/.test(retryAfter) ? Number(retryAfter) : Number.NaN;
  const delay = Number.isNaN(seconds) ? Date.parse(retryAfter) - now : seconds * 1_000;
  return Number.isNaN(delay) ? 0 : Math.min(Math.max(delay, 0), clientLimits.longestAskedMs);
}

/** The value of a JSON text; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
