/** How the cells of a CSV row become a record: what a mapping may say. */
import { ApiError, validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt, faultOf, type Fault } from '../../shared/contract/faults.ts';
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
  const fault = (index: number, member: string, found: Fault) =>
    faults.push({ field: `mapping.columns.${index}.${member}`, ...found });

  for (const [index, { target, type }] of columns.entries()) {
    const path = pathParts(target);
    if (path.includes('')) fault(index, 'target', faultOf('no_empty_part'));
    if (path.length > deepest)
      fault(index, 'target', faultOf('at_most_parts', { maximum: deepest }));
    if (targets.has(pathKey(path))) fault(index, 'target', faultOf('mapped_twice', { target }));
    if (path.length <= deepest) targets.set(pathKey(path), index);
    if (stringTargets.has(target) && type !== 'auto' && type !== 'string') {
      fault(index, 'type', faultOf('mapped_as_text', { target }));
    }
    if (target === 'confidence' && type !== 'auto' && type !== 'number') {
      fault(index, 'type', faultOf('mapped_as_number'));
    }
    if (Object.hasOwn(constants, target)) {
      fault(index, 'target', faultOf('mapped_and_constant', { target }));
    }
  }
  for (const [target, index] of targets) {
    for (const outer of outerPaths(target)) {
      if (targets.has(outer)) {
        fault(index, 'target', faultOf('mapped_inside', { outer }));
      }
    }
  }
  if (!targets.has('model_id') && constants.model_id === undefined) {
    faults.push(faultAt('mapping.columns', 'model_not_mapped'));
  }
  for (const member of ['input', 'output']) {
    if (![...targets.keys()].some((target) => target.startsWith(`${member}.`))) {
      faults.push(faultAt('mapping.columns', 'member_not_mapped', { member }));
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
    return validationError([faultAt('mapping', 'type_json_because', { words: error.message })]);
  }
  return validationError(
    error.fields.map((each) => ({
      ...each,
      field: each.field === 'body' ? 'mapping' : `mapping.${each.field}`,
    })),
  );
}

/** Types of the record's own members, whatever the file looks like. */
export const memberTypes = new Map<string, ColumnMapping['type']>([
  ...Array.from(stringTargets, (target) => [target, 'string'] as const),
  ['confidence', 'number'],
]);
