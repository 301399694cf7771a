/** A credit note as a page, and for machines: what it takes back of which invoice, under which taxes, and why. */
import { dayOf } from '../../../shared/billing/calendar.ts';
import { moneyIn } from '../../../shared/billing/money.ts';
import { ciiXml } from '../../documents/cii.ts';
import { DocumentPage, type TextStyle } from '../../documents/document-page.ts';
import { invoiceFile } from '../../documents/pdf-a3.ts';
import type { InvoiceDocument, InvoiceLine } from '../invoice-document.ts';
import { periodText } from './invoice-pdf.ts';
import { nameOf, toldBase, type InvoicePaper } from './invoice-paper.ts';
import { longDay, shortDay } from './paper-days.ts';
import {
  archivePage,
  drawFactRow,
  drawParties,
  drawSums,
  drawTitle,
  label,
  small,
} from './paper-parts.ts';
import { taxCell, taxOfLine, type PaperTax } from './paper-taxes.ts';

/** A credit note as it was issued, with the invoice that it is on. */
export interface CreditNoteDocument {
  readonly creditNoteNumber: string;
  readonly issuedAt: string;
  readonly invoice: InvoiceDocument;
  /** Of the invoice, with what of each is taken back; below 0 where a credit on it comes back, or lowers another tax. */
  readonly lines: readonly InvoiceLine[];
  readonly subtotal: bigint;
  readonly total: bigint;
  readonly taxes: readonly PaperTax[];
  readonly reason: string;
  /** Under which it was paid back; undefined where nothing had been paid. */
  readonly reference: string | undefined;
}

/** The bytes of the document; the same for the same note and paper. */
export async function creditNotePdf(
  note: CreditNoteDocument,
  paper: InvoicePaper,
): Promise<Uint8Array> {
  const { creditNoteNumber: number, issuedAt, invoice, total } = note;
  const xml = electronicCreditNote(note, paper);
  const foot = [
    `${number} · on ${invoice.invoiceNumber}`,
    ...(xml === undefined ? [] : ['EN 16931 data attached: factur-x.xml']),
  ].join('\n');
  const page = new DocumentPage(`Credit note ${number}`, new Date(issuedAt), foot, archivePage);
  if (paper.isDemo) page.ribbon('DEMO · NOT A CREDIT NOTE');
  drawTitle(page, {
    name: 'Credit note',
    amount: `${moneyIn(invoice.currency).text(total)} ${invoice.currency}`,
    number,
    day: `issued ${longDay(dayOf(issuedAt))}`,
  });
  drawParties(page, paper, 'Credited to');
  drawFactRow(page, [
    ['Issued', shortDay(dayOf(issuedAt))],
    ['On invoice', invoice.invoiceNumber],
    ['Of', shortDay(dayOf(invoice.issuedAt))],
    ['Supply period', periodText(invoice)],
    ['Account', invoice.accountId],
  ]);
  drawLines(page, note, paper);
  drawSums(page, { ...note, currency: invoice.currency }, note.taxes);
  drawWhy(page, note);
  page.archive(new Date(issuedAt), xml === undefined ? [] : [invoiceFile(xml)]);
  return page.finish();
}

const columns = {
  name: { to: 0.72 },
  tax: { from: 0.74, to: 0.82 },
  amount: { from: 0.83, align: 'right' },
} as const satisfies Record<string, TextStyle>;

function drawLines(page: DocumentPage, note: CreditNoteDocument, { buyer }: InvoicePaper): void {
  const { currency } = note.invoice;
  const head = () => {
    page.row([
      ['Taken back', { ...label, ...columns.name }],
      ['VAT', { ...label, ...columns.tax }],
      [`Amount, ${currency}`, { ...label, ...columns.amount }],
    ]);
    page.rule(2, 5);
  };
  head();
  page.headPages(head);
  for (const line of note.lines) {
    page.row([
      [nameOf(line), { size: small, ...columns.name }],
      [taxCell(line, buyer.tax, note.taxes), { size: small, ...columns.tax }],
      [moneyIn(currency).text(line.amount), { size: small, ...columns.amount }],
    ]);
    page.rule(2, 4);
  }
}

function drawWhy(page: DocumentPage, { reason, reference }: CreditNoteDocument): void {
  const told = [
    ['Reason', reason],
    ['Paid back under', reference ?? ''],
  ] as const;
  page.space(14);
  for (const [name, value] of told.filter(([, each]) => each !== '')) {
    page.row([
      [name, { ...label, to: 0.2 }],
      [value, { size: small, from: 0.2 }],
    ]);
  }
}

/** The credit note for machines (UNTDID 381); undefined where the rules of the standard cannot hold. */
export function electronicCreditNote(
  note: CreditNoteDocument,
  paper: InvoicePaper,
): string | undefined {
  const { invoice, lines } = note;
  const base = toldBase(note, paper);
  if (base === undefined) return undefined;
  return ciiXml({
    ...base,
    type: '381',
    number: note.creditNoteNumber,
    issuedOn: dayOf(note.issuedAt),
    notes: note.reason === '' ? [] : [note.reason],
    terms: note.reference === undefined ? 'Nothing was paid' : `Paid back under ${note.reference}`,
    lines: lines
      .filter(({ amount }) => amount > 0n)
      .map((line) => ({
        name: nameOf(line),
        quantity: '1',
        unit: 'C62',
        amount: line.amount,
        tax: taxOfLine(line, paper.buyer.tax),
      })),
    preceding: { number: invoice.invoiceNumber, issuedOn: dayOf(invoice.issuedAt) },
  });
}
