/** Makes the columns of a chunk out of its rows: the same rows always make the same bytes. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { isScalar, type Scalar } from '../filters/compare-values.ts';
import { longestPath } from '../filters/filter-limits.ts';
import type { EncodedColumn } from './column-chunks.ts';
import { encodeColumn, type CellValues } from './encode-column.ts';

/** Paths of one chunk: rows that are used as maps would have no end of them. */
const mostPaths = 1_024;

/** Columns take no more than three tenths of what their rows take as text. */
function threeTenths(bytes: number): number {
  return Math.floor((bytes * 3) / 10);
}

/** A chunk as it is kept. */
export interface BuiltChunk {
  readonly rows: number;
  readonly columns: ReadonlyMap<string, EncodedColumn>;
  /** Paths that have values and no column: objects, what leads through arrays, long texts. */
  readonly others: readonly string[];
  /** Whether there are more paths than are told: then there are no columns. */
  readonly isOpen: boolean;
}

class PathNode {
  readonly path: string;
  readonly children = new Map<string, PathNode>();
  /** By cell, up to the last one with a value. */
  readonly #values: (Scalar | Scalar[] | undefined)[] = [];
  /** Whether it once held what a column cannot have, or was inside of an array. */
  isOther = false;
  /** Whether it once held an array: a path that leads on from there may lead into it. */
  hasArray = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Gives a cell its value; the cells before it that have none are missing. */
  set(cell: number, value: Scalar | Scalar[]): void {
    this.#fill(cell);
    this.#values[cell] = value;
  }

  /** The values of so many cells. */
  cells(count: number): CellValues {
    this.#fill(count);
    return this.#values;
  }

  /** Arrays without holes are quick to go through. */
  #fill(count: number): void {
    while (this.#values.length < count) this.#values.push(undefined);
  }
}

export class ChunkBuilder {
  readonly #bytesOfColumns: (bytesOfRows: number) => number;
  #root = new PathNode('');
  #paths = 0;
  #rows = 0;
  #bytes = 0;

  /** Cells so far, those of erased rows as well. */
  get rows(): number {
    return this.#rows;
  }

  /** @param bytesOfColumns bytes that the columns of one chunk take at most, for so many of its rows as text */
  constructor(bytesOfColumns: (bytesOfRows: number) => number = threeTenths) {
    this.#bytesOfColumns = bytesOfColumns;
  }

  /** Adds the next row; undefined for one that was erased. `bytes` are those of its text. */
  add(document: JsonObject | undefined, bytes: number): void {
    if (document !== undefined) this.#addMembers(document, this.#root, 1, false);
    this.#rows += 1;
    this.#bytes += bytes;
  }

  /** The chunk of the rows that were added. The next row is the first of another one. */
  build(): BuiltChunk {
    const [root, rows] = [this.#root, this.#rows];
    const isOpen = this.#paths > mostPaths;
    const columns = new Map<string, EncodedColumn>();
    const others: string[] = [];
    if (!isOpen) encodeBelow(root, rows, columns, others);
    dropLongest(columns, others, this.#bytesOfColumns(this.#bytes));
    this.#root = new PathNode('');
    this.#paths = 0;
    this.#rows = 0;
    this.#bytes = 0;
    return { rows, columns, others: others.toSorted(), isOpen };
  }

  #addMembers(document: JsonObject, above: PathNode, depth: number, isInside: boolean): void {
    if (depth > longestPath) return;
    for (const name of Object.keys(document)) {
      // No path of the language reaches a member whose name is empty or has a dot.
      if (name === '' || name.includes('.')) continue;
      const node = this.#child(above, name);
      if (node === undefined) return;
      this.#addValue(document[name] ?? null, node, depth, isInside);
    }
  }

  #child(above: PathNode, name: string): PathNode | undefined {
    const known = above.children.get(name);
    if (known !== undefined) return known;
    this.#paths += 1;
    if (this.#paths > mostPaths) return undefined;
    const made = new PathNode(above.path === '' ? name : `${above.path}.${name}`);
    above.children.set(name, made);
    return made;
  }

  #addValue(value: JsonValue, node: PathNode, depth: number, isInside: boolean): void {
    if (isInside) node.isOther = true;
    if (isScalar(value)) node.set(this.#rows, value);
    else if (Array.isArray(value)) this.#addList(value, node, depth);
    else {
      node.isOther = true;
      this.#addMembers(value, node, depth + 1, isInside);
    }
  }

  #addList(value: readonly JsonValue[], node: PathNode, depth: number): void {
    node.hasArray = true;
    if (value.every(isScalar)) {
      node.set(this.#rows, [...value]);
      return;
    }
    node.isOther = true;
    for (const element of value) {
      if (isJsonObject(element)) this.#addMembers(element, node, depth + 1, true);
    }
  }
}

function encodeBelow(
  node: PathNode,
  rows: number,
  columns: Map<string, EncodedColumn>,
  others: string[],
  isBelowArray = false,
): void {
  for (const child of node.children.values()) {
    const isOther = isBelowArray || child.isOther;
    const encoded = isOther ? undefined : encodeColumn(child.cells(rows));
    if (encoded === undefined) others.push(child.path);
    else columns.set(child.path, encoded);
    encodeBelow(child, rows, columns, others, isBelowArray || child.hasArray);
  }
}

/** Rows are found by their id already: of all columns, that is the one to miss least. */
const idPath = 'record_id';

/** Leaves out columns until the others fit: texts without a dictionary first, the largest of them, then others. */
function dropLongest(columns: Map<string, EncodedColumn>, others: string[], most: number): void {
  let bytes = [...columns.values()].reduce((sum, { data }) => sum + data.length, 0);
  const largest = [...columns].toSorted(
    ([path, one], [other, next]) =>
      Number(other === idPath) - Number(path === idPath) ||
      Number(next.encoding === 'text') - Number(one.encoding === 'text') ||
      next.data.length - one.data.length ||
      (path < other ? -1 : 1),
  );
  for (const [path, { data }] of largest) {
    if (bytes <= most) return;
    columns.delete(path);
    others.push(path);
    bytes -= data.length;
  }
}
