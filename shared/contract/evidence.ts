/** Evidence of transformations and operations: a ledger entry and a signed statement. */
import * as z from './when-asked.ts';
import { hashSchema, instantSchema, jsonObjectSchema } from './common.ts';
import { sourceClaimSchema } from './sources.ts';

export const evidenceKinds = ['transformation', 'operation', 'aggregation'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** The rows on one side of an action: how many, and the root of the tree over their salted leaves. */
export const evidenceSideSchema = z
  .object({
    count: z.int(),
    merkle_root: hashSchema,
    leaves: z
      .array(z.object({ record_id: z.string(), hash: hashSchema }))
      .meta({ description: 'Salted RFC 6962 leaves, in the order of the rows' }),
  })
  .meta({ id: 'EvidenceSide' });
export type EvidenceSide = z.infer<typeof evidenceSideSchema>;

/** A DSSE envelope (payload and signatures in base64). */
export const envelopeSchema = z
  .object({
    payloadType: z.string(),
    payload: z.string(),
    signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })),
  })
  .meta({ id: 'Envelope' });
export type Envelope = z.infer<typeof envelopeSchema>;

export const evidenceSchema = z
  .object({
    evidence_id: z.string().meta({ description: 'Prefix ev_' }),
    kind: z.enum(evidenceKinds),
    transformation_id: z.string().optional().meta({ description: 'Prefix transform_' }),
    operation_id: z.string().optional().meta({ description: 'Prefix op_' }),
    aggregation_id: z
      .string()
      .optional()
      .meta({ description: 'Prefix agg_; of an aggregation in which groups were withheld' }),
    session_id: z.string(),
    dataset_id: z.string(),
    created_at: instantSchema,
    actor: z.object({ id: z.string(), role: z.string() }),
    purpose: z.string().nullable().meta({ description: 'null once erased' }),
    action: z.object({
      name: z.string(),
      method: z.string().nullable(),
      parameters: jsonObjectSchema.nullable().meta({ description: 'null once erased' }),
      key_id: z.string().nullable().meta({ description: 'Names the key of keyed methods' }),
    }),
    metadata: jsonObjectSchema.nullable().meta({ description: 'null once erased' }),
    report: jsonObjectSchema.nullable().meta({
      description: 'Of a transformation: what became of each field, a TransformationReport',
    }),
    inputs: evidenceSideSchema,
    outputs: evidenceSideSchema.nullable(),
    counts: z.object({
      changed: z.int(),
      skipped: z.int(),
      withheld: z
        .int()
        .optional()
        .meta({ description: 'Groups of an aggregation that were too small to be shown' }),
    }),
    privacy: z
      .object({
        grant_id: z.string(),
        policy_version: z.int(),
        epsilon_micro: z.int().meta({ description: 'Its price, in millionths of ε' }),
        spent_micro: z.int().meta({ description: 'Of the grant, after it' }),
      })
      .optional()
      .meta({
        description: 'Of statistics: what the answer cost of the privacy budget of its grant',
      }),
    source: sourceClaimSchema
      .optional()
      .meta({ description: 'Of rows that the ledger does not hold' }),
    sequence: z.int().meta({ description: 'Journal index' }),
    previous_hash: hashSchema.meta({
      description: 'Of the evidence entry before it; of the genesis for the first',
    }),
    hash: hashSchema,
    envelope: envelopeSchema,
  })
  .meta({ id: 'Evidence' });
export type Evidence = z.infer<typeof evidenceSchema>;

/** Evidence in a list: what happened, without leaves and envelope. */
export const evidenceSummarySchema = z
  .object({
    evidence_id: z.string(),
    kind: z.enum(evidenceKinds),
    subject_id: z
      .string()
      .meta({ description: 'transformation_id, operation_id or aggregation_id' }),
    session_id: z.string(),
    dataset_id: z.string(),
    created_at: instantSchema,
    action: z.string(),
    method: z.string().nullable(),
    record_count: z.int(),
    sequence: z.int(),
    hash: hashSchema,
  })
  .meta({ id: 'EvidenceSummary' });
export type EvidenceSummary = z.infer<typeof evidenceSummarySchema>;

const leafSaltSchema = z.object({
  record_id: z.string(),
  salt: z.string().nullable().meta({ description: 'null where the row was erased' }),
});

/** The salts of the leaves, in the order of the leaves: base64url, 16 bytes each. */
export const evidenceSaltsSchema = z.object({
  evidence_id: z.string(),
  inputs: z.array(leafSaltSchema),
  outputs: z.array(leafSaltSchema).nullable(),
});
export type EvidenceSalts = z.infer<typeof evidenceSaltsSchema>;

/** Result of checking one evidence; `leaves` null where rows are not at hand. */
export const evidenceVerificationSchema = z
  .object({
    evidence_id: z.string(),
    verdict: z.enum(['VALID', 'INVALID']),
    checks: z.array(
      z.object({
        name: z.enum(['signature', 'statement', 'entry', 'link', 'inputs', 'outputs']),
        outcome: z.enum(['ok', 'failed', 'not_checked']),
        message: z.string(),
      }),
    ),
    checked_at: instantSchema,
  })
  .meta({ id: 'EvidenceVerification' });
export type EvidenceVerification = z.infer<typeof evidenceVerificationSchema>;
