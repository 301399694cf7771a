/** The addresses of Billing: its tabs, and what each of them is narrowed to. */
import { z } from 'zod';
import { dateSchema } from '../../../shared/contract/common.ts';
import { groupings, invoiceStatuses } from '../../../shared/contract/billing.ts';
import { listSearch, oneOf, someText } from '../../ui/list/list-search.ts';

export const billingTabs = [
  'usage',
  'month',
  'invoices',
  'payments',
  'months',
  'rates',
  'limits',
  'journal',
  'accounts',
] as const;
export type BillingTab = (typeof billingTabs)[number];

const day = dateSchema.optional().catch(undefined);

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export const parseBillingSearch = listSearch({
  /** Absent means usage. */
  tab: z.enum(billingTabs).exclude(['usage']).optional().catch(undefined),
  /** Of usage, invoices and accounts; absent means every account. */
  account: someText,
  /** First and last day of usage; absent means the last twelve months. */
  from: day,
  to: day,
  /** Absent means by month. */
  group: z.enum(groupings).exclude(['month']).optional().catch(undefined),
  /** Of usage. */
  dataset: someText,
  /** What the table of usage shows; absent means the groups. */
  rows: oneOf(['sessions']),
  /** Of the sessions of usage. */
  model: someText,
  /** The session of usage that is open. */
  session: someText,
  /** Of open months, `YYYY-MM`; absent means the last one that is over. */
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
  /** Of invoices; absent means every state. */
  status: oneOf(invoiceStatuses),
  issued_after: day,
  issued_before: day,
  /** The rate card that is open, `id` or `id@version`. */
  card: someText,
  /** The invoice or payout whose transactions the journal shows. */
  source: someText,
  /** The limit or alert that is marked. */
  mark: someText,
});

export type BillingSearch = ReturnType<typeof parseBillingSearch>;
