/** Reads the rows of files: which they are, how many, and any part of them, as of one snapshot. */
import { dirname } from 'node:path';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { faultOf } from '../../../shared/contract/faults.ts';
import type { RecordIdKind, SourceField } from '../../../shared/contract/sources.ts';
import { quotedName, quotedText } from '../../filters/sql.ts';
import {
  conditionText,
  orderText,
  type Condition,
  type GroupOrder,
  type OrderPart,
} from '../engine-orders.ts';
import { fieldsDigest, keyForms, refuseAsText, refuseUnknown } from '../source-columns.ts';
import { sourceChanged, valueOutOfRange } from '../source-error.ts';
import { SourceRefusal } from '../source-refusal.ts';
import { DuckdbInstances, queryRows } from './duckdb-instance.ts';
import {
  type Fingerprint,
  FileDigests,
  fingerprintsOf,
  isSame,
  snapshotDigest,
  type FilesSnapshot,
  type SnapshotFile,
} from './file-snapshot.ts';
import { keyText } from './key-text.ts';
import { csvColumns, isCsv, type CsvShape } from './csv-shape.ts';
import { CsvFault, judgeCsv } from './csv-table.ts';
import { LastingWork } from './lasting-work.ts';
import { isFolder, locateFiles, type AllowedPlaces, type FilePlace } from './locate-files.ts';
import { PreparedCopies } from './prepare-csv.ts';
import { mostFiles, positionOf, recordIdOf, rowNumber } from './positions.ts';
import { columnOf, type ReadColumn } from './read-schema.ts';
import { readingOf, RowWriter } from './row-text.ts';

/** Everything that is read of files, as one session sees them. */
export interface FilesReading {
  readonly snapshot: FilesSnapshot;
  readonly fields: readonly SourceField[];
  /** The column that record ids are made of; undefined: of the place of a row. */
  readonly key: string | undefined;
  /** Of CSV files. */
  readonly csv?: CsvShape | undefined;
}

export interface RowsOrder {
  readonly condition: Condition;
  readonly order: readonly OrderPart[];
  /** The number of the row before the first; 0 where none is. */
  readonly after: number;
  readonly limit: number;
}

/** Rows as they are read: the number of each, and its JSON text with `record_id`. */
export interface ReadRow {
  readonly seq: number;
  readonly text: string;
}

/** A look at files as a whole. */
export interface FilesLook {
  readonly place: FilePlace;
  readonly allowed: AllowedPlaces;
  readonly asText: readonly string[];
  /** The column that record ids are made of; that of the name `record_id`, where there is one, unless told. */
  readonly key: string | undefined;
  /** The digest of a snapshot that was looked at before: what holds of it is not tried again. */
  readonly known: string | undefined;
  /** Of CSV files: the types of their columns, where they were judged before. */
  readonly csv?: CsvShape | undefined;
}

export interface InspectedFiles {
  readonly snapshot: FilesSnapshot;
  readonly snapshotSha256: string;
  readonly columns: readonly ReadColumn[];
  readonly key: string | undefined;
  readonly recordIds: RecordIdKind;
  /** Of CSV files. */
  readonly csv?: CsvShape | undefined;
}

/** A file that is looked at, and what is read of it. */
interface FoundFile {
  readonly path: string;
  readonly digest: NonNullable<Awaited<ReturnType<FileDigests['of']>>>;
  readonly read: string;
  readonly isCopied: boolean;
}

/** How often files are read again that were touched while they were read. */
const mostAttempts = 3;

/** Bytes of texts of rows that are read at once. */
const mostTextBytes = 16 * 1024 * 1024;

export class FilesEngine {
  readonly #instances: DuckdbInstances;
  readonly #digests = new FileDigests();
  readonly #copies: PreparedCopies;
  readonly #shapes = new LastingWork<CsvShape>();

  /** @param temporary folder for what is too large for memory */
  constructor(temporary: string) {
    this.#instances = new DuckdbInstances(temporary);
    this.#copies = new PreparedCopies(temporary);
  }

