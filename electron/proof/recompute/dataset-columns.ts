/** Columns of datasets are those that their rows make, chunk by chunk, to the byte. */
import type { Database, Statement } from 'better-sqlite3';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { ChunkBuilder } from '../../columns/chunk-builder.ts';
import { chunkRows } from '../../columns/column-chunks.ts';
import { headPath, writeHead } from '../../columns/chunk-heads.ts';
import { rowSpan } from '../lines.ts';
import type { RowFinding } from '../row-finding.ts';

interface StoredColumn {
  readonly path: string;
  readonly encoding: string;
  readonly rows: number;
  readonly data: Buffer;
}

/** Takes the rows of one dataset after another, in their order. */
export class ColumnsCheck {
  readonly #report: (finding: RowFinding) => void;
  readonly #heads: Statement<[number], { chunk: number; rows: number }>;
  readonly #lastRow: Statement<[number, number], number | null>;
  readonly #columns: Statement<[number, number], StoredColumn>;
  readonly #stray: Statement<[], { dataset: number; path: string; chunk: number }>;
  #dataset = 0;
  #id = '';
  /** Cells of each chunk that is kept. */
  #rowsOf = new Map<number, number>();
  #builder = new ChunkBuilder();
  #chunk = 0;

  constructor(database: Database, report: (finding: RowFinding) => void) {
    this.#report = report;
    this.#heads = database.prepare(
      `SELECT DISTINCT chunk, rows FROM dataset_columns WHERE dataset = ?
       ORDER BY chunk, rows DESC`,
    );
    this.#lastRow = database
      .prepare<[number, number], number | null>(
        'SELECT max(position) FROM dataset_rows WHERE position BETWEEN ? AND ?',
      )
      .pluck();
    this.#columns = database.prepare(
      'SELECT path, encoding, rows, data FROM dataset_columns WHERE dataset = ? AND chunk = ?',
    );
    this.#stray = database.prepare(
      `SELECT dataset, path, chunk FROM dataset_columns AS c
       WHERE NOT EXISTS (SELECT 1 FROM datasets AS d WHERE d.number = c.dataset)`,
    );
  }

  /**
   * `count`: rows of the dataset. Chunks behind them whose rows are stored are of an import that is not over: nobody
   * reads them. What says that it has more than is stored was altered.
   */
  begin(dataset: number, id: string, count: number): void {
    this.#dataset = dataset;
    this.#id = id;
    const first = dataset * rowSpan;
    const stored = (this.#lastRow.get(first, first + rowSpan - 1) ?? first) - first;
    this.#rowsOf = new Map();
    for (const [chunk, said] of Map.groupBy(this.#heads.all(dataset), (each) => each.chunk)) {
      const before = chunk * chunkRows;
      const told = said
        .map(({ rows }) => before + rows)
        .filter((end) => end <= Math.max(count, stored));
      const end = told[0] ?? Math.min(Math.max(count, before), before + chunkRows);
      if (end <= count || told.length === 0) this.#rowsOf.set(chunk, end - before);
    }
    this.#builder = new ChunkBuilder();
    this.#chunk = 0;
  }

  /** The row with a number; those before it that were not added are gone. `bytes` are those of its text. */
  add(seq: number, document: JsonObject, bytes: number): void {
    const chunk = Math.floor((seq - 1) / chunkRows);
    while (this.#chunk < chunk) this.#endChunk();
    const cell = (seq - 1) % chunkRows;
    const rows = this.#rowsOf.get(chunk) ?? 0;
    if (cell >= rows) return;
    while (this.#builder.rows < cell) this.#builder.add(undefined, 0);
    this.#builder.add(document, bytes);
  }

  /** Every row of the dataset was added. */
  end(): void {
    const last = Math.max(-1, ...this.#rowsOf.keys());
    while (this.#chunk <= last) this.#endChunk();
  }

  /** Columns of datasets that there are not. */
  tellStray(): void {
    for (const { dataset, path, chunk } of this.#stray.all()) {
      this.#tell('inserted', JSON.stringify([dataset, path, chunk]), null, null, path);
    }
  }

  #endChunk(): void {
    const chunk = this.#chunk;
    const rows = this.#rowsOf.get(chunk);
    this.#chunk += 1;
    if (rows === undefined) return;
    while (this.#builder.rows < rows) this.#builder.add(undefined, 0);
    const built = this.#builder.build();
    const expected = new Map<string, { readonly encoding: string; readonly data: Buffer }>([
      [headPath, { encoding: 'head', data: writeHead(built) }],
      ...built.columns,
    ]);
    for (const stored of this.#columns.all(this.#dataset, chunk)) {
      const made = expected.get(stored.path);
      expected.delete(stored.path);
      this.#compare(this.#rowOf(stored.path, chunk), stored, made && { ...made, rows });
    }
    for (const path of expected.keys()) {
      this.#tell('deleted', this.#rowOf(path, chunk), null, path, null);
    }
  }

  #compare(row: string, stored: StoredColumn, made: Omit<StoredColumn, 'path'> | undefined): void {
    if (made === undefined) this.#tell('inserted', row, null, null, stored.path);
    else if (made.encoding !== stored.encoding) {
      this.#tell('altered', row, 'encoding', made.encoding, stored.encoding);
    } else if (made.rows !== stored.rows) {
      this.#tell('altered', row, 'rows', String(made.rows), String(stored.rows));
    } else if (!made.data.equals(stored.data)) {
      const lengths = [made.data, stored.data].map(({ length }) => `${length} bytes`);
      this.#tell('altered', row, 'data', lengths[0] ?? null, lengths[1] ?? null);
    }
  }

  #rowOf(path: string, chunk: number): string {
    return JSON.stringify([this.#id, path, chunk]);
  }

  #tell(
    kind: 'altered' | 'inserted' | 'deleted',
    row: string,
    column: string | null,
    expected: string | null,
    actual: string | null,
  ): void {
    this.#report({ kind, table: 'dataset_columns', row, column, seq: 0, expected, actual });
  }
}
