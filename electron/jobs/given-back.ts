/** What the writer gives back of the disk when a job is over that wrote to the ledger. */
import { z } from 'zod';

/** The writer's task; it answers the bytes. */
export const givingBackTask = 'give-back-room';

/** Has the writer give back what it can. A writer that is down or closes gives back nothing; bytes. */
export async function givenBack(
  callWriter: (task: string, params: unknown) => Promise<unknown>,
): Promise<number> {
  try {
    return z.int().parse(await callWriter(givingBackTask, {}));
  } catch {
    return 0;
  }
}
