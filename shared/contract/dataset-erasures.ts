/** Erasure of rows of a dataset: of some, of all of one entity, or of all there are (extension; docs/ledger-format.md, "Entry types"). */
import * as z from './when-asked.ts';
import { instantSchema, listOf, paginated } from './common.ts';
import { erasingCheck, erasingMembers } from './erasures.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import { page, type Route } from './route.ts';
import { personSignatureSchema, signingErrors } from './signing.ts';
import { rowErasureScopes } from '../ledger/row-erasures.ts';

const text = (most: number) =>
  z
    .string({
      error: (issue) => (issue.input === undefined ? fault('required') : fault('type_string')),
    })
    .refine((value) => value.trim() !== '', fault('not_empty'))
    .max(most, fault('at_most_characters', { maximum: most }));

/** The body of `POST /datasets/{id}/erasures`. */
export const createDatasetErasureSchema = z
  .strictObject({
    record_ids: listOf(z.string(), limits.erasedRows).optional().meta({
      description: 'Of the dataset, as its holder knows them',
    }),
    entity: z.union([z.string(), z.number(), z.boolean()]).optional().meta({
      description:
        'A value of the field that the policy in force names as `entity`: all rows of it',
    }),
    scope: z
      .literal('dataset', { error: fault('exactly', { value: 'dataset' }) })
      .optional()
      .meta({ description: 'Every row; grants and sessions end with it' }),
    reason: text(limits.reasonText),
    ...erasingMembers,
  })
  .superRefine(erasingCheck)
  .superRefine(({ record_ids: ids, entity, scope }, context) => {
    const refuse = (path: string, message: ReturnType<typeof fault>) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const told = [ids, entity, scope].filter((each) => each !== undefined).length;
    if (told === 0) refuse('record_ids', fault('required'));
    if (told > 1)
      refuse(
        ids === undefined ? 'scope' : 'record_ids',
        fault('not_with', { other: entity === undefined ? 'scope' : 'entity' }),
      );
  })
  .meta({ id: 'CreateDatasetErasure', sent: true });
export type CreateDatasetErasure = z.infer<typeof createDatasetErasureSchema>;

const recipientSchema = z
  .object({
    account_id: z.string(),
    grant_id: z.string().nullable(),
    last_at: instantSchema.meta({ description: 'When one of the rows was given out last' }),
    rows: z.int().meta({ description: 'Different rows of these that it was given' }),
  })
  .meta({ id: 'ErasureRecipient' });
export type ErasureRecipient = z.infer<typeof recipientSchema>;

const recipients = z.array(recipientSchema).meta({
  description: 'Who was ever given one of the rows, by the receipts: to be told of the erasure',
});

export const declaredDatasetErasureSchema = z
  .object({
    erasure_id: z.string().meta({ description: 'Prefix ers_' }),
    count: z.int(),
    recipients,
  })
  .meta({ id: 'DeclaredDatasetErasure' });
export type DeclaredDatasetErasure = z.infer<typeof declaredDatasetErasureSchema>;

export const datasetErasureSchema = z
  .object({
    erasure_id: z.string(),
    seqs: z
      .array(z.int())
      .meta({ description: 'Of its entries in the journal: one, unless it names many rows' }),
    created_at: instantSchema,
    scope: z.enum(rowErasureScopes),
    count: z.int().meta({ description: 'Rows that went' }),
    legal_basis: z.string(),
    reason: z.string().nullable().meta({ description: 'null once it is erased itself' }),
    actor: z.object({ id: z.string(), role: z.string() }),
    signature: personSignatureSchema.nullable().meta({ description: 'Of who erased them' }),
    recipients,
  })
  .meta({ id: 'DatasetErasure' });
export type DatasetErasure = z.infer<typeof datasetErasureSchema>;

export const datasetErasurePageSchema = paginated(datasetErasureSchema).meta({
  id: 'DatasetErasurePage',
});

/** The body of `POST /datasets/{id}/resolve`. */
export const resolveSchema = z
  .strictObject({
    grant_id: z.string(),
    value: text(limits.shortString).meta({
      description: 'As a lab of the grant was given it: `rec_…`, or `hmac-sha256:…` with its field',
    }),
    field: z
      .string()
      .optional()
      .meta({ description: 'The address of the field that the value was given in' }),
  })
  .meta({ id: 'ResolveValue', sent: true });

export const resolvedSchema = z
  .object({
    record_id: z.string().nullable().meta({ description: 'Of a row, where the value was its id' }),
    value: z
      .union([z.string(), z.number(), z.boolean()])
      .nullable()
      .meta({ description: 'What stands in the dataset' }),
  })
  .meta({ id: 'ResolvedValue' });
export type Resolved = z.infer<typeof resolvedSchema>;

const ofRows = { area: 'datasets', errorShape: 'sessions', extension: true } as const;

export const datasetErasureRoutes = [
  {
    ...ofRows,
    operationId: 'createDatasetErasure',
    method: 'POST',
    path: '/datasets/{dataset_id}/erasures',
    summary:
      'Erase rows, all rows of an entity, or a dataset: declared in the journal, deleted everywhere',
    description:
      'Rows and salts are deleted from every copy in the database and from files beside it; commitments stay, and verification says ERASED_DECLARED. An act that people sign.',
    access: 'write',
    prepares: true,
    body: createDatasetErasureSchema,
    status: 201,
    response: declaredDatasetErasureSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'not_found',
      'conflict',
      'idempotency_key_reused',
      ...signingErrors,
    ],
  },
  {
    ...ofRows,
    operationId: 'listDatasetErasures',
    method: 'GET',
    path: '/datasets/{dataset_id}/erasures',
    summary: 'The erasures of rows of a dataset, newest first, with who was given such rows',
    description:
      'Of every erasure: when, which rows, why, and which accounts had read them before.',
    access: 'read',
    query: z.strictObject(page(limits.sessions)),
    status: 200,
    response: datasetErasurePageSchema,
    errors: ['validation_error', 'not_found'],
  },
  {
    ...ofRows,
    operationId: 'resolveDatasetValue',
    method: 'POST',
    path: '/datasets/{dataset_id}/resolve',
    summary: 'What a record id or a hashed value of one grant stands for',
    description: 'For the holder; the audit log has who asked.',
    access: 'read',
    body: resolveSchema,
    status: 200,
    response: resolvedSchema,
    errors: ['validation_error', 'malformed_json', 'not_found'],
  },
] as const satisfies readonly Route[];
