/** From what the builder shows to the filter expression that is sent; unfinished clauses are left out. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import type { FilterClause, FilterGroup, FilterPart } from './filter-tree.ts';
import { valueOf } from './operand.ts';
import { memberOnly, noMembers, type PartPlaces } from './read-filter.ts';

const nameOf = { all: '$and', any: '$or', none: '$nor' } as const;

export interface WrittenFilter {
  readonly filter: JsonObject;
  readonly places: PartPlaces;
  /** Clauses that are not a part of it yet. */
  readonly unfinished: number;
}

/** The expression of a filter, and where each of its parts stands in it. */
export function writeFilter(root: FilterGroup): WrittenFilter {
  const writer = new FilterWriter();
  const filter = writer.document(root, '');
  return { filter, places: writer.places, unfinished: writer.unfinished };
}

class FilterWriter {
  readonly places = new Map<string, string>();
  unfinished = 0;

  /** A part as a document of its own. */
  document(part: FilterPart, place: string): JsonObject {
    this.places.set(part.id, place);
    switch (part.kind) {
      case 'raw':
        return part.filter;
      case 'clause':
        return this.#clause(part, place);
      default:
        return part.join === 'all' ? this.#all(part, place) : this.#listed(part, place);
    }
  }

  #clause(clause: FilterClause, place: string): JsonObject {
    const operand = operandOf(clause);
    if (operand === undefined) return noMembers();
    const { field, operator } = clause;
    const below = operator === '$eq' ? field : `${field}.${operatorName(operator)}`;
    this.places.set(clause.id, place === '' ? below : `${place}.${below}`);
    return memberOnly(field, operand);
  }

  /** The parts that are written at all, each once with its place in `name`. */
  #listed(group: FilterGroup, place: string): JsonObject {
    const name = nameOf[group.join];
    const here = place === '' ? name : `${place}.${name}`;
    this.places.set(group.id, here);
    const written: JsonObject[] = [];
    for (const part of group.parts) {
      if (isUnfinished(part)) {
        this.unfinished += countUnfinished(part);
        continue;
      }
      written.push(this.document(part, `${here}.${written.length}`));
    }
    return written.length === 0 ? noMembers() : memberOnly(name, written);
  }

  /** Conditions that all hold share one object where their names allow it, otherwise `$and`. */
  #all(group: FilterGroup, place: string): JsonObject {
    const parts = group.parts.filter((part) => !isUnfinished(part));
    const merged = noMembers();
    if (parts.every((part) => merge(merged, plainDocument(part)))) {
      for (const part of group.parts) {
        if (isUnfinished(part)) this.unfinished += countUnfinished(part);
        else this.document(part, place);
      }
      return merged;
    }
    return this.#listed(group, place);
  }
}

/** A part's document without its place: to see whether it goes together with others. */
function plainDocument(part: FilterPart): JsonObject {
  return new FilterWriter().document(part, '');
}

/** Puts a document into another one; false where a name is taken and cannot be shared. */
function merge(into: JsonObject, document: JsonObject): boolean {
  for (const [name, value] of Object.entries(document)) {
    const present = into[name];
    if (!Object.hasOwn(into, name)) {
      into[name] = value;
    } else if (isOperators(present) && isOperators(value) && areApart(present, value)) {
      const both = noMembers();
      for (const [key, operand] of Object.entries(present)) both[key] = operand;
      for (const [key, operand] of Object.entries(value)) both[key] = operand;
      into[name] = both;
    } else return false;
  }
  return true;
}

function isOperators(value: JsonValue | undefined): value is JsonObject {
  if (value === undefined || !isJsonObject(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => name.startsWith('$'));
}

function areApart(first: JsonObject, second: JsonObject): boolean {
  return Object.keys(second).every((name) => !Object.hasOwn(first, name));
}

function operatorName(operator: FilterClause['operator']): string {
  return operator === 'exists' || operator === 'missing' ? '$exists' : operator;
}

/** The operand of a clause's field; undefined while the clause is unfinished. */
function operandOf({ field, operator, operand }: FilterClause): JsonValue | undefined {
  if (field.trim() === '') return undefined;
  if (operator === 'exists' || operator === 'missing') {
    return memberOnly('$exists', operator === 'exists');
  }
  const value = valueOf(operator, operand);
  if (value.kind !== 'value') return undefined;
  if (operator === '$eq') return value.value;
  const operators = memberOnly(operator, value.value);
  if (operator === '$regex' && operand.options !== '') operators['$options'] = operand.options;
  return operators;
}

/** Tells whether a part says nothing yet: an unfinished clause, or a group that has only such parts. */
export function isUnfinished(part: FilterPart): boolean {
  if (part.kind === 'raw') return false;
  if (part.kind === 'clause') return operandOf(part) === undefined;
  return part.parts.every(isUnfinished);
}

function countUnfinished(part: FilterPart): number {
  if (part.kind === 'group') {
    return part.parts.reduce((sum, each) => sum + countUnfinished(each), 0);
  }
  return isUnfinished(part) ? 1 : 0;
}
