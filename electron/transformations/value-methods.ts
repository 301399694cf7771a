/** What each method does with one value that is not null. */
import type { JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type {
  DateShiftParameters,
  MaskParameters,
  MethodParameters,
  NoiseParameters,
  ReplaceParameters,
} from '../../shared/contract/transformations.ts';
import { readDate } from './date-value.ts';
import { generalize } from './generalize.ts';
import type { KeyedDigest } from './keyed-digest.ts';
import { dropped, valuesAt, type Dropped } from './map-path.ts';
import { noiseOf } from './noise.ts';
import type { SourceRow } from './transformation.ts';

/** The method cannot take the value: it becomes null rather than come through in clear. */
export const suppressed = Symbol('suppressed');
export type Suppressed = typeof suppressed;

/** Where a value stands: its row, its path, and its number among the row's values of that path. */
export interface ValuePlace {
  readonly row: SourceRow;
  readonly field: string;
  readonly ordinal: number;
}

export interface ValueMethod {
  readonly name: string;
  /** Arrays and null are handed over as they are. */
  readonly whole: boolean;
  readonly apply: (value: JsonValue, place: ValuePlace) => JsonValue | Suppressed | Dropped;
}

/** One field and what is done with its values. */
export interface FieldRule {
  readonly path: readonly string[];
  readonly method: ValueMethod;
}

/** Means that keyed methods are given. */
export interface KeyedMeans {
  /** Digests under the key of the grant. */
  readonly digest: () => KeyedDigest;
}

const mostDays = 365;

/** The method that valid parameters describe. */
export function createValueMethod(parameters: MethodParameters, means: KeyedMeans): ValueMethod {
  const { method } = parameters;
  switch (method) {
    case 'hash': {
      const digest = means.digest();
      return each(
        method,
        oncePerValue(
          (value) => `hmac-sha256:${digest('transform.hash/v1', value).toString('hex')}`,
        ),
      );
    }
    case 'mask':
      return each(method, (value) => mask(value, parameters));
    case 'redact':
      return each(method, () => '');
    case 'drop':
      return dropMethod;
    case 'replace':
      return each(method, (value) => replace(value, parameters));
    case 'generalize':
      return each(method, (value) => generalize(value, parameters) ?? suppressed);
    case 'date_shift':
      return each(method, dateShifter(parameters, means.digest()));
    case 'noise':
      return each(method, noiseAdder(parameters, means.digest()));
  }
}

export const dropMethod: ValueMethod = { name: 'drop', whole: true, apply: () => dropped };

/** A method of single values. */
export function each(name: string, apply: ValueMethod['apply']): ValueMethod {
  return { name, whole: false, apply };
}

/** Clinical values repeat: each distinct one is digested once. Bounded by the values of one call. */
function oncePerValue(digest: (value: JsonValue) => string): (value: JsonValue) => string {
  const known = new Map<string, string>();
  return (value) => {
    const text = canonicalJson(value);
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = digest(value);
    known.set(text, result);
    return result;
  };
}

/**
 * Strings and numbers by code point. Where what is to be kept would be everything, nothing is; true
 * and false would show through their length.
 */
function mask(value: JsonValue, parameters: MaskParameters): JsonValue | Suppressed {
  if (typeof value !== 'string' && typeof value !== 'number') return suppressed;
  const { char = '*', keep_first: first = 0, keep_last: last = 0 } = parameters;
  const points = Array.from(String(value));
  const hidden = points.length - first - last;
  if (hidden <= 0) return char.repeat(points.length);
  return [...points.slice(0, first), char.repeat(hidden), ...points.slice(first + hidden)].join('');
}

/** A member of the map matches a string, or the JSON text of a number, true or false. */
function replace(value: JsonValue, parameters: ReplaceParameters): JsonValue {
  const { value: only, map, default: otherwise } = parameters;
  if (map === undefined) return only ?? null;
  const name = typeof value === 'object' ? undefined : String(value);
  if (name !== undefined && Object.hasOwn(map, name)) return map[name] ?? null;
  return otherwise ?? null;
}

/**
 * Moves dates by whole days, as many for all dates of a subject: −365…−1 or 1…365, never 0. The
 * subject is the value of `group_by`, or the record where it has none.
 */
function dateShifter(parameters: DateShiftParameters, digest: KeyedDigest): ValueMethod['apply'] {
  const { group_by, date_format } = parameters;
  const path = group_by?.split('.');
  let before: SourceRow | undefined;
  let offset = 0;
  return (value, { row }) => {
    if (row !== before) {
      const subject = path === undefined ? [] : valuesAt(row.document, path);
      const named = subject.length > 0 && !subject.includes(null);
      const message = named ? ['subject', ...subject] : ['record', row.recordId];
      offset = dayOffset(digest('transform.date-shift/v1', message));
      before = row;
    }
    return readDate(value, date_format)?.moved(offset) ?? suppressed;
  };
}

function dayOffset(digest: Buffer): number {
  const step = digest.readUIntBE(0, 6) % (2 * mostDays);
  return step < mostDays ? step - mostDays : step - mostDays + 1;
}

/**
 * Adds noise that is the same for the same value's place, distribution and scale: asking again
 * cannot average it away. Distribution and scale are in the seed, or two scales would give the value.
 */
function noiseAdder(parameters: NoiseParameters, digest: KeyedDigest): ValueMethod['apply'] {
  const { distribution = 'laplace', scale, minimum, maximum, decimals } = parameters;
  return (value, { row, field, ordinal }) => {
    if (typeof value !== 'number') return suppressed;
    const seed = digest('transform.noise/v1', [row.recordId, field, ordinal, distribution, scale]);
    const noisy = value + noiseOf(distribution, scale, seed);
    const rounded = decimals === undefined ? noisy : Number(noisy.toFixed(decimals));
    const bounded = Math.min(Math.max(rounded, minimum ?? -Infinity), maximum ?? Infinity);
    // Beyond it a number can no longer be told from its neighbours (docs/ledger-format.md, "Values").
    if (Math.abs(bounded) > Number.MAX_SAFE_INTEGER) return suppressed;
    return bounded === 0 ? 0 : bounded;
  };
}
