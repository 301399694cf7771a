/** A decision profile as it is typed, and the body that it stands for. */
import type { JsonValue } from '../../../../shared/contract/json.ts';
import {
  outcomeClasses,
  type OutcomeClass,
  type ProfileDocument,
  type ProfilePath,
  type ProposedProfile,
} from '../../../../shared/contract/profiles.ts';
import { canonicalJson } from '../../../../shared/ledger/canonical-json.ts';
import { pointerNames } from '../../../../shared/json-pointer.ts';
import { numberIn, numberOut } from '../../../ui/number-in.ts';
import type { SignerText } from '../../../ui/signing/use-signing.ts';
import { ruleOf, ruleTextOf, type RuleText } from './rule-form.ts';

export type Scalar = null | boolean | number | string;

/** A value of the outcome with its class; empty until somebody has told it. */
export interface OutcomeValue {
  readonly value: Scalar;
  readonly of: OutcomeClass | '';
}

export interface GroupText {
  readonly name: string;
  readonly path: string;
  /** Edges, as they are typed: `25, 40, 62`. */
  readonly bands: string;
  readonly reference: string;
}

export interface ColumnText {
  readonly name: string;
  readonly path: string;
  readonly kind: 'number' | 'text';
}

/** Rules of reviews as they are typed: an empty text is none. */
export interface ReviewText {
  readonly below: string;
  readonly undecided: boolean;
  readonly second_person: boolean;
  readonly sample_percent: string;
  readonly blind_percent: string;
  readonly due_hours: string;
  readonly reason_codes: readonly { readonly code: string; readonly label: string }[];
}

/** A profile as it is typed; a path that is empty stands for a member that is null. */
export interface ProfileText {
  /** Whether it decides anything about anybody. */
  readonly decides: boolean;
  readonly profile: {
    readonly outcome: { readonly path: string; readonly values: readonly OutcomeValue[] };
    readonly decided_at: {
      readonly path: string;
      readonly format: NonNullable<ProfileDocument['decided_at']>['format'];
    };
    readonly subject: {
      readonly paths: readonly string[];
      readonly match: NonNullable<ProfileDocument['subject']>['match'];
    };
    readonly groups: readonly GroupText[];
    readonly version: { readonly path: string };
    readonly amount: { readonly path: string; readonly currency: string };
    readonly columns: readonly ColumnText[];
    readonly reasons: { readonly path: string };
    readonly review: ReviewText;
    readonly small_group: string;
    readonly rules: readonly RuleText[];
  };
  readonly accept_unseen: boolean;
  readonly signer: SignerText;
}

/** A scalar as a person reads it: a text without its quotation marks. */
export function scalarText(value: Scalar): string {
  if (typeof value === 'number') return numberOut(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * The scalar that a typed text stands for: one that stands at the path already, else a number or a truth where
 * such stand there, else the text.
 */
export function scalarIn(text: string, path: ProfilePath | undefined): Scalar {
  const examples = path?.examples ?? [];
  const known = examples.find((each) => scalarText(each) === text);
  if (known !== undefined) return known;
  const number = numberIn(text);
  if (path?.kind === 'number' && !Number.isNaN(number)) return number;
  const areTruths = examples.some((each) => typeof each === 'boolean');
  return areTruths && (text === 'true' || text === 'false') ? text === 'true' : text;
}

/** The last name of a path: `income` of `/input/income`. */
export function lastName(path: string): string {
  return pointerNames(path)?.at(-1) ?? '';
}

/** Numbers of a typed list: parted by semicolons, blanks, or commas with a blank behind them. */
export function bandsIn(text: string): (number | string)[] {
  const parts = text.split(/[;\s]+|,\s+/).map((part) => part.replace(/,$/, ''));
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const number = numberIn(part);
      return Number.isNaN(number) ? part : number;
    });
}

/** The edges of a typed list, where each is a number and greater than the one before. */
export function risingBands(text: string): readonly number[] | undefined {
  const edges = bandsIn(text);
  const numbers = edges.filter((edge) => typeof edge === 'number');
  const isRising = numbers.every((edge, place) => place === 0 || edge > (numbers[place - 1] ?? 0));
  return numbers.length === edges.length && numbers.length > 0 && isRising ? numbers : undefined;
}

function valuesOf(
  outcome: ProfileDocument['outcome'],
  unassigned: readonly Scalar[],
): OutcomeValue[] {
  const told = outcomeClasses.flatMap((of) =>
    (outcome?.[of] ?? []).map((value): OutcomeValue => ({ value, of })),
  );
  const known = new Set(told.map(({ value }) => canonicalJson(value)));
  const open = unassigned.filter((value) => !known.has(canonicalJson(value)));
  return [...told, ...open.map((value): OutcomeValue => ({ value, of: '' }))];
}

const numberText = (number: number | null) =>
  number === null || number === 0 ? '' : numberOut(number);

