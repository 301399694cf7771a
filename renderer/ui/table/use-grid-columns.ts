/** The arrangement of a grid's columns: TanStack Table keeps the state, the preferences remember it. */
import { useMemo } from 'react';
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  functionalUpdate,
  tableFeatures,
  useTable,
  type ColumnOrderState,
  type ColumnPinningState,
  type ColumnSizingState,
  type ColumnVisibilityState,
  type OnChangeFn,
} from '@tanstack/react-table';
import type { ExportColumnKind } from '../../../shared/contract/exports.ts';
import { arrangedFile, moveBy, moveTo } from './column-order.ts';
import type { ArrangedColumn, CodeWords, GridColumn } from './grid-column.ts';
import { useKeptColumns } from './use-kept-columns.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});
/** The table never sees a row: rows come from pages and are drawn by the grid (ui/table/data-grid.tsx). */
const noRows: Record<string, never>[] = [];
const helper = createColumnHelper<typeof features, Record<string, never>>();
const narrowest = 48;
/** The part of its first width that a column of long texts keeps. */
const shrinking = 0.75;
/** Pixels of a letter of the header at most, on average, and of what stands beside the word. */
const widestLetter = 7;
const headerSpace = 24;
const widest = 900;

/** One column in the chooser. */
export interface ColumnChoice {
  readonly id: string;
  readonly title: string;
  readonly shown: boolean;
  /** Absent where none can be. */
  readonly pinned?: boolean;
  /** It cannot be hidden. */
  readonly kept?: boolean;
}

/** Choices that the chooser shows and makes (column-chooser.tsx), and what a file of the table holds. */
export interface ColumnChoices {
  /** Every column that can be chosen, in order. */
  readonly choices: readonly ColumnChoice[];
  /** Every column that a file can hold, in order: the pinned ones first. */
  readonly fileColumns: readonly ColumnInFile[];
  readonly setShown: (id: string, shown: boolean) => void;
  /** Where columns can be. */
  readonly setPinned?: (id: string, pinned: boolean) => void;
  readonly step: (id: string, way: -1 | 1) => void;
  readonly reset: () => void;
}

/** A column that a file can hold. */
export interface ColumnInFile {
  readonly id: string;
  readonly title: string;
  /** JSON Pointer into a row. */
  readonly path: string;
  readonly kind: ExportColumnKind;
  readonly words?: CodeWords;
  readonly shown: boolean;
}

export interface GridColumns<Row, Context> extends ColumnChoices {
  /** Those shown, in their order: the pinned ones first. */
  readonly arranged: readonly ArrangedColumn<Row, Context>[];
  /** Tracks, whole width and pin offsets as CSS variables for the grid's root. */
  readonly variables: Readonly<Record<string, string>>;
  readonly resizing: string | null;
  readonly startResize: (id: string, event: unknown) => void;
  readonly setWidth: (id: string, width: number | null) => void;
  readonly widthOf: (id: string) => number;
  readonly setPinned: (id: string, pinned: boolean) => void;
  readonly drop: (moved: string, target: string) => void;
}

/** Of the grid's template: between two widths, or just one. */
const trackOf = (least: number, size: number) =>
  least < size ? `minmax(${least}px, ${size}px)` : `${size}px`;

const pinVariable = (id: string) => `--pin-${id}`;

const isWith = (onlyInFiles: GridColumn<never, never>['onlyInFiles'], id: string) =>
  typeof onlyInFiles === 'object' ? onlyInFiles.includes(id) : onlyInFiles === id;

/** The columns of a file as those drawn stand; those that are in files only stand with theirs. */
function filesOf<Row, Context>(
  described: readonly GridColumn<Row, Context>[],
  order: readonly string[],
  isShown: (id: string) => boolean,
): ColumnInFile[] {
  const drawn = order.map((id) => ({
    id,
    files: [
      id,
      ...described.filter(({ onlyInFiles }) => isWith(onlyInFiles, id)).map((each) => each.id),
    ],
  }));
  const files = described.flatMap(({ id, header, title: name, data }) => {
    if (data === undefined) return [];
    const { title = header ?? name, kind = 'text' as const, ...place } = data;
    return [{ id, title, kind, ...place, shown: true }];
  });
  return arrangedFile(
    drawn,
    drawn.filter(({ id }) => isShown(id)),
    files,
  );
}

