/** Work with files from elsewhere: tasks that a thread does which can be ended at any moment. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';

/**
 * What is done with a file that others made. Parameters, news and result go from thread to thread:
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
}

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

/** What is said of a file whose reader was ended. */
export function givenUp(reason: string): ApiError {
  return new ApiError('validation_error', `The file was given up: ${reason}.`, {
    fields: [{ field: 'body', message: `was given up: ${reason}` }],
  });
}
