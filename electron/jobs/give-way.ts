/** Long work of a job on a thread that has other things to do, too. */
import { setImmediate } from 'node:timers/promises';
import { JobStopped } from './job-runner.ts';

/** How long such work goes on by itself; milliseconds. */
const sliceTime = 20;

/**
 * To be awaited often, between two steps of the work: lets the thread do what it was asked meanwhile
 * once a slice is used up, and looks whether to stop.
 * @returns a function that throws {JobStopped} once the job is to stop
 */
export function givingWay(shouldStop: () => boolean): () => Promise<void> {
  let sliceStart = performance.now();
  return async () => {
    if (performance.now() - sliceStart < sliceTime) return;
    await setImmediate();
    sliceStart = performance.now();
    if (shouldStop()) throw new JobStopped();
  };
}
