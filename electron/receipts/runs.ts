/** Numbers of rows as bytes: ascending runs, each as how far it starts behind the one before and how long it is. */

/** Adjacent numbers of rows, both ends among them. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/**
 * The numbers in any order as LEB128 varints: of each run its start less the end of the run before (0 for the
 * first), then its length less one. The same rows have the same bytes, and each row counts once.
 * @throws {RangeError} for what is no number of a row: a whole number from 1
 */
export function encodeRuns(seqs: Iterable<number>): Buffer {
  const bytes: number[] = [];
  let end = 0;
  for (const { from, to } of runsOf(seqs)) {
    pushVarint(bytes, from - end);
    pushVarint(bytes, to - from);
    end = to;
  }
  return Buffer.from(bytes);
}

/**
 * Runs of numbers in any order, each once.
 * @throws {RangeError} for what is no number of a row: a whole number from 1
 */
export function runsOf(seqs: Iterable<number>): Run[] {
  const runs: { from: number; to: number }[] = [];
  for (const seq of Float64Array.from(seqs).toSorted()) {
    if (!Number.isSafeInteger(seq) || seq < 1) {
      throw new RangeError(`${seq} is not the number of a row.`);
    }
    const last = runs.at(-1);
    if (last === undefined || seq > last.to + 1) runs.push({ from: seq, to: seq });
    else last.to = seq;
  }
  return runs;
}

/** Seven bits a byte, the lowest first; numbers go beyond what bit operations hold. */
function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

/**
 * The runs in bytes that `encodeRuns` wrote.
 * @throws {RangeError} for any other bytes: cut off, not in the shortest form, runs that touch
 */
export function decodeRuns(bytes: Uint8Array): Run[] {
  const runs: Run[] = [];
  const reader = new VarintReader(bytes);
  let end = 0;
  while (!reader.isAtEnd) {
    const gap = reader.next();
    const from = end + gap;
    const to = from + reader.next();
    const least = runs.length === 0 ? 1 : 2;
    if (gap < least || !Number.isSafeInteger(to))
      throw new RangeError('These are no runs of rows.');
    runs.push({ from, to });
    end = to;
  }
  return runs;
}

class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  next(): number {
    let value = 0;
    for (let scale = 1; scale <= Number.MAX_SAFE_INTEGER; scale *= 128) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new RangeError('A number of a run is cut off.');
      this.#at += 1;
      value += (byte % 128) * scale;
      if (byte >= 128) continue;
      if (byte === 0 && scale > 1) throw new RangeError('A number of a run is longer than it is.');
      return value;
    }
    throw new RangeError('A number of a run is too large.');
  }
}

/** Rows in the runs. */
export function rowsIn(runs: readonly Run[]): number {
  return runs.reduce((rows, { from, to }) => rows + (to - from + 1), 0);
}

/** Tells whether a row is in the runs. */
export function holdsRow(runs: readonly Run[], seq: number): boolean {
  return runs.some(({ from, to }) => from <= seq && seq <= to);
}

/** Runs of all the rows that are in any of several, each row once. */
export function unionOfRuns(several: readonly (readonly Run[])[]): Run[] {
  const union: { from: number; to: number }[] = [];
  for (const { from, to } of several.flat().toSorted((one, other) => one.from - other.from)) {
    const last = union.at(-1);
    if (last === undefined || from > last.to + 1) union.push({ from, to });
    else last.to = Math.max(last.to, to);
  }
  return union;
}

/** Runs of the rows that are in both. */
export function commonRuns(some: readonly Run[], others: readonly Run[]): Run[] {
  const common: Run[] = [];
  let at = 0;
  for (const { from, to } of some) {
    while ((others[at]?.to ?? Number.POSITIVE_INFINITY) < from) at += 1;
    for (let next = at; next < others.length; next += 1) {
      const other = others[next];
      if (other === undefined || other.from > to) break;
      common.push({ from: Math.max(from, other.from), to: Math.min(to, other.to) });
    }
  }
  return common;
}
