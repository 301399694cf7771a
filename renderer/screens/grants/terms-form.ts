/** Terms of a grant as an answer is filled in: what of them is narrowed, and the entry that says so. */
import { costPlaces, unitsOf } from '../../../shared/billing/decimal.ts';
import type { DataOperation } from '../../../shared/contract/datasets.ts';
import type { Grant, NarrowedTerms } from '../../../shared/contract/grants.ts';
import type { JsonValue } from '../../../shared/contract/json.ts';
import type { PolicyVersion } from '../../../shared/contract/policy-routes.ts';
import type { Actor } from '../../../shared/ledger/entry-members.ts';
import { factType } from '../../../shared/ledger/facts.ts';
import { isAboutNow, type Shown, type ShownEntry } from '../../signing/shown-entry.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';

const dayLength = 'YYYY-MM-DD'.length;

/** The last second of a typed day; anything else as it was typed, for the rules to refuse. */
export function endOfDay(day: string): string {
  const typed = day.trim();
  return /^\d{4}-\d\d-\d\d$/.test(typed) ? `${typed}T23:59:59Z` : typed;
}

export interface TermsForm {
  readonly fields: string[];
  readonly operations: DataOperation[];
  /** `YYYY-MM-DD`. */
  readonly ends_at: string;
  readonly budget: { readonly amount: string };
}

/** Terms as they were asked for. */
export function asked({ terms }: Grant): TermsForm {
  return {
    fields: [...(terms.fields ?? [])],
    operations: [...terms.operations],
    ends_at: terms.ends_at.slice(0, dayLength),
    budget: { amount: terms.budget === null ? '' : numberOut(terms.budget.amount) },
  };
}

/** Members that differ from what was asked for. */
export function narrowedBy(form: TermsForm, grant: Grant): NarrowedTerms {
  const before = asked(grant);
  const fields = before.fields.filter((each) => form.fields.includes(each));
  const operations = before.operations.filter((each) => form.operations.includes(each));
  return {
    ...(fields.length !== before.fields.length && { fields }),
    ...(operations.length !== before.operations.length && { operations }),
    ...(form.ends_at.trim() !== before.ends_at && { ends_at: endOfDay(form.ends_at) }),
    ...(form.budget.amount.trim() !== before.budget.amount && {
      budget: { amount: numberIn(form.budget.amount), currency: grant.spent.currency },
    }),
  };
}

/** The fact of an answer, as a dialog shows it. */
export function shownAnswer(
  { grant_id: id, kind, terms: asking }: Grant,
  answer: {
    readonly decision: 'grant' | 'refuse';
    readonly terms: NarrowedTerms;
    readonly conditions: string;
    readonly reason: string;
  },
  { actor, held }: { readonly actor: Actor; readonly held: PolicyVersion },
): ShownEntry {
  const { decision, terms, conditions, reason } = answer;
  const set: Record<string, Shown> =
    decision === 'refuse'
      ? { action: 'refuse' }
      : { ...grantedBy(asking.starts_at, terms), ...givenBy(held, kind) };
  const values: Record<string, JsonValue> =
    decision === 'refuse' ? textOf('reason', reason) : textOf('conditions', conditions);
  return {
    members: { type: factType, table: 'grants', id, by: { ...actor }, set },
    values,
  };
}

function grantedBy(startsAt: string | null, terms: NarrowedTerms): Record<string, Shown> {
  const now = Date.now();
  const begins = startsAt === null || Date.parse(startsAt) < now;
  const { fields, operations, ends_at: endsAt, budget } = terms;
  return {
    action: 'grant',
    granted_by: 'holder',
    ...(begins && { starts_at: isAboutNow(now) }),
    ...(fields !== undefined && { fields }),
    ...(operations !== undefined && { operations }),
    ...(endsAt !== undefined && { ends_at: new Date(endsAt).toISOString() }),
    ...(budget !== undefined && {
      budget_nanos: String(unitsOf(budget.amount, costPlaces) ?? 0n),
    }),
  };
}

/** What a grant has of the policy that it is given under. */
function givenBy({ version, policy }: PolicyVersion, kind: Grant['kind']): Record<string, Shown> {
  const { epsilon } = policy.statistics;
  return {
    policy_version: version,
    ...(kind === 'statistics' && { epsilon_micro: Math.round(epsilon * million) }),
  };
}

const million = 1_000_000;

function textOf(member: string, text: string): Record<string, JsonValue> {
  return text === '' ? {} : { [member]: text };
}
