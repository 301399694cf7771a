/** The ledger on one strip: equal stretches of entries, and where among them the breaks are. */

/** A known break: its place in the list of findings, and its entry. */
export interface KnownBreak {
  readonly place: number;
  readonly seq: number;
}

export type StretchState = 'ok' | 'bad' | 'after' | 'unchecked';

export interface Stretch {
  /** First and last journal index, both included. */
  readonly from: number;
  readonly to: number;
  readonly state: StretchState;
  /** Breaks in the stretch; `about` when they were estimated between known ones. */
  readonly breaks: number;
  readonly about: boolean;
}

/** Findings up to this many are read one by one; of more, places in between are estimated. */
export const exactBreaks = 2_000;
/** Places that are asked for where there are too many breaks to read. */
export const sampledBreaks = 64;

/** Which places of a list of `total` findings to ask for: evenly spread, the first and the last among them. */
export function placesToSample(total: number): number[] {
  const places = new Set<number>();
  for (let step = 0; step < sampledBreaks; step += 1) {
    places.add(Math.round((step * (total - 1)) / (sampledBreaks - 1)));
  }
  return [...places];
}

/**
 * Cuts `size` entries into at most `count` stretches. `breaks` are in journal order; a gap between the
 * places of two of them is spread evenly over the entries between. Entries from `checked` on are
 * unchecked, those after `firstBreak` (a break of the chain) are `after`.
 */
export function stretches(input: {
  readonly size: number;
  readonly count: number;
  readonly checked: number;
  readonly firstBreak: number | undefined;
  readonly breaks: readonly KnownBreak[];
}): Stretch[] {
  const { size, checked, firstBreak, breaks } = input;
  const count = Math.min(input.count, size);
  if (count <= 0) return [];
  const startOf = (place: number) => Math.floor((place * size) / count);
  const stretchOf = (seq: number) => {
    const guess = Math.floor((Math.min(seq, size - 1) * count) / size);
    return startOf(guess + 1) <= seq && guess + 1 < count ? guess + 1 : guess;
  };
  const found = new Float64Array(count);
  const about = new Uint8Array(count);
  breaks.forEach((known, place) => {
    const here = stretchOf(known.seq);
    found[here] = (found[here] ?? 0) + 1;
    const next = breaks[place + 1];
    const between = next === undefined ? 0 : next.place - known.place - 1;
    if (next === undefined || between <= 0) return;
    const last = stretchOf(next.seq);
    for (let stretch = here; stretch <= last; stretch += 1) {
      found[stretch] = (found[stretch] ?? 0) + between / (last - here + 1);
      about[stretch] = 1;
    }
  });
  return Array.from({ length: count }, (_, place): Stretch => {
    const from = startOf(place);
    const to = startOf(place + 1) - 1;
    const here = found[place] ?? 0;
    let state: StretchState = 'ok';
    if (here > 0) state = 'bad';
    else if (to >= checked) state = 'unchecked';
    else if (firstBreak !== undefined && from > firstBreak) state = 'after';
    return {
      from,
      to,
      state,
      breaks: Math.max(here > 0 ? 1 : 0, Math.round(here)),
      about: about[place] === 1,
    };
  });
}

/** The known break nearest to an entry. */
export function nearestBreak(breaks: readonly KnownBreak[], seq: number): KnownBreak | undefined {
  let best: KnownBreak | undefined;
  for (const known of breaks) {
    if (best === undefined || Math.abs(known.seq - seq) < Math.abs(best.seq - seq)) best = known;
  }
  return best;
}
