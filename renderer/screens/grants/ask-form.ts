/** What the form that asks for a grant holds, and the request it stands for; filled in anew, or with the terms of a grant before. */
import { dataOperations, type DataOperation } from '../../../shared/contract/datasets.ts';
import type { CreateGrant, Grant, GrantKind } from '../../../shared/contract/grants.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import { endOfDay } from './terms-form.ts';
import { workspaceCurrency } from '../../ui/money/money.ts';

const dayMs = 86_400_000;
const dayLength = 'YYYY-MM-DD'.length;

export interface AskForm {
  readonly account_id: string;
  readonly dataset_id: string;
  readonly kind: GrantKind;
  readonly purpose: string;
  readonly fields: string[];
  readonly operations: DataOperation[];
  /** `YYYY-MM-DD`. */
  readonly ends_at: string;
  readonly budget: { readonly amount: string };
  readonly expected: { readonly rows: string; readonly hours: string; readonly operations: string };
}

/** Operations that a grant of a kind may have: who has sums must not have rows. */
export function operationsOf(kind: GrantKind): readonly DataOperation[] {
  return kind === 'rows' ? dataOperations : ['aggregate', 'analyze'];
}

export const emptyForm: AskForm = {
  account_id: '',
  dataset_id: '',
  kind: 'rows',
  purpose: '',
  fields: [],
  operations: ['read', 'filter', 'aggregate'],
  ends_at: '',
  budget: { amount: '' },
  expected: { rows: '', hours: '', operations: '' },
};

/** The terms of a grant as they were, for as long again. */
export function formOf({ terms, expected, ...grant }: Grant, now: number): AskForm {
  const { rows = 0, hours = 0, operations = 0 } = expected ?? {};
  const text = (value: number) => (expected === null ? '' : numberOut(value));
  return {
    account_id: grant.account_id,
    dataset_id: grant.dataset_id,
    kind: grant.kind,
    purpose: grant.purpose,
    fields: [...(terms.fields ?? [])],
    operations: [...terms.operations],
    ends_at: nextEnd(terms, grant.created_at, now),
    budget: { amount: terms.budget === null ? '' : numberOut(terms.budget.amount) },
    expected: { rows: text(rows), hours: text(hours), operations: text(operations) },
  };
}

/** The day on which as many days are over again, from the end of the grant on, or from now where that is past. */
function nextEnd({ starts_at: start, ends_at: end }: Grant['terms'], asked: string, now: number) {
  const ended = Date.parse(end);
  const lasted = Math.min(ended - Date.parse(start ?? asked), (limits.grants.days - 1) * dayMs);
  return new Date(Math.max(ended, now) + lasted).toISOString().slice(0, dayLength);
}

/** When what is asked for again begins: with the end of the grant before; undefined where that is past. */
export function beginsAt(again: Grant | undefined, now: number): string | undefined {
  if (again === undefined || again.status !== 'active') return undefined;
  const { ends_at: end } = again.terms;
  return Date.parse(end) > now ? end : undefined;
}

/** The request of a form. */
export function bodyOf({ account_id: account, ...form }: AskForm, startsAt?: string): CreateGrant {
  const { rows, hours, operations } = form.expected;
  const allowed = operationsOf(form.kind);
  return {
    ...(account !== '' && { account_id: account }),
    dataset_id: form.dataset_id,
    kind: form.kind,
    purpose: form.purpose.trim(),
    fields: form.fields,
    operations: form.operations.filter((each) => allowed.includes(each)),
    ...(startsAt !== undefined && { starts_at: startsAt }),
    ends_at: endOfDay(form.ends_at),
    budget: { amount: numberIn(form.budget.amount), currency: workspaceCurrency() },
    expected: {
      rows: form.kind === 'rows' ? numberIn(rows) : 0,
      hours: numberIn(hours),
      operations: numberIn(operations),
    },
  };
}
