/** What the transform dialog holds: the transformation, its method, its parameters as they are typed. */
import type { ReactNode } from 'react';
import type { FieldError } from '../../../shared/contract/errors.ts';
import { fieldErrors, oncePerField } from '../../../shared/contract/intake.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import {
  methodsOf,
  parametersSchemas,
  type TransformationMethod,
  type TransformationName,
} from '../../../shared/contract/transformations.ts';
import { faultText } from '../../ui/fault-text.tsx';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import {
  dateFormat,
  generalizeParameters,
  generalizeWays,
  maskParameters,
  parametersIn,
  type ParameterSpec,
} from '../../ui/policies/parameters.ts';

/** The ways of a method that takes one of several; the first is proposed. */
export const waysOf: Partial<Record<TransformationMethod, readonly string[]>> = {
  generalize: generalizeWays,
  replace: ['value', 'map'],
};

/** The parameters of each method, in the order they are asked for; `fields` is asked for by all. */
export const parametersOf: Readonly<Record<TransformationMethod, readonly ParameterSpec[]>> = {
  hash: [],
  redact: [],
  drop: [],
  mask: maskParameters,
  replace: [
    { name: 'value', kind: 'value', required: true, way: 'value' },
    { name: 'map', kind: 'json', required: true, way: 'map' },
    { name: 'default', kind: 'value', required: true, way: 'map' },
  ],
  generalize: generalizeParameters,
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

/** The `parameters` of the request. A shorthand names no method: it has but one. */
export function parametersOfForm(form: TransformForm): JsonObject {
  return {
    fields: [...form.fields],
    ...(methodsOf[form.name].length > 1 && { method: form.method }),
    ...parametersIn(askedFor(form), form.values),
  };
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
