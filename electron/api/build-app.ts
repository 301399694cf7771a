/** The route table and its handlers as one Hono app: what happens to every request, in order. */
import { Hono } from 'hono';
import { ApiError, type ErrorShape } from '../../shared/contract/errors.ts';
import { limits } from '../../shared/contract/limits.ts';
import { allowedMethods, errorShapeOf, routes, type Route } from '../../shared/contract/routes.ts';
import { baseHeaders, errorResponse } from '../access/error-answer.ts';
import type { Ownership } from '../access/ownership.ts';
import type { AnyCall, AnyHandler, RouteGuard, RouteReply } from '../route-handler.ts';
import type { Caller, Principal, ServeRequest } from '../serve-request.ts';
import { describeDefect, toApiError } from './error-response.ts';
import {
  fingerprintOf,
  readJsonBody,
  readParameters,
  refuseLength,
  requireMediaType,
} from './read-request.ts';

export interface AppOptions {
  /** By operation id. An operation of another role's thread has none. */
  readonly handlers: Readonly<Partial<Record<string, AnyHandler>>>;
  /** By operation id: what is refused before query and body are looked at. */
  readonly guards?: Readonly<Partial<Record<string, RouteGuard>>>;
  /** What keys may only have their own of. Not needed where nothing is anybody's. */
  readonly ownership?: Ownership | undefined;
  readonly createRequestId: () => string;
  /** Takes one line about a failure that is a defect; never holds a part of a body. */
  readonly log: (line: string) => void;
  /** Is shown everything that a request failed with, whatever is answered. */
  readonly failed?: (thrown: unknown) => void;
}

interface Environment {
  readonly Bindings: { readonly requestId: string; readonly principal: Principal };
}

/** Serves every route of the table to callers that the gate has let through. Never rejects. */
export function buildApp(options: AppOptions): ServeRequest {
  const app = new Hono<Environment>();
  for (const route of routes) {
    const handler = options.handlers[route.operationId];
    app.on(route.method, honoPath(route.path), async (context) => {
      const { requestId, principal } = context.env;
      options.ownership?.refuseForeign(route.operationId, context.req.param(), principal);
      await options.guards?.[route.operationId]?.(context.req.param());
      const read = await readCall(route, context.req.raw, {
        requestId,
        principal,
        parameters: context.req.param(),
      });
      const narrowed = options.ownership?.narrow(route.operationId, read, principal);
      const call = narrowed === undefined ? read : { ...read, ...narrowed };
      if (handler === undefined) {
        throw new Error(`${route.operationId} came to a thread that does not answer it.`);
      }
      return replyResponse(await handler(call), route, requestId);
    });
  }
  app.notFound((context) => {
    throw unknownRoute(context.req.method, context.req.path);
  });
  app.onError((error) => {
    throw error;
  });

  return async (request, caller) => {
    const requestId = options.createRequestId();
    const { pathname } = new URL(request.url);
    try {
      const { principal } = caller;
      if (request.method !== 'HEAD') return await app.fetch(request, { requestId, principal });
      return await answerHead(request, (get) => app.fetch(get, { requestId, principal }));
    } catch (thrown) {
      const shape = errorShapeOf(pathname);
      options.failed?.(thrown);
      return failureResponse(thrown, { request, caller, shape, requestId, log: options.log });
    }
  };
}

/** What idempotency keys and evidence know the caller by. */
function callerName(principal: Principal): string {
  if (principal.kind === 'api_key') return principal.keyId;
  if (principal.kind === 'operator') return 'operator';
  throw new Error('A request came past the gate.');
}

/** `/records/{id}` as Hono writes it: `/v1/records/:id`. */
function honoPath(path: string): string {
  return `/v1${path.replaceAll(/\{([a-z_]+)\}/g, ':$1')}`;
}

async function readCall(
  route: Route,
  request: Request,
  known: {
    requestId: string;
    principal: Principal;
    parameters: Readonly<Record<string, string>>;
  },
): Promise<AnyCall> {
  const url = new URL(request.url);
  const { query, idempotencyKey } = readParameters(route, url, request.headers);
  const intake = await readIntake(route, request);
  const { principal } = known;
  const caller = callerName(principal);
  return {
    operationId: route.operationId,
    requestId: known.requestId,
    parameters: known.parameters,
    query,
    body: intake.body,
    upload: intake.upload,
    idempotency:
      idempotencyKey === undefined
        ? undefined
        : {
            caller,
            operation: route.operationId,
            key: idempotencyKey,
            fingerprint: fingerprintOf(url, intake.bytes),
          },
    caller,
    principal,
    own: undefined,
    baseUrl: `${url.protocol}//${url.host}/v1`,
    signal: request.signal,
  };
}

async function readIntake(
  route: Route,
  request: Request,
): Promise<{ body?: unknown; upload?: unknown; bytes: Uint8Array }> {
  const bytes = new Uint8Array();
  if (route.method === 'GET') return { bytes };
  if (route.upload === undefined) return readJsonBody(route, request);
  const mediaType = requireMediaType(request.headers, route.upload);
  refuseLength(request.headers, limits.importBytes);
  return { upload: { mediaType, bytes: request.body }, bytes };
}

function replyResponse(reply: RouteReply, route: Route, requestId: string): Response {
  const mediaType = 'mediaType' in route.response ? route.response.mediaType : 'application/json';
  return new Response(reply.body, {
    status: reply.status ?? route.status,
    headers: { ...baseHeaders(requestId), 'content-type': mediaType, ...reply.headers },
  });
}

/** HEAD is GET without its body; a stream that GET would have opened is closed again. */
async function answerHead(
  request: Request,
  answer: (get: Request) => Response | Promise<Response>,
): Promise<Response> {
  const get = new Request(request.url, { headers: request.headers, signal: request.signal });
  const response = await answer(get);
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}

function unknownRoute(method: string, pathname: string): ApiError {
  const methods = allowedMethods(pathname);
  if (methods.length === 0) {
    return new ApiError('not_found', `There is nothing at ${pathname}.`);
  }
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  return new ApiError('method_not_allowed', `${pathname} does not answer ${method}.`, {
    details: { allowed },
    headers: { allow: allowed.join(', ') },
  });
}

function failureResponse(
  thrown: unknown,
  known: {
    request: Request;
    caller: Caller;
    shape: ErrorShape;
    requestId: string;
    log: (line: string) => void;
  },
): Response {
  const { request, requestId } = known;
  const error = toApiError(thrown, requestId);
  if (error.code === 'internal_error' && !request.signal.aborted) {
    known.log(
      JSON.stringify({
        level: 'error',
        request_id: requestId,
        method: request.method,
        path: new URL(request.url).pathname,
        ...describeDefect(thrown),
      }),
    );
  }
  const response = errorResponse(error, known.shape, requestId);
  if (request.method !== 'HEAD') return response;
  return new Response(null, { status: response.status, headers: response.headers });
}
