/** Addresses inside the console, for links that lead from one screen to another. */

/** The decisions, one of them open or filtered by model and by what they say. */
export function decisionsAddress(
  search: {
    record?: string;
    model_id?: string;
    where?: string | undefined;
    person?: string;
  } = {},
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) query.set(name, value);
  }
  const text = query.toString();
  return `#/decisions${text === '' ? '' : `?${text}`}`;
}

export const integrityAddress = '#/integrity';
export const jobsAddress = '#/jobs';
export const recoveryAddress = '#/recovery';
export const sessionsAddress = '#/sessions';
export const datasetsAddress = '#/datasets';
export const modelsAddress = '#/models';

/** The figures of a model; a row for each without one. */
export function oversightAddress(search: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(search).toString();
  return `#/oversight${query === '' ? '' : `?${query}`}`;
}

/** Alerts of rules. */
export function alertsAddress(search: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(search).toString();
  return `#/oversight/alerts${query === '' ? '' : `?${query}`}`;
}

/** The recorded figures. */
export const figuresAddress = '#/oversight/figures';

/** Address of the page that says what each verdict means. */
export const verdictsAddress = '#/help/verdicts';

export const payoutsAddress = '#/payouts';

/** A tab of Developers: what was asked of the ledger, or what programs are told of; how to connect without one. */
export function developersAddress(search: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(search).toString();
  return `#/developers${query === '' ? '' : `?${query}`}`;
}

/** A tab of Billing with what it is narrowed to; usage without one. */
export function billingAddress(search: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(search).toString();
  return `#/billing${query === '' ? '' : `?${query}`}`;
}

/** An invoice as a document. */
export function invoiceAddress(id: string): string {
  return `#/billing/invoices/${encodeURIComponent(id)}`;
}

/** A model's card: its newest version without one. */
export function modelAddress(id: string, search: { version?: string } = {}): string {
  const query =
    search.version === undefined ? '' : `?version=${encodeURIComponent(search.version)}`;
  return `#/models/${encodeURIComponent(id)}${query}`;
}

/** A data session; its tab `activity` without one. */
export function sessionAddress(
  id: string,
  search: { tab?: string; evidence?: string } = {},
): string {
  const query = new URLSearchParams(search).toString();
  return `#/sessions/${encodeURIComponent(id)}${query === '' ? '' : `?${query}`}`;
}

/** A grant, open beside the others. */
export function grantAddress(id: string): string {
  return `#/grants?grant=${encodeURIComponent(id)}`;
}

/** A dataset with its fields, policy and sessions. */
export function datasetAddress(id: string): string {
  return `#/datasets/${encodeURIComponent(id)}`;
}

/** The queue of what waits for a person; one of it beside the others. */
export function reviewAddress({ record }: { record?: string } = {}): string {
  return `#/review${record === undefined ? '' : `?record=${encodeURIComponent(record)}`}`;
}

export const personsAddress = '#/persons';

/** A request of a person; its tab `find` without one. */
export function personRequestAddress(id: string): string {
  return `#/persons/${encodeURIComponent(id)}`;
}

/** The audit log, narrowed. */
export function auditAddress(search: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(search).toString();
  return `#/audit${query === '' ? '' : `?${query}`}`;
}

/** A tab of Settings; appearance and data without one. */
export function settingsAddress(tab?: string): string {
  return `#/settings${tab === undefined ? '' : `?tab=${tab}`}`;
}
