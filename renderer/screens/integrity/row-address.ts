/** Where a row is shown: the address of the screen that it is on, for those that have one. */
import {
  auditAddress,
  billingAddress,
  datasetAddress,
  decisionsAddress,
  invoiceAddress,
  payoutsAddress,
  sessionAddress,
  settingsAddress,
} from '../../ui/addresses.ts';

/** By table, from the parts of the row's key. */
const addresses: Readonly<Record<string, (...key: readonly string[]) => string>> = {
  records: (id) => decisionsAddress({ record: id ?? '' }),
  invoices: (id) => invoiceAddress(id ?? ''),
  accruals: (invoice) => invoiceAddress(invoice ?? ''),
  payouts: (id) => `${payoutsAddress}?${new URLSearchParams({ payout: id ?? '' })}`,
  payout_preferences: (holder) =>
    `${payoutsAddress}?${new URLSearchParams({ holder: holder ?? '' })}`,
  sessions: (id) => sessionAddress(id ?? ''),
  datasets: (id) => datasetAddress(id ?? ''),
  dataset_rows: (id) => datasetAddress(id ?? ''),
  rate_cards: (id, version) =>
    billingAddress({ tab: 'rates', card: `${id ?? ''}@${version ?? ''}` }),
  rate_card_assignments: () => billingAddress({ tab: 'rates' }),
  spending_limits: (id) => billingAddress({ tab: 'limits', mark: id ?? '' }),
  spending_alerts: (id) => billingAddress({ tab: 'limits', mark: id ?? '' }),
  accounts: () => billingAddress({ tab: 'accounts' }),
  suspensions: () => billingAddress({ tab: 'accounts' }),
  payment_methods: () => billingAddress({ tab: 'accounts' }),
  book_transactions: (name) =>
    billingAddress({ tab: 'journal', source: name?.split(' ')[0] ?? '' }),
  book_postings: () => billingAddress({ tab: 'journal' }),
  usage_events: () => billingAddress(),
  usage_days: () => billingAddress(),
  usage_totals: () => billingAddress(),
  usage_months: () => billingAddress(),
  api_keys: (id) => `${settingsAddress('keys')}&${new URLSearchParams({ mark: id ?? '' })}`,
  rate_limits: () => settingsAddress('limits'),
  audit_events: () => auditAddress(),
};

/** The address; undefined where no screen shows such a row. */
export function rowAddress(table: string, row: string): string | undefined {
  const address = addresses[table];
  return address === undefined ? undefined : address(...keyParts(row));
}

/** The parts of a row's key, of several columns their JSON array. */
export function keyParts(row: string): string[] {
  if (!row.startsWith('[')) return [row];
  try {
    const parts: unknown = JSON.parse(row);
    return Array.isArray(parts) ? parts.map(String) : [row];
  } catch {
    return [row];
  }
}
