/** The chain behind the records: head, entries, verification (extensions). */
import * as z from './when-asked.ts';
import { standingSchema } from './checkpoints.ts';
import { hashSchema, instantSchema } from './common.ts';

/** Verdicts on one entry, field or record. */
export const entryVerdicts = [
  'OK',
  'FIELD_ALTERED',
  'ENTRY_ALTERED',
  'LINK_BROKEN',
  'INSERTED',
  'DELETED',
  'REORDERED',
  'ERASED_DECLARED',
  'MISSING_UNDECLARED',
  'PROJECTION_MISMATCH',
  'TIME_REGRESSION',
  'ROW_ALTERED',
  'ROW_INSERTED',
  'ROW_DELETED',
  'SIGNATURE_INVALID',
] as const;
export const entryVerdictSchema = z.enum(entryVerdicts);
export type EntryVerdict = z.infer<typeof entryVerdictSchema>;

/** Verdicts on the ledger as a whole. */
export const ledgerVerdicts = [
  'VERIFIED_ANCHORED',
  'VERIFIED_SIGNED',
  'SELF_CONSISTENT_ONLY',
  'TRUNCATED',
  'ROLLED_BACK',
  'FORKED',
  'BAD_SIGNATURE',
  'UNKNOWN_KEY',
  'UNVERIFIABLE',
] as const;
export const ledgerVerdictSchema = z.enum(ledgerVerdicts);
export type LedgerVerdict = z.infer<typeof ledgerVerdictSchema>;

/** One deviation. `expected` and `actual` are hashes, values or canonical text, cut at 4,096 characters. */
export const findingSchema = z
  .object({
    verdict: entryVerdictSchema,
    seq: z.int().nullable().meta({
      description:
        'Of the entry; of a row the last fact, batch or entry that says what it must be, null where it is computed from many',
    }),
    type: z.string().nullable().meta({ description: 'Entry type, e.g. ledger.record/v1' }),
    record_id: z.string().nullable(),
    field: z.string().nullable().meta({ description: 'The altered field or index column' }),
    table: z.string().nullable().default(null).meta({
      description: 'The table of a row that is not what the journal says; null for an entry',
    }),
    row: z.string().nullable().default(null).meta({
      description: 'The key of that row, several columns as a JSON array',
    }),
    column: z.string().nullable().default(null).meta({
      description: 'Its column; null where the whole row is meant, and for an entry',
    }),
    expected: z.string().nullable(),
    actual: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: 'Finding' });
export type Finding = z.infer<typeof findingSchema>;

/** Tells whether a finding is about a row alone: the entries may all be as they were appended. */
export function isOfRow({ verdict }: Pick<Finding, 'verdict'>): boolean {
  return verdict.startsWith('ROW_');
}

/** One journal entry. `bytes` is the canonical text exactly as stored and hashed. */
export const entrySchema = z
  .object({
    seq: z.int(),
    type: z.string(),
    bytes: z.string(),
    hash: hashSchema,
    leaf_hash: hashSchema,
    previous_hash: hashSchema.nullable(),
    record_id: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'Entry' });
export type Entry = z.infer<typeof entrySchema>;

export const entryListSchema = z
  .object({ data: z.array(entrySchema), size: z.int() })
  .meta({ id: 'EntryList' });
export type EntryList = z.infer<typeof entryListSchema>;

/** Stages in which rows are compared with the journal: what one vouches for, the next ones start from. */
export const rowStages = [
  'facts',
  'signatures',
  'lines',
  'prices',
  'invoice_lines',
  'shares',
  'payouts',
  'books',
  'roll_ups',
  'decisions',
  'indexes',
] as const;

/** Phases of a verification's job, in their order. */
export const verificationPhases = ['verifying', 'lists', ...rowStages] as const;

