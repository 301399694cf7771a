/** Pages of lists whose rows can be large: an answer may have room for fewer than were asked for. */

export interface PagePlace {
  readonly limit: number;
  readonly offset: number;
}

interface AnyPage {
  readonly data: readonly unknown[];
  /** Of the list of records; every other list has it in its `pagination`. */
  readonly total?: number;
  readonly pagination?: { readonly total: number };
}

/** The page at `place` with all of its rows, put together from as many answers as they take. */
export async function wholePage<Page extends AnyPage>(
  place: PagePlace,
  ask: (place: PagePlace) => Promise<Page>,
): Promise<Page> {
  const first = await ask(place);
  const total = first.total ?? first.pagination?.total ?? 0;
  const wanted = Math.min(place.limit, total - place.offset);
  const data = [...first.data];
  while (data.length < wanted) {
    const next = { limit: place.limit - data.length, offset: place.offset + data.length };
    const more = await ask(next);
    if (more.data.length === 0) break;
    data.push(...more.data);
  }
  return { ...first, data };
}
