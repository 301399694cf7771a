/** Where the parts of the overview lead: a figure to the very list that it counts, an item to its thing. */
import type { Activity, Attention, Figure } from '../../../shared/contract/overview.ts';
import {
  billingAddress,
  integrityAddress,
  invoiceAddress,
  jobsAddress,
  modelAddress,
  modelsAddress,
  oversightAddress,
  datasetsAddress,
  decisionsAddress,
  payoutsAddress,
  personRequestAddress,
  sessionAddress,
  sessionsAddress,
  settingsAddress,
} from '../../ui/addresses.ts';

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? address : `${address}?${text}`;
}

/** The list with the filter of the figure; undefined for a list that this console does not know. */
export function figureAddress({ operation_id: operation, query }: Figure): string | undefined {
  switch (operation) {
    case 'listRecords':
      return query['review'] === 'waiting' ? '#/review' : withQuery('#/decisions', query);
    case 'listModelCards':
      return modelsAddress;
    case 'listSessions':
      return withQuery(sessionsAddress, query);
    case 'listDatasets':
      return datasetsAddress;
    case 'listInvoices':
      return billingAddress({ tab: 'invoices', ...query });
    case 'listPayouts':
    case 'listPayoutPreferences':
      return withQuery(payoutsAddress, query);
    case 'getUsage': {
      const { start_date: from = '', end_date: to = '' } = query;
      return billingAddress({ from, to, group: 'day' });
    }
    default:
      return undefined;
  }
}

export function attentionAddress(item: Attention): string {
  const { kind, object_id: object } = item;
  const id = object ?? '';
  switch (kind) {
    case 'chain_break':
      // Without a verification it is a checkpoint that speaks against the ledger.
      if (object === null) return withQuery(integrityAddress, { tab: 'checkpoints' });
      return withQuery(integrityAddress, { verification: id });
    case 'verification_old':
      return withQuery(integrityAddress, { verification: id });
    case 'backup_failed':
    case 'backup_overdue':
      return settingsAddress('backup');
    case 'person_enrolled_unsigned':
    case 'person_revoked_unsigned':
      return settingsAddress('people');
    case 'person_request_late':
    case 'person_request_soon':
      return personRequestAddress(id);
    case 'alert':
      return oversightAddress(item.name === null ? {} : { model: item.name });
    case 'never_verified':
    case 'key_altered':
    case 'person_altered':
    case 'profile_altered':
    case 'rate_limits_altered':
    case 'kept_nowhere':
    case 'copy_old':
      return integrityAddress;
    case 'account_suspended':
      return billingAddress({ tab: 'accounts', account: id });
    case 'invoice_overdue':
      return invoiceAddress(id);
    case 'payout_failed':
      return withQuery(payoutsAddress, { payout: id });
    case 'limit_near':
      return billingAddress({ tab: 'limits' });
    case 'session_revoked':
    case 'session_expiring':
      return sessionAddress(id);
    case 'job_failed':
      return withQuery(jobsAddress, { job: id });
    case 'artifact_mismatch':
    case 'card_without_limitations':
      return modelAddress(id);
    case 'model_unregistered':
      return modelsAddress;
    case 'review_waiting':
      return '#/review';
    default:
      return kind satisfies never;
  }
}

export function activityAddress({ kind, object_id: id, state }: Activity): string {
  switch (kind) {
    case 'record':
    case 'intervention':
      return decisionsAddress({ record: id });
    case 'model':
      return modelAddress(id, state === null ? {} : { version: state });
    case 'session':
      return sessionAddress(id);
    case 'invoice':
      return invoiceAddress(id);
    case 'payout':
      return withQuery(payoutsAddress, { payout: id });
    case 'verification':
      return withQuery(integrityAddress, { verification: id });
    default:
      return kind satisfies never;
  }
}

/** The decisions of one UTC day. */
export function dayAddress(date: string): string {
  return withQuery('#/decisions', { start_date: date, end_date: date });
}
