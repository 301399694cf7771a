/** Credit notes: those of an invoice, one before it is issued, and issuing it. */
import { keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  creditNotePageSchema,
  creditNoteSchema,
  type createCreditNoteSchema,
} from '../../shared/contract/billing-credit-notes.ts';
import { limits } from '../../shared/contract/limits.ts';
import { useAnswer } from './answers.ts';
import { useChange } from './changing.ts';
import { postOnce, reads, type Attempt } from './client.ts';
import { queryKeys } from './query-keys.ts';

export type NewCreditNote = z.input<typeof createCreditNoteSchema>;

function notesOf(invoice: string): string {
  return `/billing/invoices/${encodeURIComponent(invoice)}/credit-notes`;
}

/** The credit notes on an invoice, newest first. */
export function useCreditNotes(invoice: string) {
  return useAnswer('listCreditNotes', {
    queryKey: [...queryKeys.billing, 'credit-notes', invoice],
    queryFn: reads(creditNotePageSchema, {
      path: '/billing/credit-notes',
      query: { invoice_id: invoice, limit: limits.billing.maximumLimit },
    }),
  });
}

/** One credit note, with the hash of its paper. */
export function useCreditNote(id: string) {
  return useAnswer('getCreditNote', {
    queryKey: [...queryKeys.billing, 'credit-note', id],
    queryFn: reads(creditNoteSchema, { path: `/billing/credit-notes/${encodeURIComponent(id)}` }),
  });
}

/** A credit note as it would be issued; fails as issuing it would. */
export function useCreditNotePreview(invoice: string, body: NewCreditNote | undefined) {
  return useAnswer('createCreditNote', {
    queryKey: ['credit-note-preview', invoice, body],
    enabled: body !== undefined,
    queryFn: reads(creditNoteSchema, {
      method: 'POST',
      path: notesOf(invoice),
      query: { dry_run: true },
      body,
    }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
}

export function useCreateCreditNote() {
  return useChange(
    [queryKeys.billing, queryKeys.chain],
    ({ id, ...attempt }: { id: string } & Attempt<NewCreditNote>) =>
      postOnce(notesOf(id), attempt, creditNoteSchema),
    { alsoRefused: true },
  );
}
