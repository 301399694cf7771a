/** From a transformation's name and parameters, as sent, to one that can be applied. */
import { ApiError, validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt, faultOf } from '../../shared/contract/faults.ts';
import { oncePerField, fieldErrors, wholeBody } from '../../shared/contract/intake.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import {
  fieldPathsSchema,
  methodsOf,
  parametersSchemas,
  transformationNames,
  type TransformationMethod,
  type TransformationName,
} from '../../shared/contract/transformations.ts';
import type { Transformation } from './transformation.ts';

/**
 * The transformation that a name and its parameters stand for.
 * @throws {ApiError} `validation_error` naming every invalid field by its path in the request body:
 *   `transformation`, `parameters.method`, `parameters.fields.0`, …
 */
export function parseTransformation(name: string, parameters: JsonValue): Transformation {
  const known = transformationNames.find((each) => each === name);
  const faults: FieldError[] = [];
  if (known === undefined) {
    faults.push(faultAt('transformation', 'one_of', { values: transformationNames.join(', ') }));
  }
  if (!isJsonObject(parameters)) {
    throw validationError([...faults, faultAt('parameters', 'type_object')]);
  }
  if (known === undefined) throw validationError([...faults, ...commonFaults(parameters)]);
  return parseMethod(known, parameters);
}

function parseMethod(name: TransformationName, sent: JsonObject): Transformation {
  const method = methodOf(name, sent);
  if (method instanceof ApiError) throw method;
  const recorded: JsonObject = { ...sent, method };
  const result = parametersSchemas[method].safeParse(recorded);
  if (!result.success) throw refusal(result.error.issues, recorded);
  return { name, method, recorded, parameters: result.data };
}

/** The method that was named, or the only sensible one; an error where there is none. */
function methodOf(name: TransformationName, sent: JsonObject): TransformationMethod | ApiError {
  const methods: readonly TransformationMethod[] = methodsOf[name];
  const [first] = methods;
  if (!Object.hasOwn(sent, 'method') && name !== 'anonymize' && first !== undefined) return first;
  const found = methods.find((each) => each === sent['method']);
  if (found !== undefined) return found;
  const unmet = Object.hasOwn(sent, 'method')
    ? faultOf('one_of', { values: methods.join(', ') })
    : faultOf('required_one_of', { values: methods.join(', ') });
  return validationError([{ field: 'parameters.method', ...unmet }, ...commonFaults(sent)]);
}

/** Faults that can be told before the method is known. */
function commonFaults(sent: JsonObject): FieldError[] {
  const value = Object.hasOwn(sent, 'fields') ? sent['fields'] : undefined;
  const issues = fieldPathsSchema.safeParse(value).error?.issues ?? [];
  const inField = issues.map((issue) => ({ ...issue, path: ['fields', ...issue.path] }));
  return oncePerField(named(fieldErrors(inField, sent, 'member')));
}

function refusal(issues: Parameters<typeof fieldErrors>[0], parameters: JsonObject): ApiError {
  return validationError(oncePerField(named(fieldErrors(issues, parameters, 'member'))));
}

/** Faults of parameters by their path from the root of the request's body. */
function named(faults: readonly FieldError[]): FieldError[] {
  return faults.map((each) => ({
    ...each,
    field: each.field === wholeBody ? 'parameters' : `parameters.${each.field}`,
  }));
}
