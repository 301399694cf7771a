/** The routes of credit notes. */
import type {
  CreateCreditNote,
  CreditNote,
} from '../../../shared/contract/billing-credit-notes.ts';
import type { Commits } from '../../access/commits.ts';
import type { Journal } from '../../ledger/journal.ts';
import { jsonReply, pageReply, type RouteHandlers } from '../../route-handler.ts';
import type { BillingWriting } from '../billing-writing.ts';
import type { StoredInvoice } from '../invoices-store.ts';
import type { CreditNoteDraft } from './credit-note-writer.ts';
import { KnownIds } from '../known-ids.ts';
import { KeptPapers, type PaperReading } from '../papers/kept-papers.ts';
import { CreditNotesStore, shownShares } from './credit-notes-store.ts';
import { moneyIn } from '../../../shared/billing/money.ts';

export type CreditNoteReads = 'listCreditNotes' | 'getCreditNote';
export type CreditNoteWrites = 'createCreditNote';

export function creditNoteReads(options: PaperReading): RouteHandlers<CreditNoteReads> {
  const { database } = options;
  const papers = new KeptPapers(options);
  const notes = new CreditNotesStore(database);
  const known = new KnownIds(database);
  return {
    listCreditNotes: ({ query, own }) => {
      known.require(query, own);
      const { data, total } = notes.list(query);
      return pageReply(data, { total, limit: query.limit, offset: query.offset });
    },

    getCreditNote: async ({ parameters: { credit_note_id: id }, own }) => {
      // What holders get is not told to labs.
      const note = notes.require(id, { withShares: own === undefined });
      const sha256 = await papers.sha256({ kind: 'CREDIT_NOTE', about: id });
      return jsonReply({ ...note, pdf_sha256: sha256 });
    },
  };
}

export function creditNoteWrites({
  billing: { invoices, creditNotes, creditNoteWriter },
  commits,
}: {
  readonly billing: BillingWriting;
  readonly commits: Commits<Journal>;
}): RouteHandlers<CreditNoteWrites> {
  return {
    createCreditNote: (call) => {
      const { body, query, parameters, signal, principal } = call;
      const { invoice_id: id } = parameters;
      if (query.dry_run === true) {
        return commits.write({ idempotency: undefined, signal, principal }, [], (now) => {
          const invoice = invoices.require(id, now);
          const draft = creditNoteWriter.draw(invoice, body, now);
          return { status: 200, body: JSON.stringify(shownDraft(invoice, draft, body, now)) };
        });
      }
      return commits.writeJson(call, { status: 201, topics: ['billing'] }, (now) => {
        const invoice = invoices.require(id, now);
        const draft = creditNoteWriter.draw(invoice, body, now);
        const { reason, reference } = body;
        const noteId = creditNoteWriter.issue(invoice, draft, { reason, reference, now });
        return creditNotes.require(noteId, { withShares: true });
      });
    },
  };
}

/** A credit note that is not issued: without an id. */
function shownDraft(
  { document }: StoredInvoice,
  draft: CreditNoteDraft,
  { reason, reference }: CreateCreditNote,
  now: string,
): CreditNote {
  const money = moneyIn(document.currency);
  const total = money.number(draft.total);
  return {
    credit_note_id: '',
    credit_note_number: draft.creditNoteNumber,
    kind: 'REFUND',
    invoice_id: document.invoiceId,
    invoice_number: document.invoiceNumber,
    account_id: document.accountId,
    issued_date: now,
    lines: draft.lines.map(({ line, amount }) => ({
      line,
      description: document.lines[line - 1]?.description ?? '',
      amount: money.number(amount),
    })),
    subtotal: money.number(draft.subtotal),
    tax: money.number(draft.tax),
    total,
    currency: document.currency,
    reason,
    borne_by: draft.borneBy,
    refund: { amount: total, date: now, reference },
    shares: shownShares(draft.shares, money),
  };
}
