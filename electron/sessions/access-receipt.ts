/** What the writer says of a committed access, as it comes from another thread. */
import { z } from 'zod';
import type { AccessOutcome } from './commit-access.ts';

export const accessOutcomeSchema: z.ZodType<AccessOutcome> = z.union([
  z.object({ taken: z.int() }),
  z.object({
    replayed: z.boolean(),
    answer: z.string(),
    n: z.int(),
    charged: z.object({ cost: z.string(), month: z.string() }).optional(),
    root: z.string().optional(),
    header: z.string().optional(),
    subjectId: z.string().optional(),
    evidenceId: z.string().optional(),
  }),
]);
