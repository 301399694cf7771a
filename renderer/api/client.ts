/** The only place of the console that calls fetch: one function, typed failures, relative addresses. */
import { confirmHeader } from '../../shared/contract/access.ts';
import { preferFaults, preferHeader, type FieldError } from '../../shared/contract/errors.ts';
import { fieldErrorOf } from '../../shared/contract/faults.ts';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { limits } from '../../shared/contract/limits.ts';
import {
  keySessionHeader,
  signInHeader,
  signInPath,
  signInRefusalSchema,
  signInWaySchema,
  signOutPath,
  type SignInProblem,
  type SignInWay,
} from '../../shared/contract/sign-in.ts';
import { Turns } from '../../shared/turns.ts';
import { beginCall, keptBody, rateOf } from './calls.ts';
import { tellKeySession, tellSignedOut } from './engine-state.ts';
import { countReturns, hold } from './held-calls.ts';
import { noteReadAt } from './read-at.ts';

/**
 * Requests under way at once. A browser has six connections to a host. The stream of changes holds
 * one; one is for what the console asks about itself, which is answered while all others wait for a
 * ledger that opens. The desktop's own scheme has no such limit.
 */
const atOnce = globalThis.location?.protocol === 'app:' ? Number.POSITIVE_INFINITY : 4;
const turns = new Turns(atOnce);

/** Values that a query string can hold; `undefined` leaves the parameter out. */
export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Why a request failed. `status` is the HTTP status, 0 when no answer came at all. `code` is a code
 * of the error catalogue, or `engine_unreachable` / `unexpected_answer` / `not_sent` which only a client
 * can see.
 */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** Every field the API named, in its order; empty where none is at fault. */
  readonly fields: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  /** Seconds to wait, where the API said so. */
  readonly retryAfter: number | null;
  /** What lets this browser in, where its session is over; null for every other failure. */
  readonly signInWay: SignInWay | null;
  /** The console itself says it, in its own language; otherwise the message is the API's, in English. */
  readonly isOurs: boolean;

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      fields?: readonly FieldError[];
      details?: Readonly<Record<string, unknown>>;
      requestId?: string | null;
      retryAfter?: number | null;
      signInWay?: SignInWay | null;
      isOurs?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.fields = more.fields ?? [];
    this.details = more.details ?? {};
    this.requestId = more.requestId ?? null;
    this.retryAfter = more.retryAfter ?? null;
    this.signInWay = more.signInWay ?? null;
    this.isOurs = more.isOurs ?? false;
  }
}

/** Makes an answer of the parsed JSON and throws where that is something else: a schema, for one. */
export interface Reader<Answer> {
  parse(value: unknown): Answer;
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `{base_url}`, for example `/records`. */
  readonly path: string;
  readonly query?: QueryValues;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is; a File is streamed from disk by the browser. */
  readonly upload?: { readonly content: Blob; readonly mediaType: string };
  /** One key an attempt of the user: a repeated attempt with the same key has one effect. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  /** The API key of this start, typed once more where a browser's session is not enough. */
  readonly confirm?: string | undefined;
  /** The version that was read: a change of somebody else is not gone over. */
  readonly ifMatch?: string | undefined;
  /** The body holds a secret: it is sent, and kept nowhere. */
  readonly hasSecret?: boolean;
  /** Asked by the console about itself: not noted among its calls. */
  readonly isUnlisted?: boolean;
  /** Fails where this browser is signed out, instead of waiting until it is let in again. */
  readonly isUnheld?: boolean;
}

/** The address of `path` on the origin that served this page: `http://127.0.0.1:…` and `app://console` alike. */
export function apiUrl(path: string, query: QueryValues = {}, base = document.baseURI): string {
  const url = new URL(`./v1${path}`, base);
  url.hash = '';
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
}