  /**
   * Which fields the files have, what they hold now, and that each row has an id of its own.
   * @throws {SourceRefusal} naming the first file, column or row that will not do
   * @throws {PlaceRefused} for a place that is not given
   * @throws {ApiError} `source_value_out_of_range`
   */
  async inspect(look: FilesLook, signal: AbortSignal): Promise<InspectedFiles> {
    const { place } = look;
    const member = place.folder === undefined ? 'paths' : 'folder';
    const paths = await locateFiles(place, look.allowed);
    if (paths.length === 0 || paths.length > mostFiles) {
      const isThere = place.folder === undefined || (await isFolder(place.folder));
      throw new SourceRefusal(member, faultOf(isThere ? 'no_files' : 'folder_there'));
    }
    const kinds = new Set(paths.map(isCsv));
    if (kinds.size > 1) throw new SourceRefusal(member, faultOf('files_mixed'));
    return kinds.has(true)
      ? this.#inspectCsv(paths, look, signal)
      : this.#inspect(paths, look, signal);
  }

  /** Judges the columns, has the copies made, and looks at those. */
  async #inspectCsv(
    paths: readonly string[],
    look: FilesLook,
    signal: AbortSignal,
  ): Promise<InspectedFiles> {
    const nameOf = (path: string) =>
      look.place.folder === undefined ? `paths.${paths.indexOf(path)}` : 'folder';
    try {
      const csv = look.csv ?? (await this.#judge(paths, look.asText, signal));
      refuseUnknown(
        look.asText,
        csvColumns(csv).map(({ target }) => target),
      );
      return await this.#inspect(paths, { ...look, csv, asText: [] }, signal);
    } catch (error) {
      if (error instanceof CsvFault) throw new SourceRefusal(nameOf(error.path), error.fault);
      throw error;
    }
  }

  /** The shape of files, which is looked for once for what is in them. */
  async #judge(
    paths: readonly string[],
    asText: readonly string[],
    signal: AbortSignal,
  ): Promise<CsvShape> {
    const digests: string[] = [];
    for (const path of paths) {
      const found = await this.#digests.of(path, signal);
      digests.push(found?.sha256 ?? '');
    }
    const name = JSON.stringify({ paths, digests, asText });
    return this.#shapes.run(name, (lasting) => judgeCsv(paths, new Set(asText), lasting), signal);
  }

  async #inspect(
    paths: readonly string[],
    look: FilesLook,
    signal: AbortSignal,
  ): Promise<InspectedFiles> {
    const { csv, known, place } = look;
    const { files, columns } = await this.#describeAll(paths, look, signal);
    const fields = columns.flatMap(({ field }) => field ?? []);
    if (fields.length === 0) {
      throw new SourceRefusal(
        place.folder === undefined ? 'paths' : 'folder',
        faultOf('no_fields'),
      );
    }
    const snapshot = { files, schema_sha256: fieldsDigest(fields) };
    const snapshotSha256 = snapshotDigest(snapshot);
    const key = keyOf(fields, look.key);
    const read = await this.#readable({ snapshot, fields, key: key?.name, csv }, signal);
    const recordIds = await this.#instances.use(foldersOf(pathsOf(read)), async (connection) => {
      if (known !== snapshotSha256) await tryValues(connection, read.snapshot, fields, key, signal);
      return recordIdsOf(connection, read.snapshot, key, signal);
    });
    return { snapshot, snapshotSha256, columns, key: key?.name, recordIds, csv };
  }

  /** The same with the paths that the engine reads: of CSV files those of their copies. @throws {CsvFault} */
  async #readable<Reading extends Pick<FilesReading, 'snapshot' | 'csv'>>(
    reading: Reading,
    signal: AbortSignal,
  ): Promise<Reading> {
    const { snapshot, csv } = reading;
    if (csv === undefined) return reading;
    const files: SnapshotFile[] = [];
    for (const file of snapshot.files) {
      files.push({ ...file, path: await this.#copies.pathOf(file, csv, signal) });
    }
    return { ...reading, snapshot: { ...snapshot, files } };
  }

  async #describeAll(
    paths: readonly string[],
    { place, asText, csv, known }: FilesLook,
    signal: AbortSignal,
  ): Promise<{ files: SnapshotFile[]; columns: ReadColumn[] }> {
    const refuse = (index: number, code: 'file_unreadable' | 'file_of_other_fields') =>
      new SourceRefusal(place.folder === undefined ? `paths.${index}` : 'folder', faultOf(code));
    const found: FoundFile[] = [];
    for (const [index, path] of paths.entries()) {
      const file = await this.#found(path, csv, signal);
      if (file === undefined) throw refuse(index, 'file_unreadable');
      found.push(file);
    }
    // One connection, and so one instance, for all of them.
    const read = foldersOf(found.map((each) => each.read));
    const [columns, files] = await this.#instances.use(read, async (connection) => {
      let first: ReadColumn[] | undefined;
      const described: SnapshotFile[] = [];
      for (const [index, each] of found.entries()) {
        const one = await this.#describe(connection, each, new Set(asText), signal);
        if (one === undefined) throw refuse(index, 'file_unreadable');
        first ??= one.columns;
        if (!sameColumns(first, one.columns)) throw refuse(index, 'file_of_other_fields');
        described.push(one.file);
      }
      return [first ?? [], described];
    });
    const hiding = columns.find(({ name }) => placeNames.has(name.toLowerCase()));
    if (hiding !== undefined) {
      const fault = faultOf('file_place_column', { name: hiding.name });
      throw new SourceRefusal(place.folder === undefined ? 'paths.0' : 'folder', fault);
    }
    if (csv === undefined) refuseAsText(asText, columns, known === undefined);
    return { files, columns };
  }

  /** A file as it is, and what is read of it: of a CSV file its copy. Undefined where it cannot be read. */
  async #found(
    path: string,
    csv: CsvShape | undefined,
    signal: AbortSignal,
  ): Promise<FoundFile | undefined> {
    const digest = await this.#digests.of(path, signal);
    if (digest === undefined) return undefined;
    const isCopied = csv !== undefined;
    const read = isCopied ? await this.#copies.pathOf({ path, ...digest }, csv, signal) : path;
    return { path, digest, read, isCopied };
  }

  /** The file with its columns; undefined where it cannot be read, or is written meanwhile. */
  async #describe(
    connection: DuckDBConnection,
    { path, digest, read, isCopied }: FoundFile,
    asText: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<{ file: SnapshotFile; columns: ReadColumn[] } | undefined> {
    const columns = await describe(connection, read, asText, signal);
    if (columns === undefined) return undefined;
    const rows = await rowsOfFile(connection, read, signal);
    const again = await this.#digests.of(path, signal);
    if (again?.sha256 !== digest.sha256) return undefined;
    const copy = isCopied ? await this.#copies.digestOf(read, signal) : undefined;
    return {
      file: { path, ...digest, rows, ...(copy === undefined ? {} : { copy_sha256: copy }) },
      columns,
    };
  }

  /**
   * Compares the files with those of a snapshot.
   * @param prints their fingerprints, where they have just been taken
   * @throws {ApiError} `source_changed` with the digest of what is there, or null where a file is gone
   * @throws {Error} where the folder of one is away, as a share is that is not mounted
   */
  async check(
    { snapshot }: Pick<FilesReading, 'snapshot'>,
    signal: AbortSignal,
    prints: readonly (Fingerprint | undefined)[] = [],
  ): Promise<void> {
    for (const [index, file] of snapshot.files.entries()) {
      const found = await this.#digests.of(file.path, signal, prints[index]);
      if (found?.sha256 === file.sha256) continue;
      if (found === undefined && !(await isFolder(dirname(file.path)))) {
        throw new Error('The folder of a file cannot be read.');
      }
      const files = snapshot.files.map((each) =>
        each === file && found !== undefined ? { ...each, ...found } : each,
      );
      throw sourceChanged(
        snapshotDigest(snapshot),
        found === undefined ? null : snapshotDigest({ ...snapshot, files }),
      );
    }
  }

  /** How many rows a condition selects. */
  count(reading: FilesReading, condition: Condition, signal: AbortSignal): Promise<number> {
    return this.#read(reading, signal, async (connection, { snapshot }) => {
      const [row] = await queryRows(
        connection,
        `SELECT count(*) ${fromRows(snapshot, condition)}`,
        condition.values,
        signal,
      );
      return Number(row?.[0] ?? 0);
    });
  }

  /** The rows behind one in an order. */
  rows(reading: FilesReading, asked: RowsOrder, signal: AbortSignal): Promise<ReadRow[]> {
    return this.#read(reading, signal, (connection, read) =>
      asked.order.length === 0
        ? inPlace(connection, read, asked, signal)
        : inOrder(connection, read, asked, signal),
    );
  }

  /** The rows with these numbers, in any order; those that are not there are left out. */
  at(reading: FilesReading, seqs: readonly number[], signal: AbortSignal): Promise<ReadRow[]> {
    return this.#read(reading, signal, (connection, read) =>
      rowsAt(connection, read, seqs, signal),
    );
  }

  /** Groups of the rows that a condition selects, a row of plain values for each. */
  group(
    reading: FilesReading,
    { condition, columns, unwound, groupBy }: GroupOrder,
    signal: AbortSignal,
  ): Promise<(string | number | boolean | null)[][]> {
    return this.#read(reading, signal, async (connection, { snapshot }) => {
      const from = fromRows(snapshot, condition);
      const rows =
        unwound === '' ? from : `FROM (SELECT *, file_index, file_row_number, ${unwound} ${from})`;
      const query = `SELECT ${columns} ${rows} ${groupBy}`;
      const found = await queryRows(connection, query, condition.values, signal);
      return found.map((row) => row.map(plain));
    });
  }

  /**
   * Runs over files that are those of the snapshot. What was read while one of them moved is thrown away, also where it
   * is the same again.
   * @throws {ApiError} `source_changed`
   */
  async #read<Result>(
    reading: FilesReading,
    signal: AbortSignal,
    run: (connection: DuckDBConnection, read: FilesReading) => Promise<Result>,
  ): Promise<Result> {
    const { files } = reading.snapshot;
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const before = await fingerprintsOf(files);
      await this.check(reading, signal, before);
      const done = await this.#once(reading, signal, run);
      const after = await fingerprintsOf(files);
      if (before.every((each, index) => isSame(each, after[index]))) return done.value();
    }
    throw new Error('The files were written again and again while they were read.');
  }

  async #once<Result>(
    reading: FilesReading,
    signal: AbortSignal,
    run: (connection: DuckDBConnection, read: FilesReading) => Promise<Result>,
  ): Promise<{ value: () => Result }> {
    const read = await this.#readable(reading, signal);
    try {
      const value = await this.#instances.use(foldersOf(pathsOf(read)), (connection) =>
        run(connection, read),
      );
      return { value: () => value };
    } catch (error) {
      signal.throwIfAborted();
      // What cannot be read because it is another file by now is told as that.
      await this.check(reading, signal);
      return {
        value: () => {
          throw error;
        },
      };
    }
  }
}