/** Rows beside the entries that a verification compared with the journal. */
export const checkedRowsSchema = z
  .object({
    facts: z.int().meta({ description: 'Facts that rows were compared with' }),
    signatures: z.int().default(0).meta({ description: 'Signatures of people' }),
    not_signed: z.int().default(0).meta({
      description:
        'Interventions, erasures, decision profiles and facts about people that no person signed',
    }),
    lines: z.int().meta({
      description:
        'Lines (metered use, rows of data, the audit log) that a batch covers and that hold',
    }),
    open_lines: z.int().meta({
      description: 'Lines that no batch covers yet: nothing vouches for them',
    }),
    derived: z.int().meta({
      description:
        'Rows computed again: prices, invoice lines, shares, payouts, books, sums, facts of decisions',
    }),
    profiles_being_applied: z.int().default(0).meta({
      description: 'Decision profiles whose facts are still being made: those that there are hold',
    }),
    persons_not_checked: z.int().default(0).meta({
      description:
        'Decision profiles whose persons were not checked: their key is not here, or they are made anew',
    }),
    figures: z.int().default(0).meta({ description: 'Recorded figures counted again' }),
    figure_decisions_lost: z.int().default(0).meta({
      description:
        'Decisions of recorded figures that lost values since: they were not counted again, and what is missing is not more than them',
    }),
    indexes: z.int().meta({ description: 'Indexes of subjects computed anew, the newest' }),
    indexes_total: z.int().meta({ description: 'Indexes of subjects in the journal' }),
  })
  .meta({ id: 'CheckedRows' });
export type CheckedRows = z.infer<typeof checkedRowsSchema>;

/** The outcome of a full verification. `checked` of `total`; zero checked is never a success. */
export const verificationSchema = z
  .object({
    verification_id: z.string().meta({ description: 'Prefix job_; the job that ran it' }),
    verdict: ledgerVerdictSchema,
    checked: z.int(),
    total: z.int(),
    records_checked: z.int(),
    fields_checked: z.int(),
    rows: checkedRowsSchema.nullable().default(null).meta({
      description: 'null for a bundle, which holds entries alone',
    }),
    counts: z.partialRecord(entryVerdictSchema, z.int()),
    findings_total: z.int(),
    first_finding: findingSchema.nullable(),
    head_hash: hashSchema.nullable(),
    root_hash: hashSchema.nullable(),
    started_at: instantSchema,
    finished_at: instantSchema,
    duration_ms: z.int(),
  })
  .meta({ id: 'Verification' });
export type Verification = z.infer<typeof verificationSchema>;

/** The ledger at one moment: its head, and how it stands to its verification and its checkpoints. */
export const chainSchema = z
  .object({
    origin: z.string(),
    vkey: z.string(),
    size: z.int().meta({ description: 'Entries in the journal, the genesis among them' }),
    record_count: z.int(),
    head: z.object({ seq: z.int(), hash: hashSchema, created_at: instantSchema }),
    root_hash: hashSchema.nullable().meta({
      description: 'RFC 6962 tree head over all entries; null when the stored tree is damaged',
    }),
    verification: z
      .object({
        latest: verificationSchema.nullable().meta({ description: 'The newest that finished' }),
        running: z.string().nullable().meta({ description: 'The job of one that waits or runs' }),
      })
      .nullable()
      .meta({ description: 'null for whom verifications are not' }),
    standing: standingSchema.nullable().meta({
      description: 'To the newest checkpoints; null when what is stored is damaged',
    }),
  })
  .meta({ id: 'Chain' });
export type Chain = z.infer<typeof chainSchema>;

/** One record checked by itself: entry bytes, commitments, index columns, link to the record before. */
export const recordVerificationSchema = z
  .object({
    record_id: z.string(),
    seq: z.int(),
    verdict: entryVerdictSchema,
    fields: z.array(z.object({ field: z.string(), verdict: entryVerdictSchema })),
    findings: z.array(findingSchema),
    checked_at: instantSchema,
  })
  .meta({ id: 'RecordVerification' });
export type RecordVerification = z.infer<typeof recordVerificationSchema>;
