/** All that stands on a paper, as an order to draw it: by the versions that were in force when it was issued. */
import type { Database } from 'better-sqlite3';
import { ApiError } from '../../../shared/contract/errors.ts';
import { Accounts } from '../accounts.ts';
import { BillingSettingsStore } from '../billing-settings.ts';
import { CreditNotesStore } from '../credit-notes/credit-notes-store.ts';
import type { PaperOrder } from '../documents/paper-order.ts';
import { paperOf, type InvoicePaper } from '../documents/invoice-paper.ts';
import { paperTaxes } from '../documents/paper-taxes.ts';
import { Statements } from '../holders/statements.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import { InvoicesStore } from '../invoices-store.ts';
import { Parties } from '../parties.ts';
import { RateCards } from '../rate-cards.ts';
import { RemindersStore } from '../runs/reminders.ts';
import type { PaperPlace } from './papers-store.ts';

type OrderOf<Kind extends PaperOrder['kind']> = Extract<PaperOrder, { kind: Kind }>;

/** Over one connection. */
export class PaperOrders {
  readonly #isDemo: boolean;
  readonly #invoices: InvoicesStore;
  readonly #notes: CreditNotesStore;
  readonly #reminders: RemindersStore;
  readonly #statements: Statements;
  readonly #means: Parameters<typeof paperOf>[1];

  constructor(database: Database, { isDemo }: { readonly isDemo: boolean }) {
    this.#isDemo = isDemo;
    this.#invoices = new InvoicesStore(database);
    this.#notes = new CreditNotesStore(database);
    this.#reminders = new RemindersStore(database);
    this.#statements = new Statements(database);
    this.#means = {
      settings: new BillingSettingsStore(database),
      parties: new Parties(database),
      accounts: new Accounts(database),
      cards: new RateCards(database),
      isDemo,
    };
  }

  /** What stands on the paper of an invoice beside its document. */
  paperOf(document: InvoiceDocument): InvoicePaper {
    return paperOf(document, this.#means);
  }

  /** @throws {ApiError} `not_found` */
  of({ kind, about }: PaperPlace): PaperOrder {
    if (kind === 'CREDIT_NOTE') return this.creditNote(about);
    if (kind === 'STATEMENT') return this.statement(about);
    const [invoiceId = '', level = ''] = about.split('/');
    return this.reminder(invoiceId, level);
  }

  /** @throws {ApiError} `not_found` */
  creditNote(id: string): OrderOf<'CREDIT_NOTE'> {
    const { invoiceId, takenFrom, ...told } = this.#notes.document(id);
    const { document: invoice } = this.#invoices.require(invoiceId, told.issuedAt);
    const paper = this.paperOf(invoice);
    const { lines, taxes } = takenFrom(invoice);
    const note = { ...told, invoice, lines, taxes: paperTaxes(taxes, paper.buyer) };
    return { kind: 'CREDIT_NOTE', note, paper };
  }

  /** @throws {ApiError} `not_found` */
  statement(payoutId: string): OrderOf<'STATEMENT'> {
    return {
      kind: 'STATEMENT',
      drawn: this.#statements.ofPayout(payoutId),
      isDemo: this.#isDemo,
    };
  }

  /** @throws {ApiError} `not_found` */
  reminder(invoiceId: string, level: string): OrderOf<'REMINDER'> {
    const reminder = this.#reminders.of(invoiceId).find((each) => String(each.level) === level);
    if (reminder === undefined) {
      throw new ApiError('not_found', `The invoice ${invoiceId} has no reminder ${level}.`);
    }
    const { document } = this.#invoices.require(invoiceId, reminder.reminded_at);
    return { kind: 'REMINDER', reminder, document, paper: this.paperOf(document) };
  }
}
