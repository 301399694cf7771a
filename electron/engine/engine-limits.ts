/** How long the engine waits for what; milliseconds. */
export interface EngineLimits {
  /** From asking to the head of the answer, for what reads. Bodies of answers are exempt. */
  readonly readMs: number;
  /** The same for what writes. The time while a task (an import commit) holds the writer does not count. */
  readonly writeMs: number;
  /** How long a query over the rows of a dataset may run: it is stopped, and nothing of it is kept. */
  readonly queryMs: number;
  /** How much longer the thread of such a query may take to stop before it is given up. */
  readonly queryGraceMs: number;
  /** How long a place outside may take to answer before it is taken for silent. */
  readonly placeMs: number;
  /** A worker that does not answer a ping for so long is taken for hung. */
  readonly hangMs: number;
  /** How long a worker may take to close its databases before it is ended. */
  readonly closeMs: number;
  /** First and longest pause before a crashed worker starts again; doubled from crash to crash. */
  readonly backOffMs: readonly [first: number, longest: number];
  /** Crashes in a row after which a worker stays down. */
  readonly attempts: number;
  /** A worker that ran for so long has recovered: its crashes are forgotten. */
  readonly recoveredMs: number;
}

/**
 * Memory of a thread. Young objects get little room: without a bound V8 lets it grow as long as a
 * verification or an import runs, for no gain in speed.
 */
export const threadMemory = { maxYoungGenerationSizeMb: 24 } as const;

/** Memory of threads that answer one short request after another: with more room fewer of what they make outlives a collection. */
export const answeringMemory = { maxYoungGenerationSizeMb: 64 } as const;

export const defaultEngineLimits: EngineLimits = {
  readMs: 30_000,
  writeMs: 30_000,
  queryMs: 10_000,
  queryGraceMs: 2_000,
  placeMs: 15_000,
  hangMs: 60_000,
  closeMs: 10_000,
  backOffMs: [100, 10_000],
  attempts: 8,
  recoveredMs: 60_000,
};
