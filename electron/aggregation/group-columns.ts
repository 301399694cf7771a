/** Groups over columns: what a group reads of a row are cells, and no row is read. */
import { CellRows } from '../columns/cell-rows.ts';
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
    const rows = CellRows.of(part, this.#plain.paths, this.#unwind);
    if (rows === undefined) return false;
    const groupAt = this.#groupAt(rows);
    const operands = this.#plain.operands.map((each) =>
      typeof each === 'object' ? rows.reader(each) : each,
    );
    rows.each((cell, element) => {
      const { accumulators } = groupAt(cell, element);
      for (let index = 0; index < operands.length; index += 1) {
        const operand = operands[index];
        accumulators[index]?.add(typeof operand === 'function' ? operand(cell, element) : operand);
      }
    });
    return true;
  }

  /** Finds the group of a row. */
  #groupAt(rows: CellRows): (cell: number, element: number) => Group {
    const { key, keyPaths } = this.#plain;
    const grouper = this.#grouper;
    const [path] = keyPaths;
    if (key.kind === 'all') {
      let all: Group | undefined;
      return () => (all ??= grouper.groupOf([]));
    }
    if (key.kind === 'value' && path !== undefined) {
      return rows.finder(path, (value) => grouper.groupOfOne(value));
    }
    const readers = keyPaths.map((each) => rows.reader(each));
    return (cell, element) => grouper.groupOf(readers.map((read) => read(cell, element)));
  }
}
