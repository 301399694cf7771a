/** One column of a grid, in the words of the screen that shows it. */
import type { ReactNode } from 'react';
import type { ExportColumnKind } from '../../../shared/contract/exports.ts';

/** Words for the codes of a column, on paper too: `{ PAID: 'Paid' }`. */
export type CodeWords = Readonly<Record<string, string>>;

export interface GridColumn<Row, Context> {
  readonly id: string;
  /** Full name, for menus and as the tooltip of the header. */
  readonly title: string;
  /** What stands in the header; the title when absent. */
  readonly header?: string;
  /** Pixels. */
  readonly width: number;
  readonly minWidth?: number;
  readonly align?: 'start' | 'end';
  /** Stays at the start, whole and in place: no menu, no resizing, no hiding. */
  readonly fixed?: boolean;
  readonly hiddenAtFirst?: boolean;
  /** Not drawn: in every file, or wherever a column of that id is. */
  readonly onlyInFiles?: true | string | readonly string[];
  /** Moved, but not hidden. */
  readonly kept?: boolean;
  /** Shown on hover over its header in a table. */
  readonly about?: string;
  /** Says which row it is, where that is not the first column. */
  readonly identity?: boolean;
  /** Set in the fixed-width face, for ids and hashes. */
  readonly mono?: boolean;
  /** As short on paper as in the grid, where its whole value would make every row higher: a hash. */
  readonly shortOnPaper?: boolean;
  readonly dim?: boolean;
  /** Its text can be longer than the column at its first width, and is then cut with an ellipsis. */
  readonly long?: boolean;
  /** The list can be ordered by this column. */
  readonly sortable?: boolean;
  /** Where its value stands in a row of the API (JSON Pointer), and what it is: what a file holds of it. */
  readonly data?: {
    readonly path: string;
    readonly kind?: ExportColumnKind;
    /** What a file calls it, where that is not what its header does. */
    readonly title?: string;
    readonly words?: CodeWords;
  };
  /** Draws a cell. Depends on nothing but its arguments, since rows are memoised on them. */
  cell(row: Row, context: Context, mark: string): ReactNode;
  /** The whole value as text: shown on hover and copied; absent where a cell has none. */
  text?(row: Row, context: Context): string | undefined;
}

/** A column in its place. Widths are one CSS variable of the grid, so that resizing renders no row. */
export interface ArrangedColumn<Row, Context> {
  readonly column: GridColumn<Row, Context>;
  readonly pinned: boolean;
  /** Says which row it is: where the columns scroll and there is room for it, it stays in sight, too. */
  readonly identity: boolean;
  /** The last of the pinned ones, which carries the edge. */
  readonly lastPinned: boolean;
  /** Cut what does not fit. Cutting costs in every frame, so only cells that need it do. */
  readonly clipped: boolean;
  /** Where a column that stays in sight does so when the others scroll; absent otherwise. */
  readonly style: Readonly<Record<string, string>> | undefined;
}
