/** The catalogue of error codes and the two error bodies of the specification ("Errors"). */
import * as z from './when-asked.ts';
import type { FieldError } from './faults.ts';
import { limits } from './limits.ts';

export type { FieldError };

/** Every error code the API answers with, and its HTTP status. */
export const errorStatus = {
  validation_error: 400,
  malformed_json: 400,
  unauthorized: 401,
  spending_limit_exceeded: 402,
  payment_failed: 402,
  forbidden: 403,
  access_revoked: 403,
  signature_required: 403,
  signature_invalid: 403,
  person_revoked: 403,
  account_suspended: 403,
  grant_required: 403,
  not_your_session: 403,
  privacy_budget_exhausted: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  same_person: 409,
  path_unseen: 409,
  no_profile: 409,
  dataset_unpublished: 409,
  policy_changed: 409,
  retention: 409,
  source_changed: 409,
  source_schema_changed: 409,
  source_read_only: 409,
  signed_state_changed: 409,
  invoice_already_paid: 409,
  invoice_not_payable: 409,
  issuer_missing: 409,
  idempotency_key_reused: 409,
  session_expired: 410,
  session_closed: 410,
  version_changed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  source_value_out_of_range: 422,
  too_many_groups: 422,
  rate_limit_exceeded: 429,
  internal_error: 500,
  engine_unavailable: 503,
  source_unavailable: 503,
  not_kept: 503,
  storage_full: 503,
  query_timeout: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** One invalid field: its dotted path from the body's (or query's) root, and what to do about it. */
export const fieldErrorSchema = z
  .object({ field: z.string(), message: z.string() })
  .meta({ id: 'FieldError' });

/** The header that asks for the faults of an error besides, by their codes (RFC 7240). */
export const preferHeader = 'prefer';
export const preferFaults = 'faults';

/** One fault of an error by its code, for those who have words of their own. */
export const faultSchema = z
  .object({
    field: z.string(),
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  })
  .meta({ id: 'Fault' });
/** One invalid field of a line of a file. What was kept before faults had codes has none. */
export const lineFaultSchema = fieldErrorSchema
  .extend({
    code: z.string().exactOptional(),
    params: faultSchema.shape.params.exactOptional(),
  })
  .meta({ id: 'LineFault' });

/** Beside the specified members of an error, where the request prefers it. */
const faultsMember = z.array(faultSchema).exactOptional().meta({
  description: 'Where the request has `prefer: faults`: the fields at fault again, by codes',
  'x-extension': true,
});

/** Records and models answer errors in this shape; `details` is empty where no field is at fault. */
export const recordsErrorSchema = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z.array(fieldErrorSchema),
      faults: faultsMember,
      request_id: z.string(),
    }),
  })
  .meta({ id: 'RecordsError' });
export type RecordsError = z.infer<typeof recordsErrorSchema>;

/** Sessions, billing and every extension answer errors in this shape. */
export const sessionsErrorSchema = z
  .object({
    error: z.object({
      type: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.unknown()),
      faults: faultsMember,
      request_id: z.string(),
    }),
  })
  .meta({ id: 'SessionsError' });
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

/** A `validation_error` that names every invalid field, up to `limits.faults` of them. */
export function validationError(fields: readonly FieldError[]): ApiError {
  const named = fields.slice(0, limits.faults);
  const names = named.map((each) => each.field).join(', ');
  const others = fields.length > named.length ? ', and others' : '';
  return new ApiError('validation_error', `The request is not valid: ${names}${others}.`, {
    fields: named,
  });
}
