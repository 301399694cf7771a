/** Receipts: what each access to the rows of a session delivered, provable row by row (extension; docs/ledger-format.md, "Receipts of data sessions"). */
import * as z from './when-asked.ts';
import { instantSchema, paginated } from './common.ts';
import { limits } from './limits.ts';
import { accessKinds } from './activity.ts';
import { page, type Route } from './route.ts';

const digestSchema = z.string().meta({ description: '32 bytes, base64url' });

/** One access, as its receipt tells it. */
const receiptMembers = {
  n: z.int().meta({ description: '1, 2, 3… within the session' }),
  at: instantSchema,
  kind: z.enum(accessKinds),
  rows: z.int().meta({ description: 'Given out: rows, or results of an aggregation' }),
  bytes: z.int(),
  root: digestSchema,
  head: digestSchema.meta({ description: 'SHA-256 of the receipt, base64url' }),
};

export const receiptSummarySchema = z
  .object({
    ...receiptMembers,
    fields: z.array(z.string()).meta({ description: 'That were given out' }),
    cost: z.number().nullable().meta({
      description:
        'As it was charged, without the time of the session; null where a correction moved it',
    }),
    currency: z.string(),
  })
  .meta({ id: 'ReceiptSummary' });
export type ReceiptSummary = z.infer<typeof receiptSummarySchema>;

/** Where the ledger holds a receipt: its line, the path to the root of the batch, and that batch. */
const anchorSchema = z
  .object({
    seq: z.int().meta({ description: 'Of the batch in the journal' }),
    entry: z.string().meta({ description: 'The canonical bytes of the batch' }),
    index: z.int().meta({ description: 'Of the line in the batch, from 0' }),
    line: z.string().meta({ description: 'The canonical bytes of the line' }),
    path: z.array(digestSchema).meta({ description: 'From its leaf to the root of the batch' }),
  })
  .meta({ id: 'ReceiptAnchor' });

export const receiptSchema = z
  .object({
    ...receiptMembers,
    receipt: z.string().nullable().meta({
      description:
        'Its canonical bytes, whose SHA-256 is the head; null once its request is erased',
    }),
    request: z.string().nullable().meta({
      description:
        'The request as it is kept, whose SHA-256 the receipt has; null once it is erased',
    }),
    signature: z.object({
      vkey: z.string().meta({ description: 'The verifier key in force now' }),
      value: z
        .string()
        .meta({ description: 'Its Ed25519 signature over the 32 bytes of the head' }),
    }),
    anchor: anchorSchema.nullable().meta({ description: 'null until its line is sealed' }),
    erased: z.int().meta({ description: 'Rows of it that were erased since' }),
    salts: z
      .array(z.object({ record_id: z.string(), salt: z.string() }))
      .optional()
      .meta({
        description:
          'Of the leaves, in order of arrival, without rows that were erased: for the lab of the session, the holder and the operator',
      }),
  })
  .meta({ id: 'Receipt' });
export type ReceiptAnswer = z.infer<typeof receiptSchema>;

export const receiptPageQuerySchema = z.strictObject(page(limits.sessions));
export const receiptPageSchema = paginated(receiptSummarySchema).meta({ id: 'ReceiptPage' });

const reading = {
  method: 'GET',
  area: 'sessions',
  access: 'read',
  errorShape: 'sessions',
  extension: true,
  status: 200,
} as const;

export const receiptRoutes = [
  {
    ...reading,
    operationId: 'listSessionReceipts',
    path: '/sessions/{session_id}/receipts',
    summary: 'The receipts of a session, newest first',
    description: 'Looking at them is metered to nobody.',
    query: receiptPageQuerySchema,
    response: receiptPageSchema,
    errors: ['validation_error', 'not_found'],
  },
  {
    ...reading,
    operationId: 'getSessionReceipt',
    path: '/sessions/{session_id}/receipts/{n}',
    summary: 'One receipt, with what proves it',
    description:
      'The receipt, its path to the root of its batch, and the entry that holds the root.',
    response: receiptSchema,
    errors: ['not_found'],
  },
] as const satisfies readonly Route[];
