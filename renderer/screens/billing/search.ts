/** The addresses of Billing: its tabs, and what each of them is narrowed to. */
import { z } from 'zod';
import { dateSchema } from '../../../shared/contract/common.ts';
import {
  groupings,
  invoiceStatuses,
  type Grouping,
  type InvoiceStatus,
} from '../../../shared/contract/billing.ts';

export const billingTabs = ['usage', 'invoices', 'rates', 'limits', 'journal', 'accounts'] as const;
export type BillingTab = (typeof billingTabs)[number];

export interface BillingSearch {
  /** Absent means usage. */
  tab?: Exclude<BillingTab, 'usage'> | undefined;
  /** Of usage, invoices and accounts; absent means every account. */
  account?: string | undefined;
  /** First and last day of usage; absent means the last twelve months. */
  from?: string | undefined;
  to?: string | undefined;
  /** Absent means by month. */
  group?: Exclude<Grouping, 'month'> | undefined;
  /** Of usage. */
  dataset?: string | undefined;
  /** What the table of usage shows; absent means the groups. */
  rows?: 'sessions' | undefined;
  /** Of the sessions of usage. */
  model?: string | undefined;
  /** The session of usage that is open. */
  session?: string | undefined;
  /** Of invoices; absent means every state. */
  status?: InvoiceStatus | undefined;
  issued_after?: string | undefined;
  issued_before?: string | undefined;
  /** Rows before the first one that is shown. */
  offset?: number | undefined;
  /** The rate card that is open, `id` or `id@version`. */
  card?: string | undefined;
  /** The invoice or payout whose transactions the journal shows. */
  source?: string | undefined;
  /** The limit or alert that is marked. */
  mark?: string | undefined;
}

const text = z.string().min(1).max(256).optional().catch(undefined);
const day = dateSchema.optional().catch(undefined);
const billingSchema = z.object({
  tab: z.enum(['invoices', 'rates', 'limits', 'journal', 'accounts']).optional().catch(undefined),
  account: text,
  from: day,
  to: day,
  group: z.enum(groupings).exclude(['month']).optional().catch(undefined),
  dataset: text,
  rows: z.literal('sessions').optional().catch(undefined),
  model: text,
  session: text,
  status: z.enum(invoiceStatuses).optional().catch(undefined),
  issued_after: day,
  issued_before: day,
  offset: z
    .preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.int().min(0))
    .optional()
    .catch(undefined),
  card: text,
  source: text,
  mark: text,
});

/** Reads the address; what cannot be read is left out rather than shown as an error. */
export function parseBillingSearch(raw: Record<string, unknown>): BillingSearch {
  return billingSchema.parse(raw);
}
