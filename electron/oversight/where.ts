/**
 * The filter `where` over decisions: the filter expression of the sessions, over what facts and records say
 * (docs/oversight.md, "Filter").
 */
import { faultAt } from '../../shared/contract/faults.ts';
import { parseJsonText } from '../../shared/contract/intake.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import {
  commonFields,
  isDecisionField,
  profileFields,
} from '../../shared/oversight/decision-fields.ts';
import { columnPrefix, groupPrefix } from '../../shared/oversight/field-names.ts';
import { FilterError, type Filter, type Predicate } from '../filters/filter.ts';
import { parseFilter } from '../filters/parse-filter.ts';

/** Conditions of one filter: a reader answers others, too. */
const mostConditions = 200;

/** A filter as it was asked for. */
export interface Where {
  /** Canonical JSON. */
  readonly text: string;
  readonly json: JsonObject;
  readonly filter: Filter;
  readonly fields: ReadonlySet<string>;
}

/** The filter that every decision meets. */
export const everyDecision: Where = {
  text: '{}',
  json: {},
  filter: { kind: 'all', filters: [] },
  fields: new Set(),
};

/** @throws {ApiError} `validation_error` naming the place below `field` */
export function readWhere(text: string, field = 'where'): Where {
  const json = jsonOf(text, field);
  const filter = refusing(field, () => parseFilter(json));
  if (!isJsonObject(json)) throw validationError([faultAt(field, 'filter_object')]);
  const conditions = conditionsIn(filter);
  if (conditions.length > mostConditions) {
    throw validationError([faultAt(field, 'filter_conditions', { maximum: mostConditions })]);
  }
  const unknown = conditions.filter((each) => !isDecisionField(each.field));
  if (unknown.length > 0)
    throw validationError(unknown.map((each) => fieldFault(field, each.field)));
  const refused = conditions.flatMap(({ field: name, predicate }) => {
    const fault = walkingFault(name, predicate);
    return fault === undefined ? [] : [faultAt(`${field}.${name}`, fault)];
  });
  if (refused.length > 0) throw validationError(refused);
  const fields = new Set(conditions.map((each) => each.field));
  return { text: canonicalJson(json), json, filter, fields };
}

/** The fault of a field that there is not. */
export function fieldFault(place: string, name: string) {
  const values = [...commonFields, ...profileFields].toSorted().join(', ');
  return faultAt(`${place}.${name}`, 'one_of', {
    values: `${values}, ${groupPrefix}<name>, ${columnPrefix}<name>`,
  });
}

function jsonOf(text: string, field: string): JsonValue {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw validationError([faultAt(field, 'filter_json')]);
  }
}

function refusing<Result>(field: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    const at = error.path === '' ? field : `${field}.${error.path}`;
    throw validationError([{ field: at, ...error.fault }]);
  }
}

/** Why a field does not take a predicate: nearly every decision has a text of its own there. */
function walkingFault(
  field: string,
  { kind }: Predicate,
): 'filter_no_regex' | 'filter_equal_only' | undefined {
  const isTime = field === 'decided_at' || field === 'created_at';
  if (isTime && kind === 'regex') return 'filter_no_regex';
  const isLookedUp = kind === 'equal' || kind === 'in' || kind === 'exists';
  return field === 'transaction_id' && !isLookedUp ? 'filter_equal_only' : undefined;
}

interface ConditionOn {
  readonly field: string;
  readonly predicate: Predicate;
}

/** Every condition on a field of a decision. What is asked of the elements of an array names none. */
function conditionsIn(filter: Filter): ConditionOn[] {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.filters.flatMap(conditionsIn);
    case 'not':
      return conditionsIn(filter.filter);
    case 'field':
      return [{ field: filter.path.text, predicate: filter.predicate }];
    case 'value':
    case 'expression':
      return [];
    default:
      return filter satisfies never;
  }
}
