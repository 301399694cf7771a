/** An invoice as a page: what was frozen when it was issued, with a stamp where one is asked for. */
import { placeLines } from './address-lines.ts';
import { numberOf } from '../../../shared/billing/decimal.ts';
import { dayOf } from '../../../shared/billing/calendar.ts';
import { volumePlaces, type Dimension } from '../../../shared/billing/volume.ts';
import type { InvoiceStatus } from '../../../shared/contract/billing.ts';
import { dim, DocumentPage, type TextStyle } from '../../documents/document-page.ts';
import { invoiceFile } from '../../documents/pdf-a3.ts';
import type { InvoiceDocument, InvoiceLine } from '../invoice-document.ts';
import { reasonOf } from '../party-checks.ts';
import {
  categoryOf,
  decimalText,
  electronicInvoice,
  lastDayOf,
  nameOf,
  type InvoicePaper,
} from './invoice-paper.ts';
import { longDay, shortDay } from './paper-days.ts';
import { groupedDigits, taxNames } from './paper-words.ts';
import { moneyIn } from '../../../shared/billing/money.ts';

/** The outcome of an invoice, as a stamp on it says. */
export interface InvoiceStamp {
  readonly status: Extract<InvoiceStatus, 'PAID' | 'CANCELED'>;
  readonly on: string;
  readonly reason: string;
  /** Of the journal, which vouches for what was issued. */
  readonly entry: { readonly seq: number; readonly hash: string };
}

const stampColors = { PAID: '#1f7a4d', CANCELED: '#b3261e' } as const;
const small = 9;
const label: TextStyle = { size: 8, color: dim };

/** The bytes of the document; the same for the same invoice, paper and stamp. */
export async function invoicePdf(
  invoice: InvoiceDocument,
  paper: InvoicePaper,
  stamp?: InvoiceStamp,
): Promise<Uint8Array> {
  const { invoiceNumber, issuedAt } = invoice;
  const xml = electronicInvoice(invoice, paper);
  const page = new DocumentPage(
    `Invoice ${invoiceNumber}`,
    new Date(issuedAt),
    footOf(invoice, xml !== undefined, stamp),
    { size: 'A4', landscape: false, margin: 56, isArchive: true },
  );
  if (paper.isDemo) page.ribbon('DEMO · NOT AN INVOICE');
  drawHead(page, invoice);
  drawParties(page, paper);
  drawFacts(page, invoice, paper);
  drawLines(page, invoice, paper);
  if (stamp !== undefined) page.stamp(stamp.status, stampColors[stamp.status]);
  drawSums(page, invoice, paper);
  if (stamp !== undefined) drawOutcome(page, stamp);
  drawPayment(page, invoice, paper);
  if (invoice.notes !== '') {
    page.space(14);
    page.text('Notes', { weight: 'bold', size: small });
    page.text(invoice.notes, { color: dim, size: small });
  }
  page.archive(new Date(issuedAt), xml === undefined ? [] : [invoiceFile(xml)]);
  return page.finish();
}

function footOf(
  { invoiceNumber, invoiceId }: InvoiceDocument,
  isElectronic: boolean,
  stamp: InvoiceStamp | undefined,
): string {
  const told =
    stamp === undefined
      ? [`${invoiceNumber} · ${invoiceId}`]
      : [`${invoiceNumber} · Ledger entry ${stamp.entry.seq}`, stamp.entry.hash];
  const attached = isElectronic ? ['EN 16931 data attached: factur-x.xml'] : [];
  return [...told, ...attached].join('\n');
}

function drawHead(
  page: DocumentPage,
  { invoiceNumber, total, currency, dueDay }: InvoiceDocument,
): void {
  page.row([
    ['Invoice', { weight: 'bold', size: 21, to: 0.5 }],
    [
      `${moneyIn(currency).text(total)} ${currency}`,
      { weight: 'bold', size: 21, from: 0.4, to: 0.88, align: 'right' },
    ],
  ]);
  page.row([
    [invoiceNumber, { color: dim, size: 10.5, to: 0.5 }],
    [`due ${longDay(dueDay)}`, { color: dim, size: 10.5, from: 0.5, to: 0.88, align: 'right' }],
  ]);
}

