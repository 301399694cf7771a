/** An error that came from another thread, as an error again: with its name, code and details. */
import { ApiError, errorStatus, type ErrorCode } from '../../shared/contract/errors.ts';
import { fieldErrorOf } from '../../shared/contract/faults.ts';
import type { Outcome, WireError } from './wire.ts';

/** An error that came from another thread and is not one of the API's own. */
export class RemoteError extends Error {
  readonly code: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(error: WireError) {
    super(error.message);
    this.name = error.name;
    this.code = error.code;
    this.details = error.details;
  }
}

/** The error again: an ApiError when its code is one of the catalogue, a RemoteError otherwise. */
export function fromWireError(error: WireError): Error {
  if (!isErrorCode(error.code)) return new RemoteError(error);
  const { fields, details, headers } = error.details;
  return new ApiError(error.code, error.message, {
    fields: Array.isArray(fields) ? fields.flatMap((each) => fieldErrorOf(each) ?? []) : [],
    details: isPlainObject(details) ? details : {},
    headers: isPlainObject(headers) ? stringMembers(headers) : {},
  });
}

/** The value of `outcome`. @throws what `fromWireError` makes of its error. */
export function valueOf(outcome: Outcome): unknown {
  if (outcome.ok) return outcome.value;
  throw fromWireError(outcome.error);
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(errorStatus, code);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function stringMembers(value: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).filter(
      (member): member is [string, string] => typeof member[1] === 'string',
    ),
  );
}
