/** How the processor time of a reader grows with what it reads. */

/** Of each size at most; the shortest one counts, since others were held up by what else runs. */
const repetitions = 12;
/** Growth below this is that of a reader in linear time: one whose time grows by the square has 16. */
export const linear = 10;
/** Below this, what is measured is the clock; milliseconds. */
const leastTime = 8;

/**
 * How many times as long four times as much takes: measured from the size to its fourfold, and from
 * its double to its fourfold, as if that went on; the larger of the two. What the reader throws is no
 * matter.
 */
export async function growthOf<Input>(
  read: (input: Input) => unknown,
  make: (size: number) => Input | Promise<Input>,
  size: number,
): Promise<number> {
  const inputs = [await make(size), await make(2 * size), await make(4 * size)];
  const times: number[][] = inputs.map(() => []);
  let growth = Number.POSITIVE_INFINITY;
  for (let run = 0; run < repetitions && growth >= linear; run += 1) {
    for (const [index, input] of inputs.entries()) times[index]?.push(await timeOf(read, input));
    const [once = 0, double = 0, fourfold = 0] = times.map((each) => Math.min(...each));
    growth = Math.max(
      fourfold / Math.max(once, leastTime),
      (fourfold / Math.max(double, leastTime)) ** 2,
    );
  }
  return growth;
}

/** Milliseconds of this thread alone, however busy the machine is. */
async function timeOf<Input>(read: (input: Input) => unknown, input: Input): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await read(input);
  } catch {
    // A refusal takes time too.
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
