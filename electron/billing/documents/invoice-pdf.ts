/** An invoice as a page: what was frozen when it was issued, with a stamp where one is asked for. */
import { numberOf } from '../../../shared/billing/decimal.ts';
import { dayOf } from '../../../shared/billing/calendar.ts';
import { volumePlaces, type Dimension } from '../../../shared/billing/volume.ts';
import type { InvoiceStatus } from '../../../shared/contract/billing.ts';
import { hdiv } from '../../../shared/billing/rounding.ts';
import { ratePlaces } from '../../../shared/billing/decimal.ts';
import { dim, DocumentPage, type TextStyle } from '../../documents/document-page.ts';
import { invoiceFile } from '../../documents/pdf-a3.ts';
import type { InvoiceDocument, InvoiceLine } from '../invoice-document.ts';
import {
  decimalText,
  electronicInvoice,
  lastDayOf,
  nameOf,
  type InvoicePaper,
} from './invoice-paper.ts';
import { longDay, shortDay } from './paper-days.ts';
import {
  archivePage,
  drawFactRow,
  drawParties,
  drawPayment,
  drawSums,
  drawTitle,
  label,
  small,
} from './paper-parts.ts';
import { invoiceTaxes, taxCell, type PaperTax } from './paper-taxes.ts';
import { groupedDigits } from './paper-words.ts';
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

/** The bytes of the document; the same for the same invoice, paper and stamp. */
export async function invoicePdf(
  invoice: InvoiceDocument,
  paper: InvoicePaper,
  stamp?: InvoiceStamp,
): Promise<Uint8Array> {
  const { invoiceNumber, issuedAt } = invoice;
  const taxes = invoiceTaxes(invoice, paper);
  const xml = electronicInvoice(invoice, paper, taxes);
  const page = new DocumentPage(
    `Invoice ${invoiceNumber}`,
    new Date(issuedAt),
    footOf(invoice, xml !== undefined, stamp),
    archivePage,
  );
  if (paper.isDemo) page.ribbon('DEMO · NOT AN INVOICE');
  drawHead(page, invoice);
  drawParties(page, paper);
  drawFacts(page, invoice, paper);
  drawLines(page, invoice, { paper, taxes });
  if (stamp !== undefined) page.stamp(stamp.status, stampColors[stamp.status]);
  drawSums(page, invoice, taxes);
  if (stamp !== undefined) drawOutcome(page, stamp);
  if (invoice.total > 0n) {
    drawPayment(page, paper.issuer, {
      reference: invoiceNumber,
      amount: `${invoice.currency} ${moneyIn(invoice.currency).text(invoice.total)}`,
      by: longDay(invoice.dueDay),
    });
  }
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
  drawTitle(page, {
    name: 'Invoice',
    amount: `${moneyIn(currency).text(total)} ${currency}`,
    number: invoiceNumber,
    day: `due ${longDay(dueDay)}`,
  });
}

/** `1 – 30 Sep 2026`: one month. */
export function periodText(invoice: Pick<InvoiceDocument, 'month'>): string {
  return `1 – ${shortDay(lastDayOf(invoice))}`;
}

function drawFacts(
  page: DocumentPage,
  invoice: InvoiceDocument,
  { buyer, prices }: InvoicePaper,
): void {
  drawFactRow(page, [
    ['Issued', shortDay(dayOf(invoice.issuedAt))],
    ['Supply period', periodText(invoice)],
    ['Terms', invoice.terms],
    ...(buyer.order_number === null ? [] : [['Your order', buyer.order_number] as const]),
    ['Account', invoice.accountId],
    ['Prices', prices],
  ]);
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

function drawLines(
  page: DocumentPage,
  invoice: InvoiceDocument,
  { paper, taxes }: { readonly paper: InvoicePaper; readonly taxes: readonly PaperTax[] },
): void {
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
      [taxCell(line, paper.buyer.tax, taxes), { size: small, ...columns.tax }],
      [moneyIn(invoice.currency).text(line.amount), { size: small, ...columns.amount }],
    ]);
    drawTiers(page, line, { currency: invoice.currency, tiers: paper.tiers });
    page.rule(2, 4);
  }
}

/** Below a line of use: what of it each tier was used for, at which price, and what that comes to. */
function drawTiers(
  page: DocumentPage,
  { kind, measured }: InvoiceLine,
  { currency, tiers }: Pick<InvoicePaper, 'tiers'> & { readonly currency: string },
): void {
  const used = kind === 'usage' && measured !== undefined ? tiers[measured.dimension] : undefined;
  if (used === undefined || measured === undefined) return;
  const money = moneyIn(currency);
  const dimmed = { size: 8, color: dim };
  const places = used.some((each) => each.isOfPackages) ? 0 : volumePlaces[measured.dimension];
  const amount = (nanos: bigint) => money.text(hdiv(nanos, money.nanosPerMinor));
  const row = (cells: readonly [string, string, string, string, string]) =>
    page.row([
      [cells[0], { ...dimmed, ...columns.name }],
      [cells[1], { ...dimmed, ...columns.quantity }],
      [cells[2], { ...dimmed, ...columns.unit }],
      [cells[3], { ...dimmed, ...columns.price }],
      [cells[4], { ...dimmed, ...columns.amount }],
    ]);
  for (const [index, { counted, rate, rated, flat, isOfPackages }] of used.entries()) {
    const quantity = groupedDigits(decimalText(counted, places));
    const unit = isOfPackages ? 'packages' : units[measured.dimension];
    row([`Tier ${index + 1}`, quantity, unit, rateText(numberOf(rate, ratePlaces)), amount(rated)]);
    if (flat > 0n) row([`Tier ${index + 1}, once`, '', '', '', amount(flat)]);
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
