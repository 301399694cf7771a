/** Work with files from elsewhere: tasks that a thread does which can be ended at any moment. */
import { ApiError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';

/**
 * Task over a file that others made. Parameters, news and result go from thread to thread:
 * they are plain data.
 */
export interface ForeignTask<Params, Result, News> {
  readonly name: string;
  /** Undefined where it was told to stop. */
  run(params: Params, means: TaskMeans<News>): Promise<Result | undefined>;
}

export interface TaskMeans<News> {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly createId: CreateId;
  /** Tells how far the work is: a thread that tells nothing for too long is ended. */
  readonly tell: (news: News) => void;
  readonly shouldStop: () => boolean;
}

export interface TaskWatch<News> {
  /** How long the work may tell nothing before it is given up; milliseconds. */
  readonly quietMs: number;
  /** Megabytes of values that last; what the machine has unless told. */
  readonly memoryMb?: number;
  readonly onNews?: (news: News) => void;
  readonly shouldStop?: () => boolean;
  /** Ends the work, and the wait for it, at once: it fails with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Whose work it is: of those who wait each has a turn before anybody has two. */
  readonly caller?: string;
  /** How long it may wait for its turn; milliseconds. As long as it takes unless told. */
  readonly waitMs?: number;
  /** Name in messages of what is read; `file` unless told. */
  readonly noun?: ForeignNoun;
}

export type ForeignNoun = 'file' | 'body';

/** Runs a task to its end; undefined where it was told to stop. @throws what the task throws */
export type RunForeign = <Params, Result, News>(
  task: ForeignTask<Params, Result, News>,
  params: Params,
  watch: TaskWatch<News>,
) => Promise<Result | undefined>;

/** Without threads a task is a call, which nothing can end. */
export function foreignCalls(
  means: Pick<TaskMeans<never>, 'clock' | 'random' | 'createId'>,
): RunForeign {
  return (task, params, { onNews, shouldStop }) =>
    task.run(params, {
      ...means,
      tell: (news) => onNews?.(news),
      shouldStop: () => shouldStop?.() ?? false,
    });
}

/** Who waits for what is read, and until when. */
export interface Waiting {
  readonly caller: string;
  readonly signal: AbortSignal;
}

/**
 * Reads for a request: nobody tells it to stop, but whoever sent it may leave.
 * @throws what the task throws; {ApiError} when it was given up, `signal`'s reason when that is aborted
 */
export async function readForRequest<Params, Result>(
  foreign: RunForeign,
  task: ForeignTask<Params, Result, never>,
  params: Params,
  watch: Waiting & Partial<TaskWatch<never>>,
): Promise<Result> {
  const { bodyMs: quietMs, bodyWaitMs: waitMs } = limits;
  const read = await foreign(task, params, { quietMs, waitMs, noun: 'body', ...watch });
  if (read === undefined) throw new Error(`${task.name} was told to stop, which nobody does.`);
  return read;
}

/** Error for what was not read to its end, since its reader was ended. */
export function givenUp(noun: ForeignNoun, reason: string): ApiError {
  return new ApiError('validation_error', `The ${noun} was given up: ${reason}.`, {
    fields: [faultAt('body', 'given_up', { words: reason })],
  });
}

/** Error for what could not even be begun, since others were read all the time. */
export function notBegun(noun: ForeignNoun): ApiError {
  return new ApiError(
    'engine_unavailable',
    `The ${noun} was not read, since others are being read. Nothing was done: send it again.`,
    { headers: { 'retry-after': '1' } },
  );
}