/** Both parties side by side, each with its own lines. */
function drawParties(page: DocumentPage, { issuer, buyer }: InvoicePaper): void {
  const left = { to: 0.5 };
  const right = { from: 0.52 };
  const { address } = buyer;
  page.space(18);
  page.row([
    [issuer === undefined ? '' : 'From', { ...label, ...left }],
    ['Bill to', { ...label, ...right }],
  ]);
  page.row([
    [issuer?.legal_name ?? '', { weight: 'bold', size: small, ...left }],
    [buyer.name, { weight: 'bold', size: small, ...right }],
  ]);
  page.row([
    [issuer === undefined ? '' : placeLines(issuer.address).join('\n'), { size: small, ...left }],
    [placeLines(address).join('\n'), { size: small, ...right }],
  ]);
  const vat = (id: string | null | undefined) =>
    id === null || id === undefined ? '' : `VAT ${id}`;
  page.row([
    [joined(vat(issuer?.vat_id), issuer?.registration ?? ''), { size: small, color: dim, ...left }],
    [joined(vat(buyer.vat_id), buyer.email), { size: small, color: dim, ...right }],
  ]);
}

function joined(...parts: readonly string[]): string {
  return parts.filter((each) => each !== '').join(' · ');
}

/** `1 – 30 Sep 2026`: one month. */
function periodText(invoice: InvoiceDocument): string {
  return `1 – ${shortDay(lastDayOf(invoice))}`;
}

function drawFacts(
  page: DocumentPage,
  invoice: InvoiceDocument,
  { buyer, prices }: InvoicePaper,
): void {
  const facts = [
    ['Issued', shortDay(dayOf(invoice.issuedAt))],
    ['Supply period', periodText(invoice)],
    ['Terms', invoice.terms],
    ...(buyer.order_number === null ? [] : [['Your order', buyer.order_number] as const]),
    ['Account', invoice.accountId],
    ['Prices', prices],
  ] as const;
  const place = (index: number) => ({
    from: index / facts.length,
    to: (index + 1) / facts.length - 0.01,
  });
  page.rule(12, 6);
  page.row(facts.map(([name], index) => [name, { ...label, ...place(index) }]));
  page.row(facts.map(([, value], index) => [value, { size: small, ...place(index) }]));
  page.rule(4, 14);
}

function drawOutcome(page: DocumentPage, { status, on, reason }: InvoiceStamp): void {
  const said = `${status === 'PAID' ? 'Paid' : 'Canceled'} on ${longDay(dayOf(on))}`;
  page.space(6);
  page.text(reason === '' ? said : `${said}: ${reason}`, {
    size: small,
    color: stampColors[status],
  });
}

const columns = {
  name: { to: 0.42 },
  quantity: { from: 0.43, to: 0.57, align: 'right' },
  unit: { from: 0.58, to: 0.7 },
  price: { from: 0.68, to: 0.8, align: 'right' },
  tax: { from: 0.81, to: 0.86 },
  amount: { from: 0.87, align: 'right' },
} as const satisfies Record<string, TextStyle>;

const units = {
  time: 'hours',
  record: 'records',
  data: 'GB',
  operation: 'operations',
} as const satisfies Record<Dimension, string>;

function drawLines(page: DocumentPage, invoice: InvoiceDocument, { buyer }: InvoicePaper): void {
  const head = () => {
    page.row([
      ['Description', { ...label, ...columns.name }],
      ['Quantity', { ...label, ...columns.quantity }],
      ['Unit', { ...label, ...columns.unit }],
      ['Unit price', { ...label, ...columns.price }],
      ['VAT', { ...label, ...columns.tax }],
      [`Amount, ${invoice.currency}`, { ...label, ...columns.amount }],
    ]);
    page.rule(2, 5);
  };
  head();
  page.headPages(head);
  const category = categoryOf(buyer.tax);
  for (const line of invoice.lines.filter(isShown)) {
    const { measured } = line;
    page.row([
      [nameOf(line), { size: small, ...columns.name }],
      [
        measured === undefined
          ? ''
          : groupedDigits(decimalText(measured.volume, volumePlaces[measured.dimension])),
        { size: small, ...columns.quantity },
      ],
      [measured === undefined ? '' : units[measured.dimension], { size: small, ...columns.unit }],
      [measured === undefined ? '' : rateText(measured.rate), { size: small, ...columns.price }],
      [category, { size: small, ...columns.tax }],
      [moneyIn(invoice.currency).text(line.amount), { size: small, ...columns.amount }],
    ]);
    page.rule(2, 4);
  }
}

