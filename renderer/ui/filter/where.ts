/** Filters over what decisions say, as addresses hold them: canonical JSON, a restriction a member. */
import {
  isJsonObject,
  jsonOrUndefined,
  type JsonObject,
  type JsonValue,
} from '../../../shared/contract/json.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';

/** The filter of an address; one that is no object restricts nothing. */
export function readWhere(text: string | undefined): JsonObject {
  const value = text === undefined ? undefined : jsonOrUndefined(text);
  return isJsonObject(value) ? value : {};
}

/** A filter as an address holds it; nothing where it restricts nothing. */
export function writeWhere(where: JsonObject): string | undefined {
  return Object.keys(where).length === 0 ? undefined : canonicalJson(where);
}

/** The filter with another restriction of a member; undefined takes it away. */
export function withMember(
  where: JsonObject,
  member: string,
  operand: JsonValue | undefined,
): JsonObject {
  const { [member]: _before, ...rest } = where;
  return operand === undefined ? rest : { ...rest, [member]: operand };
}

/** Operand for a member that is to have one of some values; undefined for none, which restricts nothing. */
export function valuesOperand(values: readonly [JsonValue, ...JsonValue[]]): JsonValue;
export function valuesOperand(values: readonly JsonValue[]): JsonValue | undefined;
export function valuesOperand(values: readonly JsonValue[]): JsonValue | undefined {
  const [only] = values;
  if (values.length !== 1 || only === undefined) {
    return values.length === 0 ? undefined : { $in: [...values] };
  }
  // A null of its own would find what is absent, too.
  return only === null ? { $type: 'null' } : only;
}

/** One restriction as people read it. */
export type Restriction =
  | { readonly kind: 'values'; readonly values: readonly JsonValue[] }
  | {
      readonly kind: 'range';
      readonly from: JsonValue | undefined;
      /** Not in it. */
      readonly below: JsonValue | undefined;
      /** In it. */
      readonly upTo: JsonValue | undefined;
      /** Not in it. */
      readonly above: JsonValue | undefined;
    }
  | { readonly kind: 'present'; readonly isPresent: boolean }
  | { readonly kind: 'other'; readonly text: string };

const rangeOperators: ReadonlySet<string> = new Set(['$gte', '$gt', '$lt', '$lte']);

/** Reads what a member of a filter asks for. */
export function restrictionOf(operand: JsonValue): Restriction {
  if (!isJsonObject(operand)) return { kind: 'values', values: [operand] };
  const names = Object.keys(operand);
  const { $in: values, $eq: value, $exists: isPresent, $type: type, other } = operand;
  if (names.length === 1 && other === true) return { kind: 'values', values: [operand] };
  if (names.length === 1 && type === 'null') return { kind: 'values', values: [null] };
  if (names.length === 1 && Array.isArray(values)) return { kind: 'values', values };
  if (names.length === 1 && value !== undefined) return { kind: 'values', values: [value] };
  if (names.length === 1 && typeof isPresent === 'boolean') return { kind: 'present', isPresent };
  if (names.length > 0 && names.every((name) => rangeOperators.has(name))) {
    return {
      kind: 'range',
      from: operand['$gte'],
      below: operand['$lt'],
      upTo: operand['$lte'],
      above: operand['$gt'],
    };
  }
  return { kind: 'other', text: canonicalJson(operand) };
}
