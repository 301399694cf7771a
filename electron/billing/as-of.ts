/** Questions about the past: figures as they were at an instant, the same whenever they are asked. */
import type { Database } from 'better-sqlite3';
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';

/** By name, so that a test can read its plan. */
export const ledgerBegins = `SELECT json_extract(bytes, '$.created_at') FROM entries WHERE seq = 0`;

/**
 * The instant that a question is about; undefined for now.
 * @throws {ApiError} `validation_error` for one that is still to come, or from before the ledger
 */
export function asOfIn(
  database: Database,
  { as_of: asOf }: { readonly as_of?: string | undefined },
  now: string,
): string | undefined {
  if (asOf === undefined) return undefined;
  if (asOf > now) throw validationError([faultAt('as_of', 'not_after_now')]);
  const begins = database.prepare<[], string | null>(ledgerBegins).pluck().get() ?? '';
  if (asOf < begins) throw validationError([faultAt('as_of', 'not_before', { other: begins })]);
  return asOf;
}
