/** One description of a list: its columns, their order, search, cells and place in a file. */
import type { ReactNode } from 'react';
import type { ListStatus } from '../../state/list-status.ts';
import type { TimeZoneChoice } from '../../state/preferences.ts';
import type { InstantStyle } from '../format.ts';
import type { StatusShape, StatusTone } from '../status-badge.tsx';

/** Kinds of values; each has its cell, its side, its kind in a file and its order. `ago` and `zoned` are instants. */
export type ListForm =
  | 'text'
  | 'id'
  | 'count'
  | 'bytes'
  | 'money'
  | 'instant'
  | 'ago'
  | 'zoned'
  | 'day'
  | 'status'
  | 'json';

/** Arguments of a cell besides its row. */
export interface ListCells<Translate> {
  readonly t: Translate;
  readonly zone: TimeZoneChoice;
}

/** A JSON Pointer to a member of a row, or to a member of that. */
export type PathOf<Row> = {
  [Name in keyof Row & string]-?:
    | `/${Name}`
    | (NonNullable<Row[Name]> extends object
        ? `/${Name}/${keyof NonNullable<Row[Name]> & string}`
        : never);
}[keyof Row & string];

/** Looks of codes. */
export type Badges<Code extends string> = Readonly<
  Record<Code, readonly [StatusTone, StatusShape?]>
>;

/** The column's title is the word `column.<id>`, unless told. */
export interface ListColumn<Row, Translate> {
  /** The value that is drawn, ordered, searched and exported; a column of buttons has none. */
  readonly path?: PathOf<Row>;
  /** `text` unless told; `money` is in the currency that stands at `/currency`. */
  readonly form?: ListForm;
  /** Pixels, in a grid. */
  readonly width?: number;
  /** How exact an instant is drawn; to the minute unless told. */
  readonly precision?: InstantStyle;
  /** Codes that the value may be, in their order; in a file they are the words `<wordsAt>.<code>`. */
  readonly codes?: readonly string[];
  /** How each code looks, where it is drawn as a badge; the shape is that of its tone unless told. */
  readonly badges?: Badges<string>;
  /** The id of the column unless told. */
  readonly wordsAt?: string;
  /** Word that is its title. */
  readonly title?: string;
  /** Word that is its title in a file. */
  readonly titleInFiles?: string;
  /** Word on hover over its header in a table. */
  readonly about?: string;
  /** Word that stands, dimmed, in place of no value. */
  readonly none?: string;
  /** Word in the header where the title is too long for it. */
  readonly short?: string;
  readonly cell?: (row: Row, cells: ListCells<Translate>) => ReactNode;
  /** The whole value as text: drawn where there is no `cell`, and shown on hover. */
  readonly text?: (row: Row, cells: ListCells<Translate>) => string | undefined;
  /** `false`, or an order of its own. */
  readonly sort?: false | ((one: Row, other: Row) => number);
  readonly searched?: boolean;
  /** Member of the address that narrows the list to a value; the row's menu sets it to that of a row. */
  readonly narrows?: string;
  /** The value that `narrows` compares and sets; the one at `path` unless told. */
  readonly narrowedBy?: (row: Row) => string | undefined;
  /** Further values of `narrows` under which a row is found. */
  readonly alsoUnder?: (row: Row) => readonly string[];
  /** Not drawn: in every file, or wherever a column of that id is. */
  readonly onlyInFiles?: true | string | readonly string[];
  /** The end for numbers that have no cell of their own. */
  readonly side?: 'start' | 'end';
  readonly mono?: boolean;
  readonly dim?: boolean;
  readonly long?: boolean;
  readonly identity?: boolean;
  readonly hiddenAtFirst?: boolean;
  /** Moved, but not hidden: the only way into a row. */
  readonly kept?: boolean;
  /** The last of a table: what can be done with a row. */
  readonly fixed?: boolean;
  /** Its title is said, not drawn. */
  readonly isSilent?: boolean;
  /** Class of its cells in a table. */
  readonly className?: string | undefined;
}

/** The last member that a path names. */
type LastOf<Path extends string> = Path extends `${string}/${infer Rest}` ? LastOf<Rest> : Path;

export interface ColumnOfFiles<Path extends string, Beside, Form> {
  readonly path: Path;
  readonly form: Form;
  readonly title: `tables:file.${LastOf<Path>}`;
  readonly onlyInFiles: Beside;
}

/** A column of files alone, in every one or where those `beside` it are; the word `tables:file.<member>` is its title. */
export function inFiles<
  const Path extends string,
  const Beside extends true | string | readonly string[],
  const Form extends ListForm = 'text',
>(path: Path, beside: Beside, form?: Form): ColumnOfFiles<Path, Beside, Form>;
export function inFiles<Beside>(
  path: string,
  beside: Beside,
  form: ListForm = 'text',
): ColumnOfFiles<string, Beside, ListForm> {
  const member = path.slice(path.lastIndexOf('/') + 1);
  return { path, form, title: `tables:file.${member}`, onlyInFiles: beside };
}

export type ListColumns<Row, Translate> = Readonly<Record<string, ListColumn<Row, Translate>>>;
export type ListFilters = Readonly<Record<string, readonly string[]>>;

/** Rows that are drawn as a table (list-table.tsx). */
export interface Table<Row, Translate, Columns extends ListColumns<Row, Translate>> {
  /** Names the rows in the page, its columns and views in the preferences. */
  readonly id: string;
  /** Its columns are remembered by it; `id` unless told. */
  readonly columnsId?: string;
  readonly rowId: (row: Row) => string;
  /** Order without one in the address; rows of a list that has none stay as they came. */
  readonly first?: { readonly sort: keyof Columns & string; readonly order: 'asc' | 'desc' };
  /** Place of the titles of its columns among the words; `column` unless told. */
  readonly columnsAt?: string;
  readonly columns: Columns;
}

