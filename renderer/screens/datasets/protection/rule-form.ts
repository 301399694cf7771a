/** What the form for one rule holds: the field, the method, its parameters as they are typed. */
import type { JsonObject, JsonValue } from '../../../../shared/contract/json.ts';
import { jsonObjectOf } from '../../../../shared/contract/json.ts';
import type { FieldRule, PolicyMethod } from '../../../../shared/contract/policies.ts';
import { numberOut } from '../../../ui/number-in.ts';
import {
  dateFormat,
  generalizeParameters,
  generalizeWays,
  maskParameters,
  parametersIn,
  type ParameterSpec,
} from '../../../ui/policies/parameters.ts';

export interface RuleForm {
  readonly address: string;
  readonly method: PolicyMethod;
  /** Of a method that has ways. */
  readonly way: string;
  /** By the name of the parameter; empty is left out. */
  readonly values: Readonly<Record<string, string>>;
}

const parametersOf: Readonly<Record<PolicyMethod, readonly ParameterSpec[]>> = {
  clear: [],
  withheld: [],
  statistics: [
    { name: 'min', kind: 'number' },
    { name: 'max', kind: 'number' },
    { name: 'step', kind: 'number' },
  ],
  hash: [],
  date_shift: [dateFormat],
  noise: [
    { name: 'scale', kind: 'number', required: true },
    { name: 'step', kind: 'number', required: true },
  ],
  mask: maskParameters,
  generalize: generalizeParameters,
  replace: [{ name: 'value', kind: 'value', required: true }],
  redact: [],
};

/** Methods that cannot be chosen without more being said. */
export const methodsWithParameters: ReadonlySet<PolicyMethod> = new Set<PolicyMethod>([
  'statistics',
  'noise',
  'generalize',
  'replace',
]);

/** Tells whether anything can be said of a method. */
export function hasParameters(method: PolicyMethod): boolean {
  return parametersOf[method].length > 0;
}

/** Parameters that are asked for, in their order. */
export function askedFor({ method, way }: Pick<RuleForm, 'method' | 'way'>): ParameterSpec[] {
  return parametersOf[method].filter((each) => each.way === undefined || each.way === way);
}

/** A form for a method, with what was said of it where it is the method of the rule. */
export function formOf(address: string, method: PolicyMethod, rule?: FieldRule): RuleForm {
  const members: JsonObject = rule?.method === method ? jsonObjectOf(rule) : {};
  const way = generalizeWays.find((each) => members[each] !== undefined) ?? generalizeWays[0];
  const values = parametersOf[method].flatMap(({ name }) => {
    const value = members[name];
    return value === undefined ? [] : [[name, textOf(value)] as const];
  });
  return { address, method, way, values: Object.fromEntries(values) };
}

function textOf(value: JsonValue): string {
  if (typeof value === 'number') return numberOut(value);
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The rule of a form, to be judged by the rules of policies. */
export function ruleOf(form: RuleForm): JsonObject {
  return { method: form.method, ...parametersIn(askedFor(form), form.values) };
}
