/** Loaded before a program that is tried on a slow machine, in each of its threads: timers come up to 50 ms late. */
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { seeded } from './seeded.mjs';

const latest = 50;

/** Drawn from the seed, another sequence in each thread. */
const next = seeded(Number(process.env['PROOFDESK_SEED'] ?? 0) + threadId * 2_654_435_761);

/** The same function with a later delay, and with what Node hangs on it (`util.promisify.custom`). */
function late(timer, delayAt) {
  const later = (...given) => {
    const at = given.slice();
    at[delayAt] = Number(at[delayAt] ?? 0) + Math.floor(next() * latest);
    return timer(...at);
  };
  return Object.defineProperties(later, Object.getOwnPropertyDescriptors(timer));
}

const setTimeout = late(timers.setTimeout, 1);
globalThis.setTimeout = setTimeout;
timers.setTimeout = setTimeout;
timersPromises.setTimeout = late(timersPromises.setTimeout, 0);
syncBuiltinESMExports();
