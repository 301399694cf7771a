/** Lawful erasure of committed values: what is sent and what is returned (ledger.md, "Erasure"). */
import { z } from 'zod';
import { hashSchema, instantSchema } from './common.ts';
import { actorSchema, interventionFields } from './interventions.ts';
import { limits } from './limits.ts';
import { committedFields } from './records.ts';

const erasableFields = [...committedFields, ...interventionFields] as const;

/** The body of `POST /records/{id}/erasures`. */
export const createErasureSchema = z.strictObject({
  fields: z
    .array(z.enum(erasableFields, { error: `must be one of ${erasableFields.join(', ')}` }), {
      error: 'must be an array of field names',
    })
    .min(1, 'must name at least one field')
    .refine((fields) => new Set(fields).size === fields.length, 'must name each field once'),
  legal_basis: z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .refine((text) => text.trim() !== '', 'must not be empty')
    .max(limits.shortString, `must have at most ${limits.shortString} characters`),
  actor: actorSchema,
  intervention_id: z.string().optional().meta({
    description: 'Erases what this intervention on the record commits to, not the record',
  }),
});
export type CreateErasure = z.infer<typeof createErasureSchema>;

/** A declared erasure. */
export const erasureSchema = z.object({
  seq: z.int(),
  target_id: z.string(),
  target_hash: hashSchema,
  fields: z.array(z.string()),
  legal_basis: z.string(),
  actor: z.object({ id: z.string(), role: z.string() }),
  created_at: instantSchema,
  hash: hashSchema,
});
export type Erasure = z.infer<typeof erasureSchema>;
