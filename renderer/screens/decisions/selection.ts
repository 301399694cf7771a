/** Which decisions are selected: named ones, or all of a view but some. */
import type { RecordRow } from '../../api/records.ts';

export type Selection =
  | { readonly kind: 'rows'; readonly rows: ReadonlyMap<string, RecordRow> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> };

export const nothingSelected: Selection = { kind: 'rows', rows: new Map() };
export const everythingSelected: Selection = { kind: 'all', except: new Set() };

/** Rows that can be named one by one; more are selected as "all matching". */
export const rangeLimit = 2_000;
/** Records that are read to be copied. */
export const copyLimit = 10_000;

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'all' ? !selection.except.has(id) : selection.rows.has(id);
}

/** How many of `total` are selected. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.kind === 'all'
    ? Math.max(0, total - selection.except.size)
    : selection.rows.size;
}

export function toggled(selection: Selection, row: RecordRow): Selection {
  if (selection.kind === 'all') {
    const except = new Set(selection.except);
    if (!except.delete(row.id)) except.add(row.id);
    return { kind: 'all', except };
  }
  const rows = new Map(selection.rows);
  if (!rows.delete(row.id)) rows.set(row.id, row);
  return { kind: 'rows', rows };
}

/** The selection with some rows more. */
export function withRows(selection: Selection, added: readonly RecordRow[]): Selection {
  if (selection.kind === 'all') {
    const except = new Set(selection.except);
    for (const row of added) except.delete(row.id);
    return { kind: 'all', except };
  }
  const rows = new Map(selection.rows);
  for (const row of added) rows.set(row.id, row);
  return { kind: 'rows', rows };
}

/** The selected rows in journal order; empty for "all", whose rows must be read first. */
export function selectedRows(selection: Selection): RecordRow[] {
  return selection.kind === 'all'
    ? []
    : [...selection.rows.values()].toSorted((one, other) => (one.seq ?? 0) - (other.seq ?? 0));
}
