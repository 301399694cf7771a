/** Checkpoints kept outside the database, and proofs that lead to them (extensions). */
import * as z from './when-asked.ts';
import { hashSchema, instantSchema, queryInteger } from './common.ts';
import { fault } from './faults.ts';

/** Verdicts of a checkpoint on the ledger that is open; the worst of all decides for the ledger. */
export const checkpointVerdicts = [
  'VERIFIED_ANCHORED',
  'VERIFIED_SIGNED',
  'SELF_CONSISTENT_ONLY',
  'TRUNCATED',
  'ROLLED_BACK',
  'FORKED',
  'BAD_SIGNATURE',
  'UNKNOWN_KEY',
] as const;
export const checkpointVerdictSchema = z.enum(checkpointVerdicts);
export type CheckpointVerdict = z.infer<typeof checkpointVerdictSchema>;

/** One known checkpoint. What the note does not tell, because it is damaged, is null. */
export const checkpointSchema = z.object({
  origin: z.string().nullable(),
  size: z.int().nullable().meta({ description: 'Entries that it covers' }),
  root_hash: hashSchema.nullable().meta({ description: 'RFC 6962 tree head over those entries' }),
  note: z.string().meta({ description: 'The C2SP signed note, byte for byte' }),
  kept_at: instantSchema.meta({ description: 'When the file was last written' }),
  anchored: z.boolean().meta({ description: 'Whether it was brought from elsewhere' }),
  verdict: checkpointVerdictSchema,
});
export type KnownCheckpoint = z.infer<typeof checkpointSchema>;

/** How a ledger can contradict what was last seen of it. */
export const lastSeenContradictions = [
  'TRUNCATED',
  'ROLLED_BACK',
  'FORKED',
  'AUDIT_LOG_CUT',
] as const;
export type LastSeenContradiction = (typeof lastSeenContradictions)[number];

export const seenSchema = z.object({
  size: z.int().meta({ description: 'Entries that the ledger had' }),
  audit_events: z.int().meta({ description: 'Events that the audit log had' }),
  seen_at: instantSchema.meta({ description: 'What the clock said then' }),
  contradiction: z.enum(lastSeenContradictions).nullable().meta({
    description:
      'null where ledger and audit log go on from what was seen; otherwise how they do not. `AUDIT_LOG_CUT`: events of the audit log that were there are missing or others',
  }),
});
export type Seen = z.infer<typeof seenSchema>;

/** How the ledger stands to the checkpoints known of it, and to what was last seen of it. */
export const standingSchema = z.object({
  verdict: checkpointVerdictSchema,
  message: z.string(),
  last_seen: seenSchema.nullable().meta({
    description:
      'What a file beside the database says of how far it had come; null where there is none, as in a case',
  }),
  checkpoint: checkpointSchema.nullable().meta({ description: 'The one that decides' }),
  ledger: z.object({ size: z.int(), root_hash: hashSchema.nullable() }),
});
export type Standing = z.infer<typeof standingSchema>;

/** A checkpoint that somebody kept elsewhere, to be compared and kept as an anchor. */
export const anchorCheckpointSchema = z
  .strictObject({
    note: z
      .string({ error: fault('checkpoint_text') })
      .min(1, fault('not_empty'))
      .max(65_536, fault('at_most_characters', { maximum: 65536 })),
  })
  .meta({ id: 'AnchorCheckpoint', sent: true });
export type AnchorCheckpoint = z.infer<typeof anchorCheckpointSchema>;

export const consistencyQuerySchema = z.strictObject({
  from: queryInteger(1, Number.MAX_SAFE_INTEGER),
  to: queryInteger(1, Number.MAX_SAFE_INTEGER).optional().meta({
    description: 'The size of the ledger unless given',
  }),
});

/** RFC 6962 §2.1.2: the tree of `from` entries is the beginning of the tree of `to`. */
export const consistencySchema = z.object({
  from: z.int(),
  to: z.int(),
  from_root: hashSchema,
  to_root: hashSchema,
  proof: z.array(hashSchema),
});

/** A key of the ledger: that of the genesis, or one that a change of key put in its place. */
export const ledgerKeySchema = z.object({
  vkey: z.string().meta({ description: 'C2SP verifier key' }),
  first_size: z.int().meta({ description: 'The smallest checkpoint that it signs for' }),
  seq: z.int().meta({ description: 'The entry that named it' }),
  created_at: instantSchema,
});
export type LedgerKeyPeriod = z.infer<typeof ledgerKeySchema>;

/** Value that a commitment covers: with `salt` and `value` its preimage can be written down. */
export const disclosedFieldSchema = z.object({
  field: z.string(),
  commitment: hashSchema,
  salt: z
    .string()
    .nullable()
    .meta({ description: 'null where the value was erased or is missing' }),
  value: z.string().nullable().meta({ description: 'The canonical JSON text of the value' }),
});

/** One entry with all that is needed to check it without this service. */
export const entryEvidenceSchema = z.object({
  seq: z.int(),
  type: z.string(),
  entry: z.string().meta({ description: 'The canonical bytes' }),
  hash: hashSchema,
  leaf_hash: hashSchema,
  fields: z.array(disclosedFieldSchema),
  inclusion: z.array(hashSchema).meta({
    description: 'RFC 6962 §2.1.1 audit path to the root of the checkpoint',
  }),
});
export type EntryEvidence = z.infer<typeof entryEvidenceSchema>;

export const recordEvidenceSchema = z.object({
  record_id: z.string(),
  vkey: z.string(),
  checkpoint: z.object({ size: z.int(), root_hash: hashSchema, note: z.string() }),
  record: entryEvidenceSchema,
  related: z.array(entryEvidenceSchema).meta({
    description: 'Interventions on the record and erasures in it, in journal order',
  }),
});
export type RecordEvidence = z.infer<typeof recordEvidenceSchema>;