function reviewTextOf(review: ProfileDocument['review']): ReviewText {
  return {
    below: numberText(review?.below ?? null),
    undecided: review?.undecided ?? false,
    second_person: review?.second_person ?? false,
    sample_percent: numberText(review?.sample_percent ?? null),
    blind_percent: numberText(review?.blind_percent ?? null),
    due_hours: numberText(review?.due_hours ?? null),
    reason_codes: review?.reason_codes ?? [],
  };
}

/** What is asked of people; null where nothing is. */
function reviewOf(review: ReviewText): Record<string, JsonValue> | null {
  const { below, sample_percent: sample, blind_percent: blind, due_hours: due } = review;
  const texts = [below, sample, blind, due].map((text) => text.trim());
  const { undecided, second_person: second, reason_codes: codes } = review;
  const asksNothing = !undecided && !second && codes.length === 0;
  if (asksNothing && texts.every((text) => text === '')) return null;
  const numberOr = (text: string, none: number | null) =>
    text.trim() === '' ? none : numberOrText(text);
  return {
    below: numberOr(below, null),
    undecided,
    second_person: second,
    sample_percent: numberOr(sample, 0),
    blind_percent: numberOr(blind, 0),
    due_hours: numberOr(due, null),
    reason_codes: codes.map(({ code, label }) => ({ code: code.trim(), label: label.trim() })),
  };
}

/** The form that shows a profile; `unassigned` are values of its outcome that have no class yet. */
export function formOf(
  document: ProfileDocument,
  unassigned: readonly Scalar[],
  signer: SignerText,
): ProfileText {
  const { outcome, decided_at: decided, subject, version, amount, reasons } = document;
  return {
    decides: outcome !== null,
    profile: {
      outcome: { path: outcome?.path ?? '', values: valuesOf(outcome, unassigned) },
      decided_at: decided ?? { path: '', format: 'iso' },
      subject: subject ?? { paths: [], match: 'folded' },
      groups: document.groups.map(({ name, path, bands = [], reference }) => ({
        name,
        path,
        bands: bands.map(numberOut).join('; '),
        reference: reference === undefined ? '' : scalarText(reference),
      })),
      version: version ?? { path: '' },
      amount: amount ?? { path: '', currency: '' },
      columns: document.columns,
      reasons: reasons ?? { path: '' },
      review: reviewTextOf(document.review),
      small_group: numberOut(document.small_group),
      rules: (document.rules ?? []).map(ruleTextOf),
    },
    accept_unseen: false,
    signer,
  };
}

/** The values that stand at another path of the outcome: known ones keep their class. */
export function valuesAt(
  path: string,
  { profile, unassigned, paths }: ProposedProfile,
): readonly OutcomeValue[] {
  if (profile.outcome?.path === path) return valuesOf(profile.outcome, unassigned);
  const found = paths.find((each) => each.path === path);
  return (found?.examples ?? []).map((value) => ({ value, of: '' }));
}

function withPath<Member extends { readonly path: string }>(member: Member): Member | null {
  return member.path.trim() === '' ? null : member;
}

/** A number where the text is one, else the text itself, for the API's rules to refuse at its field. */
function numberOrText(text: string): number | string {
  const number = numberIn(text);
  return Number.isNaN(number) ? text : number;
}

function groupOf(
  { name, path, bands, reference }: GroupText,
  paths: ReadonlyMap<string, ProfilePath>,
): Record<string, JsonValue> {
  const edges = bandsIn(bands);
  const isBanded = edges.length > 0;
  const known = isBanded ? undefined : paths.get(path);
  return {
    name: name.trim(),
    path,
    ...(isBanded ? { bands: edges } : {}),
    ...(reference === '' ? {} : { reference: isBanded ? reference : scalarIn(reference, known) }),
  };
}

/** The document as it is sent; it is not valid before every field is. */
export function documentOf(
  { decides, profile }: Pick<ProfileText, 'decides' | 'profile'>,
  paths: readonly ProfilePath[],
): Record<string, JsonValue> {
  const byPath = new Map(paths.map((each) => [each.path, each]));
  const { outcome, subject, groups, columns } = profile;
  const valuesIn = (of: OutcomeClass) =>
    outcome.values.filter((each) => each.of === of).map(({ value }) => value);
  return {
    outcome: decides
      ? {
          path: outcome.path,
          favourable: valuesIn('favourable'),
          adverse: valuesIn('adverse'),
          undecided: valuesIn('undecided'),
        }
      : null,
    decided_at: withPath(profile.decided_at),
    subject:
      subject.paths.length === 0 ? null : { paths: [...subject.paths], match: subject.match },
    groups: groups.map((each) => groupOf(each, byPath)),
    version: withPath(profile.version),
    amount: withPath(profile.amount),
    columns: columns.map(({ name, path, kind }) => ({ name: name.trim(), path, kind })),
    reasons: withPath(profile.reasons),
    review: reviewOf(profile.review),
    small_group: numberOrText(profile.small_group),
    ...(profile.rules.length === 0 ? {} : { rules: profile.rules.map(ruleOf) }),
  };
}
