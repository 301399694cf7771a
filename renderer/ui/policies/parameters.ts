/** Parameters of methods that change values: how each is asked for, and what a typed text of it stands for. */
import type { JsonValue } from '../../../shared/contract/json.ts';
import { dateFormats, dateParts } from '../../../shared/contract/transformations.ts';
import { numberSigns } from '../money/money.ts';
import { numberIn } from '../number-in.ts';

/** How a parameter is asked for. */
type ParameterKind =
  | { readonly kind: 'number' | 'text' | 'numbers' | 'texts' | 'json' | 'value' | 'flag' | 'field' }
  | { readonly kind: 'choice'; readonly options: readonly string[] };

export type ParameterSpec = ParameterKind & {
  readonly name: string;
  readonly required?: boolean;
  /** Only asked for while the way of the method is this one. */
  readonly way?: string;
};

export const dateFormat = { name: 'date_format', kind: 'choice', options: dateFormats } as const;

export const maskParameters: readonly ParameterSpec[] = [
  { name: 'keep_first', kind: 'number' },
  { name: 'keep_last', kind: 'number' },
  { name: 'char', kind: 'text' },
];

/** Ways of a generalization; the first is proposed. */
export const generalizeWays = ['bucket_size', 'bins', 'top', 'zip3', 'date_part'] as const;

export const generalizeParameters: readonly ParameterSpec[] = [
  { name: 'bucket_size', kind: 'number', required: true, way: 'bucket_size' },
  { name: 'origin', kind: 'number', way: 'bucket_size' },
  { name: 'top', kind: 'number', way: 'bucket_size' },
  { name: 'bins', kind: 'numbers', required: true, way: 'bins' },
  { name: 'labels', kind: 'texts', way: 'bins' },
  { name: 'top', kind: 'number', required: true, way: 'top' },
  { name: 'zip3', kind: 'flag', way: 'zip3' },
  { name: 'date_part', kind: 'choice', options: dateParts, required: true, way: 'date_part' },
  { ...dateFormat, way: 'date_part' },
];

/** Typed parameters by their names, those of the way alone; what is empty is left out. */
export function parametersIn(
  specs: readonly ParameterSpec[],
  values: Readonly<Record<string, string>>,
): Record<string, JsonValue> {
  const parameters: Record<string, JsonValue> = {};
  for (const spec of specs) {
    const text = values[spec.name]?.trim() ?? '';
    if (spec.kind === 'flag') parameters[spec.name] = true;
    else if (text !== '') parameters[spec.name] = parameterValue(spec, text);
  }
  return parameters;
}

function parameterValue(spec: ParameterSpec, text: string): JsonValue {
  switch (spec.kind) {
    case 'number':
      return numberOrText(text);
    case 'numbers':
      return numberParts(text).map(numberOrText);
    case 'texts':
      return parts(text);
    case 'json':
      return asJson(text);
    case 'value':
      return scalar(text);
    case 'flag':
    case 'text':
    case 'field':
    case 'choice':
      return text;
    default:
      return text;
  }
}

/**
 * A typed value as itself where it is a number, `true`, `false` or `null`, else as text. Thousands
 * are not parted in it: `1,234` is a text in English.
 */
function scalar(text: string): JsonValue {
  if (/^(true|false|null)$/.test(text)) return asJson(text);
  const { decimal } = numberSigns();
  const isNumber = /^-?\d+([.,]\d+)?([eE][-+]?\d+)?$/.test(text);
  return isNumber && (text.includes(decimal) || !/[.,]/.test(text)) ? numberOrText(text) : text;
}

/** What is no number stays as it was typed, to be refused by name. */
function numberOrText(text: string): number | string {
  const number = numberIn(text);
  return Number.isNaN(number) ? text : number;
}

/** The numbers of a list: where a comma stands in a number, one parts them only before a space. */
function numberParts(text: string): string[] {
  return parts(text, numberSigns().decimal === ',' ? /[;\n]|,\s/ : /[,;\n]/);
}

function asJson(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

const parts = (text: string, marks = /[,;\n]/) =>
  text
    .split(marks)
    .map((each) => each.trim())
    .filter((each) => each !== '');
