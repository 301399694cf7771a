/** Decisions that a request of a person names. */
import type { Database } from 'better-sqlite3';
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const namedRecordStatements = {
  record: 'SELECT 1 FROM records WHERE id = ?',
} as const;

/** @throws {ApiError} `validation_error` that names each record that is not there */
export function requireRecords(database: Database, recordIds: readonly string[]): void {
  const known = database.prepare<[string]>(namedRecordStatements.record);
  const faults = recordIds.flatMap((id, place) =>
    known.get(id) === undefined
      ? [faultAt(`record_ids.${place}`, 'not_known', { unit: 'record' })]
      : [],
  );
  if (faults.length > 0) throw validationError(faults);
}
