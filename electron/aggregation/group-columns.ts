/** Groups over columns: what a group reads of a row are cells, and no row is read. */
import type { JsonValue } from '../../shared/contract/json.ts';
import {
  cellKind,
  listKind,
  scalarAt,
  valueAt,
  type Column,
  type ListCells,
} from '../columns/column-chunks.ts';
import type { FoundColumn } from '../columns/columns-reader.ts';
import type { ScannedCells } from '../columns/scan-columns.ts';
import type { FieldPath } from '../filters/filter.ts';
import type { Group, Grouper } from './group-rows.ts';
import { keyParts, type GroupStage, type Stage } from './pipeline.ts';

/** A group whose key and operands are paths, or the same number for each row. */
export interface PlainGroup extends GroupStage {
  readonly keyPaths: readonly FieldPath[];
  readonly operands: readonly (FieldPath | number | undefined)[];
  /** Those of the key and of the operands. */
  readonly paths: readonly FieldPath[];
}

/** Undefined where something is computed. */
export function plainGroup(group: GroupStage): PlainGroup | undefined {
  const keyPaths: FieldPath[] = [];
  for (const part of keyParts(group.key)) {
    if (part.kind !== 'path') return undefined;
    keyPaths.push(part.path);
  }
  const operands: (FieldPath | number | undefined)[] = [];
  for (const { operand } of group.fields) {
    if (operand === undefined) operands.push(undefined);
    else if (operand.kind === 'path') operands.push(operand.path);
    else if (operand.kind === 'constant' && typeof operand.value === 'number') {
      operands.push(operand.value);
    } else return undefined;
  }
  const read = operands.flatMap((each) => (typeof each === 'object' ? [each] : []));
  return { ...group, keyPaths, operands, paths: [...keyPaths, ...read] };
}

type Unwind = Extract<Stage, { readonly kind: 'unwind' }>;

/** Reads a value of a cell; `element` is that of an array that was unwound. */
type Read = (cell: number, element: number) => JsonValue | undefined;

/** In place of an element: the cell holds no array. */
const noElement = -1;

export class ColumnGroup {
  readonly #grouper: Grouper;
  readonly #plain: PlainGroup;
  readonly #unwind: Unwind | undefined;

  constructor(grouper: Grouper, plain: PlainGroup, unwind: Unwind | undefined) {
    this.#grouper = grouper;
    this.#plain = plain;
    this.#unwind = unwind;
  }

  /** Adds the cells of a chunk; answers false where columns cannot tell all of it, and then adds none. */
  add(part: ScannedCells): boolean {
    const unwound = this.#unwind && part.column(this.#unwind.path.text);
    if (this.#unwind !== undefined && unwound === undefined) return false;
    const columns = new Map<string, Column | 'missing'>();
    for (const { text } of this.#plain.paths) {
      const column = part.column(text);
      if (column === undefined) return false;
      columns.set(text, column);
    }
    const feed = this.#feeder(columns);
    const { mask } = part;
    for (let cell = 0; cell < mask.length; cell += 1) {
      if (mask[cell] === 0) continue;
      if (unwound === undefined) feed(cell, noElement);
      else this.#feedElements(unwound, cell, feed);
    }
    return true;
  }

  #feedElements(
    unwound: Exclude<FoundColumn, undefined>,
    cell: number,
    feed: (cell: number, element: number) => void,
  ): void {
    if (unwound !== 'missing' && unwound.kind === 'lists') {
      const { kinds, offsets } = unwound.cells;
      const [from, end] = [offsets[cell] ?? 0, offsets[cell + 1] ?? 0];
      if (kinds[cell] === listKind.array && end > from) {
        for (let element = from; element < end; element += 1) feed(cell, element);
        return;
      }
    }
    const value = unwound === 'missing' ? undefined : valueAt(unwound, cell);
    const isEmpty = value === undefined || value === null || Array.isArray(value);
    if (!isEmpty || this.#unwind?.keepsEmpty === true) feed(cell, noElement);
  }

  #feeder(
    columns: ReadonlyMap<string, Column | 'missing'>,
  ): (cell: number, element: number) => void {
    const groupAt = this.#groupAt(columns);
    const operands = this.#plain.operands.map((each) =>
      typeof each === 'object' ? this.#reader(each, columns) : each,
    );
    return (cell, element) => {
      const { accumulators } = groupAt(cell, element);
      for (let index = 0; index < operands.length; index += 1) {
        const operand = operands[index];
        accumulators[index]?.add(typeof operand === 'function' ? operand(cell, element) : operand);
      }
    };
  }

  /** Finds the group of a cell; one of a text by the number of the text. */
  #groupAt(
    columns: ReadonlyMap<string, Column | 'missing'>,
  ): (cell: number, element: number) => Group {
    const { key, keyPaths } = this.#plain;
    const grouper = this.#grouper;
    const readers = keyPaths.map((path) => this.#reader(path, columns));
    const [only] = readers;
    if (key.kind === 'all') {
      let all: Group | undefined;
      return () => (all ??= grouper.groupOf([]));
    }
    if (key.kind !== 'value' || only === undefined) {
      return (cell, element) => grouper.groupOf(readers.map((read) => read(cell, element)));
    }
    const column = columns.get(keyPaths[0]?.text ?? '');
    const cells =
      column === undefined || column === 'missing'
        ? undefined
        : column.kind === 'scalars'
          ? column.cells
          : this.#isUnwound(keyPaths[0])
            ? column.cells.elements
            : undefined;
    if (cells === undefined) return (cell, element) => grouper.groupOfOne(only(cell, element));
    const isList = column !== 'missing' && column?.kind === 'lists';
    const ofTexts: Group[] = [];
    return (cell, element) => {
      const at = isList ? element : cell;
      if (at < 0 || cells.kinds[at] !== cellKind.string) {
        return grouper.groupOfOne(only(cell, element));
      }
      const text = cells.numbers[at] ?? 0;
      return (ofTexts[text] ??= grouper.groupOfOne(cells.texts[text]));
    };
  }

  #isUnwound(path: FieldPath | undefined): boolean {
    return path !== undefined && path.text === this.#unwind?.path.text;
  }

  #reader(path: FieldPath, columns: ReadonlyMap<string, Column | 'missing'>): Read {
    const column = columns.get(path.text) ?? 'missing';
    if (column === 'missing') return () => undefined;
    if (column.kind === 'scalars') {
      const { cells } = column;
      return (cell) => scalarAt(cells, cell);
    }
    return this.#isUnwound(path) ? elementReader(column.cells) : (cell) => valueAt(column, cell);
  }
}

/** Of an array that is empty nothing is left where its row stays. */
function elementReader(cells: ListCells): Read {
  return (cell, element) => {
    if (element !== noElement) return scalarAt(cells.elements, element);
    return cells.kinds[cell] === listKind.scalar
      ? scalarAt(cells.elements, cells.offsets[cell] ?? 0)
      : undefined;
  };
}
