/** Waits in tests for what comes by itself. */
import { vi } from 'vitest';

/** Answer of `check` once it throws no more; whoever waits for a core on a busy machine is no failure. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 20_000, interval: 20 });
}