/** A fresh value for `Idempotency-Key`. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Any thrown value as a failure that a screen can show. */
export function toFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ApiFailure(0, 'unexpected_answer', message, { cause: error });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Faults as both lists tell them: messages, and beside them the codes that an older server does not have. */
function fieldErrors(messages: unknown, coded: unknown): FieldError[] {
  if (!Array.isArray(messages)) return [];
  const codes: readonly unknown[] = Array.isArray(coded) ? coded : [];
  return messages.flatMap((each: unknown, index) => {
    const told = fieldErrorOf(each);
    if (told === undefined) return [];
    const code = codes[index];
    const isSame = isObject(code) && code['field'] === told.field;
    return [(isSame ? fieldErrorOf({ ...code, message: told.message }) : undefined) ?? told];
  });
}

/**
 * The failure that an error response stands for, from either error shape of the specification
 * ("Errors"): records say `code` and a list of fields, everything else `type` and `details.fields`.
 */
export function failureFrom(status: number, headers: Headers, text: string): ApiFailure {
  const requestId = headers.get('x-request-id') ?? headers.get('request-id');
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  const signInWay = signInWaySchema.safeParse(headers.get(signInHeader)).data ?? null;
  const body = jsonOrUndefined(text);
  const error = isObject(body) ? body['error'] : undefined;
  if (!isObject(error)) {
    const code = status === 503 ? 'engine_unavailable' : 'unexpected_answer';
    return new ApiFailure(status, code, `HTTP ${status}`, { requestId, retryAfter, signInWay });
  }
  const { code, type, message, details, faults, request_id: stated } = error;
  let name = 'unexpected_answer';
  if (typeof code === 'string') name = code;
  else if (typeof type === 'string') name = type;
  return new ApiFailure(status, name, typeof message === 'string' ? message : `HTTP ${status}`, {
    fields: fieldErrors(isObject(details) ? details['fields'] : details, faults),
    details: isObject(details) ? details : {},
    requestId: typeof stated === 'string' ? stated : requestId,
    retryAfter,
    signInWay,
  });
}

/** A call as the Requests screen shows it; a call that is not listed leaves no trace. */
function noteCall(
  options: RequestOptions,
  url: string,
  text: string | undefined,
  key: string | null,
) {
  if (options.isUnlisted === true) return () => undefined;
  const { pathname, search } = new URL(url);
  const { upload } = options;
  return beginCall({
    method: options.method ?? 'GET',
    path: pathname.slice(pathname.indexOf('/v1/') + '/v1'.length) + search,
    headers: key === null ? {} : { 'Idempotency-Key': key },
    body:
      upload === undefined
        ? keptBody(text, options.hasSecret === true)
        : { kind: 'upload', bytes: upload.content.size, mediaType: upload.mediaType },
  });
}

/** Of an answer that goes on: it has a connection of its own. */
const streamType = 'application/x-ndjson';

/**
 * Sends a request; one that is refused because this browser is signed out waits, and is sent once more
 * under its own `Idempotency-Key` when somebody has signed in again.
 */
async function send(options: RequestOptions, accept: string): Promise<Response> {
  for (;;) {
    const returns = countReturns();
    try {
      return await sendOnce(options, accept);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.signInWay === null) throw error;
      // Refused by what was in force before this browser was let in again.
      if (returns !== countReturns()) continue;
      tellSignedOut(error.signInWay);
      if (accept === streamType || options.isUnheld === true) throw error;
      const isChange = options.method !== undefined && options.method !== 'GET';
      if (await hold(isChange, options.signal)) continue;
      const message = 'Nothing was sent: this browser was signed out meanwhile.';
      throw new ApiFailure(error.status, 'not_sent', message, { cause: error });
    }
  }
}

/**
 * Changes of which nobody knows whether they were made: no answer came, or one that says so (503). Whoever
 * tries the same once more does so under the same `Idempotency-Key`, so that it has one effect.
 */
const unanswered = new Map<string, string>();
const mostUnanswered = 32;

/** Names what is attempted; undefined where it is not told apart, or must not be kept. */
function attemptOf(
  { method, idempotencyKey, upload, hasSecret }: RequestOptions,
  url: string,
  text: string | undefined,
): string | undefined {
  const isKept = idempotencyKey !== undefined && upload === undefined && hasSecret !== true;
  return isKept ? `${method} ${url} ${text ?? ''}` : undefined;
}

