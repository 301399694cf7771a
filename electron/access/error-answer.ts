/** Every failure as a Response: one catalogue of codes, two body shapes (specification, "Errors"). */
import {
  errorStatus,
  preferFaults,
  preferHeader,
  type ApiError,
} from '../../shared/contract/errors.ts';
import type { ErrorShape } from '../../shared/contract/route.ts';

/** The headers of every response: nothing of a ledger belongs in a cache or is to be sniffed. */
export function baseHeaders(requestId: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  };
}

/** How a failure is answered: by the area that was asked, and by what the request prefers. */
export interface ErrorForm {
  readonly shape: ErrorShape;
  /** Whether faults are told by their codes, besides. */
  readonly tellsFaults: boolean;
}

/** The form for a request: `prefer: faults`, alone or among other preferences, asks for the codes. */
export function errorForm(shape: ErrorShape, headers: Headers): ErrorForm {
  const preferred = (headers.get(preferHeader) ?? '').split(',');
  return {
    shape,
    tellsFaults: preferred.some((each) => each.trim().toLowerCase() === preferFaults),
  };
}

/**
 * The response to a failure, in the shape of the area that was asked. In the sessions shape the
 * fields of a `validation_error` are in `details.fields`.
 */
export function errorResponse(error: ApiError, form: ErrorForm, requestId: string): Response {
  const { code, message, details } = error;
  const fields = error.fields.map((each) => ({ field: each.field, message: each.message }));
  const faults =
    form.tellsFaults && fields.length > 0
      ? {
          faults: error.fields.map(({ field, code: name, params }) => ({
            field,
            code: name,
            params,
          })),
        }
      : {};
  const body =
    form.shape === 'records'
      ? { error: { code, message, details: fields, request_id: requestId, ...faults } }
      : {
          error: {
            type: code,
            message,
            details: fields.length > 0 ? { ...details, fields } : details,
            request_id: requestId,
            ...faults,
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
