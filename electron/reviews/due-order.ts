/** Orders what waits by when it is due, without reading more of it than a page needs. */

/** Something that waits. */
export interface Waiting {
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** The same; `Infinity` where it is never due. */
  readonly due: number;
}

/** A part of the queue that is in order by itself. */
export interface Run<Each extends Waiting> {
  readonly length: number;
  readonly at: (index: number) => Each | undefined;
}

interface Head<Each extends Waiting> {
  readonly run: Run<Each>;
  index: number;
  item: Each;
}

/** A page of all runs together: from `offset` on, at most `limit`. */
export function pageByDue<Each extends Waiting>(
  runs: readonly Run<Each>[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Each[] {
  const heads = runs.flatMap((run): Head<Each>[] => {
    const item = run.at(0);
    return item === undefined ? [] : [{ run, index: 0, item }];
  });
  const page: Each[] = [];
  for (let place = 0; page.length < limit && heads.length > 0; place += 1) {
    const first = heads.reduce((one, other) => (isBefore(other.item, one.item) ? other : one));
    if (place >= offset) page.push(first.item);
    first.index += 1;
    const next = first.run.at(first.index);
    if (next === undefined) heads.splice(heads.indexOf(first), 1);
    else first.item = next;
  }
  return page;
}

/** Tells whether one thing comes before another one: by due, by since, then by its place in the ledger. */
export function isBefore(one: Waiting, other: Waiting): boolean {
  if (one.due !== other.due) return one.due < other.due;
  if (one.since !== other.since) return one.since < other.since;
  return one.position < other.position;
}
