/** Every failure as a Response: one catalogue of codes, two body shapes (specification, "Errors"). */
import { errorStatus, type ApiError } from '../../shared/contract/errors.ts';
import type { ErrorShape } from '../../shared/contract/route.ts';

/** The headers of every response: nothing of a ledger belongs in a cache or is to be sniffed. */
export function baseHeaders(requestId: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  };
}

/**
 * The response to a failure, in the shape of the area that was asked. In the sessions shape the
 * fields of a `validation_error` are in `details.fields`.
 */
export function errorResponse(error: ApiError, shape: ErrorShape, requestId: string): Response {
  const { code, message, fields, details } = error;
  const body =
    shape === 'records'
      ? { error: { code, message, details: fields, request_id: requestId } }
      : {
          error: {
            type: code,
            message,
            details: fields.length > 0 ? { ...details, fields } : details,
            request_id: requestId,
          },
        };
  return new Response(JSON.stringify(body), {
    status: errorStatus[code],
    headers: {
      ...baseHeaders(requestId),
      'content-type': 'application/json',
      ...error.headers,
    },
  });
}
