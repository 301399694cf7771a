/** Credit notes: numbered documents that take issued invoices back, whole or in part. */
import * as z from './when-asked.ts';
import { creditNoteKinds } from '../billing/credit-notes.ts';
import { creditBearers } from '../billing/credits.ts';
import { amountOfMoney } from './billing.ts';
import { instantSchema, oneOf, paginated, queryBoolean } from './common.ts';
import { fault } from './faults.ts';
import { filled } from './issuer.ts';
import { limits } from './limits.ts';
import { page, type Route } from './route.ts';

/** Lines that a credit note may name. */
const mostLines = 200;

export const createCreditNoteSchema = z
  .strictObject({
    lines: z
      .array(
        z.strictObject({
          line: z
            .int(fault('type_integer'))
            .min(1, fault('at_least', { minimum: 1 }))
            .meta({ description: 'Place on the invoice, from 1' }),
          amount: amountOfMoney.meta({ description: 'Taken back of it, before tax' }),
        }),
      )
      .min(1, fault('not_empty'))
      .max(mostLines, fault('at_most_items', { maximum: mostLines })),
    reason: filled,
    borne_by: oneOf(creditBearers).meta({
      description:
        'Who gets less for it: required. HOLDERS: their shares of the invoice are taken back, fees and charges apart',
    }),
    reference: filled.meta({ description: 'Of the transfer that pays it back' }),
  })
  .meta({ id: 'CreateCreditNote', sent: true });
export type CreateCreditNote = z.output<typeof createCreditNoteSchema>;

export const createCreditNoteQuerySchema = z.strictObject({
  dry_run: queryBoolean.optional().meta({
    description: 'Answers 200 with what it would be, and writes nothing',
  }),
});

export const creditNotesQuerySchema = z.strictObject({
  account_id: filled.optional(),
  invoice_id: filled.optional(),
  ...page(limits.billing),
});
export type CreditNotesQuery = z.output<typeof creditNotesQuerySchema>;

export const creditNoteSchema = z
  .object({
    credit_note_id: z.string().meta({ description: 'Prefix cn_' }),
    credit_note_number: z.string(),
    kind: z.enum(creditNoteKinds).meta({
      description: 'REFUND takes back of a paid invoice, CANCELLATION all of a canceled one',
    }),
    invoice_id: z.string(),
    invoice_number: z.string(),
    account_id: z.string(),
    issued_date: instantSchema,
    lines: z.array(z.object({ line: z.int(), description: z.string(), amount: z.number() })),
    subtotal: z.number().meta({ description: 'Taken back before tax' }),
    tax: z.number(),
    total: z.number(),
    currency: z.string(),
    reason: z.string(),
    borne_by: z.enum(creditBearers).nullable().meta({
      description: 'Null of a canceled invoice: its shares are void',
    }),
    refund: z
      .object({ amount: z.number(), date: instantSchema, reference: z.string() })
      .nullable()
      .meta({ description: 'What was paid back; null where nothing had been paid' }),
    shares: z
      .array(
        z.object({
          dataset_id: z.string(),
          holder_id: z.string(),
          gross: z.number(),
          fee: z.number(),
          net: z.number(),
        }),
      )
      .optional()
      .meta({ description: 'What holders get less, as negative amounts: told to operators alone' }),
    pdf_sha256: z.string().nullable().optional().meta({
      description:
        'SHA-256 of its paper as it was issued: told of one credit note alone; null where nothing can be kept',
    }),
  })
  .meta({ id: 'CreditNote' });
export type CreditNote = z.infer<typeof creditNoteSchema>;
export const creditNotePageSchema = paginated(creditNoteSchema).meta({ id: 'CreditNotePage' });

const common = { area: 'billing', errorShape: 'sessions', extension: true } as const;

export const creditNoteRoutes = [
  {
    ...common,
    operationId: 'createCreditNote',
    method: 'POST',
    path: '/billing/invoices/{invoice_id}/credit-notes',
    summary: 'Take back of a paid invoice, and say who bears it',
    description:
      'Each line at most what is left of it. Its tax is the invoice’s; it is paid back under a reference. Borne by holders, their shares are taken back and carried against later earnings.',
    access: 'write',
    query: createCreditNoteQuerySchema,
    body: createCreditNoteSchema,
    status: 201,
    response: creditNoteSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
      'not_found',
      'conflict',
    ],
  },
  {
    ...common,
    operationId: 'listCreditNotes',
    method: 'GET',
    path: '/billing/credit-notes',
    summary: 'Credit notes, newest first',
    description: 'Of one account or of one invoice, where that is asked.',
    access: 'read',
    query: creditNotesQuerySchema,
    status: 200,
    response: creditNotePageSchema,
    errors: ['validation_error'],
  },
  {
    ...common,
    operationId: 'getCreditNote',
    method: 'GET',
    path: '/billing/credit-notes/{credit_note_id}',
    summary: 'A credit note',
    description: 'Its lines, its tax, why it was issued, and what was paid back.',
    access: 'read',
    status: 200,
    response: creditNoteSchema,
    errors: ['not_found'],
  },
  {
    ...common,
    operationId: 'getCreditNotePdf',
    method: 'GET',
    path: '/billing/credit-notes/{credit_note_id}/pdf',
    summary: 'A credit note as a document',
    description:
      'A PDF/A-3b: the lines that it takes back, each tax, why, and under which reference. The bytes as they were issued: `pdf_sha256` is their hash.',
    access: 'read',
    status: 200,
    response: { mediaType: 'application/pdf' },
    errors: ['not_found'],
  },
  {
    ...common,
    operationId: 'getCreditNoteXml',
    method: 'GET',
    path: '/billing/credit-notes/{credit_note_id}/xml',
    summary: 'A credit note for machines: EN 16931 as CII',
    description:
      'Type 381, with the invoice that it is on: the file that goes along in its document. None where the rules of the standard cannot hold, and none of the demo.',
    access: 'read',
    status: 200,
    response: { mediaType: 'application/xml' },
    errors: ['not_found'],
  },
] as const satisfies readonly Route[];
