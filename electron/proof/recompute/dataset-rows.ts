/** What is kept of a dataset's rows besides the rows: their length, the paths that they hold, and when the last came. */
import type { Database } from 'better-sqlite3';
import { jsonOrUndefined, isJsonObject } from '../../../shared/contract/json.ts';
import type { SourceField } from '../../../shared/contract/sources.ts';
import { isInstant } from '../../../shared/time.ts';
import { storedFieldsSchema } from '../../filters/compile/stored-fields.ts';
import { profileOfFields } from '../../filters/compile/profile-of-fields.ts';
import { ColumnsCheck } from './dataset-columns.ts';
import { incompletePath, mostPaths, PathProfileBuilder } from '../../filters/path-profile.ts';
import { erasedDatasets } from '../erased-datasets.ts';
import { rowSpan, textOfRow } from '../lines.ts';
import type { RowFinding } from '../row-finding.ts';

interface DatasetRow {
  readonly number: number;
  readonly dataset_id: string;
  readonly record_count: number;
  readonly created_at: string;
  readonly last_appended_at: string | null;
}

type Report = (finding: RowFinding) => void;

/** Reads every row of every dataset once; yields between them. */
export function* checkDatasetRows(database: Database, report: Report): Generator<void> {
  const datasets = database
    .prepare<[], DatasetRow>(
      'SELECT number, dataset_id, record_count, created_at, last_appended_at FROM datasets',
    )
    .all();
  const batchAt = batchOfRow(database);
  const erased = erasedDatasets(database);
  const rows = database
    .prepare<[number, number], [position: number, bytes: number, text: string]>(
      `SELECT position, bytes, ${textOfRow} FROM dataset_rows
       WHERE position BETWEEN ? AND ? ORDER BY position`,
    )
    .raw();
  const columns = new ColumnsCheck(database, report);
  for (const dataset of datasets) {
    const { number, dataset_id: id, record_count: count } = dataset;
    compareLastAppended(dataset, batchAt(number, count), report);
    const base = number * rowSpan;
    const profile = new PathProfileBuilder();
    // An erasure of the whole takes the names of paths, wherever the rows are.
    const elsewhere = erased.has(id) ? undefined : fieldsOf(database, id);
    columns.begin(number, id, count);
    for (const [position, bytes, text] of rows.iterate(base + 1, base + count)) {
      yield;
      const document = jsonOrUndefined(text);
      if (isJsonObject(document)) {
        profile.add(document);
        columns.add(position - base, document, bytes);
      }
      const expected = Buffer.byteLength(text);
      if (expected === bytes) continue;
      report({
        kind: 'altered',
        table: 'dataset_rows',
        row: JSON.stringify([id, position - base]),
        column: 'bytes',
        seq: 0,
        expected: String(expected),
        actual: String(bytes),
      });
    }
    columns.end();
    const held = elsewhere === undefined ? profile.entries() : profileOfFields(elsewhere);
    yield* comparePaths(database, number, id, new Map(held), report);
  }
  columns.tellStray();
  yield* strayPaths(database, report);
}

/** The fields of rows that are elsewhere; undefined where the ledger holds the rows. */
function fieldsOf(database: Database, datasetId: string): readonly SourceField[] | undefined {
  const text = database
    .prepare<[string], string | null>('SELECT fields FROM dataset_sources WHERE dataset_id = ?')
    .pluck()
    .get(datasetId);
  if (text === undefined) return undefined;
  return storedFieldsSchema.safeParse(jsonOrUndefined(text ?? '')).data ?? [];
}

/** When the batch with a row of a dataset was appended; undefined while none has it. */
function batchOfRow(database: Database): (dataset: number, row: number) => string | undefined {
  const instant = database
    .prepare<[number, number, number], string>(
      `SELECT json_extract(e.bytes, '$.created_at') FROM batches AS b JOIN entries AS e ON e.seq = b.seq
       WHERE b.table_name = 'dataset_rows' AND coalesce(b.dataset, 0) = ? AND b.first <= ? AND b.last >= ?
       ORDER BY b.first DESC LIMIT 1`,
    )
    .pluck();
  return (dataset, row) => instant.get(dataset, row, row);
}

/** The last row came after its dataset was made, and not after the batch that has it. */
function compareLastAppended(
  dataset: DatasetRow,
  sealedAt: string | undefined,
  report: Report,
): void {
  const { dataset_id: id, record_count: count, created_at: made } = dataset;
  const { last_appended_at: actual } = dataset;
  const about = { table: 'datasets', row: id, column: 'last_appended_at', seq: 0 } as const;
  const expect = (expected: string | null) =>
    report({ ...about, kind: 'altered', expected, actual });
  if (count === 0) {
    if (actual !== null) expect(null);
  } else if (actual === null || !isInstant(actual) || actual < made) {
    expect(sealedAt ?? made);
  } else if (sealedAt !== undefined && actual > sealedAt) {
    expect(sealedAt);
  }
}

/** Fields of datasets that are not there. */
function* strayPaths(database: Database, report: Report): Generator<void> {
  const rows = database.prepare<[], { dataset: number; path: string }>(
    `SELECT dataset, path FROM dataset_paths AS p
     WHERE NOT EXISTS (SELECT 1 FROM datasets AS d WHERE d.number = p.dataset)`,
  );
  for (const { dataset, path } of rows.iterate()) {
    yield;
    const about = { table: 'dataset_paths', row: JSON.stringify([dataset, path]), seq: 0 };
    report({ ...about, kind: 'inserted', column: null, expected: null, actual: path });
  }
}

function* comparePaths(
  database: Database,
  dataset: number,
  datasetId: string,
  held: Map<string, number>,
  report: Report,
): Generator<void> {
  // Documents that are used as maps would have no end of paths: then the profile says so.
  if (held.size > mostPaths) held.set(incompletePath, 0);
  const kept = database
    .prepare<[number], { path: string; types: number }>(
      'SELECT path, types FROM dataset_paths WHERE dataset = ?',
    )
    .iterate(dataset);
  for (const { path, types } of kept) {
    yield;
    const expected = held.get(path);
    held.delete(path);
    if (expected === types) continue;
    const about = { table: 'dataset_paths', row: JSON.stringify([datasetId, path]), seq: 0 };
    if (expected === undefined) {
      report({ ...about, kind: 'inserted', column: null, expected: null, actual: path });
      continue;
    }
    const values = { expected: String(expected), actual: String(types) };
    report({ ...about, kind: 'altered', column: 'types', ...values });
  }
  for (const path of held.keys()) {
    const about = { table: 'dataset_paths', row: JSON.stringify([datasetId, path]), seq: 0 };
    report({ ...about, kind: 'deleted', column: null, expected: path, actual: null });
    yield;
  }
}
