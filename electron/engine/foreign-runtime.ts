/** The thread that does one task with a file from elsewhere. */
import type { MessagePort } from 'node:worker_threads';
import { createIdFactory, type RandomBytes } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import type { ForeignTask } from '../foreign/foreign-task.ts';
import { toWireError } from './wire-error.ts';
import type { WireError } from './wire.ts';

/** Work that such a thread is started for: its `workerData`. */
export interface ForeignWork {
  readonly foreignTask: string;
  readonly params: unknown;
}

export type FromForeign<Result, News> =
  /** The code is loaded, the task begins. */
  | { readonly type: 'begun' }
  | { readonly type: 'news'; readonly news: News }
  | { readonly type: 'done'; readonly result: Result | undefined }
  | { readonly type: 'failed'; readonly error: WireError };

/** Undefined for a thread of the engine itself. */
export function foreignWorkOf(workerData: unknown): ForeignWork | undefined {
  if (typeof workerData !== 'object' || workerData === null) return undefined;
  if (!('foreignTask' in workerData) || !('params' in workerData)) return undefined;
  const { foreignTask, params } = workerData;
  return typeof foreignTask === 'string' ? { foreignTask, params } : undefined;
}

/** Does the one task, which `load` finds by its name; the thread that started this one ends it. */
export async function runForeign(
  port: MessagePort,
  { foreignTask, params }: ForeignWork,
  load: (name: string) => Promise<ForeignTask<unknown, unknown, unknown> | undefined>,
  { clock, random }: { readonly clock: Clock; readonly random: RandomBytes },
): Promise<void> {
  const post = (message: FromForeign<unknown, unknown>) => port.postMessage(message);
  try {
    const task = await load(foreignTask);
    if (task === undefined) throw new Error(`There is no task ${foreignTask}.`);
    post({ type: 'begun' });
    const result = await task.run(params, {
      clock,
      random,
      createId: createIdFactory({ now: clock, random }),
      tell: (news) => post({ type: 'news', news }),
      // Whoever wants it to stop ends the thread.
      shouldStop: () => false,
    });
    post({ type: 'done', result });
  } catch (error) {
    post({ type: 'failed', error: toWireError(error) });
  }
}