/** A line of 0 for which nothing was used says nothing. */
function isShown({ amount, measured, kind }: InvoiceLine): boolean {
  return amount !== 0n || (kind === 'usage' && (measured?.volume ?? 0n) > 0n);
}

/** Digits that are read of a rate that a month came to. */
const rateDigits = 6;

function rateText(rate: number): string {
  const text = rate.toFixed(rateDigits).replace(/0+$/, '');
  const [whole = '0', part = ''] = text.split('.');
  return groupedDigits(`${whole}.${part.padEnd(2, '0')}`);
}

function drawSums(page: DocumentPage, invoice: InvoiceDocument, { buyer }: InvoicePaper): void {
  const rate = numberOf(invoice.taxBps, 2);
  const category = categoryOf(buyer.tax);
  page.keepRoom(90);
  page.space(6);
  const sums = [
    ['Subtotal', invoice.subtotal],
    [
      `${taxNames[buyer.tax.kind]} (${category}), ${rate} % of ${moneyIn(invoice.currency).text(invoice.subtotal)}`,
      invoice.tax,
    ],
  ] as const;
  for (const [name, amount] of sums) {
    page.row([
      [name, { size: small, from: 0.5, to: 0.88 }],
      [moneyIn(invoice.currency).text(amount), { size: small, from: 0.88, align: 'right' }],
    ]);
    page.space(2);
  }
  page.row([
    [`Total, ${invoice.currency}`, { size: 11, weight: 'bold', from: 0.5, to: 0.8 }],
    [
      moneyIn(invoice.currency).text(invoice.total),
      { size: 11, weight: 'bold', from: 0.8, align: 'right' },
    ],
  ]);
  const reason = reasonOf(buyer.tax);
  if (reason === '') return;
  page.space(6);
  page.text(reason, { size: small });
}

/** Groups of four, as banks write it. */
function ibanText(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

function drawPayment(page: DocumentPage, invoice: InvoiceDocument, { issuer }: InvoicePaper): void {
  if (issuer === undefined || invoice.total <= 0n) return;
  const { iban, bic, payment_text: text = '' } = issuer;
  if (iban === undefined && text === '') return;
  const left = [
    ['Beneficiary', issuer.legal_name],
    ['IBAN', iban === undefined ? '' : ibanText(iban)],
    ['BIC', bic ?? ''],
  ].filter(([, value]) => value !== '');
  const right = [
    ['Reference', invoice.invoiceNumber],
    ['Amount', `${invoice.currency} ${moneyIn(invoice.currency).text(invoice.total)}`],
    ['By', longDay(invoice.dueDay)],
  ];
  page.space(16);
  page.framed(() => {
    page.row([
      ['Pay by transfer', { ...label, from: 0.02, to: 0.5 }],
      ['With this reference', { ...label, from: 0.52, to: 0.98 }],
    ]);
    for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
      const [one, other] = [left[index] ?? ['', ''], right[index] ?? ['', '']];
      page.row([
        [one[0] ?? '', { size: small, color: dim, from: 0.02, to: 0.14 }],
        [one[1] ?? '', { size: small, from: 0.14, to: 0.5 }],
        [other[0] ?? '', { size: small, color: dim, from: 0.52, to: 0.64 }],
        [other[1] ?? '', { size: small, from: 0.64, to: 0.98 }],
      ]);
    }
    if (text !== '') page.text(text, { size: small, from: 0.02, to: 0.98 });
  });
}
