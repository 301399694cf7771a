/** Stages that group: their keys, their accumulators with their operands. */
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { accumulatorNames, type AccumulatorName } from '../../shared/contract/pipeline-names.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { compareScalars, isScalar, type Scalar } from '../filters/compare-values.ts';
import { memberName, parsePath } from '../filters/field-path.ts';
import { FilterError, type FieldPath } from '../filters/filter.ts';
import type { BucketStage, GroupField, GroupKey, GroupStage } from './pipeline.ts';
import {
  refuseOthers,
  refuseTooManyMembers,
  withoutDollar,
  type StageExpressions,
} from './stage-expressions.ts';

/** Percentiles of one accumulator. */
const mostPercentiles = 64;

export class GroupParser {
  readonly #expressions: StageExpressions;

  constructor(expressions: StageExpressions) {
    this.#expressions = expressions;
  }

  /** @throws {FilterError} */
  group(operand: JsonValue, place: string): GroupStage {
    if (!isJsonObject(operand) || !Object.hasOwn(operand, '_id')) {
      throw new FilterError(place, faultOf('pipeline_group'));
    }
    const { _id = null, ...fields } = operand;
    return {
      kind: 'group',
      key: this.#key(_id, `${place}._id`),
      fields: this.#fields(fields, place),
    };
  }

  /** @throws {FilterError} */
  bucket(operand: JsonValue, place: string): BucketStage {
    if (!isJsonObject(operand)) {
      const values = 'groupBy, boundaries';
      throw new FilterError(place, faultOf('expression_members', { values }));
    }
    const { groupBy, boundaries: listed, default: other, output, ...others } = operand;
    refuseOthers(others, place);
    const boundaries = parseBoundaries(listed, `${place}.boundaries`);
    if (other !== undefined) refuseDefault(other, boundaries, `${place}.default`);
    const count = { count: { sum: 1 } };
    return {
      kind: 'bucket',
      groupBy: this.#expressions.key(groupBy, `${place}.groupBy`),
      boundaries,
      other: other === undefined || !isScalar(other) ? undefined : other,
      fields: this.#fields(output ?? count, `${place}.output`),
    };
  }

  #key(operand: JsonValue, place: string): GroupKey {
    if (operand === null) return { kind: 'all' };
    const names = isJsonObject(operand) ? Object.keys(operand) : [];
    if (!isJsonObject(operand) || names.some((name) => name.startsWith('$'))) {
      return { kind: 'value', value: this.#expressions.key(operand, place) };
    }
    refuseTooManyMembers(names, place);
    if (names.length === 0) throw new FilterError(place, faultOf('pipeline_path_missing'));
    return {
      kind: 'object',
      members: names.map((name) => {
        const here = `${place}.${name}`;
        return [memberName(name, here), this.#expressions.read(operand[name] ?? null, here)];
      }),
    };
  }

  #fields(operand: JsonValue, place: string): GroupField[] {
    if (!isJsonObject(operand)) throw new FilterError(place, faultOf('type_object'));
    const names = Object.keys(operand);
    refuseTooManyMembers(names, place);
    return names.map((name) => this.#field(name, operand[name] ?? null, `${place}.${name}`));
  }

  #field(name: string, operand: JsonValue, place: string): GroupField {
    memberName(name, place);
    const [only, ...others] = isJsonObject(operand) ? Object.entries(operand) : [];
    const accumulator = accumulatorNames.find((each) => each === withoutDollar(only?.[0] ?? ''));
    if (only === undefined || others.length > 0 || accumulator === undefined) {
      throw new FilterError(
        place,
        faultOf('object_with_one_of', { values: accumulatorNames.join(', ') }),
      );
    }
    return { name, accumulator, ...this.#operand(accumulator, only[1], `${place}.${only[0]}`) };
  }

  #operand(
    accumulator: AccumulatorName,
    operand: JsonValue,
    place: string,
  ): Pick<GroupField, 'operand' | 'percentiles'> {
    if (accumulator === 'count') {
      if (isJsonObject(operand) && Object.keys(operand).length === 0) return { operand: undefined };
      throw new FilterError(place, faultOf('exactly', { value: '{}' }));
    }
    if (accumulator === 'median' || accumulator === 'percentile') {
      return this.#percentile(accumulator, operand, place);
    }
    return { operand: this.#expressions.key(operand, place) };
  }

  #percentile(
    accumulator: 'median' | 'percentile',
    operand: JsonValue,
    place: string,
  ): Pick<GroupField, 'operand' | 'percentiles'> {
    const values = accumulator === 'median' ? 'input' : 'input, p';
    if (!isJsonObject(operand) || !Object.hasOwn(operand, 'input')) {
      throw new FilterError(place, faultOf('expression_members', { values }));
    }
    const { input, p, method = 'approximate', ...others } = operand;
    const isKnown = accumulator === 'percentile' || p === undefined;
    refuseOthers(isKnown ? others : { ...others, p }, place);
    if (method !== 'approximate') {
      throw new FilterError(`${place}.method`, faultOf('pipeline_method'));
    }
    return {
      operand: this.#expressions.key(input, `${place}.input`),
      percentiles: accumulator === 'median' ? 0.5 : parsePercentiles(p, `${place}.p`),
    };
  }
}

function parsePercentiles(p: JsonValue | undefined, place: string): number | readonly number[] {
  const isPart = (each: JsonValue | undefined): each is number =>
    typeof each === 'number' && each >= 0 && each <= 1;
  if (isPart(p)) return p;
  if (Array.isArray(p) && p.length > 0 && p.length <= mostPercentiles && p.every(isPart)) return p;
  throw new FilterError(place, faultOf('pipeline_percentile'));
}

function parseBoundaries(
  operand: JsonValue | undefined,
  place: string,
): readonly (number | string)[] {
  const isBoundary = (each: JsonValue): each is number | string =>
    typeof each === 'number' ? Number.isFinite(each) : typeof each === 'string';
  if (Array.isArray(operand) && operand.length >= 2 && operand.every(isBoundary)) {
    const isAscending = operand.every((each, index) => {
      const before = operand[index - 1];
      return before === undefined || (compareScalars(before, each) ?? 0) < 0;
    });
    if (isAscending) return operand;
  }
  throw new FilterError(place, faultOf('pipeline_boundaries'));
}

/** A default is the key of a group of its own. */
function refuseDefault(
  other: JsonValue,
  boundaries: readonly (number | string)[],
  place: string,
): void {
  if (isScalar(other) && bucketOf(other, boundaries) === undefined) return;
  throw new FilterError(place, faultOf('pipeline_default'));
}

/** The least value of the bucket that a value lies in; undefined where it lies in none. */
export function bucketOf(
  value: JsonValue | undefined,
  boundaries: readonly (number | string)[],
): Scalar | undefined {
  let found: number | string | undefined;
  for (const boundary of boundaries) {
    const order = value === undefined ? undefined : compareScalars(value, boundary);
    if (order === undefined) return undefined;
    if (order < 0) return found;
    found = boundary;
  }
  return undefined;
}

/** `"$a.b"`. @throws {FilterError} */
export function reference(operand: JsonValue | undefined, place: string): FieldPath {
  if (typeof operand === 'string' && operand.startsWith('$')) {
    return parsePath(operand.slice(1), place);
  }
  throw new FilterError(place, faultOf('pipeline_path'));
}
