/** The entry of an issued invoice: its members in clear, what it commits to, the row that it vouches for. */
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { otherEntry, type OtherEntry } from '../../shared/ledger/entries.ts';
import type { JsonValue } from '../../shared/contract/json.ts';
import { commitmentsTo } from './commitments.ts';

export const invoiceType = 'ledger.invoice/v1';

/** Fields that are committed to and not told in clear: they name people, and may be erased by declaration. */
export const invoiceFields = ['customer', 'lines', 'notes', 'terms'] as const;
export type InvoiceField = (typeof invoiceFields)[number];

/** An issued invoice, as its entry states it. Amounts in cents, days `YYYY-MM-DD`. */
export interface InvoiceStatement {
  readonly id: string;
  readonly number: string;
  readonly accountId: string;
  /** First day. */
  readonly month: string;
  readonly issuedAt: string;
  readonly dueDay: string;
  readonly currency: string;
  /** Number of the last metered event there was: usage up to it, and none after, is billed. */
  readonly usageTo: number;
  /** Sum of the lines of usage. */
  readonly usage: bigint;
  /** Sum of the lines of adjustments. */
  readonly adjustments: bigint;
  readonly subtotal: bigint;
  readonly taxBps: bigint;
  readonly tax: bigint;
  readonly total: bigint;
  /** Of the document, `sha256:<hex>`. */
  readonly pdf: string;
}

/** A committed field: its canonical JSON text, and the salt of its commitment in base64url. */
export interface InvoiceValue {
  readonly field: InvoiceField;
  readonly salt: string;
  readonly value: string;
}

/** The canonical text of the entry. */
export function invoiceEntry(
  place: { readonly seq: number; readonly createdAt: string },
  invoice: InvoiceStatement,
  values: readonly InvoiceValue[],
): string {
  return otherEntry({
    type: invoiceType,
    ...place,
    commitments: commitmentsTo(values),
    members: {
      id: invoice.id,
      number: invoice.number,
      account_id: invoice.accountId,
      month: invoice.month.slice(0, 7),
      issued_at: invoice.issuedAt,
      due_day: invoice.dueDay,
      currency: invoice.currency,
      usage_to: invoice.usageTo,
      usage_cents: Number(invoice.usage),
      adjustments_cents: Number(invoice.adjustments),
      subtotal_cents: Number(invoice.subtotal),
      tax_bps: Number(invoice.taxBps),
      tax_cents: Number(invoice.tax),
      total_cents: Number(invoice.total),
      pdf: invoice.pdf,
    },
  });
}

/** The columns of the row that an entry stands for; `hash` is the entry's, hexadecimal. */
export function invoiceColumns(
  { members, seq }: OtherEntry,
  hash: string,
): Readonly<Record<string, JsonValue>> {
  const of = (name: string): JsonValue => members[name] ?? null;
  const month = of('month');
  return {
    invoice_id: of('id'),
    invoice_number: of('number'),
    account_id: of('account_id'),
    month: typeof month === 'string' ? `${month}-01` : null,
    issued_at: of('issued_at'),
    due_day: of('due_day'),
    currency: of('currency'),
    usage: of('usage_cents'),
    adjustments: of('adjustments_cents'),
    subtotal: of('subtotal_cents'),
    tax_bps: of('tax_bps'),
    tax: of('tax_cents'),
    total: of('total_cents'),
    pdf_sha256: of('pdf'),
    entry_seq: seq,
    entry_hash: `sha256:${hash}`,
  };
}

/** A column's value as the commitment to it has it: JSON as it is stored, text as a JSON string. */
export function committedText(field: InvoiceField, column: string): string {
  return field === 'customer' || field === 'lines' ? column : canonicalJson(column);
}