function pathsOf({ snapshot }: Pick<FilesReading, 'snapshot'>): string[] {
  return snapshot.files.map(({ path }) => path);
}

function foldersOf(paths: readonly string[]): string[] {
  const folders = paths.map((path) => path.slice(0, Math.max(1, path.lastIndexOf('/'))));
  return [...new Set(folders)].toSorted();
}

/** What the engine calls the place of a row, however it is written: a column of such a name would hide it. */
const placeNames: ReadonlySet<string> = new Set(['file_index', 'file_row_number']);

/**
 * The files as one table, in which `file_index` and `file_row_number` count from 0. Columns are those of the files alone: a
 * folder called `year=2024` is no column.
 */
function tableOf(files: readonly Pick<SnapshotFile, 'path'>[]): string {
  const listed = files.map(({ path }) => quotedText(literalPath(path))).join(', ');
  return `read_parquet([${listed}], hive_partitioning = false)`;
}

/** The engine takes a path for a pattern of paths: a class of one sign stands for that sign alone. */
function literalPath(path: string): string {
  return path.replaceAll(/[*?[]/g, '[$&]');
}

function fromRows({ files }: FilesSnapshot, condition: Pick<Condition, 'sql'>): string {
  return `FROM ${tableOf(files)} WHERE ${conditionText(condition)}`;
}

async function describe(
  connection: DuckDBConnection,
  path: string,
  asText: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadColumn[] | undefined> {
  signal.throwIfAborted();
  try {
    const reader = await connection.runAndReadAll(`SELECT * FROM ${tableOf([{ path }])} LIMIT 0`);
    const types = reader.columnTypes();
    return reader.columnNames().flatMap((name, index) => {
      const type = types[index];
      return type === undefined ? [] : [columnOf(name, type, asText)];
    });
  } catch {
    return undefined;
  }
}

/** The column of record ids. @throws {SourceRefusal} */
function keyOf(fields: readonly SourceField[], asked: string | undefined): SourceField | undefined {
  const found = fields.find(({ name }) => name === (asked ?? 'record_id'));
  if (found === undefined) {
    if (asked === undefined) return undefined;
    throw new SourceRefusal('key', faultOf('no_such_column', { name: asked }));
  }
  if (!keyForms.has(found.form)) throw new SourceRefusal('key', faultOf('key_type'));
  return found;
}

/** That integers are ones that JSON has, and keys are there and differ. */
async function tryValues(
  connection: DuckDBConnection,
  snapshot: FilesSnapshot,
  fields: readonly SourceField[],
  key: SourceField | undefined,
  signal: AbortSignal,
): Promise<void> {
  const from = fromRows(snapshot, { sql: '1' });
  const wide = fields.filter(({ form }) => form === 'long');
  if (wide.length > 0) {
    const ends = wide.map(({ name }) => `min(${quotedName(name)}), max(${quotedName(name)})`);
    const [row = []] = await queryRows(connection, `SELECT ${ends.join(', ')} ${from}`, [], signal);
    for (const [index, { name }] of wide.entries()) {
      const isSafe = [row[2 * index], row[2 * index + 1]].every(
        (each) => each === null || Number.isSafeInteger(Number(each)),
      );
      if (!isSafe) throw valueOutOfRange(name);
    }
  }
  if (key === undefined) return;
  const text = keyText(key.name);
  const missing = `SELECT file_index, file_row_number ${from} AND ${text} IS NULL LIMIT 1`;
  const [without] = await queryRows(connection, missing, [], signal);
  if (without !== undefined) {
    throw new SourceRefusal('key', faultOf('key_missing', { step: Number(without[1]) + 1 }));
  }
  const twice = `SELECT ${text} AS k ${from} GROUP BY k HAVING count(*) > 1 LIMIT 1`;
  const [found] = await queryRows(connection, twice, [], signal);
  if (found !== undefined) {
    throw new SourceRefusal('key', faultOf('key_twice', { value: String(found[0]) }));
  }
}

async function recordIdsOf(
  connection: DuckDBConnection,
  snapshot: FilesSnapshot,
  key: SourceField | undefined,
  signal: AbortSignal,
): Promise<RecordIdKind> {
  if (key === undefined) return 'position';
  if (key.name !== 'record_id' || key.form !== 'text') return 'key';
  const from = fromRows(snapshot, { sql: '1' });
  const other = `SELECT 1 ${from} AND NOT starts_with(${quotedName(key.name)}, 'rec_') LIMIT 1`;
  const rows = await queryRows(connection, other, [], signal);
  return rows.length === 0 ? 'given' : 'key';
}

async function rowsOfFile(
  connection: DuckDBConnection,
  path: string,
  signal: AbortSignal,
): Promise<number> {
  const sql = `SELECT count(*) FROM ${tableOf([{ path }])}`;
  const [row] = await queryRows(connection, sql, [], signal);
  return Number(row?.[0] ?? 0);
}

function sameColumns(one: readonly ReadColumn[], other: readonly ReadColumn[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ name, type }, index) => name === other[index]?.name && type === other[index]?.type)
  );
}

