/** Lawful erasure of committed values: what is sent and what is returned (docs/ledger-format.md, "Entry types"). */
import * as z from './when-asked.ts';
import { hashSchema, instantSchema, listOf, oneOf } from './common.ts';
import { actorSchema, interventionFields } from './interventions.ts';
import { limits } from './limits.ts';
import { committedFields } from './records.ts';
import { fault, type FaultText } from './faults.ts';
import {
  personSignatureSchema,
  signerMembers,
  signingCheck,
  signingMembers,
  type Signing,
} from './signing.ts';

const erasableFields = [...committedFields, ...interventionFields] as const;

/** Names of fields, each once. */
function fieldsSchema<Name extends z.ZodType<string>>(name: Name, most: number) {
  return listOf(name, most, {
    error: fault('type_field_names'),
    none: fault('one_field_named'),
    tooMany: fault('each_field_once'),
  }).refine((fields) => new Set(fields).size === fields.length, fault('each_field_once'));
}

/** Members of the body of every erasure. */
export const erasingMembers = {
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
};

type Erasing = Signing & { readonly actor?: object | undefined };

/** Somebody erases: who signs, or who is named where nobody does. */
export function erasingCheck(body: Erasing, context: z.core.$RefinementCtx): void {
  signingCheck(body, context);
  const refuse = (message: FaultText) =>
    context.addIssue({ code: 'custom', path: ['actor'], message });
  if (body.actor === undefined && body.signer === undefined) refuse(fault('required'));
  if (body.actor !== undefined && body.signer !== undefined) {
    refuse(fault('not_with', { other: 'signer' }));
  }
}

/** The body of `POST /records/{id}/erasures`. */
export const createErasureSchema = z
  .strictObject({
    fields: fieldsSchema(oneOf(erasableFields), erasableFields.length),
    ...erasingMembers,
    intervention_id: z.string().optional().meta({
      description: 'Erases what this intervention on the record commits to, not the record',
    }),
  })
  .superRefine(erasingCheck)
  .meta({ id: 'CreateErasure', sent: true });
export type CreateErasure = z.infer<typeof createErasureSchema>;

/** The body of `POST /proof/{table}/{id}/erasures`. */
export const createRowErasureSchema = z
  .strictObject({
    fields: fieldsSchema(z.string(), limits.rowFields),
    ...erasingMembers,
  })
  .superRefine(erasingCheck)
  .meta({ id: 'CreateRowErasure', sent: true });
export type CreateRowErasure = z.infer<typeof createRowErasureSchema>;

/** A declared erasure. */
export const erasureSchema = z.object({
  seq: z.int(),
  targets: z.array(
    z.object({
      id: z.string().meta({
        description:
          'Of the record, the intervention, the alert or the figure; of a row <table>/<key>',
      }),
      hash: hashSchema.meta({ description: 'Of the entry that commits to the values' }),
      fields: z.array(z.string()),
    }),
  ),
  legal_basis: z.string(),
  request_id: z.string().exactOptional().meta({
    description: 'The request of a person that asked for it',
  }),
  actor: z.object({ id: z.string(), role: z.string() }),
  signature: personSignatureSchema.exactOptional(),
  approval: personSignatureSchema.exactOptional(),
  created_at: instantSchema,
  hash: hashSchema,
});
export type Erasure = z.infer<typeof erasureSchema>;

/** Erasures that were declared in one act: one, unless it has too many targets. */
export const erasureListSchema = z.object({ data: z.array(erasureSchema).min(1) });
export type ErasureList = z.infer<typeof erasureListSchema>;
