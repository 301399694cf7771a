/** Reads the columns of datasets, and keeps those that were read last in memory. */
import type { Database, Statement } from 'better-sqlite3';
import { chunkRows, encodings, sizeOf, type Column } from './column-chunks.ts';
import { headPath, readHead, type ChunkHead } from './chunk-heads.ts';
import { damagedColumn, decodeColumn } from './encode-column.ts';

/** Bytes of columns in memory. */
const mostBytes = 64 * 1024 * 1024;
/** Heads of chunks in memory. */
const mostHeads = 1_000;

/** Every statement, by name, so that a test can read the plan of each. */
export const columnsReaderStatements = {
  heads: `SELECT chunk, rows FROM dataset_columns WHERE dataset = ? AND path = '' AND chunk >= ?
    ORDER BY chunk`,
  column: `SELECT encoding, rows, data FROM dataset_columns
    WHERE dataset = ? AND path = ? AND chunk = ?`,
  state: 'SELECT record_count, erased_count FROM datasets WHERE number = ?',
} as const;

interface StoredHead {
  chunk: number;
  rows: number;
}
interface StoredColumn {
  encoding: string;
  rows: number;
  data: Buffer;
}

/** A column, or the word for one whose cells are all missing; undefined where only the rows can tell. */
export type FoundColumn = Column | 'missing' | undefined;

/** A chunk whose rows are all there, with what is known of their paths. */
export interface ReadableChunk {
  /** The seq of its first row. */
  readonly first: number;
  /** Its cells, those of erased rows as well. */
  readonly rows: number;
  readonly column: (path: string) => FoundColumn;
}

interface ChunkPlace {
  readonly dataset: number;
  readonly chunk: number;
  readonly rows: number;
  /** The same for the same cells. */
  readonly name: string;
}

interface Held {
  readonly column: FoundColumn;
  readonly bytes: number;
}

export class ColumnsReader {
  readonly #heads: Statement<[number, number], StoredHead>;
  readonly #column: Statement<[number, string, number], StoredColumn>;
  readonly #state: Statement<[number], { record_count: number; erased_count: number }>;
  /** By dataset, number of erased rows, chunk, its rows and path; the ones that were not used for longest come first. */
  readonly #held = new Map<string, Held>();
  readonly #readHeads = new Map<string, ChunkHead>();
  #bytes = 0;

  constructor(database: Database) {
    this.#heads = database.prepare(columnsReaderStatements.heads);
    this.#column = database.prepare(columnsReaderStatements.column);
    this.#state = database.prepare(columnsReaderStatements.state);
  }

  /**
   * The chunks of a dataset in their order, from that of row `from` on. The caller holds a transaction for as long as it reads them: an erasure
   * writes them anew.
   */
  chunks(dataset: number, from: number): ReadableChunk[] {
    const state = this.#state.get(dataset);
    if (state === undefined) return [];
    const { record_count: last, erased_count: erased } = state;
    const first = Math.floor((from - 1) / chunkRows);
    return this.#heads.all(dataset, first).flatMap(({ chunk, rows }) => {
      // One that an import still writes rows of.
      if (chunk * chunkRows + rows > last) return [];
      const place = { dataset, chunk, rows, name: `${dataset} ${erased} ${chunk} ${rows}` };
      const column = (path: string) => this.#find(place, path);
      return [{ first: chunk * chunkRows + 1, rows, column }];
    });
  }

  #find(place: ChunkPlace, path: string): FoundColumn {
    const { dataset, chunk, rows, name } = place;
    const head = this.#head(place);
    if (head.isOpen || head.others.has(path)) return undefined;
    const key = `${name} ${path}`;
    const held = this.#held.get(key);
    if (held !== undefined) {
      this.#held.delete(key);
      this.#held.set(key, held);
      return held.column;
    }
    const stored = this.#column.get(dataset, path, chunk);
    const column =
      stored !== undefined
        ? decoded(stored, rows)
        : withoutColumn(path, (above) => this.#find(place, above));
    this.#keep(key, column);
    return column;
  }

  #head({ dataset, chunk, rows, name }: ChunkPlace): ChunkHead {
    const known = this.#readHeads.get(name);
    if (known !== undefined) return known;
    const stored = this.#column.get(dataset, headPath, chunk);
    if (stored?.rows !== rows) throw damagedColumn();
    const head = readHead(stored.data);
    if (this.#readHeads.size >= mostHeads) this.#readHeads.clear();
    this.#readHeads.set(name, head);
    return head;
  }

  #keep(key: string, column: FoundColumn): void {
    const bytes = column === undefined || column === 'missing' ? key.length : sizeOf(column);
    this.#held.set(key, { column, bytes });
    this.#bytes += bytes;
    for (const [name, { bytes: size }] of this.#held) {
      if (this.#bytes <= mostBytes || name === key) return;
      this.#held.delete(name);
      this.#bytes -= size;
    }
  }
}

/** A path that no row of a chunk has is missing in all of them, unless it may lead into an array. */
export function withoutColumn(path: string, columnOf: (path: string) => FoundColumn): FoundColumn {
  const segments = path.split('.');
  const mayLeadOn = segments.slice(1).some((_, index) => {
    const above = columnOf(segments.slice(0, index + 1).join('.'));
    return above === undefined || (above !== 'missing' && above.kind === 'lists');
  });
  return mayLeadOn ? undefined : 'missing';
}

function decoded({ encoding, rows: stored, data }: StoredColumn, rows: number): Column {
  const known = encodings.find((each) => each === encoding);
  if (known === undefined || stored !== rows) {
    throw damagedColumn();
  }
  return decodeColumn({ encoding: known, data }, rows);
}
