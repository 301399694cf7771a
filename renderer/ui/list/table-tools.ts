/** What a list tells of itself so that it can be kept as a view, exported and printed. */
import type { ReactNode } from 'react';
import { pointer } from '../../../shared/json-pointer.ts';
import type { ExportFormat, ExportableOperation } from '../../../shared/contract/exports.ts';
import type { CsvSigns } from '../../../shared/csv.ts';
import type { LanguageCode } from '../../../shared/languages.ts';
import type { CodeWords } from '../table/grid-column.ts';
import type { ColumnInFile } from '../table/use-grid-columns.ts';

/** A column of a file. */
export type FileColumn = ColumnInFile;

/** Where the rows of a file come from: every page of a list of the API, or these. */
export type FileSource = ListSource | { readonly rows: readonly object[] };

/** Every page of a list of the API. */
export interface ListSource {
  readonly operation: ExportableOperation;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** A row for each element of the list there, which stands at `/item`. */
  readonly each?: string;
  /** What the list is asked besides, so that it gives no more than the columns hold. */
  readonly narrow?: (columns: readonly FileColumn[]) => Readonly<Record<string, string>>;
  /** Rows that are left out: those with one of the values there. */
  readonly except?: { readonly path: string; readonly values: readonly string[] };
}

export interface TableTools {
  /** What its views and columns are remembered by. */
  readonly id: string;
  /** Names the table in menus, and its files. */
  readonly title: string;
  /** The part of the address that a view keeps, and how one is gone to; absent where there is none. */
  readonly view?: {
    readonly search: object;
    readonly open: (search: Record<string, string>) => void;
  };
  readonly source: FileSource;
  /** Rows of the file; undefined while unknown. */
  readonly total: number | undefined;
  /** What the rows are narrowed to, in words. */
  readonly notes: readonly string[];
  /** What is to be known before a file is asked for. */
  readonly remark?: ReactNode;
}

/** Body of an export: the columns in their order, and rows cut down to them where they are sent along. */
export function exportBody(
  file: {
    readonly title: string;
    readonly notes: readonly string[];
    readonly source: FileSource;
  },
  choice: {
    readonly format: ExportFormat;
    readonly zone: string;
    /** Of the words in the file. */
    readonly language: LanguageCode;
    /** For csv. */
    readonly csv?: CsvSigns;
    /** None for whole rows. */
    readonly columns: readonly FileColumn[];
  },
) {
  const { source, title, notes } = file;
  const isGiven = 'rows' in source;
  const isWhole = choice.columns.length === 0;
  const columns = choice.columns.map(({ id, title: head, path, kind, words }) => ({
    key: id,
    title: head,
    path: isGiven ? `/${id}` : path,
    kind,
    ...(choice.format !== 'pdf' || words === undefined ? {} : { words: { ...words } }),
  }));
  return {
    title,
    notes: [...notes],
    format: choice.format,
    time_zone: choice.zone,
    // English unless told, as csv below: a server that knows no others need not be told.
    ...(choice.language === 'en' ? {} : { language: choice.language }),
    ...(choice.csv === undefined ? {} : { csv: choice.csv }),
    columns,
    source: isGiven
      ? {
          rows: isWhole
            ? source.rows.map((row) => ({ ...row }))
            : cutRows(source.rows, choice.columns),
        }
      : {
          operation: source.operation,
          parameters: { ...source.parameters },
          query: { ...texts(source.query ?? {}), ...source.narrow?.(choice.columns) },
          ...(source.each === undefined ? {} : { each: source.each }),
          ...(source.except === undefined
            ? {}
            : { except: { path: source.except.path, values: [...source.except.values] } }),
        },
  };
}

function cutRows(rows: readonly object[], columns: readonly FileColumn[]) {
  const readers = columns.map(({ id, path }) => [id, pointer(path)] as const);
  return rows.map((row) =>
    Object.fromEntries(readers.map(([id, read]) => [id, read(row) ?? null])),
  );
}

function texts(query: NonNullable<ListSource['query']>) {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

/** A column of a file of a table that is drawn row by row. */
export function fileColumn(
  id: string,
  title: string,
  path: string,
  kind: ColumnInFile['kind'] = 'text',
): FileColumn {
  return { id, title, path, kind, shown: true };
}

/** Words of codes, each by its own. */
export function wordsOf<Code extends string>(
  codes: readonly Code[],
  word: (code: Code) => string,
): CodeWords {
  return Object.fromEntries(codes.map((code) => [code, word(code)]));
}