function noteAttempt(attempt: string | undefined, key: string | null, isAnswered: boolean): void {
  if (attempt === undefined || key === null) return;
  unanswered.delete(attempt);
  if (!isAnswered) unanswered.set(attempt, key);
  for (const oldest of unanswered.keys()) {
    if (unanswered.size > mostUnanswered) unanswered.delete(oldest);
  }
}

async function sendOnce(options: RequestOptions, accept: string): Promise<Response> {
  const headers = new Headers({ accept, [preferHeader]: preferFaults });
  const init: RequestInit = { method: options.method ?? 'GET', headers, cache: 'no-store' };
  if (options.signal !== undefined) init.signal = options.signal;
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  if (options.ifMatch !== undefined) headers.set('if-match', `"${options.ifMatch}"`);
  if (options.confirm !== undefined) headers.set(confirmHeader, options.confirm);
  let text: string | undefined;
  if (options.upload !== undefined) {
    headers.set('content-type', options.upload.mediaType);
    init.body = options.upload.content;
  } else if (options.body !== undefined) {
    headers.set('content-type', 'application/json');
    text = typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
    init.body = text;
  }
  const url = apiUrl(options.path, options.query);
  const attempt = attemptOf(options, url, text);
  const earlier = attempt === undefined ? undefined : unanswered.get(attempt);
  if (earlier !== undefined) headers.set('idempotency-key', earlier);
  const key = headers.get('idempotency-key');
  const takesTurn = options.isUnlisted !== true && accept !== streamType;
  const turn = takesTurn ? turns.take(options.signal) : undefined;
  const endTurn = turn instanceof Promise ? await turn : turn;
  const note = noteCall(options, url, text, key);
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (isAbort(error)) {
      note({ status: 0, wasAborted: true });
      throw error;
    }
    noteAttempt(attempt, key, false);
    const message = 'The engine did not answer.';
    note({ status: 0, code: 'engine_unreachable', message });
    throw new ApiFailure(0, 'engine_unreachable', message, { cause: error });
  } finally {
    endTurn?.();
  }
  if (response.headers.has(keySessionHeader)) tellKeySession();
  noteReadAt(response.headers);
  // Refused for the session it was not tried: what is not known of it stays so.
  if (response.status !== 401) noteAttempt(attempt, key, response.status !== 503);
  note({
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    rate: rateOf(response.headers),
  });
  if (!response.ok) {
    const said = await response.text().catch((error: unknown) => {
      if (!isAbort(error)) return '';
      note({ wasAborted: true });
      throw error;
    });
    const failure = failureFrom(response.status, response.headers, said);
    const { code, message, requestId } = failure;
    const error = said === '' ? null : said.slice(0, limits.requests.errorCharacters);
    note({ code, message, requestId, error });
    throw failure;
  }
  return response;
}

/**
 * Sends one request and returns its parsed answer. A string `body` is sent untouched, so that what
 * the user typed reaches the strict parser byte by byte.
 * @throws ApiFailure for every failure but an abort, which stays a DOMException "AbortError".
 */
export async function request<Answer>(
  answer: Reader<Answer>,
  options: RequestOptions,
): Promise<Answer> {
  const response = await send(options, 'application/json');
  try {
    return answer.parse(await response.json());
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiFailure(
      response.status,
      'unexpected_answer',
      'The engine answered in a form that this console does not know.',
      { requestId: response.headers.get('x-request-id'), cause: error },
    );
  }
}

/** The function of a query: sends the request, until nobody waits for its answer. */
export function reads<Answer>(answer: Reader<Answer>, options: RequestOptions) {
  return ({ signal }: { signal: AbortSignal }) => request(answer, { ...options, signal });
}

/** A page of a list, as far as it says whether there is more. */
interface ReadPage<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly limit: number; readonly has_more: boolean };
}

/** Reads every page of a list, one after the other. */
export function readsAll<Row>(answer: Reader<ReadPage<Row>>, options: RequestOptions) {
  return async ({ signal }: { signal: AbortSignal }): Promise<Row[]> => {
    const rows: Row[] = [];
    for (;;) {
      const query = { ...options.query, offset: rows.length };
      const { data, pagination } = await request(answer, { ...options, query, signal });
      rows.push(...data);
      if (!pagination.has_more || data.length === 0) return rows;
    }
  };
}

