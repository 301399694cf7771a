/** One attempt: a signed POST to an address that was judged, and what came of it. */
import { lookup } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { limits } from '../../shared/contract/limits.ts';
import type { DeliveryError } from '../../shared/contract/webhooks.ts';
import type { Clock } from '../../shared/time.ts';
import { hostOf, judgeUrl, mayConnect, type Allowance } from './address-rules.ts';
import { askedDelay } from './retry-times.ts';

/** A message of one attempt, signed. */
export interface Outgoing {
  readonly url: string;
  /** Whether the operator set the address: then what the operator allows holds for it. */
  readonly isOperators: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Result of one attempt. */
export interface Outcome {
  /** Of the answer; null without one. */
  readonly status: number | null;
  /** null where it was answered with 200 to 299. */
  readonly error: DeliveryError | null;
  readonly ms: number;
  /** First characters of the answer. */
  readonly answer: string | null;
  /** What the receiver asked for by Retry-After; milliseconds. */
  readonly retryAfter: number | null;
}

export interface SendMeans {
  /** Every address of a name. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly allowance: Allowance;
  readonly clock: Clock;
  /** How long all of it may take; milliseconds. */
  readonly answerMs: number;
  /** Authorities besides those of the system, PEM. */
  readonly ca?: string;
}

/** Bytes of an answer that are read. */
export const answerBytes = 4_096;
export const defaultAnswerMs = 15_000;

export const resolveBySystem: SendMeans['resolve'] = async (host) => {
  const found = await lookup(host, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/** An attempt that came to no answer. */
class NoAnswer extends Error {
  readonly reason: DeliveryError;

  constructor(reason: DeliveryError) {
    super(reason);
    this.reason = reason;
  }
}

/** Sends once. Never rejects. `signal` gives it up: then nobody looks at the outcome. */
export async function sendDelivery(
  outgoing: Outgoing,
  means: SendMeans,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock, answerMs } = means;
  const begun = clock();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerMs);
  const either = AbortSignal.any([signal, late.signal]);
  try {
    const response = await post(outgoing, means, either);
    const answer = await beginningOf(response, either);
    const status = response.statusCode ?? 0;
    return {
      status,
      error: errorOf(status),
      ms: clock() - begun,
      answer: answer.slice(0, limits.webhooks.answer),
      retryAfter: askedDelay(response.headers['retry-after'], clock()),
    };
  } catch (error) {
    const reason = late.signal.aborted ? 'timeout' : reasonOf(error);
    return { status: null, error: reason, ms: clock() - begun, answer: null, retryAfter: null };
  } finally {
    clearTimeout(timer);
  }
}

function errorOf(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

async function post(
  { url: text, isOperators, headers, body }: Outgoing,
  { resolve, allowance: all, ca }: SendMeans,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const allowance = isOperators ? all : undefined;
  const judged = judgeUrl(text, allowance);
  if (judged.kind === 'bad') throw new NoAnswer('address_invalid');
  const { url } = judged;
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await unlessAborted(resolve(host), signal) : [host];
  if (addresses.length === 0) throw new NoAnswer('name_unknown');
  if (!mayConnect(url, addresses, allowance)) throw new NoAnswer('address_refused');
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // Nothing is asked of the resolver again: it could say something else now.
    lookup: lookingUp(addresses),
    agent: false,
    signal,
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  };
  const send = url.protocol === 'http:' ? requestHttp : requestHttps;
  return new Promise((resolveAnswer, reject) => {
    const request = send(url, options, resolveAnswer);
    request.on('error', reject);
    request.end(body);
  });
}

/** Answers with the addresses that were judged, whatever is asked. */
function lookingUp(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 4 }] = found;
  return (_host, options, answer) => {
    if (options.all === true) answer(null, found);
    else answer(null, first.address, first.family);
  };
}

/** The text at the beginning of an answer. It may break off, or never end: it is answered all the same. */
async function beginningOf(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of response) {
      if (signal.aborted || !Buffer.isBuffer(piece)) break;
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= answerBytes) break;
    }
  } catch {
    // What came of it until then is told.
  }
  response.destroy();
  return Buffer.concat(pieces).subarray(0, answerBytes).toString('utf8');
}

async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new NoAnswer('timeout')), { once: true });
  });
  return Promise.race([work, aborted]);
}

/** Codes of the system where no network is there: nobody was asked. */
const offlineCodes: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ENETDOWN',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);
const unknownNames: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_NONAME', 'EAI_NODATA']);

function reasonOf(error: unknown): DeliveryError {
  if (error instanceof NoAnswer) return error.reason;
  // Of several addresses that were tried each has an error of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (offlineCodes.has(code)) return 'offline';
  if (unknownNames.has(code)) return 'name_unknown';
  return /CERT|ERR_TLS|SSL|UNABLE_TO|SELF_SIGNED/.test(code) ? 'certificate' : 'unreachable';
}
