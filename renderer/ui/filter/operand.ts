/** Operands between the text that is typed and the value that is sent. */
import { isJsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import { numberIn, numberOut } from '../number-in.ts';
import { isListOperator, type ClauseOperator, type Operand } from './filter-tree.ts';

/** The names that `$type` takes, as the builder offers them. */
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

/** A value, or why there is none yet. */
export type OperandValue =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'missing' }
  | { readonly kind: 'faulty'; readonly fault: 'number' | 'json' | 'list' | 'size' };

const missing: OperandValue = { kind: 'missing' };
const value = (of: JsonValue): OperandValue => ({ kind: 'value', value: of });

function parsedJson(text: string): OperandValue {
  if (text.trim() === '') return missing;
  try {
    const parsed: JsonValue = JSON.parse(text);
    return value(parsed);
  } catch {
    return { kind: 'faulty', fault: 'json' };
  }
}

function single(type: Operand['type'], text: string): OperandValue {
  switch (type) {
    case 'string':
      return text === '' ? missing : value(text);
    case 'number': {
      const trimmed = text.trim();
      if (trimmed === '') return missing;
      const number = numberIn(trimmed);
      return Number.isFinite(number) ? value(number) : { kind: 'faulty', fault: 'number' };
    }
    case 'boolean':
      return text === 'true' || text === 'false' ? value(text === 'true') : missing;
    case 'null':
      return value(null);
    case 'empty':
      return value('');
    default:
      return parsedJson(text);
  }
}

/** The value that an operand stands for with an operator. */
export function valueOf(operator: ClauseOperator, operand: Operand): OperandValue {
  const [text = ''] = operand.texts;
  if (operator === '$size') {
    const size = single('number', text);
    const whole = size.kind === 'value' && Number.isInteger(size.value) && Number(size.value) >= 0;
    return size.kind === 'value' && !whole ? { kind: 'faulty', fault: 'size' } : size;
  }
  if (!isListOperator(operator)) return single(operand.type, text);
  if (operand.type === 'json') {
    const list = parsedJson(text);
    const isList = list.kind === 'value' && Array.isArray(list.value);
    return list.kind === 'value' && !isList ? { kind: 'faulty', fault: 'list' } : list;
  }
  if (operand.texts.length === 0) return missing;
  const values: JsonValue[] = [];
  for (const each of operand.texts) {
    const one = single(operand.type, each);
    if (one.kind !== 'value') return one;
    values.push(one.value);
  }
  return value(values);
}

function singleOperand(of: JsonValue): Operand {
  const one = (type: Operand['type'], text: string): Operand => ({
    type,
    texts: [text],
    options: '',
  });
  if (of === null) return one('null', '');
  if (of === '') return one('empty', '');
  if (typeof of === 'string') return one('string', of);
  if (typeof of === 'number') return one('number', numberOut(Object.is(of, -0) ? 0 : of));
  if (typeof of === 'boolean') return one('boolean', String(of));
  return one('json', JSON.stringify(of));
}

function listOperand(values: readonly JsonValue[]): Operand {
  const parts = values.map(singleOperand);
  const type = parts[0]?.type ?? 'json';
  const alike =
    (type === 'string' || type === 'number') && parts.every((part) => part.type === type);
  const unlike = new Set(parts.map((part) => part.texts[0])).size === parts.length;
  // A list of tags cannot hold a value twice; written out it can.
  if (!alike || !unlike) return { type: 'json', texts: [JSON.stringify(values)], options: '' };
  return { type, texts: parts.map((part) => part.texts[0] ?? ''), options: '' };
}

/** The operand that shows a value with an operator; undefined where the builder has no form for it. */
export function operandOf(operator: ClauseOperator, of: JsonValue): Operand | undefined {
  switch (operator) {
    case '$eq':
    case '$ne':
      return holdsOperator(of) ? undefined : singleOperand(of);
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return typeof of === 'object' && of !== null ? undefined : singleOperand(of);
    case '$in':
    case '$nin':
    case '$all':
      return Array.isArray(of) && !holdsOperator(of) ? listOperand(of) : undefined;
    case '$regex':
      return typeof of === 'string' && of !== '' ? singleOperand(of) : undefined;
    case '$type':
      return typeNames.some((name) => name === of) ? singleOperand(of) : undefined;
    case '$size':
      return typeof of === 'number' && Number.isInteger(of) && of >= 0
        ? singleOperand(of)
        : undefined;
    default:
      return undefined;
  }
}

/** Whether an operator stands anywhere inside: such a value is refused, or means something else. */
function holdsOperator(of: JsonValue): boolean {
  if (Array.isArray(of)) return of.some(holdsOperator);
  if (!isJsonObject(of)) return false;
  return Object.entries(of).some(([name, member]) => name.startsWith('$') || holdsOperator(member));
}
