/** How an area answers a route: the types that tie every handler to its line in the route table. */
import type { z } from 'zod';
import { limits } from '../shared/contract/limits.ts';
import type { OperationId, routes } from '../shared/contract/routes.ts';
import type { Signing, SigningName } from '../shared/contract/signing.ts';
import type {
  PreparedExport,
  PreparedIntervention,
  PreparedRecord,
  SentDecision,
} from '../shared/ledger/prepared.ts';
import type { Principal } from './serve-request.ts';

export type { Principal };

type RouteTable = (typeof routes)[number];
type RouteOf<Id extends OperationId> = Extract<RouteTable, { operationId: Id }>;

/** Operations that a reader answers, that a data thread answers, and those that only the writer may. */
export type ReadOperationId = Extract<RouteTable, { access: 'read' }>['operationId'];
export type DataOperationId = Extract<RouteTable, { access: 'data' }>['operationId'];
export type WriteOperationId = Extract<RouteTable, { access: 'write' }>['operationId'];

type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never;

type Nothing = Readonly<Record<never, never>>;

type QueryOf<Id extends OperationId> =
  RouteOf<Id> extends { query: infer Query extends z.ZodType } ? z.output<Query> : Nothing;

/** The body of an operation as its schema has it. */
export type SentBodyOf<Id extends OperationId> =
  RouteOf<Id> extends { body: infer Body extends z.ZodType } ? z.output<Body> : undefined;

/**
 * Bodies that may be large in any way: they are made ready where they are read, which may be another
 * thread, and their handlers take what was made of them.
 */
export interface PreparedBodies {
  readonly createRecord: PreparedRecord;
  readonly createRecords: readonly SentDecision[];
  readonly ingestTraces: PreparedExport;
  readonly ingestLogs: PreparedExport;
  readonly createIntervention: PreparedIntervention;
}

/** What a body may say of what it replaces; never where it replaces nothing. */
type ReplacedBy<Body> = Body extends { readonly if_previous?: infer Known }
  ? Extract<Known, object>
  : never;

/** A body without what says how it is signed: that is told apart. */
type Unsigned<Body> = 'prepare' extends keyof Body ? Omit<Body, SigningName> : Body;

type BodyOf<Id extends OperationId> = Id extends keyof PreparedBodies
  ? PreparedBodies[Id]
  : [ReplacedBy<SentBodyOf<Id>>] extends [never]
    ? Unsigned<SentBodyOf<Id>>
    : Omit<Unsigned<SentBodyOf<Id>>, 'if_previous'>;

/** The operations that replace something, as the route table has them: a body of theirs may say what was there. */
export type ReplacingOperationId = {
  [Each in OperationId]: [ReplacedBy<SentBodyOf<Each>>] extends [never] ? never : Each;
}[OperationId];

/** State that a request says it replaces. */
export interface Previous<State> {
  /** @throws {ApiError} `conflict` where what is there is not what was looked at */
  confirm(current: State): void;
}

type PreviousOf<Id extends OperationId> = [ReplacedBy<SentBodyOf<Id>>] extends [never]
  ? undefined
  : Previous<Required<ReplacedBy<SentBodyOf<Id>>>>;

type UploadOf<Id extends OperationId> =
  RouteOf<Id> extends { upload: readonly (infer MediaType)[] }
    ? { readonly mediaType: MediaType; readonly bytes: ReadableStream<Uint8Array> | null }
    : undefined;

/** The Idempotency-Key of a request, and what the key stands for. */
export interface IdempotentRequest {
  /** Who sent it: keys of different callers never meet. */
  readonly caller: string;
  readonly operation: string;
  readonly key: string;
  /**
   * SHA-256 (hex) of the path, query and body bytes. For an upload, of path and query alone:
   * the handler adds the hash of the file it read.
   */
  readonly fingerprint: string;
}

/** Whose objects a caller is limited to: null for a side that it has none of. */
export interface Own {
  readonly keyId: string;
  readonly accountId: string | null;
  readonly holderId: string | null;
  /** The models that alone it may name in decisions; undefined for any. */
  readonly models?: readonly string[] | undefined;
}

/** The account whose records, models and limits alone a caller may have; undefined for everybody's, and no account is empty. */
export function accountOf(own: Own | undefined): string | undefined {
  return own === undefined ? undefined : (own.accountId ?? '');
}

