/** A worker with tasks that behave as the reader of a hostile file may. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ForeignTask } from '../../foreign/foreign-task.ts';
import { foreignWorkOf, runForeign } from '../foreign-runtime.ts';

export const stubTasks = {
  /** Answers what it was given. */
  echo: { name: 'echo', run: async (params) => params } satisfies ForeignTask<
    string,
    string,
    number
  >,
  /** Never comes to an end. */
  hang: {
    name: 'hang',
    run: () => {
      for (;;);
    },
  } satisfies ForeignTask<string, string, number>,
  /** Works longer than it may be silent, and is never silent for so long. */
  talk: {
    name: 'talk',
    run: async (params, { tell }) => {
      for (let step = 0; step < 12; step += 1) {
        tell(step);
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
      }
      return params;
    },
  } satisfies ForeignTask<string, string, number>,
  /** Takes all the memory that it can get. */
  hoard: {
    name: 'hoard',
    run: () => {
      const kept: number[][] = [];
      for (;;) kept.push(Array.from({ length: 1_000_000 }, (_, index) => index + 0.5));
    },
  } satisfies ForeignTask<string, string, number>,
} as const;

const work = foreignWorkOf(workerData);
if (parentPort !== null && work !== undefined) {
  const load = async (name: string) => Object.values(stubTasks).find((each) => each.name === name);
  await runForeign(parentPort, work, load, {
    clock: Date.now,
    random: (bytes) => new Uint8Array(bytes),
  });
}
