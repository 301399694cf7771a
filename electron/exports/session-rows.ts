/** The rows of a data session for a file: read in batches that are guarded, metered and charged as for anybody. */
import { z } from 'zod';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { exportBatchRows, type ExportFormat } from '../../shared/contract/exports.ts';
import { limits } from '../../shared/contract/limits.ts';
import { listPath, rowSchema, type ListedRows, type ListReader, type ListSource } from './list.ts';
import type { Row } from './row-values.ts';

const sessionSchema = z.object({
  created_at: z.string(),
  snapshot: z.object({ record_count: z.int() }),
});
const countSchema = z.object({ count: z.int() });
const batchSchema = z.object({ batch: z.array(rowSchema), next_cursor: z.string().optional() });
const refusalSchema = z.object({ reset_at: z.string() });

export interface SessionRowsOptions {
  readonly format: ExportFormat;
  /** Waits until an instant; milliseconds since 1970. */
  readonly pause: (until: number) => Promise<void>;
}

/**
 * The rows that `source` names. How many a filter selects is counted only where it decides whether
 * there is a file at all: a count is an operation that is charged, too.
 * @throws {ApiError} what the session answers to this caller; also in the middle
 */
export async function readSessionRows(
  source: ListSource,
  reader: ListReader,
  { format, pause }: SessionRowsOptions,
): Promise<ListedRows> {
  const id = encodeURIComponent(source.parameters['session_id'] ?? '');
  const { created_at: asOf, snapshot } = sessionSchema.parse(await reader.ask(`/sessions/${id}`));
  const { filter } = source.query;
  const mayBeTooLong = format === 'pdf' && snapshot.record_count > limits.exportPdfRows;
  let total: number | null = snapshot.record_count;
  if (filter !== undefined) {
    const count = async () =>
      countSchema.parse(await reader.ask(`/sessions/${id}/count`, { filter: jsonOf(filter) }))
        .count;
    total = mayBeTooLong ? await count() : null;
  }
  return { total, asOf, pages: batches(source, reader, pause) };
}

function jsonOf(filter: string): unknown {
  try {
    return JSON.parse(filter);
  } catch {
    throw validationError([faultAt('source.query.filter', 'type_json')]);
  }
}

async function* batches(
  source: ListSource,
  reader: ListReader,
  pause: SessionRowsOptions['pause'],
): AsyncGenerator<readonly Row[]> {
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({
      ...source.query,
      batch_size: String(exportBatchRows),
      ...(cursor === undefined ? {} : { cursor }),
    });
    const ask = () => reader.ask(`${listPath(source)}?${query.toString()}`);
    const { batch, next_cursor: next } = batchSchema.parse(await inTime(ask, pause));
    if (batch.length > 0) yield batch;
    cursor = next;
  } while (cursor !== undefined);
}

/** Asks again once the rate of the session allows it: what was refused for it was not read. */
async function inTime(
  ask: () => Promise<unknown>,
  pause: SessionRowsOptions['pause'],
): Promise<unknown> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'rate_limit_exceeded') throw error;
      await pause(Date.parse(refusalSchema.parse(error.details).reset_at));
    }
  }
}
