/** What the writer says of a committed access, as it comes from another thread. */
import { z } from 'zod';
import type { AccessReceipt } from './commit-access.ts';

export const accessReceiptSchema: z.ZodType<AccessReceipt> = z.object({
  replayed: z.boolean(),
  answer: z.string(),
  at: z.string(),
  charged: z.object({ cost: z.string(), month: z.string() }).optional(),
  evidenceId: z.string().optional(),
});
