/** The columns of a CSV file as they are read: for decisions and for rows, one type for each column. */
import {
  CellError,
  chosenReader,
  judgedReader,
  type CellReader,
} from '../../shared/columns/cell-reader.ts';
import { ColumnJudge, type ColumnVerdict } from '../../shared/columns/column-judge.ts';
import { pathKey, pathParts, targetsOfHeader } from '../../shared/columns/column-path.ts';
import { ApiError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt, faultOf, type Fault } from '../../shared/contract/faults.ts';
import type { ColumnMapping, ImportColumn } from '../../shared/contract/imports.ts';
import { wholeBody } from '../../shared/contract/intake.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { FileError } from './read-lines.ts';

/** Columns of which the result of an import tells. */
const toldColumns = 1_000;

interface Column {
  /** In the file, from 0. */
  readonly index: number;
  readonly header: string;
  readonly target: string;
  readonly path: readonly string[];
  readonly type: ColumnMapping['type'];
  read: CellReader;
}

/** What is wrong at one place of a row, or with one column of the header. */
interface Place {
  readonly column: { readonly index: number; readonly header: string };
  readonly fault: Fault;
}

export interface ColumnsMapping {
  /** Undefined where every column goes where its header says. */
  readonly columns?: readonly ColumnMapping[] | undefined;
  /** Cells that are absent in every column. */
  readonly null_texts: readonly string[];
  /** By target: types that are not chosen. */
  readonly fixedTypes?: ReadonlyMap<string, ColumnMapping['type']>;
}

export class CsvColumns {
  readonly #header: readonly string[];
  readonly #columns: readonly Column[];
  readonly #nullTexts: ReadonlySet<string>;
  readonly #judges: readonly ColumnJudge[];
  readonly #hasPrototypeName: boolean;
  #verdicts: readonly ColumnVerdict[] = [];

