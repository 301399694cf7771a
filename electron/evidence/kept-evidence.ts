/** What the table `evidence` keeps of prepared evidence beside its own columns. */
import { z } from 'zod';
import { evidenceKinds, evidenceSideSchema } from '../../shared/contract/evidence.ts';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { sourceClaimSchema } from '../../shared/contract/sources.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { committedEvidence } from './evidence.ts';

/** Prepared evidence as it is kept in JSON; values are payloads of the journal, so that erasure reaches them. */
export const keptSchema = z.object({
  kind: z.enum(evidenceKinds),
  actor: z.object({ id: z.string(), role: z.string() }),
  action: z.object({
    name: z.string(),
    method: z.string().nullable(),
    keyId: z.string().nullable(),
  }),
  counts: z.object({ changed: z.int(), skipped: z.int(), withheld: z.int().optional() }),
  privacy: z
    .object({
      grantId: z.string(),
      policyVersion: z.int(),
      epsilonMicro: z.int(),
      spentMicro: z.int(),
    })
    .optional(),
  source: sourceClaimSchema.optional(),
  inputs: evidenceSideSchema,
  outputs: evidenceSideSchema.nullable(),
  commitments: z.array(z.object({ field: z.enum(committedEvidence), hash: z.string() })),
});

export type KeptEvidence = z.output<typeof keptSchema>;

/** Reads what is kept of evidence; undefined where the text is not as the program writes it, or has more in it. */
export function keptEvidence(text: unknown): KeptEvidence | undefined {
  return writtenAs(keptSchema, text);
}

/** The value of JSON that has no space and no member which the program does not write; otherwise undefined. */
export function writtenAs<Schema extends z.ZodType>(
  schema: Schema,
  text: unknown,
): z.output<Schema> | undefined {
  const value = typeof text === 'string' ? jsonOrUndefined(text) : undefined;
  if (value === undefined || JSON.stringify(value) !== text) return undefined;
  const { success, data } = schema.safeParse(value);
  return success && canonicalJson(z.json().parse(data)) === canonicalJson(value) ? data : undefined;
}
