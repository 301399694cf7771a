/** The use of each dataset that an invoice bills: what its shares come from. */
import type { Database, Statement } from 'better-sqlite3';
import type { DatasetUse } from '../../shared/billing/shares.ts';

/** A statement that gives an invoice's uses by its number, in the order of the datasets' ids; bigint. */
export function usesOfInvoice(database: Database): Statement<[bigint], DatasetUse> {
  return database
    .prepare<[bigint], DatasetUse>(
      `SELECT dataset_id AS datasetId, holder_id AS holderId,
         sum(coalesce(nanos, time_amount + record_amount + data_amount + operation_amount)) AS weight
       FROM invoice_usage WHERE invoice = ? GROUP BY dataset_id ORDER BY dataset_id`,
    )
    .safeIntegers();
}
