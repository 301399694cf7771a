/** How far the filling of a demo ledger is, told often enough to be seen and seldom enough to cost nothing. */
import type { Filling } from '../../shared/contract/recovery.ts';
import type { Clock } from '../../shared/time.ts';

/** Least time between two messages; milliseconds. At most 4 a second, and one for the end. */
const tellEvery = 250;

/** Call it as often as convenient: what comes too soon is not told, but for the end. */
export function tellSeldom(
  tell: (filling: Filling) => void,
  clock: Clock,
): (done: number, total: number) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (done, total) => {
    const now = clock();
    if (done < total && now - toldAt < tellEvery) return;
    toldAt = now;
    tell({ done, total });
  };
}
