/** The catalogue of error codes and the two error bodies of the specification ("Errors"). */
import { z } from 'zod';

/** Every error code the API answers with, and its HTTP status. */
export const errorStatus = {
  validation_error: 400,
  malformed_json: 400,
  unauthorized: 401,
  spending_limit_exceeded: 402,
  payment_failed: 402,
  forbidden: 403,
  access_revoked: 403,
  account_suspended: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  invoice_already_paid: 409,
  invoice_not_payable: 409,
  idempotency_key_reused: 409,
  session_expired: 410,
  session_closed: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limit_exceeded: 429,
  internal_error: 500,
  engine_unavailable: 503,
  storage_full: 503,
  query_timeout: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** One invalid field: its dotted path from the body's (or query's) root, and what to do about it. */
export const fieldErrorSchema = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** Records and models answer errors in this shape; `details` is empty where no field is at fault. */
export const recordsErrorSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.array(fieldErrorSchema),
    request_id: z.string(),
  }),
});
export type RecordsError = z.infer<typeof recordsErrorSchema>;

/** Sessions, billing and every extension answer errors in this shape. */
export const sessionsErrorSchema = z.object({
  error: z.object({
    type: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
    request_id: z.string(),
  }),
});
export type SessionsError = z.infer<typeof sessionsErrorSchema>;

/** A failure with a code from the catalogue; thrown by rules and stores, written by the API. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      fields?: readonly FieldError[];
      details?: Readonly<Record<string, unknown>>;
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.fields = more.fields ?? [];
    this.details = more.details ?? {};
    this.headers = more.headers ?? {};
  }
}

/** A `validation_error` that names every invalid field. */
export function validationError(fields: readonly FieldError[]): ApiError {
  const names = fields.map((each) => each.field).join(', ');
  return new ApiError('validation_error', `The request is not valid: ${names}.`, { fields });
}
