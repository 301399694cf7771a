/** The clock, the chance and the network of the program that the client runs in. */
import { clientLimits } from './limits.ts';
import type { ClientClock, Fetch } from './types.ts';

export const systemClock: ClientClock = {
  now: () => Date.now(),
  wait(milliseconds, then, keepsAlive = false) {
    const timer = setTimeout(then, milliseconds);
    // In a browser it is a number.
    if (!keepsAlive && typeof timer === 'object') timer.unref();
    return () => clearTimeout(timer);
  },
};

export function randomBytes(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes));
}

export const askForBatch: Fetch = (url, request) =>
  fetch(url, { ...request, signal: AbortSignal.timeout(clientLimits.answerMs) });
