/** What each method of a policy does with one value that is not null: the holder's and a lab's alike. */
import type { JsonValue } from '../../shared/contract/json.ts';
import type { FieldRule, RuleOf } from '../../shared/contract/policies.ts';
import { readDate } from '../transformations/date-value.ts';
import { generalize } from '../transformations/generalize.ts';
import { createKeyedDigest, type KeyedDigest } from '../transformations/keyed-digest.ts';
import { noiseOf } from '../transformations/noise.ts';
import { stepsFrom, timesStep } from '../transformations/number-ranges.ts';

type Scalar = boolean | number | string;

/** Whose a value is: of an entity, or where nothing says whose, of its row. */
export type Subject = readonly ['entity', JsonValue] | readonly ['row', number | string];

/** Where a value stands. */
export interface ValuePlace {
  /** The address of its field. */
  readonly field: string;
  readonly subject: () => Subject;
}

/** A value as it leaves; null for one that the method cannot take. */
export type ValueMethod = (value: Scalar, place: ValuePlace) => JsonValue;

/** Rules that change values, rather than show or withhold them. */
export type TreatingRule = Exclude<FieldRule, { method: 'clear' | 'withheld' | 'statistics' }>;

/** Keys of 32 bytes: what one grant alone may compare, and what is one draw for all. */
export interface ViewKeys {
  readonly grant: Uint8Array;
  readonly dataset: Uint8Array;
}

/** Makes the methods of one grant. */
export class Methods {
  readonly #ofGrant: KeyedDigest;
  readonly #ofDataset: KeyedDigest;

  constructor(keys: ViewKeys) {
    this.#ofGrant = createKeyedDigest(keys.grant);
    this.#ofDataset = createKeyedDigest(keys.dataset);
  }

  create(rule: TreatingRule): ValueMethod {
    switch (rule.method) {
      case 'hash':
        return hasher(this.#ofGrant);
      case 'date_shift':
        return dateShifter(rule, this.#ofDataset);
      case 'noise':
        return noiseAdder(rule, this.#ofDataset);
      case 'mask':
        return (value) => mask(value, rule);
      case 'generalize':
        return (value) => generalize(value, rule) ?? null;
      case 'replace':
        return () => rule.value;
      case 'redact':
        return () => '';
      default:
        return rule satisfies never;
    }
  }
}

/** Values repeat: so many digests are kept, of short texts. */
const mostKept = 10_000;
const longestKept = 64;
const hashDigits = 32;

/** Of value and field: equal values of two fields look different. */
function hasher(digest: KeyedDigest): ValueMethod {
  const kept = new Map<string, Map<Scalar, string>>();
  return (value, { field }) => {
    const ofField = kept.get(field) ?? new Map<Scalar, string>();
    const known = ofField.get(value);
    if (known !== undefined) return known;
    const hex = digest('view.hash/v1', [field, value]).toString('hex').slice(0, hashDigits);
    const hashed = `hmac-sha256:${hex}`;
    const isShort = typeof value !== 'string' || value.length <= longestKept;
    if (isShort && ofField.size < mostKept) kept.set(field, ofField.set(value, hashed));
    return hashed;
  };
}

/** Days that a date moves by: −365…−1 or 1…365, the same for all dates of a subject. */
export function daysOf(subject: Subject, digest: KeyedDigest): number {
  const step = digest('view.date-shift/v1', [...subject]).readUIntBE(0, 6) % (2 * mostDays);
  return step < mostDays ? step - mostDays : step - mostDays + 1;
}

const mostDays = 365;

function dateShifter({ date_format }: RuleOf<'date_shift'>, digest: KeyedDigest): ValueMethod {
  let last: { readonly subject: Subject; readonly days: number } | undefined;
  return (value, place) => {
    const date = readDate(value, date_format);
    if (date === undefined) return null;
    const subject = place.subject();
    if (last === undefined || last.subject !== subject) {
      last = { subject, days: daysOf(subject, digest) };
    }
    return date.moved(last.days) ?? null;
  };
}

/**
 * Laplace noise, one draw for a value of a subject for ever: asking again, in another session or by another lab,
 * averages nothing away.
 */
function noiseAdder({ scale, step }: RuleOf<'noise'>, digest: KeyedDigest): ValueMethod {
  return (value, { field, subject }) => {
    if (typeof value !== 'number') return null;
    const drawn = digest('view.noise/v1', [field, [...subject()], value]);
    const noisy = value + noiseOf('laplace', scale, drawn);
    const rounded = Number.isFinite(noisy) ? timesStep(stepsFrom(0, noisy, step), step) : noisy;
    // Beyond it a number can no longer be told from its neighbours (docs/ledger-format.md, "Values").
    return Math.abs(rounded) <= Number.MAX_SAFE_INTEGER ? rounded : null;
  };
}

/** By code point. Where half or more would be seen, nothing is; true and false would show through their length. */
function mask(value: Scalar, rule: RuleOf<'mask'>): JsonValue {
  if (typeof value === 'boolean') return null;
  const { char = '*', keep_first: first = 0, keep_last: last = 0 } = rule;
  const points = Array.from(String(value));
  const hidden = points.length - first - last;
  if (2 * (first + last) > points.length) return char.repeat(points.length);
  return [...points.slice(0, first), char.repeat(hidden), ...points.slice(first + hidden)].join('');
}
