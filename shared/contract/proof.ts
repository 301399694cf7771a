/** Proof of one row: who made and changed it, entry by entry (extension; docs/ledger-format.md, "Proof of one row"). */
import * as z from './when-asked.ts';
import { disclosedFieldSchema } from './checkpoints.ts';
import { hashSchema } from './common.ts';
import { createRowErasureSchema, erasureListSchema } from './erasures.ts';
import { limits } from './limits.ts';
import { page, type Route } from './route.ts';
import { personSignatureSchema, signingErrors } from './signing.ts';

export const rowProofQuerySchema = z.strictObject(page(limits.rowProof));
export type RowProofQuery = z.output<typeof rowProofQuerySchema>;

/** An entry about a row by what it did to it. */
export const rowActs = ['made', 'changed', 'ended', 'erased'] as const;

/**
 * How a committed value is told: `told` with its salt; `withheld`, as the object's own route does not tell it;
 * `erased`, as an erasure in the journal names it; `missing`, as it is gone and nothing says why.
 */
export const fieldStates = ['told', 'withheld', 'erased', 'missing'] as const;

const rowKeySchema = z.union([z.string(), z.array(z.union([z.string(), z.number()]))]);

export const rowEntrySchema = z
  .object({
    seq: z.int(),
    type: z.string(),
    created_at: z.string(),
    act: z.enum(rowActs),
    by: z
      .object({ id: z.string(), role: z.string() })
      .nullable()
      .meta({ description: 'Who did it; null where the entry does not say' }),
    set: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'Columns in clear; null where it says none' }),
    signature: personSignatureSchema.nullable(),
    approval: personSignatureSchema.nullable(),
    entry: z.string().meta({ description: 'The canonical bytes' }),
    hash: hashSchema,
    leaf_hash: hashSchema,
    fields: z
      .array(
        disclosedFieldSchema.extend({
          state: z.enum(fieldStates),
          erased_by: z.int().nullable().meta({
            description:
              'Of an erased value: seq of the erasure, which is an entry about the row too',
          }),
        }),
      )
      .meta({ description: 'What the entry commits to' }),
    erased: z
      .object({ fields: z.array(z.string()), legal_basis: z.string() })
      .nullable()
      .meta({ description: 'What it erased in entries about the row; null for any other entry' }),
    inclusion: z.array(hashSchema).meta({
      description: 'RFC 6962 §2.1.1 audit path to the root of the checkpoint',
    }),
  })
  .meta({ id: 'RowEntry' });
export type RowEntry = z.infer<typeof rowEntrySchema>;

const subjectLeafSchema = z
  .object({
    index: z.int(),
    line: z.string(),
    path: z.array(hashSchema),
  })
  .meta({ id: 'SubjectLeaf' });

/** How many facts and erasures about the row there were at an index, and that none is left out. */
export const subjectOfRowSchema = z
  .object({
    subject: z.string().meta({ description: '<table>/<id>' }),
    seq: z.int().meta({ description: 'Of the index: it speaks of the entries before it' }),
    entry: z.string().meta({ description: 'Its canonical bytes' }),
    inclusion: z.array(hashSchema),
    leaf: subjectLeafSchema.nullable().meta({ description: 'null where nothing was about it' }),
    left: subjectLeafSchema.nullable().meta({
      description: 'Where nothing was about it: the leaf before its place',
    }),
    right: subjectLeafSchema.nullable().meta({ description: 'The same, behind its place' }),
  })
  .meta({ id: 'SubjectOfRow' });
export type SubjectOfRow = z.infer<typeof subjectOfRowSchema>;

export const rowProofSchema = z
  .object({
    table: z.string(),
    id: rowKeySchema,
    vkey: z.string().meta({ description: 'Of the key that signed the checkpoint' }),
    checkpoint: z.object({ size: z.int(), root_hash: hashSchema, note: z.string() }),
    subject: subjectOfRowSchema.nullable().meta({
      description: 'Under the newest index; null where the journal has none',
    }),
    data: z.array(rowEntrySchema).meta({
      description:
        'The first one first; none for a row that is as every new ledger has it. An invoice begins with its own entry.',
    }),
    pagination: z.object({
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
      has_more: z.boolean(),
    }),
  })
  .meta({ id: 'RowProof' });
export type RowProof = z.infer<typeof rowProofSchema>;

export const proofRoutes = [
  {
    operationId: 'getRowProof',
    method: 'GET',
    path: '/proof/{table}/{id}',
    summary: 'Who made and changed a row, with all that proves it without this service',
    description:
      'A row of several key columns is named by its JSON array, percent-encoded. Told to whoever may read the object itself, and of committed values those that its own route tells. A checkpoint is signed where none covers the row yet.',
    area: 'chain',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    query: rowProofQuerySchema,
    status: 200,
    response: rowProofSchema,
    errors: ['validation_error', 'forbidden', 'not_found', 'engine_unavailable'],
  },
  {
    operationId: 'createRowErasure',
    method: 'POST',
    path: '/proof/{table}/{id}/erasures',
    summary: 'Erase committed values of a row, and declare it in the journal',
    description:
      'Values and salts of every fact of the row that commits to the fields are deleted, those of superseded facts as well; the columns become null, or empty where they must not be null. What stands on a paper that was issued is kept until its term has passed. `alert_entries` and `figures` name an alert or a recorded figure by its id: what was found, counted or noted goes. An act that people sign.',
    area: 'chain',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    prepares: true,
    body: createRowErasureSchema,
    status: 201,
    response: erasureListSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'forbidden',
      'not_found',
      'conflict',
      'retention',
      ...signingErrors,
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
] as const satisfies readonly Route[];
