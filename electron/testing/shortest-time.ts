/** How long work takes this thread, whatever else the machine does. */
import process from 'node:process';

/** Milliseconds of processor time: the shortest of several runs, since others pay for what is cleared away. */
export function shortestTime(work: () => unknown, runs = 3): number {
  const times = Array.from({ length: runs }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}
