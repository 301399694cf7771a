/** Keeps the columns of datasets beside their rows, which they are made of. The caller holds the transaction. */
import type { Database, Statement } from 'better-sqlite3';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { ChunkBuilder, type BuiltChunk } from './chunk-builder.ts';
import { chunkRows } from './column-chunks.ts';
import { headPath, writeHead } from './chunk-heads.ts';

/** Rows behind the last chunk that wait for others: they are read as they are. */
const waitingRows = 4_096;

/** Every statement, by name, so that a test can read the plan of each. */
export const columnsWriterStatements = {
  rows: `SELECT position - (@dataset << 36) AS seq, bytes, json(document) AS text FROM dataset_rows
    WHERE position BETWEEN (@dataset << 36) + @from AND (@dataset << 36) + @to ORDER BY position`,
  heads: `SELECT chunk, rows FROM dataset_columns WHERE dataset = ? AND path = '' ORDER BY chunk`,
} as const;

interface StoredRow {
  readonly seq: number;
  readonly bytes: number;
  readonly text: string;
}

/** A row that was inserted: its JSON text, and that in bytes. */
export interface InsertedRow {
  readonly text: string;
  readonly bytes: number;
}

export class ColumnsWriter {
  readonly #rows: Statement<[object], StoredRow>;
  readonly #heads: Statement<[number], { chunk: number; rows: number }>;
  readonly #insert: Statement<[number, string, number, string, number, Buffer]>;
  readonly #removeChunk: Statement<[number, number]>;
  readonly #removeAll: Statement<[number]>;

  constructor(database: Database) {
    this.#rows = database.prepare(columnsWriterStatements.rows);
    this.#heads = database.prepare(columnsWriterStatements.heads);
    this.#insert = database.prepare(
      `INSERT INTO dataset_columns (dataset, path, chunk, encoding, rows, data)
       VALUES (?, ?, ?, ?, ?, ?)`,
    );
    this.#removeChunk = database.prepare(
      'DELETE FROM dataset_columns WHERE dataset = ? AND chunk = ?',
    );
    this.#removeAll = database.prepare('DELETE FROM dataset_columns WHERE dataset = ?');
  }

  /**
   * Makes the chunks that rows up to `last` lack, once enough of them wait. All rows up to there have to be stored.
   * @param waiting rows that may stay without a chunk
   */
  cover(dataset: number, last: number, waiting = waitingRows): void {
    const heads = new Map(this.#heads.all(dataset).map(({ chunk, rows }) => [chunk, rows]));
    for (let chunk = 0; chunk * chunkRows < last; chunk += 1) {
      const rows = Math.min(chunkRows, last - chunk * chunkRows);
      const lacking = rows - (heads.get(chunk) ?? 0);
      if (lacking > (rows === chunkRows ? 0 : waiting)) this.#rebuild(dataset, chunk, rows);
    }
  }

  /** Makes the chunks anew that hold rows of `runs` (from one to another), of which some are gone. */
  rewrite(dataset: number, runs: readonly { readonly from: number; readonly to: number }[]): void {
    for (const { chunk, rows } of this.#heads.all(dataset)) {
      const first = chunk * chunkRows + 1;
      const isTouched = runs.some(({ from, to }) => first <= to && first + rows > from);
      if (isTouched) this.#rebuild(dataset, chunk, rows);
    }
  }

  /** Removes the chunks that hold rows behind `last`. */
  cutBehind(dataset: number, last: number): void {
    for (const { chunk, rows } of this.#heads.all(dataset)) {
      if (chunk * chunkRows + rows > last) this.#removeChunk.run(dataset, chunk);
    }
  }

  removeAll(dataset: number): void {
    this.#removeAll.run(dataset);
  }

  /** Chunks of rows as they are inserted, from behind row `last` on. */
  following(dataset: number, last: number): FollowingColumns {
    const chunk = Math.floor(last / chunkRows);
    const builder = new ChunkBuilder();
    this.#feed(builder, dataset, chunk, last - chunk * chunkRows);
    return new FollowingColumns(builder, chunk, (number, built) =>
      this.#write(dataset, number, built),
    );
  }

  #rebuild(dataset: number, chunk: number, rows: number): void {
    const builder = new ChunkBuilder();
    this.#feed(builder, dataset, chunk, rows);
    this.#write(dataset, chunk, builder.build());
  }

  #feed(builder: ChunkBuilder, dataset: number, chunk: number, rows: number): void {
    if (rows === 0) return;
    const before = chunk * chunkRows;
    const range = { dataset, from: before + 1, to: before + rows };
    for (const { seq, bytes, text } of this.#rows.iterate(range)) {
      while (builder.rows < seq - before - 1) builder.add(undefined, 0);
      builder.add(documentOf(text), bytes);
    }
    while (builder.rows < rows) builder.add(undefined, 0);
  }

  #write(dataset: number, chunk: number, built: BuiltChunk): void {
    this.#removeChunk.run(dataset, chunk);
    this.#insert.run(dataset, headPath, chunk, 'head', built.rows, writeHead(built));
    for (const [path, { encoding, data }] of built.columns) {
      this.#insert.run(dataset, path, chunk, encoding, built.rows, data);
    }
  }
}

/** The columns of an import, chunk by chunk as its rows are inserted. */
export class FollowingColumns {
  readonly #builder: ChunkBuilder;
  readonly #write: (chunk: number, built: BuiltChunk) => void;
  #chunk: number;

  constructor(
    builder: ChunkBuilder,
    chunk: number,
    write: (chunk: number, built: BuiltChunk) => void,
  ) {
    this.#builder = builder;
    this.#chunk = chunk;
    this.#write = write;
  }

  add(rows: readonly InsertedRow[]): void {
    for (const { text, bytes } of rows) {
      this.#builder.add(documentOf(text), bytes);
      if (this.#builder.rows === chunkRows) this.end();
    }
  }

  /** Writes the chunk that is begun. */
  end(): void {
    if (this.#builder.rows === 0) return;
    this.#write(this.#chunk, this.#builder.build());
    this.#chunk += 1;
  }
}

function documentOf(text: string): JsonObject {
  const document: unknown = JSON.parse(text);
  if (!isJsonObject(document)) throw new TypeError('A row of a dataset is not an object.');
  return document;
}
