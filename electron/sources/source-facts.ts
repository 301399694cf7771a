/** Writes what is known of sources. The caller holds the transaction. */
import { jsonValueOf } from '../../shared/contract/json.ts';
import type { WriteContext } from '../area.ts';
import type { LeftOut, RecordIdKind, SourceField } from '../../shared/contract/sources.ts';
import type { CsvShape } from './files/csv-shape.ts';
import type { StoredSource } from './sources-store.ts';

/** Rows as they were found, wherever they are. */
export interface FoundRows {
  readonly fields: readonly SourceField[];
  readonly leftOut: readonly LeftOut[];
  readonly snapshot: StoredSource['snapshot'];
  readonly snapshotSha256: string;
  readonly recordIds: RecordIdKind;
  readonly rows: number;
  /** Of CSV files. */
  readonly csv?: CsvShape | undefined;
}

type FactsMeans = Pick<WriteContext, 'facts'>;

/** Writes the source of a dataset that is being made. */
export function beginSource(
  { facts }: FactsMeans,
  datasetId: string,
  { kind, locator }: Pick<StoredSource, 'kind' | 'locator'>,
  found: FoundRows,
  now: string,
): void {
  facts.write('dataset_sources', datasetId, {
    set: {
      kind,
      record_ids: found.recordIds,
      schema_sha256: found.snapshot.schema_sha256,
      ...seen(found, now),
    },
    commit: {
      locator: jsonValueOf(locator),
      fields: jsonValueOf(found.fields),
      left_out: jsonValueOf(found.leftOut),
      snapshot: jsonValueOf(found.snapshot),
    },
  });
}

/** Writes the rows that were seen, where they are others than before. */
export function keepSeen(
  { facts }: FactsMeans,
  datasetId: string,
  found: FoundRows,
  now: string,
): void {
  facts.write('dataset_sources', datasetId, {
    set: seen(found, now),
    commit: { snapshot: jsonValueOf(found.snapshot) },
  });
}

function seen({ snapshotSha256, rows }: FoundRows, now: string) {
  return { snapshot_sha256: snapshotSha256, rows, seen_at: now };
}
