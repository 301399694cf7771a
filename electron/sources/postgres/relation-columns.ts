/** Columns of a relation as JSON has them, from the catalogue of the server. */
import { z } from 'zod';
import type { RelationKind } from '../../../shared/contract/source-connections.ts';
import type { FieldForm, SourceField, SourceNode } from '../../../shared/contract/sources.ts';
import type { ServerQueries } from './server-pools.ts';

export interface RelationColumn {
  readonly name: string;
  /** As the server writes it. */
  readonly type: string;
  /** Undefined for one that JSON has no form for. */
  readonly field: SourceField | undefined;
  /** Whether the server keeps null out of it. */
  readonly isNeverNull: boolean;
  /** Whether the server keeps its values different by themselves. */
  readonly isUnique: boolean;
}

export interface DescribedRelation {
  readonly kind: RelationKind;
  /** Whether the server keeps versions of its rows. */
  readonly hasVersions: boolean;
  /** As the server remembers them; -1 where it does not. */
  readonly estimatedRows: number;
  /** The number above every transaction that is shown. */
  readonly nextTransaction: bigint;
  readonly columns: readonly RelationColumn[];
}

const kinds: Readonly<Record<string, RelationKind>> = {
  r: 'table',
  p: 'partitioned_table',
  v: 'view',
  m: 'materialized_view',
  f: 'foreign_table',
};

/** The kind of a relation by the letter that the catalogue has for it. */
export function relationKindOf(letter: string): RelationKind {
  return kinds[letter] ?? 'table';
}

const describing = `SELECT c.oid::text, c.relkind, c.reltuples::bigint::text,
    pg_snapshot_xmax(pg_current_snapshot())::text,
    (c.relkind IN ('r', 'm') AND m.amname = 'heap') OR (c.relkind = 'p' AND NOT EXISTS (
      SELECT FROM pg_partition_tree(c.oid) AS t JOIN pg_class AS p ON p.oid = t.relid
        LEFT JOIN pg_am AS pm ON pm.oid = p.relam
        WHERE t.isleaf AND (p.relkind <> 'r' OR pm.amname <> 'heap')))
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace LEFT JOIN pg_am AS m ON m.oid = c.relam
  WHERE n.nspname = ? AND c.relname = ? AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND has_schema_privilege(n.oid, 'USAGE')`;

/** Domains are read as what they are made of. */
const columnsOf = `SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
    b.typname, b.typtype, b.typmod::text, e.typname, e.typtype, format_type(b.typelem, b.typmod),
    coalesce(l.collisdeterministic, true),
    EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = a.attrelid AND i.indisunique AND i.indisvalid
      AND i.indimmediate AND i.indpred IS NULL AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum),
    b.isplain, e.typnamespace = 'pg_catalog'::regnamespace
  FROM pg_attribute AS a
  CROSS JOIN LATERAL (
    WITH RECURSIVE d AS (
      SELECT a.atttypid AS oid, a.atttypmod AS typmod
      UNION ALL
      SELECT p.typbasetype, CASE WHEN d.typmod >= 0 THEN d.typmod ELSE p.typtypmod END
        FROM d JOIN pg_type AS p ON p.oid = d.oid WHERE p.typtype = 'd')
    SELECT t.typname, t.typtype, d.typmod, CASE WHEN t.typcategory = 'A' THEN t.typelem ELSE 0 END AS typelem,
        t.typnamespace = 'pg_catalog'::regnamespace AS isplain
      FROM d JOIN pg_type AS t ON t.oid = d.oid WHERE t.typtype <> 'd') AS b
  LEFT JOIN pg_type AS e ON e.oid = b.typelem
  LEFT JOIN pg_collation AS l ON l.oid = a.attcollation
  WHERE a.attrelid = CAST(? AS oid) AND a.attnum > 0 AND NOT a.attisdropped
    AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')
  ORDER BY a.attnum`;

/** Everything that the fields of a relation are made of, as one text. */
const printing = `SELECT pg_snapshot_xmax(pg_current_snapshot())::text, md5(string_agg(concat_ws(' ', c.oid, c.relkind, a.attnum,
    a.atttypid, a.atttypmod, a.attcollation, quote_ident(a.attname)), ',' ORDER BY a.attnum)),
    bool_and(c.relkind IN ('r', 'm') AND c.relpersistence = 'p' AND NOT c.relrowsecurity)
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_attribute AS a ON a.attrelid = c.oid
  WHERE n.nspname = ? AND c.relname = ? AND a.attnum > 0 AND NOT a.attisdropped
    AND has_schema_privilege(n.oid, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT')`;

/** A relation in brief. */
export interface RelationPrint {
  /** The number above every transaction that is shown. */
  readonly nextTransaction: bigint;
  /** Of its columns; null where there are none. */
  readonly print: string | null;
  /** Whether its rows are what transactions wrote: of a view, a policy of rows or a table elsewhere nobody knows. */
  readonly isPlain: boolean;
}

