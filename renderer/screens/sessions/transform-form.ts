/** What the transform dialog holds: the transformation, its method, its parameters as they are typed. */
import type { ReactNode } from 'react';
import type { FieldError } from '../../../shared/contract/errors.ts';
import { fieldErrors, oncePerField } from '../../../shared/contract/intake.ts';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import {
  dateFormats,
  dateParts,
  methodsOf,
  parametersSchemas,
  type TransformationMethod,
  type TransformationName,
} from '../../../shared/contract/transformations.ts';
import { faultText } from '../../ui/fault-text.tsx';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import { numberSigns } from '../../ui/money/money.ts';
import { numberIn } from '../../ui/number-in.ts';

/** How a parameter is asked for. */
export type ParameterKind =
  | { readonly kind: 'number' | 'text' | 'numbers' | 'texts' | 'json' | 'value' | 'flag' | 'field' }
  | { readonly kind: 'choice'; readonly options: readonly string[] };

export type ParameterSpec = ParameterKind & {
  readonly name: string;
  readonly required?: boolean;
  /** Only asked for while the way of the method is this one. */
  readonly way?: string;
};

/** The ways of a method that takes one of several; the first is proposed. */
export const waysOf: Partial<Record<TransformationMethod, readonly string[]>> = {
  generalize: ['bucket_size', 'bins', 'top', 'zip3', 'date_part'],
  replace: ['value', 'map'],
};

const dateFormat = { name: 'date_format', kind: 'choice', options: dateFormats } as const;

/** The parameters of each method, in the order they are asked for; `fields` is asked for by all. */
export const parametersOf: Readonly<Record<TransformationMethod, readonly ParameterSpec[]>> = {
  hash: [],
  redact: [],
  drop: [],
  mask: [
    { name: 'keep_first', kind: 'number' },
    { name: 'keep_last', kind: 'number' },
    { name: 'char', kind: 'text' },
  ],
  replace: [
    { name: 'value', kind: 'value', required: true, way: 'value' },
    { name: 'map', kind: 'json', required: true, way: 'map' },
    { name: 'default', kind: 'value', required: true, way: 'map' },
  ],
  generalize: [
    { name: 'bucket_size', kind: 'number', required: true, way: 'bucket_size' },
    { name: 'origin', kind: 'number', way: 'bucket_size' },
    { name: 'top', kind: 'number', way: 'bucket_size' },
    { name: 'bins', kind: 'numbers', required: true, way: 'bins' },
    { name: 'labels', kind: 'texts', way: 'bins' },
    { name: 'top', kind: 'number', required: true, way: 'top' },
    { name: 'zip3', kind: 'flag', way: 'zip3' },
    { name: 'date_part', kind: 'choice', options: dateParts, required: true, way: 'date_part' },
    { ...dateFormat, way: 'date_part' },
  ],
  date_shift: [{ name: 'group_by', kind: 'field' }, dateFormat],
  noise: [
    { name: 'scale', kind: 'number', required: true },
    { name: 'distribution', kind: 'choice', options: ['laplace', 'gaussian'] },
    { name: 'minimum', kind: 'number' },
    { name: 'maximum', kind: 'number' },
    { name: 'decimals', kind: 'number' },
  ],
};

export interface TransformForm {
  readonly name: TransformationName;
  readonly method: TransformationMethod;
  readonly fields: readonly string[];
  /** Of a method that has ways. */
  readonly way: string | undefined;
  /** By the name of the parameter; empty is left out. */
  readonly values: Readonly<Record<string, string>>;
}

const firstWay = (method: TransformationMethod) => waysOf[method]?.[0];

/** A form with the first method of a transformation. */
export function formOf(name: TransformationName, fields: readonly string[] = []): TransformForm {
  const method: TransformationMethod = methodsOf[name][0];
  return { name, method, fields, way: firstWay(method), values: {} };
}

/** The same fields by another method. */
export function withMethod(form: TransformForm, method: TransformationMethod): TransformForm {
  return { ...form, method, way: firstWay(method), values: {} };
}

/** Parameters that a form asks for besides the fields. */
export function askedFor({ method, way }: TransformForm): readonly ParameterSpec[] {
  return parametersOf[method].filter((each) => each.way === undefined || each.way === way);
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

/** The `parameters` of the request. A shorthand names no method: it has but one. */
export function parametersOfForm(form: TransformForm): JsonObject {
  const parameters: Record<string, JsonValue> = { fields: [...form.fields] };
  if (methodsOf[form.name].length > 1) parameters['method'] = form.method;
  for (const spec of askedFor(form)) {
    const text = form.values[spec.name]?.trim() ?? '';
    if (spec.kind === 'flag') parameters[spec.name] = true;
    else if (text !== '') parameters[spec.name] = parameterValue(spec, text);
  }
  return parameters;
}

/** The first fault of each field of the form; a fault inside a list stands at the list. */
export function faultsByField(errors: readonly FieldError[]): FaultsByField {
  const faults: Record<string, ReactNode> = {};
  for (const each of errors) {
    const { field } = each;
    const name = /^[A-Za-z_]+/.exec(field)?.[0] ?? field;
    faults[name] ??= faultText(each);
  }
  return faults;
}

/** The same rules as the API's, by the name of the parameter. */
export function parameterFaults(form: TransformForm): FaultsByField {
  const parameters = parametersOfForm(form);
  const judged = { ...parameters, method: form.method };
  const result = parametersSchemas[form.method].safeParse(judged);
  if (result.success) return {};
  return faultsByField(oncePerField(fieldErrors(result.error.issues, judged, 'member')));
}
