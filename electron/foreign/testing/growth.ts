/** How the processor time of a reader grows with what it reads. */

const repetitions = 3;
/** Growth below this is that of a reader in linear time: one whose time grows by the square has 16. */
export const linear = 10;
/** Below this, what is measured is the clock; milliseconds. */
const leastTime = 8;

/** How many times as long four times as much takes. What the reader throws is no matter. */
export function growthOf<Input>(
  read: (input: Input) => unknown,
  make: (size: number) => Input,
  size: number,
): number {
  const [once, fourfold] = [make(size), make(4 * size)];
  let times: readonly [number, number] = [timeOf(read, once), timeOf(read, fourfold)];
  const growth = () => times[1] / Math.max(times[0], leastTime);
  // The quickest of some runs tells: others were held up by what else runs.
  for (let run = 1; run < repetitions && growth() >= linear; run += 1) {
    times = [Math.min(times[0], timeOf(read, once)), Math.min(times[1], timeOf(read, fourfold))];
  }
  return growth();
}

/** Milliseconds of this thread alone, however busy the machine is. */
function timeOf<Input>(read: (input: Input) => unknown, input: Input): number {
  const before = process.threadCpuUsage();
  try {
    read(input);
  } catch {
    // A refusal takes time too.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
