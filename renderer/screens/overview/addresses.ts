/** Where the parts of the overview lead: a number to the very list that it counts, an item to its thing. */
import type { Activity, Attention, Due } from '../../../shared/contract/overview.ts';
import type { RequestStanding } from '../../../shared/oversight/request-steps.ts';
import {
  billingAddress,
  developersAddress,
  grantAddress,
  integrityAddress,
  invoiceAddress,
  jobsAddress,
  modelAddress,
  modelsAddress,
  oversightAddress,
  decisionsAddress,
  payoutsAddress,
  personRequestAddress,
  personsAddress,
  sessionAddress,
  settingsAddress,
} from '../../ui/addresses.ts';

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? address : `${address}?${text}`;
}

/** The queue of what waits for people. */
export function reviewAddress(search: Readonly<Record<string, string>> = {}): string {
  return withQuery('#/review', search);
}

/** Requests of persons that stand so. */
export function requestsAddress(urgency: RequestStanding): string {
  return withQuery(personsAddress, { urgency });
}

export function dueAddress({ kind, object_id: object, model_id: modelId, reason }: Due): string {
  switch (kind) {
    case 'review':
      return reviewAddress({ model_id: modelId ?? '', reason: reason ?? '' });
    case 'person_request':
      return personRequestAddress(object ?? '');
    case 'invoice':
      return invoiceAddress(object ?? '');
    default:
      return kind satisfies never;
  }
}

export function attentionAddress({ kind, object_id: object, name, query }: Attention): string {
  const id = object ?? '';
  // The very decisions that are counted.
  if (query !== null) return withQuery('#/decisions', query);
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
      return oversightAddress(name === null ? {} : { model: name });
    case 'never_verified':
    case 'schema_altered':
    case 'key_altered':
    case 'person_altered':
    case 'profile_altered':
    case 'rate_limits_altered':
    case 'kept_nowhere':
    case 'copy_old':
      return integrityAddress;
    case 'issuer_missing':
      return settingsAddress('billing');
    case 'drafts_failed':
    case 'drafts_held':
    case 'month_open':
    case 'month_closing':
      return billingAddress({ tab: 'months', month: id });
    case 'account_suspended':
      return billingAddress({ tab: 'accounts', account: id });
    case 'invoice_overdue':
      return invoiceAddress(id);
    case 'payout_failed':
      return withQuery(payoutsAddress, { payout: id });
    case 'endpoint_disabled':
      return developersAddress({ tab: 'webhooks', endpoint: id });
    case 'limit_near':
      return billingAddress({ tab: 'limits' });
    case 'grant_near_budget':
    case 'grant_ending':
      return grantAddress(id);
    case 'session_revoked':
    case 'session_expiring':
      return sessionAddress(id);
    case 'job_failed':
      return withQuery(jobsAddress, { job: id });
    case 'artifact_mismatch':
    case 'card_without_limitations':
      return modelAddress(id);
    case 'model_unregistered':
    case 'decisions_without_card':
      return modelsAddress;
    case 'model_without_profile':
      return oversightAddress({ model: id });
    case 'review_late':
      return reviewAddress({ is_late: 'true' });
    case 'review_waiting':
      return reviewAddress();
    default:
      return kind satisfies never;
  }
}

export function activityAddress({ kind, object_id: id, state }: Activity): string {
  switch (kind) {
    case 'record':
      return dayAddress(id);
    case 'intervention':
      return decisionsAddress({ record: id });
    case 'person_request':
      return personRequestAddress(id);
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
