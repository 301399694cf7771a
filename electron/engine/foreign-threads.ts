/** Threads that read files from elsewhere: one for each task, ended when it is over, stopped, or silent. */
import { Worker } from 'node:worker_threads';
import {
  givenUp,
  type ForeignTask,
  type RunForeign,
  type TaskWatch,
} from '../foreign/foreign-task.ts';
import { withCodeCache } from './code-cache.ts';
import { threadMemory } from './engine-limits.ts';
import type { ForeignWork, FromForeign } from './foreign-runtime.ts';
import { fromWireError } from './revive-error.ts';

/** Threads at once; further tasks wait for their turn. */
const mostAtOnce = 2;
/** How often it is looked whether to stop; milliseconds. */
const lookEvery = 100;
/** How long a thread may take to load its code; milliseconds. */
const longestStart = 60_000;

/** @param entry the file of the worker threads, which does what `workerData` asks for */
export function foreignThreads(entry: URL): RunForeign {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task, params, watch) => {
    if (running < mostAtOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await runOnThread(entry, task, params, watch);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

async function runOnThread<Params, Result, News>(
  entry: URL,
  { name }: ForeignTask<Params, Result, News>,
  params: Params,
  { quietMs, memoryMb, onNews, shouldStop }: TaskWatch<News>,
): Promise<Result | undefined> {
  const end = Promise.withResolvers<Result | undefined>();
  const worker = new Worker(entry, {
    name: 'proofdesk-foreign',
    workerData: { foreignTask: name, params } satisfies ForeignWork,
    resourceLimits:
      memoryMb === undefined ? threadMemory : { ...threadMemory, maxOldGenerationSizeMb: memoryMb },
    env: withCodeCache(process.env),
  });
  const giveUp = () => end.reject(givenUp(`nothing more of it was read for ${quietMs / 1_000} s`));
  let deadline = setTimeout(giveUp, longestStart);
  const looking = setInterval(() => {
    if (shouldStop?.() === true) end.resolve(undefined);
  }, lookEvery);
  worker.on('message', (message: FromForeign<Result, News>) => {
    clearTimeout(deadline);
    switch (message.type) {
      case 'begun':
        deadline = setTimeout(giveUp, quietMs);
        break;
      case 'news':
        deadline = setTimeout(giveUp, quietMs);
        try {
          onNews?.(message.news);
        } catch (error) {
          end.reject(error);
        }
        break;
      case 'done':
        end.resolve(message.result);
        break;
      case 'failed':
        end.reject(fromWireError(message.error));
        break;
    }
  });
  worker.on('error', (error: Error) => {
    const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    end.reject(isFull ? givenUp('reading it takes too much memory') : error);
  });
  worker.on('exit', () => end.reject(new Error(`The thread of ${name} ended.`)));
  try {
    return await end.promise;
  } finally {
    clearTimeout(deadline);
    clearInterval(looking);
    await worker.terminate();
  }
}