  /** @throws {ApiError} `validation_error` for a header that does not fit, naming line, column and header */
  constructor(header: readonly string[], mapping: ColumnsMapping) {
    this.#header = header;
    const indexes = new Map<string, number>();
    for (const [index, name] of header.entries()) {
      if (!indexes.has(name)) indexes.set(name, index);
    }
    refuseHeader(header, indexes, mapping.columns ?? []);
    const wanted = mapping.columns ?? columnsOfHeader(header);
    this.#columns = wanted.map(({ column, target, type: asked }) => {
      const type = mapping.fixedTypes?.get(target) ?? asked;
      const index = indexes.get(column) ?? 0;
      return {
        index,
        header: column,
        target,
        path: pathParts(target),
        type,
        read: chosenReader(type),
      };
    });
    refuseCollisions(this.#columns);
    this.#hasPrototypeName = this.#columns.some(({ path }) => path.includes('__proto__'));
    this.#nullTexts = new Set(['', ...mapping.null_texts]);
    const words = new Set(mapping.null_texts);
    this.#judges = this.#columns.map(() => new ColumnJudge(words));
  }

  /** Looks at a row before anything of the file is read: its columns are judged by all of it. */
  judge(row: readonly string[], line: number): void {
    if (row.length !== this.#header.length) return;
    for (const [at, { index }] of this.#columns.entries()) {
      this.#judges[at]?.add(row[index] ?? '', line);
    }
  }

  /** From now on every column has its type. */
  decide(): void {
    this.#verdicts = this.#judges.map((judge) => judge.verdict());
    for (const [at, column] of this.#columns.entries()) {
      const type = this.#verdicts[at]?.type;
      if (column.type === 'auto' && type !== undefined) column.read = judgedReader(type);
    }
  }

  /** An object to put cells in: one in which `__proto__` is a member like any other, where that is a name. */
  createObject(): JsonObject {
    const object: JsonObject = this.#hasPrototypeName ? Object.create(null) : {};
    return object;
  }

  /**
   * Puts the cells of a row where they go: an empty cell is an absent member.
   * @throws {ApiError} `validation_error` naming line, column and header of every cell that is not what it must be
   */
  place(row: readonly string[], line: number, body: JsonObject): void {
    if (row.length !== this.#header.length) {
      const found = faultOf('cells_of_line', { cells: row.length, columns: this.#header.length });
      throw new FileError(`Line ${line} ${found.message}.`, [{ field: 'line', ...found }]);
    }
    let places: Place[] | undefined;
    for (const column of this.#columns) {
      const text = row[column.index] ?? '';
      if (this.#nullTexts.has(text)) continue;
      try {
        const value = column.read(text);
        if (value !== undefined) this.#put(body, column.path, value);
      } catch (error) {
        (places ??= []).push({ column, fault: cellFault(error) });
      }
    }
    if (places !== undefined) throw placesError(line, places);
  }

  /** A fault of what the cells of a line became, in the words of the file. */
  named(error: unknown, line: number): unknown {
    if (!(error instanceof ApiError) || error.fields.length === 0) return error;
    const sentences: string[] = [];
    const fields = error.fields.map((each): FieldError => {
      const { field, message } = each;
      const column = this.#columns.find(
        ({ path, target }) => target === field || path.join('.') === field,
      );
      sentences.push(`${column === undefined ? field : placeName(column)} ${message}`);
      return { ...each, field: column?.header ?? field };
    });
    return new FileError(`Line ${line}: ${sentences.join('; ')}.`, fields);
  }

  /** What was found of each column. */
  told(): ImportColumn[] {
    return this.#columns.slice(0, toldColumns).flatMap((column, at): ImportColumn[] => {
      const verdict = this.#verdicts[at];
      if (verdict === undefined) return [];
      const { index, header, target, type } = column;
      const about = { column: index + 1, header, target };
      if (type === 'auto') return [{ ...about, chosen: false, ...verdict }];
      const { empty } = verdict;
      // A type that was chosen takes no word as missing that the mapping does not name.
      const missing = verdict.missing
        .map((each) => ({ ...each, taken: this.#nullTexts.has(each.text) }))
        .filter((each) => each.taken || type === 'string');
      const nothing = { reason: null, exceptions_total: 0, exceptions: [] };
      return [{ ...about, chosen: true, type, empty, missing, ...nothing }];
    });
  }

  #put(body: JsonObject, path: readonly string[], value: JsonValue): void {
    let inner = body;
    for (let depth = 0; depth < path.length - 1; depth += 1) {
      const name = path[depth] ?? '';
      const next = Object.hasOwn(inner, name) ? inner[name] : undefined;
      if (isJsonObject(next)) {
        inner = next;
      } else {
        const created = this.createObject();
        inner[name] = created;
        inner = created;
      }
    }
    inner[path.at(-1) ?? ''] = value;
  }
}

/** Every column that has a name, where its name says. */
function columnsOfHeader(header: readonly string[]): ColumnMapping[] {
  const targets = targetsOfHeader(header);
  return header.flatMap((column, index): ColumnMapping[] =>
    column === '' ? [] : [{ column, target: targets[index] ?? '', type: 'auto' }],
  );
}

function refuseHeader(
  header: readonly string[],
  indexes: ReadonlyMap<string, number>,
  columns: readonly ColumnMapping[],
): void {
  const places: Place[] = header.flatMap((name, index) =>
    name !== '' && indexes.get(name) !== index
      ? [{ column: { index, header: name }, fault: faultOf('there_twice') }]
      : [],
  );
  if (places.length > 0) throw placesError(1, places);
  const faults: FieldError[] = [];
  for (const [at, { column }] of columns.entries()) {
    const field = `mapping.columns.${at}.column`;
    const index = indexes.get(column);
    if (index === undefined) {
      faults.push(faultAt(field, 'column_not_in_file', { column: JSON.stringify(column) }));
    } else if (column === '' && header.lastIndexOf('') !== index) {
      faults.push(faultAt(field, 'column_nameless'));
    }
  }
  if (faults.length === 0) return;
  const sentences = faults.map(({ field, message }) => `${field} ${message}`);
  throw new FileError(`${sentences.join('; ')}.`, faults);
}

function refuseCollisions(columns: readonly Column[]): void {
  const taken = new Map(columns.map((column) => [pathKey(column.path), column]));
  const places = columns.flatMap((column): Place[] => {
    const { path, target } = column;
    if (path.includes('')) return [{ column, fault: faultOf('column_empty_name', { target }) }];
    if (taken.get(pathKey(path)) !== column) {
      return [{ column, fault: faultOf('column_same_target', { target }) }];
    }
    const above = path
      .slice(1)
      .map((_name, depth) => taken.get(pathKey(path.slice(0, depth + 1))))
      .find((each) => each !== undefined);
    return above === undefined
      ? []
      : [
          {
            column,
            fault: faultOf('column_inside', { target, place: placeName(above) }),
          },
        ];
  });
  if (places.length > 0) throw placesError(1, places);
}

function placeName({ index, header }: Place['column']): string {
  return `column ${index + 1} (${JSON.stringify(header)})`;
}

function placesError(line: number, places: readonly Place[]): ApiError {
  const sentences = places.map(({ column, fault }) => `${placeName(column)} ${fault.message}`);
  return new FileError(
    `Line ${line}: ${sentences.join('; ')}.`,
    places.map(({ column, fault }) => ({ field: column.header, ...fault })),
  );
}

function cellFault(error: unknown): Fault {
  if (error instanceof CellError) return error.fault;
  if (!(error instanceof ApiError)) throw error;
  // Text that is not JSON has no field; what JSON cannot carry is one fault.
  const [first] = error.fields;
  if (first === undefined) return faultOf('cell_json', { words: error.message });
  const { field, ...found } = first;
  return field === wholeBody
    ? found
    : faultOf('cell_json_at', { place: field, words: found.message });
}
