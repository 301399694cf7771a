/** Refusals of what reads rows that the ledger does not hold. Paths, servers and messages of engines are in none of them. */
import { ApiError } from '../../shared/contract/errors.ts';

/** @param since when it was found; RFC 3339 @param reason `empty`: the folder is there, without a file that fits */
export function sourceUnavailable(kind: string, since: string, reason?: 'empty'): ApiError {
  return new ApiError(
    'source_unavailable',
    'The rows cannot be read now: their source cannot be reached, or does not answer as it should. Nothing was counted.',
    { details: { kind, since, ...(reason && { reason }) }, headers: { 'retry-after': '30' } },
  );
}

/** @param found digest of what is there now; null where a part is gone */
export function sourceChanged(snapshotSha256: string, found: string | null): ApiError {
  return new ApiError(
    'source_changed',
    'The rows have changed since the session was opened. Nothing was counted. Open a new session.',
    { details: { snapshot_sha256: snapshotSha256, found_sha256: found } },
  );
}

/** The types of its fields are not those that the dataset was made with. */
export function schemaChanged(): ApiError {
  return new ApiError(
    'source_schema_changed',
    'The fields of the source are not those that the dataset was made with. Make a new dataset for them.',
  );
}

export function valueOutOfRange(column: string): ApiError {
  return new ApiError(
    'source_value_out_of_range',
    `The column ${column} holds an integer that JSON cannot hold exactly. Read the column as text.`,
    { details: { column } },
  );
}

/** Rows come to such a dataset where they are. */
export function sourceReadOnly(datasetId: string): ApiError {
  return new ApiError(
    'source_read_only',
    `The rows of ${datasetId} are read where they are: they are added there.`,
    { details: { dataset_id: datasetId } },
  );
}

export function queryTimeout(limitMs: number): ApiError {
  return new ApiError(
    'query_timeout',
    `The query was stopped: it ran longer than ${limitMs} ms. Nothing was counted. Narrow the filter, or leave out the sort.`,
    { details: { limit_ms: limitMs } },
  );
}

/** A look at a source, or at its server, took too long: no filter is the cause. */
export function lookTimeout(limitMs: number): ApiError {
  return new ApiError(
    'query_timeout',
    `The source was not read to its end within ${limitMs} ms. Nothing was counted. Name fewer files or a smaller table, or ask again when its disk or server is less busy.`,
    { details: { limit_ms: limitMs } },
  );
}
