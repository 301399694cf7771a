/** Faults at a field, by their codes: the words of the API, with numbers as the language writes them. */
import { faults as words } from '../../../shared/contract/faults.ts';

export const faults = {
  ...words,
  /** Things that are not known, as `not_known` calls them. */
  units: {
    member: 'member',
    parameter: 'parameter',
    record: 'record',
    model: 'model',
    job: 'job',
    search: 'search',
    dataset: 'dataset',
    session: 'session',
    grant: 'grant',
    'API key': 'API key',
    evidence: 'evidence',
    invoice: 'invoice',
    payment: 'payment',
    account: 'account',
    'data holder': 'data holder',
    'payment method': 'payment method',
    payout: 'payout',
    person: 'person',
    limit: 'limit',
    event: 'event',
    endpoint: 'endpoint',
    'database connection': 'database connection',
    'credit note': 'credit note',
  },
} as const;
