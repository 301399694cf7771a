/** How the cells of a CSV row become a record: what a mapping may say. */
import { ApiError, validationError, type FieldError } from '../../shared/contract/errors.ts';
import { pathKey, pathParts } from '../../shared/columns/column-path.ts';
import {
  csvMappingSchema,
  type ColumnMapping,
  type CsvMapping,
} from '../../shared/contract/imports.ts';
import { parseBody } from '../../shared/contract/intake.ts';

/** Names of a target, one in another. */
const deepest = 64;

/** Members of a record that take the text of a cell as it is. */
const stringTargets = new Set(['model_id', 'policy_id', 'transaction_id']);

/**
 * The mapping in the query of an import, which is JSON.
 * @throws {ApiError} `validation_error` naming every fault as `mapping.…`
 */
export function parseMapping(text: string): CsvMapping {
  let mapping: CsvMapping;
  try {
    mapping = parseBody(text, csvMappingSchema);
  } catch (error) {
    throw error instanceof ApiError ? underMapping(error) : error;
  }
  const faults = mappingFaults(mapping);
  if (faults.length > 0) throw validationError(faults);
  return mapping;
}

/** What is wrong with a mapping whatever the file holds. */
function mappingFaults({ columns, constants }: CsvMapping): FieldError[] {
  const faults: FieldError[] = [];
  const targets = new Map<string, number>();
  const fault = (index: number, member: string, message: string) =>
    faults.push({ field: `mapping.columns.${index}.${member}`, message });

  for (const [index, { target, type }] of columns.entries()) {
    const path = pathParts(target);
    if (path.includes('')) fault(index, 'target', 'must not have an empty part');
    if (path.length > deepest) fault(index, 'target', `must have at most ${deepest} parts`);
    if (targets.has(pathKey(path))) fault(index, 'target', `is mapped twice: ${target}`);
    if (path.length <= deepest) targets.set(pathKey(path), index);
    if (stringTargets.has(target) && type !== 'auto' && type !== 'string') {
      fault(index, 'type', `must be string: ${target} is text`);
    }
    if (target === 'confidence' && type !== 'auto' && type !== 'number') {
      fault(index, 'type', 'must be number: confidence is one');
    }
    if (Object.hasOwn(constants, target)) {
      fault(index, 'target', `is also a constant: ${target}`);
    }
  }
  for (const [target, index] of targets) {
    for (const outer of outerPaths(target)) {
      if (targets.has(outer)) {
        fault(index, 'target', `cannot be inside ${outer}, which another column is mapped to`);
      }
    }
  }
  if (!targets.has('model_id') && constants.model_id === undefined) {
    faults.push({ field: 'mapping.columns', message: 'must map a column to model_id, or set it' });
  }
  for (const member of ['input', 'output']) {
    if (![...targets.keys()].some((target) => target.startsWith(`${member}.`))) {
      faults.push({
        field: 'mapping.columns',
        message: `must map at least one column to ${member}`,
      });
    }
  }
  return faults;
}

/** `input.a.b` is inside `input.a`; the record's own members are not counted. */
function outerPaths(target: string): string[] {
  const parts = pathParts(target);
  return parts.slice(2).map((_, index) => pathKey(parts.slice(0, index + 2)));
}

function underMapping(error: ApiError): ApiError {
  if (error.fields.length === 0) {
    return validationError([{ field: 'mapping', message: `must be JSON. ${error.message}` }]);
  }
  return validationError(
    error.fields.map(({ field, message }) => ({
      field: field === 'body' ? 'mapping' : `mapping.${field}`,
      message,
    })),
  );
}

/** Types of the record's own members, whatever the file looks like. */
export const memberTypes = new Map<string, ColumnMapping['type']>([
  ...Array.from(stringTargets, (target) => [target, 'string'] as const),
  ['confidence', 'number'],
]);
