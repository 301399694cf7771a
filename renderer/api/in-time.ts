/** Reading on where the rate of a key holds a page back: after the pause that the answer names, by itself. */
import { ApiFailure } from './client.ts';

/** The longest pause that is waited for without anybody asking again; seconds. */
const longestPause = 60;

/** How often one page is asked for. */
const mostAttempts = 4;

const wait = (seconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, seconds * 1_000);
  });

/**
 * The answer of `ask`. What was refused for its rate was not read, nor metered: it is asked for again.
 * @throws what `ask` fails with otherwise, or at last
 */
export async function inTime<Answer>(
  ask: () => Promise<Answer>,
  pause: (seconds: number) => Promise<void> = wait,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const seconds = pauseOf(error);
      if (seconds === undefined || attempt === mostAttempts) throw error;
      await pause(seconds);
    }
  }
}

/** Undefined where asking again makes no sense, or not soon. */
function pauseOf(error: unknown): number | undefined {
  if (!(error instanceof ApiFailure) || error.code !== 'rate_limit_exceeded') return undefined;
  const { retryAfter } = error;
  return retryAfter !== null && retryAfter <= longestPause ? Math.max(0, retryAfter) : undefined;
}
