/** Prepared copies of CSV files: typed Parquet in the data folder, made once for a content and a shape, and made anew where it is gone. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  BOOLEAN,
  DOUBLE,
  DuckDBDataChunk,
  VARCHAR,
  type DuckDBAppender,
  type DuckDBType,
} from '@duckdb/node-api';
import { quotedName, quotedText } from '../../filters/sql.ts';
import { readTyped, type CsvCell } from './csv-table.ts';
import { copyName, csvColumns, preparedFolder, type CsvShape, type CsvType } from './csv-shape.ts';
import { openLocked } from './duckdb-instance.ts';
import { FileDigests, type SnapshotFile } from './file-snapshot.ts';
import { LastingWork } from './lasting-work.ts';

/** Rows that are handed over to the engine at once. */
const chunkRows = 2_048;
const types: Readonly<Record<CsvType, DuckDBType>> = {
  number: DOUBLE,
  boolean: BOOLEAN,
  string: VARCHAR,
};

export class PreparedCopies {
  readonly #folder: string;
  readonly #digests = new FileDigests();
  /** Digests of the copies that this process made, by name. */
  readonly #made = new Map<string, string>();
  readonly #making = new LastingWork<void>();

  /** @param temporary the folder of a workspace's sources */
  constructor(temporary: string) {
    this.#folder = join(temporary, preparedFolder);
  }

  /**
   * The path of the copy of a file. One that this process did not make, and whose digest nobody kept, is made anew.
   * @param file its `copy_sha256` is that of the copy as it was made
   * @throws {CsvFault}
   */
  async pathOf(
    file: Pick<SnapshotFile, 'path' | 'sha256' | 'copy_sha256'>,
    shape: CsvShape,
    signal: AbortSignal,
  ): Promise<string> {
    const name = copyName(file.sha256, shape);
    const path = join(this.#folder, name);
    const wanted = this.#made.get(name) ?? file.copy_sha256;
    const found = await this.#digests.of(path, signal);
    if (wanted === undefined || found?.sha256 !== wanted)
      await this.#making.run(
        name,
        (lasting) => this.#make(name, file.path, shape, lasting),
        signal,
      );
    this.#making.forget(name);
    return path;
  }

  /** The digest of the copy of a file, which is there. */
  async digestOf(path: string, signal: AbortSignal): Promise<string | undefined> {
    return (await this.#digests.of(path, signal))?.sha256;
  }

  async #make(name: string, source: string, shape: CsvShape, signal: AbortSignal): Promise<void> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, name);
    const draft = join(this.#folder, `${randomUUID()}.new`);
    try {
      await writeParquet(source, draft, { folder: this.#folder, shape }, signal);
      renameSync(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
    const digest = await this.digestOf(path, signal);
    if (digest !== undefined) this.#made.set(name, digest);
  }
}

async function writeParquet(
  source: string,
  target: string,
  { folder, shape }: { readonly folder: string; readonly shape: CsvShape },
  signal: AbortSignal,
): Promise<void> {
  const instance = await openLocked({ folders: [folder], temporary: folder });
  const connection = await instance.connect();
  const interrupt = () => connection.interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    const columns = csvColumns(shape);
    const declared = columns.map(({ type }, at) => `c${at} ${String(types[type])}`);
    await connection.run(`CREATE TABLE cells (${declared.join(', ')})`);
    const appender = await connection.createAppender('cells');
    const rows = new CellRows(
      appender,
      columns.map(({ type }) => types[type]),
    );
    await readTyped(source, shape, (cells) => rows.add(cells), signal);
    rows.end();
    await connection.run(
      `COPY (SELECT ${memberSql(treeOf(columns)).join(', ')} FROM cells) TO ${quotedText(target)} (FORMAT parquet, COMPRESSION zstd)`,
    );
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', interrupt);
    connection.closeSync();
    instance.closeSync();
  }
}

/** Hands rows over to the engine, many at a time. */
class CellRows {
  readonly #appender: DuckDBAppender;
  readonly #types: readonly DuckDBType[];
  #cells: CsvCell[][];

  constructor(appender: DuckDBAppender, columnTypes: readonly DuckDBType[]) {
    this.#appender = appender;
    this.#types = columnTypes;
    this.#cells = columnTypes.map(() => []);
  }

  add(cells: readonly CsvCell[]): void {
    for (const [at, cell] of cells.entries()) this.#cells[at]?.push(cell);
    if (this.#cells[0]?.length === chunkRows) this.#flush();
  }

  end(): void {
    this.#flush();
    this.#appender.closeSync();
  }

  #flush(): void {
    const count = this.#cells[0]?.length ?? 0;
    if (count === 0) return;
    const chunk = DuckDBDataChunk.create(this.#types, count);
    chunk.setColumns(this.#cells);
    this.#appender.appendDataChunk(chunk);
    this.#cells = this.#types.map(() => []);
  }
}

/** Members of a row, in their order: a column of cells, or the members that are within. */
type Tree = Map<string, string | Tree>;

function treeOf(columns: readonly { readonly path: readonly string[] }[]): Tree {
  const tree: Tree = new Map();
  for (const [at, { path }] of columns.entries()) {
    let inner = tree;
    for (const name of path.slice(0, -1)) {
      const found = inner.get(name);
      const next: Tree = found instanceof Map ? found : new Map();
      inner.set(name, next);
      inner = next;
    }
    inner.set(path.at(-1) ?? '', `c${at}`);
  }
  return tree;
}

function memberSql(tree: Tree): string[] {
  return [...tree].map(([name, inner]) => `${valueSql(inner)} AS ${quotedName(name)}`);
}

/** An object all of whose members are absent is absent itself. */
function valueSql(inner: string | Tree): string {
  if (typeof inner === 'string') return inner;
  const members = [...inner].map(([name, each]) => `${quotedName(name)} := ${valueSql(each)}`);
  const isAbsent = cellsOf(inner).map((cell) => `${cell} IS NULL`);
  return `CASE WHEN ${isAbsent.join(' AND ')} THEN NULL ELSE struct_pack(${members.join(', ')}) END`;
}

function cellsOf(tree: Tree): string[] {
  return [...tree.values()].flatMap((each) => (typeof each === 'string' ? [each] : cellsOf(each)));
}
