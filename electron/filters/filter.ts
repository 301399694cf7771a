/** The filter language as a value: what parsing yields, what the evaluator and the SQL compiler read. */
import type { JsonValue } from '../../shared/contract/json.ts';
import { faultOf, type Fault } from '../../shared/contract/faults.ts';
import type { Expression } from './expressions/expression.ts';
import type { Instant } from './instant.ts';
import type { RegularExpression } from './regular-expression.ts';

/** A field path: `text` as written, `segments` split at the dots, none of them empty. */
export interface FieldPath {
  readonly text: string;
  readonly segments: readonly string[];
}

export type ComparisonOperator = '$gt' | '$gte' | '$lt' | '$lte';
export type BitTest = '$bitsAllSet' | '$bitsAllClear' | '$bitsAnySet' | '$bitsAnyClear';

/** Names of `$type`. A number is exactly one of int (32 bits), long (64 bits) and double (all else). */
export const typeNames = [
  'number',
  'int',
  'long',
  'double',
  'string',
  'bool',
  'object',
  'array',
  'null',
] as const;
export type TypeName = (typeof typeNames)[number];

/**
 * A positive predicate: it holds where any candidate of its path satisfies it. `size` and the two
 * element forms look at arrays as a whole; every other one also at the elements of an array.
 */
export type Predicate =
  | { readonly kind: 'equal'; readonly value: JsonValue }
  | { readonly kind: 'in'; readonly values: readonly JsonValue[] }
  | {
      readonly kind: 'compare';
      readonly operator: ComparisonOperator;
      readonly value: boolean | number | string | null;
    }
  /** A text that is one of these instants, however it is written. */
  | { readonly kind: 'instants'; readonly instants: readonly Instant[] }
  | {
      readonly kind: 'compareInstant';
      readonly operator: ComparisonOperator;
      readonly instant: Instant;
    }
  | { readonly kind: 'exists' }
  | { readonly kind: 'type'; readonly types: readonly TypeName[] }
  | { readonly kind: 'regex'; readonly expression: RegularExpression }
  | { readonly kind: 'size'; readonly size: number }
  | { readonly kind: 'modulo'; readonly divisor: number; readonly remainder: number }
  /** `mask` has 64 bits, as a signed integer. */
  | { readonly kind: 'bits'; readonly test: BitTest; readonly mask: bigint }
  /** `$elemMatch` with operators: `filter` has `value` leaves, about one element. */
  | { readonly kind: 'elementValue'; readonly filter: Filter }
  /** `$elemMatch` with field names: `filter` is about an element that is an object. */
  | { readonly kind: 'elementObject'; readonly filter: Filter };

/**
 * A parsed filter. Negations (`$ne`, `$nin`, `$nor`, `$not`, `$exists: false`) are `not` around their
 * positive form. An empty `all` holds for every document, an empty `any` for none.
 */
export type Filter =
  | { readonly kind: 'all'; readonly filters: readonly Filter[] }
  | { readonly kind: 'any'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | { readonly kind: 'field'; readonly path: FieldPath; readonly predicate: Predicate }
  /** `$expr`: holds where the expression does. Never inside of an `$elemMatch`. */
  | { readonly kind: 'expression'; readonly expression: Expression }
  /** Inside `elementValue` only: the element itself, without looking into it. */
  | { readonly kind: 'value'; readonly predicate: Predicate };

/** A filter, sort, projection or pipeline that is refused, with the place in it. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
  /** The place inside the refused value, for example `$or.1.age.$gte`; empty for the whole. */
  readonly path: string;
  readonly fault: Fault;

  constructor(path: string, fault: Fault) {
    super(fault.message);
    this.path = path;
    this.fault = fault;
  }

  /** The same at another place. */
  at(path: string): FilterError {
    return new FilterError(path, this.fault);
  }
}

/** Refuses what JSON cannot hold: half a character, and a number that is none. @throws {FilterError} */
export function refuseUnfit(value: JsonValue, place: string): void {
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw new FilterError(place, faultOf('well_formed'));
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new FilterError(place, faultOf('type_finite'));
  }
}

/** A filter or pipeline that was taken and grew beyond a limit as it ran. */
export class LimitError extends FilterError {
  /** The limit: so many, or so large, at most. */
  readonly limit: number;

  constructor(path: string, fault: Fault, limit: number) {
    super(path, fault);
    this.limit = limit;
  }

  override at(path: string): LimitError {
    return new LimitError(path, this.fault, this.limit);
  }
}
