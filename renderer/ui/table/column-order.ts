/** Rearranging column ids: pure list work behind dragging, menus and keys. */

/**
 * The ids a grid shows in order: those remembered that still exist, then the others where they were
 * defined, so that a column of a newer version appears in its place.
 */
export function arrangedIds(defined: readonly string[], remembered: readonly string[]): string[] {
  const kept = remembered.filter((id) => defined.includes(id));
  const arranged = [...kept];
  for (const [place, id] of defined.entries()) {
    if (kept.includes(id)) continue;
    const before = defined.slice(0, place).findLast((each) => arranged.includes(each));
    arranged.splice(before === undefined ? 0 : arranged.indexOf(before) + 1, 0, id);
  }
  return arranged;
}

/** `moved` put where `target` stands; before it when it comes from the right, after it from the left. */
export function moveTo(ids: readonly string[], moved: string, target: string): string[] {
  const from = ids.indexOf(moved);
  const to = ids.indexOf(target);
  if (from < 0 || to < 0 || from === to) return [...ids];
  const rest = ids.filter((id) => id !== moved);
  rest.splice(to, 0, moved);
  return rest;
}

/** `moved` one place nearer to the start (-1) or the end (1), among those that `counts` says matter. */
export function moveBy(
  ids: readonly string[],
  moved: string,
  way: -1 | 1,
  counts: (id: string) => boolean,
): string[] {
  const places = ids.filter((id) => id === moved || counts(id));
  const target = places[places.indexOf(moved) + way];
  return target === undefined ? [...ids] : moveTo(ids, moved, target);
}

interface SaidInFile {
  readonly id: string;
  /** The columns of a file that say the same; that of its own name unless told. */
  readonly files?: readonly string[];
}

/**
 * The columns of a file as a table stands: each behind the last column that it belongs to, or behind
 * the one before it where it belongs to none; not `shown` when no column shown says the same.
 */
export function arrangedFile<File extends { readonly id: string; readonly shown: boolean }>(
  arranged: readonly SaidInFile[],
  shown: readonly SaidInFile[],
  files: readonly File[],
): File[] {
  const says = (file: File) => (column: SaidInFile) =>
    (column.files ?? [column.id]).includes(file.id);
  let place = -1;
  return files
    .map((file) => {
      const own = arranged.findLastIndex(says(file));
      if (own >= 0) place = own;
      return { place, file: { ...file, shown: own < 0 || shown.some(says(file)) } };
    })
    .toSorted((one, other) => one.place - other.place)
    .map(({ file }) => file);
}