export interface List<
  Row,
  Translate,
  Columns extends ListColumns<Row, Translate>,
  Filters,
  Also extends string = string,
> extends Table<Row, Translate, Columns> {
  readonly noun: ListStatus['noun'];
  /** A row as a file and the clipboard hold it; itself unless told. */
  readonly fileRow?: (row: Row) => object;
  /** The rows of a file that a row makes, where that is not one. */
  readonly unfold?: (row: Row) => readonly object[];
  /** Column whose value is copied as that of the row. */
  readonly idColumn: keyof Columns & string;
  /** Members of the address that are drawn as segments, with their values; a column `narrows` each. */
  readonly filters: Filters;
  /** Members of the address that are drawn as chips; a column `narrows` each. */
  readonly chips?: readonly string[];
  /** Members of the address that narrow the list and that no column does; `by.<member>` names each. */
  readonly alsoNarrow?: readonly Also[];
  /** Rows come by themselves: their number is read out only while the list is narrowed. */
  readonly isLive?: boolean;
  /** Places that are searched besides the columns marked so. */
  readonly alsoSearched?: readonly PathOf<Row>[];
}

/** Values that a list's frame puts into its words; every word is given all of them. */
export type WordValues = Readonly<{
  count: number;
  total: string;
  /** Of the search. */
  text: string;
}>;

/** Lists as the parts that draw them see them: names are texts there, looked up among those there are. */
export type AnyList<Row, Translate> = List<
  Row,
  Translate,
  ListColumns<Row, Translate>,
  ListFilters
> & {
  words(t: Translate, key: string, values: WordValues): string;
};

/** Tables as the parts that draw them see them. */
export type AnyTable<Row, Translate> = Table<Row, Translate, ListColumns<Row, Translate>> & {
  words(t: Translate, key: string, values: WordValues): string;
};

/** A table, as `defineList` describes lists; its words are those of its columns, whose titles stand at `columnsAt`. */
export function defineTable<Row, Translate>() {
  return <const Columns extends ListColumns<Row, Translate>, const At extends string = 'column'>(
    table: Table<Row, Translate, Columns> & { readonly columnsAt?: At },
    words: (t: Translate, key: ColumnWord<Columns, At>, values: WordValues) => string,
  ): Table<Row, Translate, Columns> & {
    words(t: Translate, key: ColumnWord<Columns, At>, values: WordValues): string;
  } => ({ ...table, words });
}

/**
 * A list of rows whose cells are given `Translate`. `words` says its words: a catalogue that lacks one
 * of them does not compile.
 */
export function defineList<Row, Translate>() {
  return <
    const Columns extends ListColumns<Row, Translate>,
    const Filters extends ListFilters = Record<never, never>,
    const Also extends string = never,
  >(
    list: List<Row, Translate, Columns, Filters, Also>,
    words: (t: Translate, key: ListWord<Columns, Filters, Also>, values: WordValues) => string,
  ): List<Row, Translate, Columns, Filters, Also> & {
    // A method: a list with certain words is one with any.
    words(t: Translate, key: ListWord<Columns, Filters, Also>, values: WordValues): string;
  } => ({ ...list, words });
}

/** Words of the frame of every list. */
type FrameWord =
  | 'title'
  | 'grid'
  | 'announce'
  | 'listFailed'
  | 'loading'
  | 'noResult.title'
  | 'noResult.text'
  | 'noResult.clear';

type SearchWord = 'search' | 'searchLabel' | 'command.search';
type CodeWord<Id extends string, Column> = Column extends { readonly codes: infer Codes }
  ? Codes extends readonly (infer Code extends string)[]
    ? `${Column extends { readonly wordsAt: infer At extends string } ? At : Id}.${Code}`
    : never
  : never;
type NamedWord<Column> = Column extends { readonly none: infer Word extends string } ? Word : never;
type ShortWord<Column> = Column extends { readonly short: infer Word extends string }
  ? Word
  : never;
type FileWord<Column> = Column extends { readonly titleInFiles: infer Word extends string }
  ? Word
  : never;
type AboutWord<Column> = Column extends { readonly about: infer Word extends string }
  ? Word
  : never;
type TitleWord<Id extends string, Column, At extends string> = Column extends {
  readonly title: infer Word extends string;
}
  ? Word
  : `${At}.${Id}`;

/** The words of columns whose titles stand at `At`. */
type ColumnWord<Columns, At extends string> = {
  [Id in keyof Columns & string]:
    | TitleWord<Id, Columns[Id], At>
    | CodeWord<Id, Columns[Id]>
    | NamedWord<Columns[Id]>
    | ShortWord<Columns[Id]>
    | AboutWord<Columns[Id]>
    | FileWord<Columns[Id]>;
}[keyof Columns & string];

/** The words of a list, by its columns and filters. */
type ListWord<Columns, Filters, Also extends string> =
  | FrameWord
  | `by.${Also}`
  | (true extends {
      [Id in keyof Columns]: Columns[Id] extends { readonly searched: true } ? true : never;
    }[keyof Columns]
      ? SearchWord
      : never)
  | {
      [Id in keyof Filters & string]: Filters[Id] extends readonly (infer Value extends string)[]
        ? `${Id}.${Value}` | `by.${Id}`
        : never;
    }[keyof Filters & string]
  | ColumnWord<Columns, 'column'>;
