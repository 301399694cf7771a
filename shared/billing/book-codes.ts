/** Codes of the double-entry journal: its accounts, and what a transaction records. */
export const bookAccounts = [
  'receivable',
  'revenue',
  'tax_payable',
  'cash',
  'holder_share',
  'fee_income',
  'holder_payable',
  'payouts_in_transit',
] as const;
export type BookAccount = (typeof bookAccounts)[number];

export const bookEvents = [
  'issued',
  'paid',
  'canceled',
  'accrued',
  'payout_created',
  'payout_completed',
  'payout_failed',
] as const;
export type BookEvent = (typeof bookEvents)[number];
