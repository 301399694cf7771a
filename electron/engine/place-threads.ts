/** Threads that look at places outside: a share that does not answer holds its own thread and nobody else. */
import { Worker } from 'node:worker_threads';
import { withCodeCache } from './code-cache.ts';
import { threadMemory } from './engine-limits.ts';
import type { ForeignWork, FromForeign } from './foreign-runtime.ts';
import { fromWireError } from './revive-error.ts';

/** How long a thread may take to load its code; milliseconds. */
const longestStart = 60_000;

/** One thread for each visit. One that is stuck in the system cannot be ended: no other follows it there. */
export class PlaceThreads {
  readonly #entry: URL;
  readonly #limitMs: number;
  /** Paths that a thread still hangs at. */
  readonly #stuck = new Set<string>();

  /**
   * @param entry the file of the worker threads, which does what `workerData` asks for
   * @param limitMs how long a place may take to answer; milliseconds
   */
  constructor(entry: URL, limitMs: number) {
    this.#entry = entry;
    this.#limitMs = limitMs;
  }

  /** What `visit-place` finds; undefined where the place does not answer in time. @throws what the task throws */
  async visit(path: string, order: unknown): Promise<unknown> {
    if (this.#stuck.has(path)) return undefined;
    const end = Promise.withResolvers<unknown>();
    const worker = new Worker(this.#entry, {
      name: 'proofdesk-place',
      workerData: { foreignTask: 'visit-place', params: order } satisfies ForeignWork,
      resourceLimits: threadMemory,
      env: withCodeCache(process.env),
    });
    let isSilent = false;
    const giveUp = () => {
      isSilent = true;
      end.resolve(undefined);
    };
    let deadline = setTimeout(giveUp, longestStart);
    worker.on('message', (message: FromForeign<unknown, never>) => {
      if (message.type === 'begun') {
        clearTimeout(deadline);
        deadline = setTimeout(giveUp, this.#limitMs);
      } else if (message.type === 'done') {
        end.resolve(message.result);
      } else if (message.type === 'failed') {
        end.reject(fromWireError(message.error));
      }
    });
    worker.on('error', (error: Error) => end.reject(error));
    worker.on('exit', () => end.reject(new Error('The thread at a place ended.')));
    try {
      return await end.promise;
    } finally {
      clearTimeout(deadline);
      if (isSilent) this.#leave(path, worker);
      else await worker.terminate();
    }
  }

  /** Not waited for: it ends when the system lets it go. */
  #leave(path: string, worker: Worker): void {
    this.#stuck.add(path);
    worker.unref();
    doNotWaitAtExit(worker);
    void worker.terminate().finally(() => {
      this.#stuck.delete(path);
      hanging.delete(worker);
    });
  }
}

const hanging = new Set<Worker>();
let isWatched = false;

/** A process that ends waits for its threads, by then with everything closed: for these it does not. */
function doNotWaitAtExit(worker: Worker): void {
  hanging.add(worker);
  if (isWatched) return;
  isWatched = true;
  process.on('exit', () => {
    if (hanging.size > 0) process.kill(process.pid, 'SIGKILL');
  });
}
