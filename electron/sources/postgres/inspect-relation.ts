/** Looks at a relation as a whole: its fields, its keys and rules, and what a session would see of it now. */
import { faultOf } from '../../../shared/contract/faults.ts';
import type { RelationKind } from '../../../shared/contract/source-connections.ts';
import type { ChangeRule, RecordIdKind, SourceField } from '../../../shared/contract/sources.ts';
import { quotedName } from '../../filters/sql.ts';
import { valueOutOfRange } from '../source-error.ts';
import { fieldsDigest, keyForms, refuseAsText } from '../source-columns.ts';
import { SourceRefusal } from '../source-refusal.ts';
import { serverName } from './look-at-server.ts';
import type { Login } from './server-types.ts';
import {
  describeRelation,
  type DescribedRelation,
  type RelationColumn,
} from './relation-columns.ts';
import {
  digestOfSnapshot,
  hashedText,
  relationText,
  seenBy,
  writtenBy,
  type RelationLocator,
  type RelationSnapshot,
} from './relation-snapshot.ts';
import { documentText, readingOf, rowText } from './relation-text.ts';
import type { ServerQueries } from './server-pools.ts';

/** A look at a relation; key and rule are chosen behind the first one. */
export interface RelationLook {
  readonly login: Login;
  readonly place: Omit<RelationLocator, 'key' | 'rule' | 'version_column'>;
  readonly chosen: Pick<RelationLocator, 'key' | 'rule' | 'version_column'> | undefined;
  /** Of the dataset, where there is one: taken again where the rows are those. */
  readonly known: RelationSnapshot | undefined;
  readonly firstRows: number;
}

export interface InspectedRelation {
  readonly kind: RelationKind;
  readonly columns: readonly RelationColumn[];
  /** Those that rows are made of: of documents, the one that holds them, and that of the key. */
  readonly fields: readonly SourceField[];
  readonly keys: readonly string[];
  readonly documents: readonly string[];
  readonly rules: readonly { readonly rule: ChangeRule; readonly columns: readonly string[] }[];
  readonly estimatedRows: number;
  /** JSON. */
  readonly firstRows: readonly string[];
  /** Undefined before key and rule are chosen. */
  readonly seen: SeenRelation | undefined;
}

export interface SeenRelation {
  readonly snapshot: RelationSnapshot;
  readonly snapshotSha256: string;
  readonly recordIds: RecordIdKind;
}

const versionForms: ReadonlySet<string> = new Set(['integer', 'long', 'timestamp']);
/** Transactions that a snapshot names by themselves. */
const mostNamed = 10_000;

/**
 * @throws {SourceRefusal} naming what will not do
 * @throws {ServerUnfit} for a server that cannot be read
 * @throws {ApiError} `source_value_out_of_range`
 */
export async function inspectRelation(
  queries: ServerQueries,
  look: RelationLook,
): Promise<InspectedRelation> {
  const { place, chosen } = look;
  const server = await serverName(queries);
  const described = await describeRelation(queries, place, new Set(place.as_text));
  if (described === undefined) {
    throw new SourceRefusal(
      'relation',
      faultOf('no_such_relation', { name: `${place.schema}.${place.relation}` }),
    );
  }
  const { columns, kind, estimatedRows } = described;
  refuseAsText(place.as_text, columns, look.known === undefined);
  const rules = rulesOf(described);
  const fields = fieldsOf(columns, place, chosen?.key);
  const seen = chosen && (await see(queries, { look, chosen, described, fields, rules, server }));
  return {
    kind,
    columns,
    fields,
    keys: keysOf(columns, kind),
    documents: columns.flatMap(({ name, type }) => (type === 'jsonb' ? [name] : [])),
    rules,
    estimatedRows: Math.max(0, estimatedRows),
    firstRows: await firstRows(queries, look, fields),
    seen,
  };
}

/** @throws {SourceRefusal} */
function fieldsOf(
  columns: readonly RelationColumn[],
  { shape, document }: RelationLook['place'],
  key: string | undefined,
): SourceField[] {
  const fields = columns.flatMap(({ field }) => field ?? []);
  if (shape === 'columns') {
    if (fields.length === 0) throw new SourceRefusal('relation', faultOf('no_fields'));
    return fields;
  }
  const column = columns.find(({ name }) => name === document);
  if (column === undefined) {
    throw new SourceRefusal('document', faultOf('no_such_column', { name: document ?? '' }));
  }
  if (column.type !== 'jsonb') throw new SourceRefusal('document', faultOf('document_type'));
  return fields.filter(({ name }) => name === document || name === key);
}

/** Columns that could be the key: those that the server keeps different, or of a view all that could be. */
function keysOf(columns: readonly RelationColumn[], kind: RelationKind): string[] {
  const isView = kind === 'view' || kind === 'foreign_table';
  return columns.flatMap(({ name, field, isUnique, isNeverNull }) =>
    field !== undefined && keyForms.has(field.form) && (isView || (isUnique && isNeverNull))
      ? [name]
      : [],
  );
}

