/** How the cells of a CSV row become a record: what a mapping may say, and what it does. */
import { ApiError, validationError, type FieldError } from '../../shared/contract/errors.ts';
import {
  csvMappingSchema,
  type ColumnMapping,
  type CsvMapping,
} from '../../shared/contract/imports.ts';
import { parseBody, parseJsonText } from '../../shared/contract/intake.ts';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';

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
    if (target.split('.').includes('')) fault(index, 'target', 'must not have an empty part');
    if (targets.has(target)) fault(index, 'target', `is mapped twice: ${target}`);
    targets.set(target, index);
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
  const parts = target.split('.');
  return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join('.'));
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

interface Cell {
  readonly index: number;
  readonly column: string;
  readonly target: string;
  readonly path: readonly string[];
  readonly read: (text: string) => JsonValue | undefined;
}

/** Turns the rows of one file into the bodies of `POST /records`. */
export class RowMapper {
  readonly #cells: readonly Cell[];
  readonly #constants: CsvMapping['constants'];
  readonly #width: number;
  readonly #createObject: () => JsonObject;

  /**
   * @param header the cells of the file's first row
   * @throws {ApiError} `validation_error` naming the columns that are missing or there twice
   */
  constructor(mapping: CsvMapping, header: readonly string[]) {
    const faults = headerFaults(mapping, header);
    if (faults.length > 0) throw validationError(faults);
    this.#constants = mapping.constants;
    this.#width = header.length;
    this.#cells = mapping.columns.map((column) => ({
      index: header.indexOf(column.column),
      column: column.column,
      target: column.target,
      path: column.target.split('.'),
      read: readerOf(column),
    }));
    const hasPrototypeName = this.#cells.some(({ path }) => path.includes('__proto__'));
    this.#createObject = hasPrototypeName ? createBareObject : createObject;
  }

  /**
   * The body of a row: an empty cell is an absent member, a dot in a target nests.
   * @throws {ApiError} `validation_error` naming every cell that is not what its type says
   */
  map(row: readonly string[]): JsonObject {
    if (row.length !== this.#width) {
      throw validationError([
        {
          field: 'line',
          message: `has ${row.length} cells where the header has ${this.#width}`,
        },
      ]);
    }
    const body = this.#createObject();
    body['input'] = this.#createObject();
    body['output'] = this.#createObject();
    if (this.#constants.model_id !== undefined) body['model_id'] = this.#constants.model_id;
    if (this.#constants.policy_id !== undefined) body['policy_id'] = this.#constants.policy_id;
    let faults: FieldError[] | undefined;
    for (const cell of this.#cells) {
      const text = row[cell.index] ?? '';
      if (text === '') continue;
      try {
        const value = cell.read(text);
        if (value !== undefined) this.#place(body, cell.path, value);
      } catch (error) {
        (faults ??= []).push(...cellFaults(error, cell));
      }
    }
    if (faults !== undefined) throw validationError(faults);
    return body;
  }

  #place(body: JsonObject, path: readonly string[], value: JsonValue): void {
    let inner = body;
    for (let depth = 0; depth < path.length - 1; depth += 1) {
      const name = path[depth] ?? '';
      const next = inner[name];
      if (typeof next === 'object' && next !== null && !Array.isArray(next)) {
        inner = next;
      } else {
        const created = this.#createObject();
        inner[name] = created;
        inner = created;
      }
    }
    inner[path.at(-1) ?? ''] = value;
  }
}

function createObject(): JsonObject {
  return {};
}

/** Has no prototype, so that `__proto__` is a member like any other. */
function createBareObject(): JsonObject {
  return Object.create(null);
}

function headerFaults({ columns }: CsvMapping, header: readonly string[]): FieldError[] {
  const faults: FieldError[] = [];
  const repeated = header.filter((name, index) => name !== '' && header.indexOf(name) !== index);
  for (const name of new Set(repeated)) {
    faults.push({ field: 'line', message: `names the column ${JSON.stringify(name)} twice` });
  }
  for (const [index, { column }] of columns.entries()) {
    const field = `mapping.columns.${index}.column`;
    if (!header.includes(column)) {
      faults.push({ field, message: `is not in the file: ${JSON.stringify(column)}` });
    } else if (column === '' && header.indexOf(column) !== header.lastIndexOf(column)) {
      faults.push({ field, message: 'names one of several columns without a name' });
    }
  }
  return faults;
}

function cellFaults(error: unknown, cell: Cell): FieldError[] {
  if (error instanceof CellError) return [{ field: cell.target, message: error.message }];
  if (!(error instanceof ApiError)) throw error;
  if (error.fields.length === 0) return [{ field: cell.target, message: error.message }];
  return error.fields.map(({ field, message }) => ({
    field: field === 'body' ? cell.target : `${cell.target}.${field}`,
    message,
  }));
}

/** A cell that is not what its type says. */
export class CellError extends Error {}

function readerOf({ target, type }: ColumnMapping): Cell['read'] {
  if (stringTargets.has(target)) return readString;
  if (target === 'confidence') return readNumber;
  return cellReader(type);
}

/** Reads the text of a cell as a type says. @throws {CellError | ApiError} when it is not one */
export function cellReader(type: ColumnMapping['type']): Cell['read'] {
  switch (type) {
    case 'auto':
      return readAuto;
    case 'string':
      return readString;
    case 'number':
      return readNumber;
    case 'boolean':
      return readBoolean;
    case 'json':
      return (text) => parseJsonText(text, 'cell');
    default:
      return type satisfies never;
  }
}

function readString(text: string): string {
  return text;
}

/** A number only where its text is exactly how the number is written: nothing of a cell is lost. */
function readAuto(text: string): JsonValue {
  if (text === 'true') return true;
  if (text === 'false') return false;
  const number = Number(text);
  const isExact = String(number) === text && isPlain(number);
  return isExact ? number : text;
}

/** Finite, and no integer beyond ±(2^53−1) (ledger.md, "Values"). */
function isPlain(number: number): boolean {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}

function readNumber(text: string): JsonValue {
  const value = parseNumber(text);
  if (typeof value !== 'number') throw new CellError(`is not a number: ${shorten(text)}`);
  return value;
}

function parseNumber(text: string): JsonValue | undefined {
  if (!/^-?\d/.test(text)) return undefined;
  try {
    return parseJsonText(text, 'cell');
  } catch (error) {
    if (error instanceof ApiError && error.code === 'malformed_json') return undefined;
    throw error;
  }
}

function readBoolean(text: string): boolean {
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw new CellError(`is neither true nor false: ${shorten(text)}`);
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
