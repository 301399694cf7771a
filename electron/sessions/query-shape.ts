/** Filter, sort and fields of a request, parsed and held against what the session sees. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { parseJsonText } from '../../shared/contract/intake.ts';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { filterPaths } from '../filters/filter-paths.ts';
import { FilterError, LimitError, type Filter } from '../filters/filter.ts';
import { parseRowFilter } from '../filters/parse-filter.ts';
import {
  parseFields,
  project,
  projectedPaths,
  withField,
  type Projection,
} from '../filters/project-fields.ts';
import { parseSort, type SortSpec } from '../filters/sort-rows.ts';
import type { View } from '../policies/view.ts';

/** The filter that every row satisfies. */
export const everyRow: Filter = { kind: 'all', filters: [] };

/**
 * A filter expression, refused where it is none or names a field that is not seen.
 * @throws {ApiError} `validation_error` naming the place below `field`
 */
export function readFilter(value: JsonValue, view: View, field = 'filter'): Filter {
  const filter = refusing(field, () => parseRowFilter(value));
  refuseUnseen(filterPaths(filter, ''), view, field);
  return filter;
}

/** The filter parameter of a query string as a value. @throws {ApiError} `validation_error` */
export function readFilterText(text: string): JsonValue {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.fields.length === 0) {
      throw validationError([faultAt('filter', 'filter_json')]);
    }
    throw validationError(
      error.fields.map((each) => ({
        ...each,
        field: each.field === 'body' ? 'filter' : `filter.${each.field}`,
      })),
    );
  }
}

/** `field` or `-field`, or an object of fields to 1 or -1. @throws {ApiError} `validation_error` */
export function readSort(value: JsonValue, view: View): SortSpec {
  const sort = refusing('sort', () => parseSort(value));
  refuseUnseen(
    sort.map(({ path }) => path.text),
    view,
    'sort',
  );
  return sort;
}

/** Takes the asked fields out of a row. */
export type ProjectRow = (document: JsonObject) => JsonObject;

/**
 * The projection to `fields`: names, or one text of names between commas.
 * @throws {ApiError} `validation_error`
 */
export function readFields(fields: JsonValue, view: View): ProjectRow {
  const projection = readProjection(fields, view);
  return (document) => project(document, projection);
}

/** The same with record_id, as in a stream. @throws {ApiError} `validation_error` */
export function readStreamFields(fields: string, view: View): ProjectRow {
  const projection = withField(readProjection(fields, view), 'record_id');
  return (document) => project(document, projection);
}

function readProjection(fields: JsonValue, view: View): Projection {
  const projection = refusing('fields', () => parseFields(fields));
  refuseUnseen(projectedPaths(projection), view, 'fields');
  return projection;
}

/** Refuses the first path that a session does not see. @throws {ApiError} `validation_error` */
export function refuseUnseen(paths: readonly string[], view: View, field: string): void {
  if (view.isWhole) return;
  for (const path of paths) {
    const found = view.faultOf(path, field);
    if (found !== undefined) throw validationError([found]);
  }
}

/** Runs a parser of the filter language; its refusals become those of the API. */
export function refusing<Result>(field: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw refusalOf(field, error);
  }
}

/** The same for what takes its time. */
export async function refusingLater<Result>(
  field: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw refusalOf(field, error);
  }
}

function refusalOf(field: string, error: unknown): unknown {
  if (!(error instanceof FilterError)) return error;
  const place = error.path === '' ? field : `${field}.${error.path}`;
  const refused = validationError([{ ...error.fault, field: place }]);
  if (!(error instanceof LimitError)) return refused;
  return new ApiError(refused.code, refused.message, {
    fields: refused.fields,
    details: { limit: error.limit },
  });
}
