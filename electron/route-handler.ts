/** How an area answers a route: the types that tie every handler to its line in the route table. */
import type { z } from 'zod';
import type { OperationId, routes } from '../shared/contract/routes.ts';
import type { Principal } from './serve-request.ts';

export type { Principal };

type RouteTable = (typeof routes)[number];
type RouteOf<Id extends OperationId> = Extract<RouteTable, { operationId: Id }>;

/** Operations that a reader answers, that a data thread answers, those that only the writer may, and the host's own. */
export type ReadOperationId = Extract<RouteTable, { access: 'read' }>['operationId'];
export type DataOperationId = Extract<RouteTable, { access: 'data' }>['operationId'];
export type WriteOperationId = Extract<RouteTable, { access: 'write' }>['operationId'];
export type HostOperationId = Extract<RouteTable, { access: 'host' }>['operationId'];

type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameters<Rest>
  : never;

type Nothing = Readonly<Record<never, never>>;

type QueryOf<Id extends OperationId> =
  RouteOf<Id> extends { query: infer Query extends z.ZodType } ? z.output<Query> : Nothing;

type BodyOf<Id extends OperationId> =
  RouteOf<Id> extends { body: infer Body extends z.ZodType } ? z.output<Body> : undefined;

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
  readonly upload: UploadOf<Id>;
  readonly idempotency: IdempotentRequest | undefined;
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

/** What a handler answers: JSON text (or a stream), with the status of the route table unless told. */
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
  readonly upload: unknown;
  readonly idempotency: IdempotentRequest | undefined;
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

/** A page in the wrapper of every list but records and models (specification, "Pagination wrappers"). */
export function pageReply(
  data: readonly unknown[],
  page: { readonly total: number; readonly limit: number; readonly offset: number },
): RouteReply {
  const { total, limit, offset } = page;
  // More than is kept may have been counted: an empty page is the end in any case.
  const has_more = data.length > 0 && offset + data.length < total;
  const pagination = { total, limit, offset, has_more };
  return jsonReply({ data, pagination });
}
