/** Threads that read files from elsewhere: one for each task, ended when it is over, stopped, or silent. */
import { Worker } from 'node:worker_threads';
import { ApiError } from '../../shared/contract/errors.ts';
import { Turns } from '../../shared/turns.ts';
import {
  givenUp,
  notBegun,
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

/** Threads that read, and the end of all of them. */
export interface ForeignThreads {
  readonly run: RunForeign;
  /** Ends what is being read and what waits for its turn; whatever is asked for later fails, too. */
  close(): void;
}

/** @param entry the file of the worker threads, which does what `workerData` asks for */
export function foreignThreads(entry: URL): ForeignThreads {
  const turns = new Turns(mostAtOnce);
  const closing = new AbortController();
  return {
    run: async (task, params, watch) => {
      const late = new AbortController();
      const signal = AbortSignal.any([
        closing.signal,
        late.signal,
        ...(watch.signal === undefined ? [] : [watch.signal]),
      ]);
      const waiting =
        watch.waitMs === undefined
          ? undefined
          : setTimeout(() => late.abort(notBegun(watch.noun ?? 'file')), watch.waitMs);
      try {
        signal.throwIfAborted();
        const end = await turns.take(signal, watch.caller);
        clearTimeout(waiting);
        try {
          return await runOnThread(entry, task, params, { ...watch, signal });
        } finally {
          end();
        }
      } finally {
        clearTimeout(waiting);
      }
    },
    close: () => closing.abort(ledgerCloses()),
  };
}

/** Error for what is read while the ledger is closed. */
export function ledgerCloses(): ApiError {
  return new ApiError(
    'engine_unavailable',
    'The ledger is being closed: what was sent was not read to its end, and nothing was done. Send it again.',
    { headers: { 'retry-after': '1' } },
  );
}

async function runOnThread<Params, Result, News>(
  entry: URL,
  { name }: ForeignTask<Params, Result, News>,
  params: Params,
  watch: TaskWatch<News> & { readonly signal: AbortSignal },
): Promise<Result | undefined> {
  const { quietMs, memoryMb, onNews, shouldStop, signal, noun = 'file' } = watch;
  signal.throwIfAborted();
  const end = Promise.withResolvers<Result | undefined>();
  const worker = new Worker(entry, {
    name: 'proofdesk-foreign',
    workerData: { foreignTask: name, params } satisfies ForeignWork,
    resourceLimits:
      memoryMb === undefined ? threadMemory : { ...threadMemory, maxOldGenerationSizeMb: memoryMb },
    env: withCodeCache(process.env),
  });
  const giveUp = () =>
    end.reject(givenUp(noun, `nothing more of it was read for ${quietMs / 1_000} s`));
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
    end.reject(isFull ? givenUp(noun, 'reading it takes too much memory') : error);
  });
  const leave = () => end.reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  worker.on('exit', () => end.reject(new Error(`The thread of ${name} ended.`)));
  try {
    return await end.promise;
  } finally {
    clearTimeout(deadline);
    clearInterval(looking);
    signal.removeEventListener('abort', leave);
    await worker.terminate();
  }
}
