/** `if_previous` of what replaces something: upon what it was decided, so that nothing is replaced unseen. */
import * as z from './when-asked.ts';

/** Schema of what a caller says it has looked at: the members that count, as they are read. */
export function previousOf<Members extends z.ZodRawShape>(members: Members) {
  return z.strictObject(members).partial().optional().meta({
    description:
      'What it was decided upon: these members as they were read, any of them. Where one is another by now, and is not what is asked for, it is a conflict that names each; `details.current` has them all.',
  });
}