function columnsOf(reading: FilesReading, writer: RowWriter): string {
  const key = reading.key === undefined ? [] : [`CAST(${quotedName(reading.key)} AS VARCHAR)`];
  return ['file_index', 'file_row_number', ...key, ...writer.fields.map(readingOf)].join(', ');
}

/** What rows were read with. */
interface RowsRead {
  readonly reading: FilesReading;
  readonly writer: RowWriter;
  /** Number of the first file that was read, from 0. */
  readonly firstFile: number;
}

function readRows(
  rows: readonly (readonly DuckDBValue[])[],
  { reading: { key }, writer, firstFile }: RowsRead,
): ReadRow[] {
  const read: ReadRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const seq = rowNumber(firstFile + Number(row[0]), Number(row[1]));
    const id = key === undefined ? recordIdOf(seq) : `rec_${String(row[2]).replace(/^rec_/, '')}`;
    const each = writer.text(id, row, key === undefined ? 2 : 3);
    bytes += Buffer.byteLength(each);
    if (read.length > 0 && bytes > mostTextBytes) break;
    read.push({ seq, text: each });
  }
  return read;
}

/**
 * Rows come in the order of files and places: the engine keeps it. First those of the file that the row before is in, by
 * their places alone, which tell the engine what it need not read; then those of the files behind it.
 */
