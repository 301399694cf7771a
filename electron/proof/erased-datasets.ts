/** Datasets that were erased as a whole, as entries of the journal declare it, and the keys that go with them. */
import type { Database } from 'better-sqlite3';
import { entryOrUndefined } from '../../shared/ledger/entries.ts';
import { rowErasureOrUndefined } from '../../shared/ledger/row-erasures.ts';

/** The ids of datasets whose keys may be gone. @param database a connection within one state of the ledger */
export function erasedDatasets(database: Database): ReadonlySet<string> {
  const entries = database
    .prepare<[], string>(
      `SELECT bytes FROM entries
       WHERE seq IN (SELECT seq FROM row_erasures WHERE scope = 'dataset') ORDER BY seq`,
    )
    .pluck();
  return new Set(
    entries.all().flatMap((bytes) => {
      const erasure = rowErasureOrUndefined(entryOrUndefined(bytes));
      return erasure?.scope === 'dataset' ? [erasure.datasetId] : [];
    }),
  );
}

/**
 * Takes the key of a dataset that is declared to be gone, and those of its grants: what they made leads nowhere then.
 * The caller holds the transaction, and has sealed every receipt.
 * @param dataset its number
 */
export function takeKeys(database: Database, dataset: number): void {
  database.prepare<[number]>('UPDATE grants SET key = NULL WHERE dataset = ?').run(dataset);
  database.prepare<[number]>('UPDATE datasets SET key = NULL WHERE number = ?').run(dataset);
}
