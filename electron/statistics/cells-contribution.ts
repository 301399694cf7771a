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
type ReadSteps = (read: (index: number) => unknown) => readonly number[] | undefined;

interface CellsMeans {
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
  const rows = entity && CellRows.of(part, [entity], undefined);
  if (entity === undefined || rows === undefined) return undefined;
  const numberAt = rows.finder(entity, (value) =>
    entities.numberOf(
      typeof value === 'string' ? value : oneValue(Array.isArray(value) ? value : [value ?? null]),
    ),
  );
  return (cell) => entities.take(numberAt(cell, 0));
}

/** Finds the group of a row. */
function groupReader(
  rows: CellRows,
  { key, keyPaths }: PlainGroup,
  groups: GroupTallies,
): (cell: number, element: number) => number {
  const [path] = keyPaths;
  if (key.kind === 'value' && path !== undefined) {
    return rows.finder(path, (value) => groups.numberOf([value]));
  }
  const readers = keyPaths.map((each) => rows.reader(each));
  return (cell, element) => groups.numberOf(readers.map((read) => read(cell, element)));
}