async function inPlace(
  connection: DuckDBConnection,
  reading: FilesReading,
  { condition, after, limit }: RowsOrder,
  signal: AbortSignal,
): Promise<ReadRow[]> {
  const writer = new RowWriter(reading.fields);
  const columns = columnsOf(reading, writer);
  const { files } = reading.snapshot;
  const place = after === 0 ? { file: 0, row: -1 } : positionOf(after);
  const begun = place.row < 0 ? 0 : place.file + 1;
  const query = (part: readonly SnapshotFile[], behind: string, most: number) =>
    queryRows(
      connection,
      `SELECT ${columns} FROM ${tableOf(part)} WHERE ${conditionText(condition)}${behind} LIMIT ${most}`,
      condition.values,
      signal,
    );
  const read: ReadRow[] = [];
  if (begun > 0) {
    const behind = ` AND file_row_number > ${place.row}`;
    const rows = await query(files.slice(place.file, begun), behind, limit);
    read.push(...readRows(rows, { reading, writer, firstFile: place.file }));
    // There was no room for the others.
    if (read.length < rows.length) return read;
  }
  if (read.length < limit && begun < files.length) {
    const rows = await query(files.slice(begun), '', limit - read.length);
    read.push(...readRows(rows, { reading, writer, firstFile: begun }));
  }
  for (const [index, { seq }] of read.entries()) {
    if (seq <= (read[index - 1]?.seq ?? after)) throw new Error('Rows are not in their order.');
  }
  return read;
}

