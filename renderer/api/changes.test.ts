/** A change during a request is not lost: the answer may be of before it, so it is asked once more. */
import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invalidator } from './changes.ts';
import { queryKeys } from './query-keys.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A list (of the audit log unless told) that takes `ms` to be read, and how often it was. */
function watchedList(ms: number, queryKey: QueryKey = queryKeys.audit) {
  const client = new QueryClient();
  let reads = 0;
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: async () => {
      reads += 1;
      await new Promise((resolve) => {
        setTimeout(resolve, ms);
      });
      return reads;
    },
  });
  const stop = observer.subscribe(() => undefined);
  return { client, stop, reads: () => reads };
}

test('a change while nothing is asked is asked for once', async () => {
  const list = watchedList(10);
  await vi.advanceTimersByTimeAsync(50);
  const pending = invalidator(list.client);
  pending.add(['audit']);
  pending.add(['audit', 'records']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(list.reads()).toBe(2);
  list.stop();
});

test('a change during a request is asked for once more after it', async () => {
  const list = watchedList(500);
  const pending = invalidator(list.client);
  pending.add(['audit']);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(list.reads()).toBe(2);
  list.stop();
});

test('what needs attention is asked again when a job is over, not at each step of it', async () => {
  const overview = watchedList(10, queryKeys.overview);
  await vi.advanceTimersByTimeAsync(50);
  const pending = invalidator(overview.client);
  pending.add(['jobs']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(overview.reads()).toBe(1);
  pending.add(['jobs', 'job_ends']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(overview.reads()).toBe(2);
  overview.stop();
});
