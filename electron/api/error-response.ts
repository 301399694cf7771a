/** Every failure as a Response: one catalogue of codes, two body shapes (specification, "Errors"). */
import { ApiError, errorStatus, type ErrorShape } from '../../shared/contract/errors.ts';
import { isStorageFull } from '../database/database-error.ts';

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

/**
 * What a client is told of a thrown value: an ApiError as it is, a full disk and a busy database by
 * their names, and nothing at all of the rest, which is a defect and belongs in the log.
 */
export function toApiError(thrown: unknown, requestId: string): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isStorageFull(thrown)) {
    return new ApiError(
      'storage_full',
      'The disk is full: nothing was written. Make room and send the request again.',
    );
  }
  if (errorCodeOf(thrown).startsWith('SQLITE_BUSY')) {
    return new ApiError(
      'engine_unavailable',
      'The database is busy. Nothing was written; send the request again.',
      { headers: { 'retry-after': '1' } },
    );
  }
  return new ApiError(
    'internal_error',
    `The engine failed to answer. Its log has the cause under ${requestId}.`,
  );
}

/** The `code` of a thrown value: `ENOSPC`, `SQLITE_FULL`, … Empty when it has none. */
function errorCodeOf(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : '';
  return typeof code === 'string' ? code : '';
}

/** Which error and where, without its message: that could quote a part of a body. */
export function describeDefect(thrown: unknown): {
  error: string;
  code?: string;
  stack?: string[];
} {
  if (!(thrown instanceof Error)) return { error: typeof thrown };
  const frames = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code = errorCodeOf(thrown);
  return {
    error: thrown.name,
    ...(code === '' ? {} : { code }),
    stack: frames.map((line) => line.trim()),
  };
}