function behindText(after: number): string {
  if (after === 0) return '';
  const { file, row } = positionOf(after);
  return ` AND (file_index > ${file} OR (file_index = ${file} AND file_row_number > ${row}))`;
}

/** First which rows, then what is in them: only the columns of the order are read of all. */
async function inOrder(
  connection: DuckDBConnection,
  reading: FilesReading,
  { condition, order, after, limit }: RowsOrder,
  signal: AbortSignal,
): Promise<ReadRow[]> {
  const { snapshot } = reading;
  const behind =
    after === 0 ? undefined : await behindRow(connection, snapshot, { order, after }, signal);
  const sql = `SELECT file_index, file_row_number ${fromRows(snapshot, condition)}${behind === undefined ? '' : ` AND (${behind.sql})`}
    ORDER BY ${orderText(order, ['file_index', 'file_row_number'])} LIMIT ${limit}`;
  const places = await queryRows(
    connection,
    sql,
    [...condition.values, ...(behind?.values ?? [])],
    signal,
  );
  const seqs = places.map(([file, row]) => rowNumber(Number(file), Number(row)));
  const found = await rowsAt(connection, reading, seqs, signal);
  const bySeq = new Map(found.map((each) => [each.seq, each]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}

/** The rows that come behind one in an order, by the values that it has there. */
async function behindRow(
  connection: DuckDBConnection,
  snapshot: FilesSnapshot,
  { order, after }: Pick<RowsOrder, 'order' | 'after'>,
  signal: AbortSignal,
): Promise<{ sql: string; values: DuckDBValue[] }> {
  const place = positionOf(after);
  const at = `file_index = ${place.file} AND file_row_number = ${place.row}`;
  const listed = order.map(({ sql }) => `CAST(${sql} AS VARCHAR), typeof(${sql})`).join(', ');
  const [row] = await queryRows(
    connection,
    `SELECT ${listed} FROM ${tableOf(snapshot.files)} WHERE ${at}`,
    [],
    signal,
  );
  const values: DuckDBValue[] = [];
  const equal: string[] = [];
  const behind: string[] = [];
  for (const [index, { sql, descending }] of order.entries()) {
    const value = row?.[2 * index] ?? null;
    const bound = `CAST(? AS ${String(row?.[2 * index + 1] ?? 'VARCHAR')})`;
    const next = nextText(sql, value === null ? undefined : bound, descending);
    behind.push(`(${[...equal, next.sql].join(' AND ')})`);
    values.push(
      ...order.slice(0, index).map((_, at) => row?.[2 * at] ?? null),
      ...Array.from({ length: next.bound }, () => value),
    );
    equal.push(`${sql} IS NOT DISTINCT FROM ${bound}`);
  }
  behind.push(`(${[...equal, behindText(after).replace(/^ AND /, '')].join(' AND ')})`);
  values.push(...order.map((_, at) => row?.[2 * at] ?? null));
  return { sql: behind.join(' OR '), values };
}

function nextText(
  sql: string,
  bound: string | undefined,
  descending: boolean,
): { sql: string; bound: number } {
  if (bound === undefined) return { sql: descending ? 'FALSE' : `${sql} IS NOT NULL`, bound: 0 };
  return descending
    ? { sql: `(${sql} < ${bound} OR ${sql} IS NULL)`, bound: 1 }
    : { sql: `${sql} > ${bound}`, bound: 1 };
}

async function rowsAt(
  connection: DuckDBConnection,
  reading: FilesReading,
  seqs: readonly number[],
  signal: AbortSignal,
): Promise<ReadRow[]> {
  const { files } = reading.snapshot;
  const byFile = new Map<number, number[]>();
  for (const seq of seqs) {
    const { file, row } = positionOf(seq);
    if (file >= files.length || row < 0) continue;
    byFile.set(file, [...(byFile.get(file) ?? []), row]);
  }
  if (byFile.size === 0) return [];
  const writer = new RowWriter(reading.fields);
  const places = [...byFile].map(
    ([file, rows]) => `(file_index = ${file} AND file_row_number IN (${rows.join(', ')}))`,
  );
  const sql = `SELECT ${columnsOf(reading, writer)} FROM ${tableOf(files)} WHERE ${places.join(' OR ')}`;
  const rows = await queryRows(connection, sql, [], signal);
  return readRows(rows, { reading, writer, firstFile: 0 });
}

function plain(value: DuckDBValue): string | number | boolean | null {
  switch (typeof value) {
    case 'number':
    case 'boolean':
    case 'string':
      return value;
    default:
      return value === null ? null : String(value);
  }
}
