/** From a filter expression to what the builder shows; nothing of it is ever lost. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import {
  clauseOperators,
  type ClauseOperator,
  type FilterGroup,
  type FilterPart,
  type GroupJoin,
  type NewPartId,
} from './filter-tree.ts';
import { operandOf } from './operand.ts';

/** Where each part stands in the expression, as the API names places: `$or.1.age.$gt`. */
export type PartPlaces = ReadonlyMap<string, string>;

const joinOf: Readonly<Record<string, GroupJoin>> = { $and: 'all', $or: 'any', $nor: 'none' };
const deepest = 20;

export interface ReadFilter {
  readonly root: FilterGroup;
  readonly places: PartPlaces;
}

/** A filter as groups and clauses. What has no form of its own is a raw part. */
export function readFilter(filter: JsonObject, newId: NewPartId): ReadFilter {
  const reader = new FilterReader(newId);
  const parts = reader.document(filter, '', 0);
  const [only] = parts;
  // A lone $or or $nor is the root itself: one level less to look at.
  const root: FilterGroup =
    parts.length === 1 && only?.kind === 'group'
      ? only
      : { kind: 'group', id: newId(), join: 'all', parts };
  return { root, places: reader.places };
}

class FilterReader {
  readonly places = new Map<string, string>();
  readonly #newId: NewPartId;

  constructor(newId: NewPartId) {
    this.#newId = newId;
  }

  #placed<Part extends FilterPart>(part: Part, place: string): Part {
    this.places.set(part.id, place);
    return part;
  }

  #raw(name: string, value: JsonValue, place: string): FilterPart {
    return this.#placed({ kind: 'raw', id: this.#newId(), filter: memberOnly(name, value) }, place);
  }

  /** The parts of a document: all of them must hold. */
  document(filter: JsonObject, place: string, depth: number): FilterPart[] {
    return Object.entries(filter).flatMap(([name, operand]) => {
      const here = place === '' ? name : `${place}.${name}`;
      if (!name.startsWith('$')) return this.#field(name, operand, here, depth);
      return [this.#group(name, operand, here, depth) ?? this.#raw(name, operand, here)];
    });
  }

  #group(name: string, operand: JsonValue, place: string, depth: number): FilterPart | undefined {
    const join = joinOf[name];
    const isGroup = join !== undefined && Array.isArray(operand) && operand.length > 0;
    if (!isGroup || depth >= deepest || !operand.every(isJsonObject)) return undefined;
    const parts = operand.map((each, index): FilterPart => {
      const here = `${place}.${index}`;
      const inner = this.document(each, here, depth + 1);
      const [only] = inner;
      if (inner.length === 1 && only !== undefined) return only;
      // An empty document holds for every row; a group without parts would say nothing.
      if (inner.length === 0) {
        return this.#placed({ kind: 'raw', id: this.#newId(), filter: each }, here);
      }
      return this.#placed({ kind: 'group', id: this.#newId(), join: 'all', parts: inner }, here);
    });
    return this.#placed({ kind: 'group', id: this.#newId(), join, parts }, place);
  }

  #field(field: string, operand: JsonValue, place: string, depth: number): FilterPart[] {
    const names = isJsonObject(operand) ? Object.keys(operand) : [];
    if (!isJsonObject(operand) || !names.some((name) => name.startsWith('$'))) {
      return [this.#clause(field, '$eq', operand, '', place) ?? this.#raw(field, operand, place)];
    }
    // Names and operators side by side are refused by the engine, as a whole.
    if (!names.every((name) => name.startsWith('$'))) return [this.#raw(field, operand, place)];
    const options = operand['$options'];
    return names.flatMap((name): FilterPart[] => {
      const here = `${place}.${name}`;
      const value = operand[name] ?? null;
      if (name === '$options' && Object.hasOwn(operand, '$regex')) return [];
      return [this.#operator(field, name, value, options, here, depth)];
    });
  }

  #operator(
    field: string,
    name: string,
    value: JsonValue,
    options: JsonValue | undefined,
    place: string,
    depth: number,
  ): FilterPart {
    if (name === '$exists' && typeof value === 'boolean') {
      return this.#placed(
        {
          kind: 'clause',
          id: this.#newId(),
          field,
          operator: value ? 'exists' : 'missing',
          operand: { type: 'null', texts: [], options: '' },
        },
        place,
      );
    }
    if (name === '$regex') return this.#expression(field, value, options, place);
    if (name === '$not' && isJsonObject(value) && Object.keys(value).length > 0) {
      const isOperators = Object.keys(value).every((each) => each.startsWith('$'));
      if (isOperators && depth < deepest) return this.#negated(field, value, place, depth);
    }
    const operator = clauseOperators.find((each) => each === name);
    const clause =
      operator === undefined ? undefined : this.#clause(field, operator, value, '', place);
    return clause ?? this.#raw(field, memberOnly(name, value), place);
  }

  #expression(
    field: string,
    value: JsonValue,
    options: JsonValue | undefined,
    place: string,
  ): FilterPart {
    const flags = options ?? '';
    const clause =
      typeof flags === 'string' && /^[ims]*$/.test(flags)
        ? this.#clause(field, '$regex', value, flags, place)
        : undefined;
    if (clause !== undefined) return clause;
    const kept = memberOnly('$regex', value);
    if (options !== undefined) kept['$options'] = options;
    return this.#raw(field, kept, place);
  }

  /** `$not` negates the whole of its operators: none of a group in which all of them hold. */
  #negated(field: string, operators: JsonObject, place: string, depth: number): FilterPart {
    const inner = this.#field(field, operators, place, depth + 1);
    const [only] = inner;
    const parts: FilterPart[] =
      inner.length === 1 && only !== undefined
        ? [only]
        : [this.#placed({ kind: 'group', id: this.#newId(), join: 'all', parts: inner }, place)];
    return this.#placed({ kind: 'group', id: this.#newId(), join: 'none', parts }, place);
  }

  #clause(
    field: string,
    operator: ClauseOperator,
    value: JsonValue,
    options: string,
    place: string,
  ): FilterPart | undefined {
    const operand = operandOf(operator, value);
    if (operand === undefined || field === '') return undefined;
    return this.#placed(
      { kind: 'clause', id: this.#newId(), field, operator, operand: { ...operand, options } },
      place,
    );
  }
}

/** An object of one member. It has no prototype: `__proto__` is a name like any other. */
export function memberOnly(name: string, value: JsonValue): JsonObject {
  const object = noMembers();
  object[name] = value;
  return object;
}

export function noMembers(): JsonObject {
  const object: unknown = Object.create(null);
  return isJsonObject(object) ? object : {};
}