/** A relation in brief, as the transaction of the queries shows it. */
export async function printOfRelation(
  queries: ServerQueries,
  { schema, relation }: { readonly schema: string; readonly relation: string },
): Promise<RelationPrint> {
  const [row] = await queries.rows(printing, [schema, relation]);
  const [next, print, isPlain] = printRow.parse(row);
  return { nextTransaction: BigInt(next), print, isPlain: isPlain === 't' };
}

const printRow = z.tuple([z.string(), z.string().nullable(), z.string().nullable()]);
const relationRow = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()]);
const cell = z.string().nullable();
const columnRow = z.tuple([
  z.string(),
  z.string(),
  cell,
  z.string(),
  z.string(),
  z.string(),
  cell,
  cell,
  cell,
  cell,
  cell,
  cell,
  cell,
]);

/** Undefined where there is no such relation that the role may read. @param asText columns that are read as text */
export async function describeRelation(
  queries: ServerQueries,
  { schema, relation }: { readonly schema: string; readonly relation: string },
  asText: ReadonlySet<string>,
): Promise<DescribedRelation | undefined> {
  const [found] = await queries.rows(describing, [schema, relation]);
  if (found === undefined) return undefined;
  const [oid, kind, estimated, next, hasVersions] = relationRow.parse(found);
  const rows = await queries.rows(columnsOf, [oid]);
  const columns = rows.map((row) => columnOf(columnRow.parse(row), asText));
  if (columns.length === 0) return undefined;
  return {
    kind: relationKindOf(kind),
    hasVersions: hasVersions === 't',
    estimatedRows: Number(estimated),
    nextTransaction: BigInt(next),
    columns,
  };
}

const forms: Readonly<Record<string, FieldForm>> = {
  bool: 'boolean',
  int2: 'integer',
  int4: 'integer',
  int8: 'long',
  oid: 'long',
  float4: 'double',
  float8: 'double',
  text: 'text',
  varchar: 'text',
  bpchar: 'spelled',
  name: 'spelled',
  char: 'spelled',
  uuid: 'uuid',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
  time: 'spelled',
  timetz: 'spelled',
  interval: 'spelled',
  json: 'json',
  jsonb: 'json',
};

/** Digits that a double holds exactly. */
const exactDigits = 15;
/** In front of the precision and scale of a numeric. */
const numericHeader = 4;

function columnOf(row: z.infer<typeof columnRow>, asText: ReadonlySet<string>): RelationColumn {
  const [name, type, notNull, base, baseKind, typmod, element, elementKind, elementType] = row;
  const [, , , , , , , , , deterministic, unique, isPlain, isPlainElement] = row;
  const own = { name: base, kind: baseKind, typmod: Number(typmod), isPlain: isPlain === 't' };
  const node =
    element === null || elementKind === null || elementType === null
      ? scalarOf(own, type)
      : listOf(
          { ...own, name: element, kind: elementKind, isPlain: isPlainElement === 't' },
          type,
          elementType,
        );
  const shown = node && asText.has(name) ? textOf(node) : node;
  const read = shown && deterministic === 'f' ? withoutCollation(shown) : shown;
  return {
    name,
    type,
    field: read && { name, ...read },
    isNeverNull: notNull === 't',
    isUnique: unique === 't',
  };
}

interface CatalogueType {
  readonly name: string;
  readonly kind: string;
  readonly typmod: number;
  /** Whether the server brings it along: a type of such a name may be anybody's. */
  readonly isPlain: boolean;
}

function scalarOf(type: CatalogueType, told: string): SourceNode | undefined {
  const form = formOf(type);
  return form && { type: told, form };
}

function formOf({ name, kind, typmod, isPlain }: CatalogueType): FieldForm | undefined {
  if (kind === 'e' || (name === 'citext' && !isPlain)) return 'spelled';
  if (kind !== 'b' || !isPlain) return undefined;
  if (name !== 'numeric') return forms[name];
  const precision = (typmod - numericHeader) >> 16;
  return typmod >= numericHeader && precision <= exactDigits ? 'decimal' : 'spelled';
}

function listOf(type: CatalogueType, told: string, elementType: string): SourceNode | undefined {
  const element = scalarOf(type, elementType);
  return element && element.form !== 'json' ? { type: told, form: 'list', element } : undefined;
}

/** Any scalar can be read as the text that the server writes for it. */
function textOf(node: SourceNode): SourceNode {
  if (node.form === 'list' || node.form === 'json' || node.form === 'text') return node;
  return { type: node.type, form: 'spelled' };
}

/** Texts that their collation takes for equal are different all the same. */
function withoutCollation(node: SourceNode): SourceNode {
  if (node.element !== undefined) return { ...node, element: withoutCollation(node.element) };
  return node.form === 'text' ? { type: node.type, form: 'spelled' } : node;
}
