/** Lawful erasure of committed values: what is sent and what is returned (docs/ledger-format.md, "Entry types"). */
import * as z from './when-asked.ts';
import { hashSchema, instantSchema, listOf, oneOf } from './common.ts';
import { actorSchema, interventionFields } from './interventions.ts';
import { limits } from './limits.ts';
import { committedFields } from './records.ts';
import { fault, type FaultText } from './faults.ts';
import { personSignatureSchema, signerMembers, signingCheck, signingMembers } from './signing.ts';

const erasableFields = [...committedFields, ...interventionFields] as const;

/** The body of `POST /records/{id}/erasures`. */
export const createErasureSchema = z
  .strictObject({
    fields: listOf(oneOf(erasableFields), erasableFields.length, {
      error: fault('type_field_names'),
      none: fault('one_field_named'),
      tooMany: fault('each_field_once'),
    }).refine((fields) => new Set(fields).size === fields.length, fault('each_field_once')),
    legal_basis: z
      .string({
        error: (issue) => (issue.input === undefined ? fault('required') : fault('type_string')),
      })
      .refine((text) => text.trim() !== '', fault('not_empty'))
      .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString })),
    actor: actorSchema.optional().meta({
      description: 'Who erases, where nobody signs; with a signer it is that person',
    }),
    ...signerMembers,
    ...signingMembers,
    intervention_id: z.string().optional().meta({
      description: 'Erases what this intervention on the record commits to, not the record',
    }),
  })
  .superRefine((body, context) => {
    signingCheck(body, context);
    const refuse = (message: FaultText) =>
      context.addIssue({ code: 'custom', path: ['actor'], message });
    if (body.actor === undefined && body.signer === undefined) refuse(fault('required'));
    if (body.actor !== undefined && body.signer !== undefined) {
      refuse(fault('not_with', { other: 'signer' }));
    }
  })
  .meta({ id: 'CreateErasure', sent: true });
export type CreateErasure = z.infer<typeof createErasureSchema>;

/** A declared erasure. */
export const erasureSchema = z.object({
  seq: z.int(),
  target_id: z.string(),
  target_hash: hashSchema,
  fields: z.array(z.string()),
  legal_basis: z.string(),
  actor: z.object({ id: z.string(), role: z.string() }),
  signature: personSignatureSchema.exactOptional(),
  approval: personSignatureSchema.exactOptional(),
  created_at: instantSchema,
  hash: hashSchema,
});
export type Erasure = z.infer<typeof erasureSchema>;
