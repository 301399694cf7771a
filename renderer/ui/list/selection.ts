/** Which rows of a table are selected: named ones, or all that its filter finds but some. */

export type Selection<Row> =
  | { readonly kind: 'rows'; readonly rows: ReadonlyMap<string, Row> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> };

export const nothingSelected: Selection<never> = { kind: 'rows', rows: new Map<string, never>() };
export const everythingSelected: Selection<never> = { kind: 'all', except: new Set() };

export function isSelected<Row>(selection: Selection<Row>, id: string): boolean {
  return selection.kind === 'all' ? !selection.except.has(id) : selection.rows.has(id);
}

/** How many of `total` are selected. */
export function selectedCount<Row>(selection: Selection<Row>, total: number): number {
  return selection.kind === 'all'
    ? Math.max(0, total - selection.except.size)
    : selection.rows.size;
}

export function toggled<Row>(selection: Selection<Row>, id: string, row: Row): Selection<Row> {
  if (selection.kind === 'all') {
    const except = new Set(selection.except);
    if (!except.delete(id)) except.add(id);
    return { kind: 'all', except };
  }
  const rows = new Map(selection.rows);
  if (!rows.delete(id)) rows.set(id, row);
  return { kind: 'rows', rows };
}

/** The selection with some rows more. */
export function withRows<Row>(
  selection: Selection<Row>,
  added: readonly Row[],
  idOf: (row: Row) => string,
): Selection<Row> {
  if (selection.kind === 'all') {
    const except = new Set(selection.except);
    for (const row of added) except.delete(idOf(row));
    return { kind: 'all', except };
  }
  const rows = new Map(selection.rows);
  for (const row of added) rows.set(idOf(row), row);
  return { kind: 'rows', rows };
}