function rulesOf({ kind, hasVersions, columns }: DescribedRelation): InspectedRelation['rules'] {
  const isView = kind === 'view' || kind === 'foreign_table';
  const versions = columns.flatMap(({ name, field, isNeverNull }) =>
    field !== undefined && versionForms.has(field.form) && (isView || isNeverNull) ? [name] : [],
  );
  return [
    ...(hasVersions ? [{ rule: 'visibility', columns: [] } as const] : []),
    ...(versions.length === 0 ? [] : [{ rule: 'version_column', columns: versions } as const]),
    { rule: 'frozen', columns: [] },
  ];
}

interface Seeing {
  readonly look: RelationLook;
  readonly chosen: Pick<RelationLocator, 'key' | 'rule' | 'version_column'>;
  readonly described: DescribedRelation;
  readonly fields: readonly SourceField[];
  readonly rules: InspectedRelation['rules'];
  readonly server: string;
}

/** Tries key, rule and values, and takes what a session would see now. */
async function see(queries: ServerQueries, seeing: Seeing): Promise<SeenRelation> {
  const { look, chosen, described, fields, server } = seeing;
  const { place, known } = look;
  const key = keyOf(described, chosen.key);
  refuseRule(seeing);
  const from = `FROM ${relationText({ relation: { schema: place.schema, name: place.relation } })}`;
  const draft: RelationSnapshot = {
    relation: { schema: place.schema, name: place.relation },
    shape: place.shape,
    document: place.document ?? null,
    key: chosen.key,
    rule: chosen.rule,
    version_column: chosen.version_column ?? null,
    before: null,
    also: [],
    version: null,
    rows: 0,
    digest: '0',
    schema_sha256: fieldsDigest(fields),
    server,
  };
  const snapshot = await takeSnapshot(queries, {
    draft,
    fields,
    next: described.nextTransaction,
    from,
  });
  const isKnown =
    known !== undefined &&
    known.rows === snapshot.rows &&
    known.digest === snapshot.digest &&
    known.schema_sha256 === snapshot.schema_sha256;
  if (!isKnown) await tryValues(queries, { from, key, fields, version: chosen.version_column });
  const taken = isKnown ? known : snapshot;
  return {
    snapshot: taken,
    snapshotSha256: digestOfSnapshot(taken),
    recordIds: await recordIdsOf(queries, key, from),
  };
}

/** @throws {SourceRefusal} */
function keyOf(
  { columns }: DescribedRelation,
  name: string,
): RelationColumn & { field: SourceField } {
  const found = columns.find((each) => each.name === name);
  if (found === undefined) throw new SourceRefusal('key', faultOf('no_such_column', { name }));
  const { field } = found;
  if (field === undefined || !keyForms.has(field.form)) {
    throw new SourceRefusal('key', faultOf('key_type'));
  }
  return { ...found, field };
}

/** @throws {SourceRefusal} */
function refuseRule({ chosen, described, look }: Seeing): void {
  const { rule, version_column: name = '' } = chosen;
  if (rule === 'visibility' && !described.hasVersions) {
    throw new SourceRefusal('rule', faultOf('visibility_unfit', { name: look.place.relation }));
  }
  if (rule !== 'version_column') return;
  const column = described.columns.find((each) => each.name === name);
  if (column === undefined) {
    throw new SourceRefusal('version_column', faultOf('no_such_column', { name }));
  }
  if (!versionForms.has(column.field?.form ?? '')) {
    throw new SourceRefusal('version_column', faultOf('version_type'));
  }
}

/** Numbers of transactions as the server writes a snapshot: those below the first are over. */
async function takeSnapshot(
  queries: ServerQueries,
  {
    draft,
    fields,
    next,
    from,
  }: {
    readonly draft: RelationSnapshot;
    readonly fields: readonly SourceField[];
    readonly next: bigint;
    readonly from: string;
  },
): Promise<RelationSnapshot> {
  const [row] = await queries.rows(
    `SELECT count(*), coalesce(sum(${hashedText(draft, fields)}), 0)${versionEnd(draft)} ${from}`,
  );
  const counted = { rows: Number(row?.[0] ?? 0), digest: row?.[1] ?? '0' };
  if (draft.rule === 'version_column') return { ...draft, ...counted, version: row?.[2] ?? null };
  if (draft.rule === 'frozen') return { ...draft, ...counted };
  const [over] = await queries.rows('SELECT pg_snapshot_xmin(pg_current_snapshot())::text');
  const before = over?.[0] ?? '0';
  const by = writtenBy(next).text;
  const named = await queries.rows(
    `SELECT DISTINCT (${by})::text ${from} WHERE ${by} >= ${BigInt(before)} LIMIT ${mostNamed + 1}`,
  );
  if (named.length > mostNamed) {
    throw new Error('Too many transactions came behind one that is still open.');
  }
  const also = named.flatMap(([each]) => each ?? []).toSorted();
  return { ...draft, ...counted, before, also };
}

