/** What invoices post to the books: the one place that says it, for those who write and those who verify. */
import type { Posting } from './books.ts';

/** Amounts of an issued invoice; those that only came with shares are null in one from before. */
export interface PostedInvoice {
  readonly subtotal: bigint;
  readonly tax: bigint;
  readonly total: bigint;
  readonly pool: bigint | null;
  readonly platformCredits: bigint | null;
  readonly prepaidUsed: bigint | null;
  readonly prepaidBought: bigint | null;
}

/** Postings of an invoice as it is issued. */
export function issuedPostings(invoice: PostedInvoice): Posting[] {
  const { subtotal, tax, total, pool } = invoice;
  if (pool === null) {
    return [
      ['receivable', total],
      ['revenue', -subtotal],
      ['tax_payable', -tax],
    ];
  }
  const [granted, used, bought] = [
    invoice.platformCredits ?? 0n,
    invoice.prepaidUsed ?? 0n,
    invoice.prepaidBought ?? 0n,
  ];
  return withoutZeros([
    ['receivable', total],
    ['prepaid', used],
    ['credits_granted', granted],
    ['holder_expected', -pool],
    ['platform_revenue', pool + bought - subtotal - granted - used],
    ['tax_payable', -tax],
    ['prepaid', -bought],
  ]);
}

/** Postings of an invoice as it is taken back. */
export function canceledPostings(invoice: PostedInvoice): Posting[] {
  return issuedPostings(invoice).map(([account, amount]) => [account, -amount] as const);
}

/** Postings of an invoice that is written off: its tax stays owed, and is lost like the rest. */
export function writtenOffPostings(invoice: PostedInvoice): Posting[] {
  return canceledPostings(invoice).map(([account, amount]) => [
    account === 'tax_payable' ? 'bad_debt' : account,
    amount,
  ]);
}

/**
 * Postings of an invoice as it is paid: what holders expected is theirs, less the fee.
 * @param fees of its shares; null in one from before, whose shares are posted by themselves
 */
export function paidPostings(
  { total, pool }: Pick<PostedInvoice, 'total' | 'pool'>,
  fees: bigint | null,
): Posting[] {
  const paid: Posting[] = [
    ['cash', total],
    ['receivable', -total],
  ];
  if (pool === null || fees === null) return paid;
  return withoutZeros([
    ...paid,
    ['holder_expected', pool],
    ['fee_income', -fees],
    ['holder_payable', fees - pool],
  ]);
}

/**
 * Postings of a credit note on a paid invoice: what is paid back, by who gets less for it.
 * @param shares of holders, negative
 * @param isEarlier the invoice is from before shares were fixed as it is issued
 */
export function creditedPostings(
  { subtotal, tax, total }: Pick<PostedInvoice, 'subtotal' | 'tax' | 'total'>,
  shares: readonly { readonly gross: bigint; readonly fee: bigint }[],
  isEarlier: boolean,
): Posting[] {
  const gross = -shares.reduce((sum, each) => sum + each.gross, 0n);
  const fees = -shares.reduce((sum, each) => sum + each.fee, 0n);
  return withoutZeros([
    [isEarlier ? 'revenue' : 'platform_revenue', subtotal - gross],
    ['fee_income', fees],
    ['holder_payable', gross - fees],
    ['tax_payable', tax],
    ['cash', -total],
  ]);
}

function withoutZeros(postings: readonly Posting[]): Posting[] {
  return postings.filter(([, amount]) => amount !== 0n);
}
