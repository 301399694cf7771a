/** The page of the console that shows what an event is about. */
import type { JsonObject } from '../../shared/contract/json.ts';
import type { EventType } from '../../shared/contract/webhooks.ts';

type Address = (id: (member: string) => string) => string;

const grant: Address = (id) => `grants?grant=${id('grant_id')}`;
const invoice: Address = (id) => `billing/invoices/${id('invoice_id')}`;
const payout: Address = (id) => `payouts?payout=${id('payout_id')}`;
const spending: Address = () => 'billing?tab=limits';

const addresses: Readonly<Partial<Record<EventType, Address>>> = {
  'session.revoked': (id) => `sessions/${id('session_id')}`,
  'dataset.revoked': (id) => `datasets/${id('dataset_id')}`,
  'grant.requested': grant,
  'grant.granted': grant,
  'grant.refused': grant,
  'grant.withdrawn': grant,
  'grant.revoked': grant,
  'limit.threshold_reached': spending,
  'limit.reached': spending,
  'invoice.issued': invoice,
  'invoice.paid': invoice,
  'invoice.overdue': invoice,
  'payout.completed': payout,
  'payout.failed': payout,
  'review.waiting': () => 'review',
  'alert.raised': () => 'oversight/alerts',
  'verification.failed': (id) => `integrity?verification=${id('verification_id')}`,
};

/**
 * Where the console shows it at a server's public name; undefined for what has no page.
 * @param origin of that name, without a slash at its end
 */
export function pageOf(origin: string, type: EventType, data: JsonObject): string | undefined {
  const address = addresses[type]?.((member) => {
    const id = data[member];
    return typeof id === 'string' ? encodeURIComponent(id) : '';
  });
  return address === undefined ? undefined : `${origin}/#/${address}`;
}
