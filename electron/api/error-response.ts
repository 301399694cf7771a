/** What a client is told of a failure, and what the log is. */
import { ApiError } from '../../shared/contract/errors.ts';
import { DatabaseError } from '../database/database-error.ts';
import { errorCodeOf, isDamageCode, isRefusal, isStorageFull } from '../database/error-code.ts';

/**
 * Error that a client is told for a thrown value: an ApiError as it is, what the disk or the file is to
 * blame for by its name, and nothing at all of the rest, which is a defect and belongs in the log.
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
  if (thrown instanceof DatabaseError && thrown.fault === 'moved') {
    return new ApiError(
      'engine_unavailable',
      `Not acknowledged: ${thrown.message} Whether a write took effect is not known: send it again with the same Idempotency-Key then.`,
    );
  }
  const code = errorCodeOf(thrown);
  if (isDamageCode(code)) {
    return new ApiError(
      'engine_unavailable',
      `A part of the ledger's file is damaged and cannot be read (${code}). Nothing was written. Verify the ledger to see what is affected, or restore a backup.`,
    );
  }
  if (code.startsWith('SQLITE_') && isRefusal(code)) {
    return new ApiError(
      'engine_unavailable',
      `The disk of the ledger refused (${code}). What was acknowledged before is kept; check the disk and send the request again.`,
    );
  }
  return new ApiError(
    'internal_error',
    `The engine failed to answer. Its log has the cause under ${requestId}.`,
  );
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
