/** What happens to every request that the gate has admitted, in order. */
import { limits } from '../../shared/contract/limits.ts';
import type { Route } from '../../shared/contract/route.ts';
import { baseHeaders, errorForm, errorResponse } from '../access/error-answer.ts';
import type { Ownership } from '../access/ownership.ts';
import { takePrevious } from '../access/previous.ts';
import { takeSigning } from '../access/signing.ts';
import type { AnyCall, AnyHandler, RouteGuard, RouteReply } from '../route-handler.ts';
import {
  wholeResponse,
  type Admitted,
  type Principal,
  type ServeAdmitted,
} from '../serve-request.ts';
import { demoNamed } from './demo-file-name.ts';
import { describeDefect, toApiError } from './error-response.ts';
import { readBodyAside, type BodyMeans } from './read-body.ts';
import {
  fingerprintOf,
  packedFormOf,
  readJsonBody,
  readParameters,
  refuseLength,
  requireMediaType,
} from './read-request.ts';

export interface ServeOptions {
  /** By operation id. An operation of another role's thread has none. */
  readonly handlers: Readonly<Partial<Record<string, AnyHandler>>>;
  /** By operation id: what is refused before query and body are looked at. */
  readonly guards?: Readonly<Partial<Record<string, RouteGuard>>>;
  /** What keys may only have their own of. Not needed where nothing is anybody's. */
  readonly ownership?: Ownership | undefined;
  /** Reads bodies, the large ones aside. */
  readonly bodies: BodyMeans;
  /** Throws while nothing may be answered: what is open is not the ledger any more that its path names. */
  readonly confirm?: () => void;
  readonly createRequestId: () => string;
  /** Whether the ledger is an example: files that leave it say so in their names. */
  readonly isDemo?: boolean;
  /** Takes one line about a failure that is a defect; never holds a part of a body. */
  readonly log: (line: string) => void;
  /** Is shown everything that a request failed with, whatever is answered. */
  readonly failed?: (thrown: unknown) => void;
}

/** Answers what the gate has admitted by the handler of its route. Never rejects. */
export function serveHandlers(options: ServeOptions): ServeAdmitted {
  const { handlers, guards, ownership } = options;
  return async (asked) => {
    const { operationId } = asked.match.route;
    const { principal } = asked.caller;
    const requestId = options.createRequestId();
    try {
      options.confirm?.();
      const handler = handlers[operationId];
      ownership?.refuseForeign(operationId, asked.match.parameters, principal);
      await guards?.[operationId]?.(asked.match.parameters);
      const read = await readCall(asked, requestId, options.bodies);
      const narrowed = ownership?.narrow(operationId, read, principal);
      const call = narrowed === undefined ? read : { ...read, ...narrowed };
      if (handler === undefined) {
        throw new Error(`${operationId} came to a thread that does not answer it.`);
      }
      const reply = await handler(call);
      const marked = options.isDemo === true ? demoNamed(reply) : reply;
      return replyResponse(marked, asked.match.route, requestId);
    } catch (thrown) {
      options.failed?.(thrown);
      return failureResponse(thrown, asked, { requestId, log: options.log });
    }
  };
}

/** What idempotency keys and evidence know the caller by. */
function callerName(principal: Principal): string {
  if (principal.kind === 'api_key') return principal.keyId;
  if (principal.kind === 'operator') return 'operator';
  throw new Error('A request came past the gate.');
}

async function readCall(asked: Admitted, requestId: string, bodies: BodyMeans): Promise<AnyCall> {
  const { request, url, match } = asked;
  const { route, parameters } = match;
  const { query, idempotencyKey } = readParameters(route, url, request.headers);
  const { principal } = asked.caller;
  const caller = callerName(principal);
  const intake = await readIntake(route, request, { bodies, caller });
  const { body, signing } = takeSigning(intake.body, route);
  return {
    operationId: route.operationId,
    requestId,
    parameters,
    query,
    ...takePrevious(body),
    signing,
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
    accept: request.headers.get('accept') ?? undefined,
    ifMatch: request.headers.get('if-match')?.replaceAll('"', '') ?? undefined,
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
  { bodies, caller }: { readonly bodies: BodyMeans; readonly caller: string },
): Promise<{ body?: unknown; upload?: unknown; bytes: Uint8Array }> {
  const bytes = new Uint8Array();
  if (route.method === 'GET') return { bytes };
  if (route.upload === undefined) {
    const { operationId } = route;
    const form = packedFormOf(route, request.headers);
    return readJsonBody(route, request, (sent) =>
      readBodyAside({ operationId, bytes: sent, form }, bodies, { caller, signal: request.signal }),
    );
  }
  const mediaType = requireMediaType(request.headers, route.upload);
  refuseLength(request.headers, limits.importBytes);
  return { upload: { mediaType, bytes: request.body }, bytes };
}

const encoder = new TextEncoder();

function replyResponse(reply: RouteReply, route: Route, requestId: string): Response {
  const mediaType = 'mediaType' in route.response ? route.response.mediaType : 'application/json';
  const init = {
    status: reply.status ?? route.status,
    headers: { ...baseHeaders(requestId), 'content-type': mediaType, ...reply.headers },
  };
  const { body } = reply;
  return typeof body === 'string'
    ? wholeResponse(encoder.encode(body), init)
    : new Response(body, init);
}

function failureResponse(
  thrown: unknown,
  { request, url, match }: Admitted,
  { requestId, log }: { requestId: string; log: (line: string) => void },
): Response {
  const error = toApiError(thrown, requestId);
  if (error.code === 'internal_error' && !request.signal.aborted) {
    log(
      JSON.stringify({
        level: 'error',
        request_id: requestId,
        method: request.method,
        path: url.pathname,
        ...describeDefect(thrown),
      }),
    );
  }
  return errorResponse(error, errorForm(match.route.errorShape, request.headers), requestId);
}