/** Column state of the grid named `gridId`, remembered across starts under that name. */
export function useGridColumns<Row, Context>(
  gridId: string,
  described: readonly GridColumn<Row, Context>[],
): GridColumns<Row, Context> {
  const columns = useMemo(
    () => described.filter(({ onlyInFiles }) => onlyInFiles === undefined),
    [described],
  );
  const { kept, keep, setShown, reset } = useKeptColumns(gridId, columns);
  const fixed = useMemo(
    () => columns.filter((column) => column.fixed === true).map((column) => column.id),
    [columns],
  );

  const staying = new Set(
    columns.filter((each) => each.fixed === true || each.kept === true).map(({ id }) => id),
  );
  const columnOrder: ColumnOrderState = kept.order;
  const columnVisibility: ColumnVisibilityState = Object.fromEntries(
    kept.hidden.filter((id) => !staying.has(id)).map((id) => [id, false]),
  );
  const columnSizing: ColumnSizingState = kept.sizes;
  const columnPinning: ColumnPinningState = {
    start: [
      ...fixed,
      ...kept.order.filter((id) => kept.pinned.includes(id) && !fixed.includes(id)),
    ],
    end: [],
  };
  const onColumnSizingChange: OnChangeFn<ColumnSizingState> = (update) =>
    keep({ sizes: functionalUpdate(update, columnSizing) });

  const definitions = useMemo(
    () =>
      columns.map((column) =>
        helper.display({
          id: column.id,
          size: column.width,
          minSize: column.minWidth ?? (column.fixed === true ? column.width : narrowest),
          maxSize: column.fixed === true ? column.width : widest,
          enableResizing: column.fixed !== true,
          enableHiding: column.fixed !== true,
        }),
      ),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: noRows,
    columnResizeMode: 'onChange',
    state: { columnOrder, columnVisibility, columnSizing, columnPinning },
    onColumnSizingChange,
  });

  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const leaves = [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()];
  /** What a column may shrink to where the window has less room than all of them want. */
  const leastOf = (id: string): number => {
    const size = table.getColumn(id)?.getSize() ?? 0;
    const column = byId.get(id);
    const isChosen = kept.sizes[id] !== undefined || columnPinning.start.includes(id);
    if (column?.long !== true || isChosen) return size;
    const ofHeader = (column.header ?? column.title).length * widestLetter + headerSpace;
    return Math.min(size, Math.max(column.minWidth ?? narrowest, ofHeader, size * shrinking));
  };
  const least = leaves.reduce((sum, { id }) => sum + leastOf(id), 0);
  const variables: Record<string, string> = {
    '--grid-columns': leaves.map((leaf) => trackOf(leastOf(leaf.id), leaf.getSize())).join(' '),
    '--grid-width': `${least}px`,
  };
  const pinnedWidth = `${table.getStartTotalSize()}px`;
  variables['--sideways-pinned'] = pinnedWidth;
  for (const leaf of table.getStartVisibleLeafColumns()) {
    variables[pinVariable(leaf.id)] = `${leaf.getStart('start')}px`;
  }
  /** Where a person pinned others, those are the ones to stay. */
  const isPinned = leaves.some(({ id }) => kept.pinned.includes(id));
  const moving = isPinned ? [] : leaves.filter(({ id }) => !fixed.includes(id));
  const identity = (moving.find(({ id }) => byId.get(id)?.identity === true) ?? moving[0])?.id;
  if (identity !== undefined) variables[pinVariable(identity)] = pinnedWidth;

  const isClipped = (id: string, size: number) => {
    const column = byId.get(id);
    return column !== undefined && (column.long === true || size < column.width);
  };
  const shape = leaves
    .map((leaf) =>
      [leaf.id, leaf.getIsPinned() || '', isClipped(leaf.id, leaf.getSize()) ? 'clip' : ''].join(
        ':',
      ),
    )
    .join(' ');
  const arranged = useMemo(
    () => {
      const parts = shape === '' ? [] : shape.split(' ').map((part) => part.split(':'));
      const lastPinned = parts.findLast(([, side]) => side === 'start')?.[0];
      return parts.flatMap(([id = '', side, clip]): ArrangedColumn<Row, Context>[] => {
        const column = byId.get(id);
        if (column === undefined) return [];
        const pinned = side === 'start';
        const isIdentity = id === identity;
        return [
          {
            column,
            pinned,
            identity: isIdentity,
            lastPinned: id === lastPinned,
            clipped: clip === 'clip',
            style:
              pinned || isIdentity ? { insetInlineStart: `var(${pinVariable(id)})` } : undefined,
          },
        ];
      });
    },
    // The arrangement itself, not the objects of this render: rows are memoised on it.
    [byId, shape, identity],
  );

  const isShown = (id: string) => columnVisibility[id] !== false;
  return {
    arranged,
    variables,
    choices: kept.order
      .filter((id) => !fixed.includes(id))
      .map((id) => ({
        id,
        title: byId.get(id)?.title ?? id,
        shown: isShown(id),
        pinned: kept.pinned.includes(id),
        kept: byId.get(id)?.kept === true,
      })),
    fileColumns: filesOf(
      described,
      [
        ...kept.order.filter((id) => kept.pinned.includes(id)),
        ...kept.order.filter((id) => !kept.pinned.includes(id)),
      ],
      isShown,
    ),
    resizing: table.state.columnResizing.isResizingColumn || null,
    startResize: (id, event) => {
      const header = table.getFlatHeaders().find((each) => each.column.id === id);
      header?.getResizeHandler()(event);
    },
    setWidth: (id, width) => {
      const sizes = { ...kept.sizes };
      if (width === null) delete sizes[id];
      else {
        const least = byId.get(id)?.minWidth ?? narrowest;
        sizes[id] = Math.max(least, Math.min(widest, Math.round(width)));
      }
      keep({ sizes });
    },
    widthOf: (id) => table.getColumn(id)?.getSize() ?? 0,
    setShown,
    setPinned: (id, pinned) =>
      keep({ pinned: pinned ? [...kept.pinned, id] : kept.pinned.filter((each) => each !== id) }),
    drop: (moved, target) => keep({ order: moveTo(kept.order, moved, target) }),
    step: (id, way) =>
      keep({
        order: moveBy(kept.order, id, way, (each) => !fixed.includes(each) && isShown(each)),
      }),
    reset,
  };
}
