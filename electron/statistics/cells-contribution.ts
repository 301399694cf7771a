/** What entities contribute, read from columns: the same as from rows, and no row is read. */
import { plainGroup, type PlainGroup } from '../aggregation/group-columns.ts';
import { filterInFront } from '../aggregation/run-pipeline.ts';
import { CellRows, type Unwinding } from '../columns/cell-rows.ts';
import type { ScannedCells } from '../columns/scan-columns.ts';
import type { FieldPath, Filter } from '../filters/filter.ts';
import { oneValue, type View } from '../policies/view.ts';
import { RowEntities, type NamedEntities } from './entities.ts';
import type { GroupTallies } from './group-tallies.ts';
import type { StatisticsQuery } from './shape.ts';

/** Columns that tell all that a question reads. */
export interface AskedOfColumns {
  readonly filter: Filter;
  readonly unwinding: Unwinding | undefined;
  readonly group: PlainGroup;
  readonly sums: readonly FieldPath[];
  /** Undefined where each row is its own entity. */
  readonly entity: FieldPath | undefined;
}

/** Undefined where something is computed, or seen otherwise than it is stored. */
export function askedOfColumns(
  query: StatisticsQuery,
  view: View,
  entity: string | null,
): AskedOfColumns | undefined {
  const { filter, next } = filterInFront(query.before);
  const stage = query.before[next];
  const unwinding = stage?.kind === 'unwind' ? stage : undefined;
  const group = plainGroup(query.group);
  if (group === undefined) return undefined;
  const sums = query.sums.map(({ path }) => path);
  const read = [...group.paths, ...sums, ...(unwinding === undefined ? [] : [unwinding.path])];
  if (!read.every(({ text }) => view.stateOf(text) === 'clear')) return undefined;
  // A member of a row may have a dot in its name: no column tells of it, and an address leads there.
  if (entity?.includes('.') === true) return undefined;
  const whose = entity === null ? undefined : { text: entity, segments: [entity] };
  return { filter, unwinding, group, sums, entity: whose };
}

/** Reads the steps of summed fields; undefined where one is no number. */
export type ReadSteps = (read: (index: number) => unknown) => readonly number[] | undefined;

export interface CellsMeans {
  readonly entities: NamedEntities | RowEntities;
  readonly groups: GroupTallies;
  readonly steps: ReadSteps;
}

/** Adds the cells of a chunk; answers false where columns cannot tell all of it, and then adds none. */
export function addCells(part: ScannedCells, asked: AskedOfColumns, means: CellsMeans): boolean {
  const { entities, steps } = means;
  const rows = CellRows.of(part, [...asked.group.paths, ...asked.sums], asked.unwinding);
  const meet = entityReader(part, asked.entity, entities);
  if (rows === undefined || meet === undefined) return false;
  const sums = asked.sums.map((path) => rows.reader(path));
  const groupAt = groupReader(rows, asked.group, means.groups);
  let last = -1;
  let ordinal = 0;
  rows.each((cell, element) => {
    if (cell === last) ordinal += 1;
    else {
      ordinal = 0;
      last = cell;
      meet(cell);
    }
    if (!entities.isKnown) return;
    const found = steps((index) => sums[index]?.(cell, element));
    if (found === undefined) return;
    const group = groupAt(cell, element);
    entities.add({ seq: part.first + cell, ordinal, group, steps: found });
  });
  return true;
}

/** Finds whose the row of a cell is; undefined where columns cannot tell. */
function entityReader(
  part: ScannedCells,
  entity: FieldPath | undefined,
  entities: NamedEntities | RowEntities,
): ((cell: number) => void) | undefined {
  if (entities instanceof RowEntities) return () => entities.next();
  if (entity === undefined) return undefined;
  const rows = CellRows.of(part, [entity], undefined);
  if (rows === undefined) return undefined;
  const read = rows.reader(entity);
  const find = (cell: number) => {
    const value = read(cell, 0) ?? null;
    entities.find(oneValue(Array.isArray(value) ? value : [value]));
  };
  const found = rows.values(entity);
  if (found === undefined) return find;
  const { values, at } = found;
  const numbers: number[] = [];
  return (cell) => {
    const place = at(cell, 0);
    entities.take((numbers[place] ??= entities.numberOf(values[place])));
  };
}

/** Finds the group of a row; that of a value which repeats by its place. */
function groupReader(
  rows: CellRows,
  { key, keyPaths }: PlainGroup,
  groups: GroupTallies,
): (cell: number, element: number) => number {
  const readers = keyPaths.map((path) => rows.reader(path));
  const read = (cell: number, element: number) =>
    groups.numberOf(readers.map((each) => each(cell, element)));
  const [path] = keyPaths;
  const found = key.kind === 'value' && path !== undefined ? rows.values(path) : undefined;
  if (found === undefined) return read;
  const { values, at } = found;
  const ofValues: number[] = [];
  return (cell, element) => {
    const place = at(cell, element);
    return place < 0 ? read(cell, element) : (ofValues[place] ??= groups.ofScalar(values[place]));
  };
}
