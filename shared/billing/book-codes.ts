/** Codes of the double-entry journal: its accounts, and what a transaction records. */
export const bookAccounts = [
  'receivable',
  'platform_revenue',
  'tax_payable',
  'credits_granted',
  'bad_debt',
  'prepaid',
  'cash',
  'holder_expected',
  'fee_income',
  'holder_payable',
  'payouts_in_transit',
  'input_tax',
  // Of invoices from before shares were fixed as they are issued.
  'revenue',
  'holder_share',
] as const;
export type BookAccount = (typeof bookAccounts)[number];

export const bookEvents = [
  'issued',
  'paid',
  'canceled',
  'written_off',
  'credited',
  'payout_created',
  'payout_completed',
  'payout_failed',
  // Of invoices from before shares were fixed as they are issued.
  'accrued',
] as const;
export type BookEvent = (typeof bookEvents)[number];
