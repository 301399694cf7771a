/** Answers and errors of the engine itself, in the shapes of the specification. */
import { ApiError, type ErrorCode } from '../../shared/contract/errors.ts';
import { errorShapeOf } from '../../shared/contract/routes.ts';
import { errorResponse } from '../api/error-response.ts';

/** The engine could not start: `code` and `details` are those of the worker's own error. */
export class EngineStartError extends Error {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'EngineStartError';
    this.code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
    const details = 'details' in cause ? cause.details : undefined;
    this.details = typeof details === 'object' && details !== null ? { ...details } : {};
  }
}

/** What the engine answers in the API's stead; `engine_unavailable` says when to come again. */
export function engineAnswer(
  asked: { readonly pathname: string; readonly requestId: string },
  code: ErrorCode,
  message: string,
): Response {
  const headers: Record<string, string> =
    code === 'engine_unavailable' ? { 'retry-after': '1' } : {};
  return errorResponse(
    new ApiError(code, message, { headers }),
    errorShapeOf(asked.pathname),
    asked.requestId,
  );
}

/** Nobody reads this one: the client left before the answer. */
export function clientGone(): Response {
  return new Response(null, { status: 499 });
}
