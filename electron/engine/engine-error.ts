/** Answers of the engine itself, in the shapes of the specification. */
import {
  errorStatus,
  type ErrorCode,
  type RecordsError,
  type SessionsError,
} from '../../shared/contract/errors.ts';
import type { Matched } from '../../shared/contract/match-route.ts';

/**
 * Answer that the engine gives in the API's stead, in the shape of the route; `engine_unavailable` says
 * when to come again. Written here: the API's own writer would load SQLite into the main process.
 */
export function engineAnswer(
  asked: { readonly match: Matched; readonly requestId: string },
  code: ErrorCode,
  message: string,
): Response {
  const request_id = asked.requestId;
  const body: RecordsError | SessionsError =
    asked.match.route.errorShape === 'records'
      ? { error: { code, message, details: [], request_id } }
      : { error: { type: code, message, details: {}, request_id } };
  return new Response(JSON.stringify(body), {
    status: errorStatus[code],
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': request_id,
      ...(code === 'engine_unavailable' ? { 'retry-after': '1' } : {}),
    },
  });
}

/** Nobody reads this one: the client left before the answer. */
export function clientGone(): Response {
  return new Response(null, { status: 499 });
}
