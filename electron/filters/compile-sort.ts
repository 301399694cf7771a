/** An order as SQL: what to order by, the keys of a row, and how to go on behind one. */
import { fieldShape } from './field-shape.ts';
import { jsonType, ProfileView, type PathProfile } from './path-profile.ts';
import {
  sortRank,
  type SortField,
  type SortKey,
  type SortPosition,
  type SortSpec,
} from './sort-rows.ts';
import {
  and,
  jsonPath,
  joinSql,
  or,
  sql,
  sqlNumber,
  trusted,
  type Sql,
  type SqlValue,
} from './sql.ts';

export interface SortOptions {
  /** The SQL expressions of the document and of the row's seq: text of the program, never of a caller. */
  readonly document: string;
  readonly seq: string;
  readonly profile?: PathProfile | undefined;
}

/** A condition on rows. */
export interface SortSegment {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

export interface CompiledSort {
  /** Behind ORDER BY; ends with seq. */
  readonly orderBy: string;
  /** Expressions of the keys: rank and value of each field, in order. */
  readonly keys: readonly { readonly rank: string; readonly value: string }[];
  /**
   * The rows behind `position` in the same order: those of the first segment, then those of the next.
   * Each one, ordered by `orderBy`, is a range of an index on the key where there is one.
   */
  readonly after: (position: SortPosition) => readonly SortSegment[];
  /** Whether an index on `keys[0].value` and seq gives the order. */
  readonly isIndexable: boolean;
}

interface KeySql {
  readonly rank: Sql;
  readonly value: Sql;
  readonly descending: boolean;
  /** Whether SQLite orders the bare values alike: null, numbers, texts. */
  readonly isNatural: boolean;
}

/** The order as SQL; undefined where a path leads through an array or cannot be written (use `firstRows`). */
export function compileSort(spec: SortSpec, options: SortOptions): CompiledSort | undefined {
  const profile = new ProfileView(options.profile);
  const document = trusted(options.document);
  const seq = trusted(options.seq);
  const keys = spec.map((field) => compileKey(field, document, profile));
  if (!keys.every((key) => key !== undefined)) return undefined;
  const orders = keys.flatMap(({ rank, value, descending, isNatural }) => {
    const direction = trusted(descending ? ' DESC' : '');
    return isNatural
      ? [sql`${value}${direction}`]
      : [sql`${rank}${direction}`, sql`${value}${direction}`];
  });
  const [first] = keys;
  const isIndexable = keys.length === 1 && first?.isNatural === true;
  return {
    orderBy: joinSql([...orders, seq], ', ').text,
    keys: keys.map(({ rank, value }) => ({ rank: rank.text, value: value.text })),
    isIndexable,
    after(position) {
      const [key] = position.keys;
      const segments =
        isIndexable && first !== undefined && key !== undefined
          ? naturalSegments(first, key, position.seq, seq)
          : [behind(keys, position, seq)];
      return segments.map(({ text, values }) => ({ sql: text, parameters: values }));
    },
  };
}

function naturalSegments(
  { value, descending }: KeySql,
  key: SortKey,
  last: number,
  seq: Sql,
): readonly Sql[] {
  const sameNull = sql`${value} IS NULL AND ${seq} > ${last}`;
  if (key.value === null) return descending ? [sameNull] : [sameNull, sql`${value} IS NOT NULL`];
  const bound = bindable(key.value);
  // The first comparison is the range of an index, the second leaves out what was seen of equal values.
  if (!descending) {
    return [sql`${value} >= ${bound} AND (${value} > ${bound} OR ${seq} > ${last})`];
  }
  return [
    sql`${value} <= ${bound} AND (${value} < ${bound} OR ${seq} > ${last})`,
    sql`${value} IS NULL`,
  ];
}

function bindable(value: number | string): SqlValue {
  return typeof value === 'number' ? sqlNumber(value) : value;
}

/** Lexicographic: greater in a field, with all fields before it equal. */
function behind(keys: readonly KeySql[], position: SortPosition, seq: Sql): Sql {
  let condition = sql`${seq} > ${position.seq}`;
  for (const [index, key] of [...keys.entries()].toReversed()) {
    const { rank, value } = position.keys[index] ?? { rank: sortRank.null, value: null };
    const bound = value === null ? null : bindable(value);
    const beyond = trusted(key.descending ? '<' : '>');
    const sameRank = sql`${key.rank} = ${rank}`;
    condition = or([
      sql`${key.rank} ${beyond} ${rank}`,
      and([sameRank, sql`${key.value} ${beyond} ${bound}`]),
      and([sameRank, sql`${key.value} IS ${bound}`, condition]),
    ]);
  }
  return condition;
}

function compileKey(
  { path, descending }: SortField,
  document: Sql,
  profile: ProfileView,
): KeySql | undefined {
  const shape = fieldShape(path.segments, profile);
  if (shape === undefined) return undefined;
  const place = sql`${document}, ${jsonPath(path.segments)}`;
  const extracted = sql`json_extract(${place})`;
  const unnatural = jsonType.array | jsonType.object | jsonType.boolean;
  if ((shape.types & unnatural) === 0) {
    const type = sql`typeof(${extracted})`;
    const rank = sql`CASE ${type} WHEN 'null' THEN 1 WHEN 'text' THEN 3 ELSE 2 END`;
    return { rank, value: extracted, descending, isNatural: true };
  }
  const type = sql`json_type(${place})`;
  const elementRank = rankOf(trusted('element.type'), trusted(String(sortRank.array)));
  const direction = trusted(descending ? ' DESC' : '');
  const elements = sql`FROM json_each(${place}) AS element ORDER BY ${elementRank}${direction}, element.value${direction} LIMIT 1`;
  const empty = trusted(String(sortRank.emptyArray));
  return {
    rank: rankOf(type, sql`ifnull((SELECT ${elementRank} ${elements}), ${empty})`),
    value: sql`CASE ${type} WHEN 'array' THEN (SELECT element.value ${elements}) ELSE ${extracted} END`,
    descending,
    isNatural: false,
  };
}

function rankOf(type: Sql, ofArray: Sql): Sql {
  return sql`CASE ${type} WHEN 'integer' THEN 2 WHEN 'real' THEN 2 WHEN 'text' THEN 3 WHEN 'object' THEN 4 WHEN 'array' THEN ${ofArray} WHEN 'true' THEN 6 WHEN 'false' THEN 6 ELSE 1 END`;
}