/** One authenticated request with everything in it validated. */
export interface RouteCall<Id extends OperationId> {
  readonly operationId: Id;
  readonly requestId: string;
  readonly parameters: Readonly<Record<PathParameters<RouteOf<Id>['path']>, string>>;
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
  /** How it is signed; without members for an act that nobody signs. */
  readonly signing: Signing;
  /** To be confirmed by what replaces something, within the transaction that does. */
  readonly previous: PreviousOf<Id>;
  readonly upload: UploadOf<Id>;
  readonly idempotency: IdempotentRequest | undefined;
  /** The version that a change is made upon (RFC 9110 §13.1.1); undefined where the request does not say. */
  readonly ifMatch?: string | undefined;
  /** Media types that the answer may have (RFC 9110 §12.5.1), as the request says. */
  readonly accept?: string | undefined;
  /** Who asks: `operator`, or the id of an API key. */
  readonly caller: string;
  /** The same, with what it may. */
  readonly principal: Principal;
  /** Set when the caller may only have its own: what a store narrows lists by, and keeps of what is new. */
  readonly own: Own | undefined;
  /** What the client put before the path, `/v1` included. */
  readonly baseUrl: string;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** Answer of a handler: JSON text (or a stream), with the status of the route table unless told. */
export interface RouteReply {
  readonly body: string | ReadableStream<Uint8Array>;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export type RouteHandler<Id extends OperationId> = (
  call: RouteCall<Id>,
) => RouteReply | Promise<RouteReply>;

/** A handler for each of the operations: a missing one does not compile. */
export type RouteHandlers<Id extends OperationId> = {
  readonly [Each in Id]: RouteHandler<Each>;
};

/** A request to any route, as the app builds it. */
export interface AnyCall {
  readonly operationId: string;
  readonly requestId: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly signing: Signing;
  /** A `Previous`. */
  readonly previous: unknown;
  readonly upload: unknown;
  readonly idempotency: IdempotentRequest | undefined;
  readonly ifMatch?: string | undefined;
  readonly accept?: string | undefined;
  readonly caller: string;
  readonly principal: Principal;
  readonly own: Own | undefined;
  readonly baseUrl: string;
  readonly signal: AbortSignal;
}

/** Refuses a request by its path alone, before its query and body are read. */
export type RouteGuard = (parameters: Readonly<Record<string, string>>) => Promise<void>;

/**
 * A handler of any route. Written as a method so that it may take less than any call: what it takes
 * was tied to the route table where it was registered (`RouteHandlers`), and the app builds each
 * call from the same line of that table.
 */
export type AnyHandler = { answer(call: AnyCall): RouteReply | Promise<RouteReply> }['answer'];

/** The reply whose body is `value` as JSON. */
export function jsonReply(value: unknown, status?: number): RouteReply {
  return { body: JSON.stringify(value), ...(status === undefined ? {} : { status }) };
}

/** The rows of one answer as JSON. There is room for `limits.answerBytes`, and for one row in any case. */
export class AnswerRows {
  readonly #texts: string[] = [];
  #bytes = 0;

  get texts(): readonly string[] {
    return this.#texts;
  }

  /** UTF-8. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a row; answers false where there is no room for it: then the answer is full. */
  take(text: string): boolean {
    const bytes = Buffer.byteLength(text);
    if (this.#texts.length > 0 && this.#bytes + bytes > limits.answerBytes) return false;
    this.#texts.push(text);
    this.#bytes += bytes;
    return true;
  }
}

/** As many rows as an answer has room for, from the first on, as JSON. Those behind them are not read. */
export function rowsWithin<Row>(rows: Iterable<Row>, textOf: (row: Row) => string): AnswerRows {
  const taken = new AnswerRows();
  for (const row of rows) if (!taken.take(textOf(row))) break;
  return taken;
}

/**
 * A page in the wrapper of every list but records and models (specification, "Pagination wrappers"): of
 * the rows as many as an answer has room for.
 */
export function pageReply(
  rows: Iterable<unknown>,
  page: { readonly total: number; readonly limit: number; readonly offset: number },
): RouteReply {
  const { total, limit, offset } = page;
  const { texts } = rowsWithin(rows, (row) => JSON.stringify(row));
  // More than is kept may have been counted: an empty page is the end in any case.
  const has_more = texts.length > 0 && offset + texts.length < total;
  const pagination = JSON.stringify({ total, limit, offset, has_more });
  return { body: `{"data":[${texts.join()}],"pagination":${pagination}}` };
}