function versionEnd({ version_column: name }: RelationSnapshot): string {
  return name === null ? '' : `, CAST(max(r.${quotedName(name)}) AS text)`;
}

/** That integers are ones that JSON has, keys are there and differ, and versions are there. */
async function tryValues(
  queries: ServerQueries,
  {
    from,
    key,
    fields,
    version,
  }: {
    readonly from: string;
    readonly key: RelationColumn & { readonly field: SourceField };
    readonly fields: readonly SourceField[];
    readonly version: string | undefined;
  },
): Promise<void> {
  const wide = fields.filter(({ form }) => form === 'long');
  if (wide.length > 0) {
    const ends = wide.map(({ name }) => `min(r.${quotedName(name)}), max(r.${quotedName(name)})`);
    const [row = []] = await queries.rows(`SELECT ${ends.join(', ')} ${from}`);
    for (const [index, { name }] of wide.entries()) {
      const two = [row[2 * index] ?? null, row[2 * index + 1] ?? null];
      if (two.some((each) => each !== null && !Number.isSafeInteger(Number(each)))) {
        throw valueOutOfRange(name);
      }
    }
  }
  if (
    version !== undefined &&
    (await hasRow(queries, `${from} WHERE r.${quotedName(version)} IS NULL`))
  ) {
    throw new SourceRefusal('version_column', faultOf('version_missing'));
  }
  await tryKey(queries, key, from);
}

async function tryKey(
  queries: ServerQueries,
  { name, field, isUnique, isNeverNull }: RelationColumn & { readonly field: SourceField },
  from: string,
): Promise<void> {
  const column = `r.${quotedName(name)}`;
  if (!isNeverNull && (await hasRow(queries, `${from} WHERE ${column} IS NULL`))) {
    throw new SourceRefusal('key', faultOf('key_nowhere'));
  }
  const text = `CAST(${column} AS text)`;
  const isText = field.form === 'text' || field.form === 'spelled';
  const isPrefixed =
    isText && (await hasRow(queries, `${from} WHERE starts_with(${text}, 'rec_')`));
  if (isUnique && !isPrefixed) return;
  // Ids of rows have one prefix, whether the key has it or not.
  const id = `regexp_replace(${text}, '^rec_', '') COLLATE "C"`;
  const [twice] = await queries.rows(`SELECT ${id} ${from} GROUP BY 1 HAVING count(*) > 1 LIMIT 1`);
  if (twice !== undefined) {
    throw new SourceRefusal('key', faultOf('key_twice', { value: twice[0] ?? '' }));
  }
}

async function recordIdsOf(
  queries: ServerQueries,
  { name, field }: RelationColumn & { readonly field: SourceField },
  from: string,
): Promise<RecordIdKind> {
  if (name !== 'record_id' || field.form !== 'text') return 'key';
  const other = `${from} WHERE NOT starts_with(CAST(r.${quotedName(name)} AS text), 'rec_')`;
  return (await hasRow(queries, other)) ? 'key' : 'given';
}

async function hasRow(queries: ServerQueries, from: string): Promise<boolean> {
  return (await queries.rows(`SELECT 1 ${from} LIMIT 1`)).length > 0;
}

async function firstRows(
  queries: ServerQueries,
  { firstRows: limit, place }: RelationLook,
  fields: readonly SourceField[],
): Promise<string[]> {
  if (limit === 0) return [];
  const { schema, relation: name, document } = place;
  const from = `FROM ${relationText({ relation: { schema, name } })} LIMIT ${limit}`;
  const shown = fields.filter((each) => document === undefined || each.name === document);
  const rows = await queries.rows(`SELECT ${shown.map(readingOf).join(', ')} ${from}`);
  return rows.map((row) =>
    document === undefined
      ? rowText(undefined, row, shown)
      : documentText(undefined, row[0] ?? null, document),
  );
}

/** The digest of the rows that a snapshot sees, as they are now. */
export async function countSeen(
  queries: ServerQueries,
  snapshot: RelationSnapshot,
  fields: readonly SourceField[],
  next: bigint,
): Promise<{ readonly rows: number; readonly digest: string }> {
  const seen = seenBy(snapshot, next);
  const [row] = await queries.rows(
    `SELECT count(*), coalesce(sum(${hashedText(snapshot, fields)}), 0) FROM ${relationText(snapshot)} WHERE ${seen.text}`,
    seen.values,
  );
  return { rows: Number(row?.[0] ?? 0), digest: row?.[1] ?? '0' };
}
