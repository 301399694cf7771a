/** The entry of an issued invoice: its members in clear, what it commits to, the row that it vouches for. */
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { otherEntry, type LedgerEntry, type OtherEntry } from '../../shared/ledger/entries.ts';
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import type { TreeHead } from '../../shared/ledger/subjects.ts';
import { commitmentsTo } from './commitments.ts';

export const invoiceType = 'ledger.invoice/v2';
/** The same from before shares were fixed as an invoice is issued. */
export const earlierInvoiceType = 'ledger.invoice/v1';
export const invoiceTypes = [earlierInvoiceType, invoiceType] as const;

/** Fields that are committed to and not told in clear: they name people, and may be erased by declaration. */
export const invoiceFields = ['customer', 'lines', 'notes', 'terms'] as const;
export type InvoiceField = (typeof invoiceFields)[number];

/** An issued invoice, as its entry states it. Amounts in minor units, days `YYYY-MM-DD`. */
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
  /** By kind of line, those that do not add up to 0. */
  readonly amounts: ReadonlyMap<string, bigint>;
  /** Of the lines that are credits, by who bears them; nobody those that were paid before. */
  readonly credits: {
    readonly holders: bigint;
    readonly platform: bigint;
    readonly prepaid: bigint;
  };
  /** What holders share, and what they are charged of it. */
  readonly pool: bigint;
  readonly fees: bigint;
  /** Over the lines of its shares. */
  readonly shares: TreeHead;
  readonly subtotal: bigint;
  readonly taxBps: bigint;
  /** By tax, where some lines have another than the invoice; none where they have not. */
  readonly taxes: readonly {
    readonly bps: bigint;
    readonly base: bigint;
    readonly amount: bigint;
  }[];
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

/** Tells whether an entry is that of an issued invoice. */
export function isInvoice(
  entry: LedgerEntry,
): entry is OtherEntry & { readonly type: (typeof invoiceTypes)[number] } {
  return 'members' in entry && invoiceTypes.some((type) => type === entry.type);
}

/** The canonical text of the entry. */
export function invoiceEntry(
  place: { readonly seq: number; readonly createdAt: string },
  invoice: InvoiceStatement,
  values: readonly InvoiceValue[],
): string {
  const { credits, shares } = invoice;
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
      amounts: Object.fromEntries(
        [...invoice.amounts].map(([kind, amount]) => [kind, Number(amount)]),
      ),
      credits: {
        holders: Number(credits.holders),
        platform: Number(credits.platform),
        prepaid: Number(credits.prepaid),
      },
      pool_cents: Number(invoice.pool),
      fees_cents: Number(invoice.fees),
      shares: { count: shares.count, root: shares.root },
      subtotal_cents: Number(invoice.subtotal),
      tax_bps: Number(invoice.taxBps),
      ...(invoice.taxes.length === 0
        ? {}
        : {
            taxes: invoice.taxes.map(({ bps, base, amount }) => ({
              bps: Number(bps),
              subtotal_cents: Number(base),
              tax_cents: Number(amount),
            })),
          }),
      tax_cents: Number(invoice.tax),
      total_cents: Number(invoice.total),
      pdf: invoice.pdf,
    },
  });
}

/** The columns of the row that an entry stands for; `hash` is the entry's, hexadecimal. */
export function invoiceColumns(
  { members, seq, type }: OtherEntry,
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
    ...(type === invoiceType ? amountColumns(members) : earlierAmountColumns(members)),
    subtotal: of('subtotal_cents'),
    tax_bps: of('tax_bps'),
    tax: of('tax_cents'),
    total: of('total_cents'),
    pdf_sha256: of('pdf'),
    entry_seq: seq,
    entry_hash: `sha256:${hash}`,
  };
}

function amountColumns(members: OtherEntry['members']): Readonly<Record<string, JsonValue>> {
  const { amounts, credits } = members;
  const amount = (kind: string): number => wholeOf(amounts, kind) ?? 0;
  const borne = (name: string): JsonValue => wholeOf(credits, name) ?? null;
  return {
    usage: Math.max(0, amount('usage') + amount('late_usage')),
    adjustments: amount('adjustment'),
    pool: members['pool_cents'] ?? null,
    fees: members['fees_cents'] ?? null,
    platform_credits: borne('platform'),
    holder_credits: borne('holders'),
    prepaid_used: borne('prepaid'),
    prepaid_bought: amount('prepayment'),
  };
}

function earlierAmountColumns(members: OtherEntry['members']): Readonly<Record<string, JsonValue>> {
  return {
    usage: members['usage_cents'] ?? null,
    adjustments: members['adjustments_cents'] ?? null,
    pool: null,
    fees: null,
    platform_credits: null,
    holder_credits: null,
    prepaid_used: null,
    prepaid_bought: null,
  };
}

function wholeOf(value: JsonValue | undefined, name: string): number | undefined {
  const found = isJsonObject(value) ? value[name] : undefined;
  return typeof found === 'number' ? found : undefined;
}

/** A column's value as the commitment to it has it: JSON as it is stored, text as a JSON string. */
export function committedText(field: InvoiceField, column: string): string {
  return field === 'customer' || field === 'lines' ? column : canonicalJson(column);
}
