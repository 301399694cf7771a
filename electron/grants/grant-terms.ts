/** What a request for a grant may ask, and how an answer may narrow it. */
import { costNumber } from '../../shared/billing/decimal.ts';
import { ApiError, validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { dataOperations, operationsOfKind } from '../../shared/contract/data-operations.ts';
import type { CreateGrant, NarrowedTerms } from '../../shared/contract/grants.ts';
import type { Policy } from '../../shared/contract/policies.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { StoredDataset } from '../datasets/datasets-store.ts';
import type { Addresses } from '../policies/address.ts';
import { grantFieldFaults } from '../policies/check.ts';
import { isInsideOne } from '../../shared/policies/addresses.ts';
import type { GrantTerms } from './grant-writer.ts';
import type { StoredGrant } from './grants-store.ts';
import { minorAt } from '../billing/workspace-money.ts';
import { type Money } from '../../shared/billing/money.ts';

const dayMs = 86_400_000;

/** The dataset that is asked for, with the policy that holds. */
export interface AskedDataset {
  readonly dataset: StoredDataset;
  readonly policy: Policy;
}

/** The terms of a request. @throws {ApiError} `validation_error`, `forbidden` */
export function askedTerms(
  body: CreateGrant,
  { dataset: { datasetId }, policy }: AskedDataset,
  { now, money }: { readonly now: string; readonly money: Money },
): GrantTerms {
  const faults: FieldError[] = [];
  if (!policy.kinds.includes(body.kind)) {
    faults.push(faultAt('kind', 'one_of', { values: policy.kinds.join(', ') }));
  }
  const others = body.operations.filter(
    (each) => !operationsOfKind[body.kind].some((known) => known === each),
  );
  if (others.length > 0) {
    const values = operationsOfKind[body.kind].join(', ');
    faults.push(faultAt('operations', 'kind_operations', { values, kind: body.kind }));
  }
  const startsAt = body.starts_at === undefined ? null : instantOf(body.starts_at);
  const endsAt = instantOf(body.ends_at);
  faults.push(...termFaults({ startsAt, endsAt }, now));
  if (faults.length > 0) throw validationError(faults);
  const allowed = policy.operations ?? dataOperations;
  const refused = body.operations.filter((each) => !allowed.includes(each));
  if (refused.length > 0) {
    throw new ApiError(
      'forbidden',
      `The policy of the dataset does not allow ${refused.join(', ')}.`,
      { details: { dataset_id: datasetId, allowed_operations: allowed } },
    );
  }
  return {
    fields: [...new Set(body.fields)],
    operations: dataOperations.filter((each) => body.operations.includes(each)),
    startsAt,
    endsAt,
    budget: budgetIn(money, body.budget, 'budget'),
  };
}

/** Fields that no row has, or that the policy holds back. @throws {ApiError} `validation_error` */
export function refuseFields(
  { fields, kind }: Pick<CreateGrant, 'fields' | 'kind'>,
  policy: Policy,
  addresses: Addresses | undefined,
): void {
  if (addresses === undefined) return;
  const faults = grantFieldFaults(fields, policy, kind, addresses);
  if (faults.length > 0) throw validationError(faults);
}

/** @throws {ApiError} `rate_limit_exceeded` for one request too many that waits for an answer */
export function refuseMany(waiting: number, datasetId: string): void {
  const { open: limit } = limits.grants;
  if (waiting < limit) return;
  throw new ApiError(
    'rate_limit_exceeded',
    `${limit} requests for this dataset wait for an answer. Withdraw one first.`,
    { details: { limit, dataset_id: datasetId, waiting } },
  );
}

/** Narrows what was asked for by what the answer takes away. @throws {ApiError} `validation_error` */
export function narrowed(
  grant: StoredGrant,
  terms: NarrowedTerms,
  { now, money }: { readonly now: string; readonly money: Money },
): GrantTerms {
  const asked = { ...grant, fields: grant.fields ?? [] };
  const faults: FieldError[] = [];
  const wider = (member: string, value: string) =>
    faults.push(faultAt(`terms.${member}`, 'only_narrower', { value }));

  const { fields = asked.fields, operations = asked.operations } = terms;
  const granted = new Set(asked.fields);
  if (fields.some((path) => !granted.has(path) && !isInsideOne(path, granted)))
    wider('fields', asked.fields.join(', '));
  if (operations.some((each) => !asked.operations.includes(each))) {
    wider('operations', asked.operations.join(', '));
  }
  const from = asked.startsAt === null || asked.startsAt < now ? now : asked.startsAt;
  const startsAt = terms.starts_at === undefined ? from : instantOf(terms.starts_at);
  if (startsAt < from) wider('starts_at', from);
  const endsAt = terms.ends_at === undefined ? asked.endsAt : instantOf(terms.ends_at);
  if (endsAt > asked.endsAt) wider('ends_at', asked.endsAt);
  const budget =
    terms.budget === undefined ? asked.budget : budgetIn(money, terms.budget, 'terms.budget');
  if (asked.budget !== null && (budget === null || budget > asked.budget)) {
    wider('budget', String(costNumber(asked.budget)));
  }
  if (endsAt <= startsAt)
    faults.push(faultAt('terms.ends_at', 'greater_than_field', { other: 'starts_at' }));
  if (faults.length > 0) throw validationError(faults);
  return {
    fields: [...new Set(fields)],
    operations: dataOperations.filter((each) => operations.includes(each)),
    startsAt,
    endsAt,
    budget,
  };
}

function termFaults(
  { startsAt, endsAt }: Pick<GrantTerms, 'startsAt' | 'endsAt'>,
  now: string,
): FieldError[] {
  const faults: FieldError[] = [];
  const start = startsAt === null || startsAt < now ? now : startsAt;
  if (endsAt <= now) faults.push(faultAt('ends_at', 'in_future'));
  else if (endsAt <= start) {
    faults.push(faultAt('ends_at', 'greater_than_field', { other: 'starts_at' }));
  }
  const { days: maximum } = limits.grants;
  if (Date.parse(endsAt) - Date.parse(start) > maximum * dayMs) {
    faults.push(faultAt('ends_at', 'at_most_days_later', { maximum }));
  }
  return faults;
}

/** A time as the ledger writes it. */
function instantOf(text: string): string {
  return new Date(text).toISOString();
}

/**
 * A budget in nanos.
 * @throws {ApiError} `validation_error` for one of another currency, or finer than it
 */
function budgetIn(
  money: Money,
  { amount, currency }: { readonly amount: number; readonly currency: string },
  path: string,
): bigint {
  if (currency !== money.code) {
    throw validationError([faultAt(`${path}.currency`, 'exactly', { value: money.code })]);
  }
  return minorAt(money, `${path}.amount`, amount) * money.nanosPerMinor;
}
