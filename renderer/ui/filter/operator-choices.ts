/** Which operators and kinds of value a field offers, by the types its rows have held. */
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import { isListOperator, type ClauseOperator, type OperandType } from './filter-tree.ts';

const always: readonly ClauseOperator[] = ['$eq', '$ne', '$in', '$nin', 'exists', 'missing'];
const ordered: readonly ClauseOperator[] = ['$gt', '$gte', '$lt', '$lte'];
const order: readonly ClauseOperator[] = [
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  '$regex',
  '$all',
  '$size',
  'exists',
  'missing',
  '$type',
];

/**
 * Operators for a field, in the order of a menu. Elements of arrays are not in the profile, so an
 * array offers all of them, as does a field that is not in it.
 */
export function operatorsFor(field: DatasetField | undefined): readonly ClauseOperator[] {
  if (field === undefined || field.types.includes('array')) return order;
  const offered = new Set<ClauseOperator>([...always, '$type']);
  const isText = field.types.includes('string');
  if (isText || field.types.includes('number')) ordered.forEach((each) => offered.add(each));
  if (isText) offered.add('$regex');
  return order.filter((each) => offered.has(each));
}

/** The kind of value to start with for a field. */
export function firstTypeFor(field: DatasetField | undefined): OperandType {
  const types = field?.types ?? [];
  if (types.includes('number')) return 'number';
  if (types.includes('boolean') && !types.includes('string')) return 'boolean';
  if (types.length === 1 && types[0] === 'null') return 'null';
  if (types.length === 1 && types[0] === 'object') return 'json';
  return 'string';
}

/** Kinds of value that an operator takes. */
export function typesFor(operator: ClauseOperator): readonly OperandType[] {
  switch (operator) {
    case '$eq':
    case '$ne':
      return ['string', 'number', 'boolean', 'null', 'empty', 'json'];
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return ['number', 'string', 'boolean'];
    case '$in':
    case '$nin':
    case '$all':
      return ['string', 'number', 'json'];
    case '$size':
      return ['number'];
    default:
      return ['string'];
  }
}

/** The kind nearest to `type` that an operator takes. */
export function operandTypeFor(operator: ClauseOperator, type: OperandType): OperandType {
  const types = typesFor(operator);
  // `$gte: null` is read from an expression and stays; it is only not offered.
  if (types.includes(type) || (type === 'null' && !isListOperator(operator))) return type;
  return types[0] ?? 'string';
}