/** A body to be sent; under the same key it has one effect, however often it is. */
export interface Attempt<Body> {
  readonly body: Body;
  readonly idempotencyKey: string;
}

export function postOnce<Answer>(
  path: string,
  attempt: Attempt<unknown>,
  answer: Reader<Answer>,
): Promise<Answer> {
  return request(answer, { method: 'POST', path, ...attempt });
}

/** A file that the API made: its bytes, and the name that `content-disposition` gives it. */
export interface ReceivedFile {
  readonly content: Blob;
  readonly name: string | null;
}

/** Fetches a file. @throws ApiFailure for every failure but an abort. */
export async function requestFile(
  path: string,
  query: QueryValues = {},
  method: 'GET' | 'POST' = 'GET',
  more: Pick<RequestOptions, 'body' | 'confirm' | 'hasSecret'> = {},
): Promise<ReceivedFile> {
  const response = await send({ method, path, query, ...more }, '*/*');
  return {
    content: await response.blob(),
    name: dispositionName(response.headers.get('content-disposition')),
  };
}

/** The file name of a `content-disposition`, the UTF-8 one first (RFC 6266 §4.3); null without one. */
export function dispositionName(header: string | null): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      // Not percent-encoded UTF-8: the plain name is asked instead.
    }
  }
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;\s]+)/i.exec(header ?? '');
  return plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2] ?? null;
}

/**
 * The lines of a newline-delimited stream as they arrive, until it ends or `signal` aborts.
 * `onOpen` is called once the stream is answered, before its first line.
 * @throws ApiFailure when the stream cannot be opened.
 */
export async function* requestLines(
  path: string,
  signal: AbortSignal,
  onOpen: () => void,
): AsyncGenerator<string> {
  const response = await send({ path, signal }, streamType);
  onOpen();
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.filter((line) => line.trim() !== '');
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Lets this browser in again; answers why not where it is not. The page stays as it is, and nothing of
 * what is sent is kept.
 * @throws ApiFailure where that is not answered
 */
export async function requestSignIn(form: URLSearchParams): Promise<SignInProblem | undefined> {
  const url = new URL(`.${signInPath}`, document.baseURI);
  url.hash = '';
  const response = await fetch(url, {
    method: 'POST',
    body: form,
    headers: { accept: 'application/json' },
    cache: 'no-store',
  }).catch((error: unknown) => {
    throw new ApiFailure(0, 'engine_unreachable', 'The engine did not answer.', { cause: error });
  });
  if (response.ok) return undefined;
  const refusal = signInRefusalSchema.safeParse(jsonOrUndefined(await response.text()));
  if (refusal.success) return refusal.data.problem;
  throw new ApiFailure(response.status, 'unexpected_answer', `HTTP ${response.status}`);
}

/** Ends the session of this browser, where it is an API key. @throws ApiFailure where it goes on */
export async function requestSignOut(): Promise<void> {
  const url = new URL(`.${signOutPath}`, document.baseURI);
  url.hash = '';
  const headers = { accept: 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, cache: 'no-store' }).catch(
    (error: unknown) => {
      const message = 'The engine did not answer.';
      throw new ApiFailure(0, 'engine_unreachable', message, { cause: error });
    },
  );
  if (response.ok) return;
  throw new ApiFailure(response.status, 'unexpected_answer', `HTTP ${response.status}`);
}

/** A file that the build put beside this page. @throws ApiFailure where there is none */
export async function requestAsset(name: string): Promise<Blob> {
  const url = new URL(`./${name}`, document.baseURI);
  url.hash = '';
  const response = await fetch(url).catch((error: unknown) => {
    throw new ApiFailure(0, 'engine_unreachable', `${name} did not come.`, { cause: error });
  });
  if (!response.ok) {
    throw new ApiFailure(response.status, 'not_found', `${name} is not part of this build.`);
  }
  return response.blob();
}
