/** What every benchmark answers, and the arithmetic they share. */

/** One line of the table. Times are milliseconds; `ratio` is baseline ÷ measured: 1 is as fast as raw. */
export interface Measurement {
  readonly name: string;
  /** What Proofdesk took. */
  readonly measured?: number;
  /** What the raw operation took in the same run; absent where only a limit is required. */
  readonly baseline?: number;
  readonly ratio?: number;
  /** The least `ratio`, or without one the most `measured`. */
  readonly required: number;
  readonly detail: string;
}

export interface BenchmarkOptions {
  readonly records: number;
  /** An empty folder of the benchmark's own. */
  readonly directory: string;
}

export type Benchmark = (options: BenchmarkOptions) => Promise<readonly Measurement[]>;

/** The middle value; the mean of the two in the middle of an even number. Throws on none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError('no values');
  return (upper + lower) / 2;
}

/** Milliseconds that `run` takes. */
export async function milliseconds(run: () => unknown): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** Something to compare: a name, and what takes so many milliseconds in a round. */
export interface Contender {
  readonly name: string;
  readonly run: (round: number) => Promise<number>;
}

/**
 * Runs the contenders in turn, `rounds` times each and starting with another one each time, so that
 * a busy moment of the machine hits them all. Answers each one's median by its name.
 */
export async function interleave(
  rounds: number,
  contenders: readonly Contender[],
): Promise<(name: string) => number> {
  const times = new Map(contenders.map(({ name }): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % contenders.length;
    for (const { name, run } of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      times.get(name)?.push(await run(round));
    }
  }
  return (name) => median(times.get(name) ?? []);
}

export function isMet({ ratio, measured, required }: Measurement): boolean {
  if (ratio !== undefined) return ratio >= required;
  return measured !== undefined && measured <= required;
}
