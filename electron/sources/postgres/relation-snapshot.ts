/** What a session sees of a relation: which of its rows, how many, and a digest that finds any of them changed. */
import { z } from 'zod';
import { changeRules, rowShapes, type SourceField } from '../../../shared/contract/sources.ts';
import { jsonObjectOf } from '../../../shared/contract/json.ts';
import { quotedName, sql, trusted, type Sql } from '../../filters/sql.ts';
import { digestOf } from '../files/file-snapshot.ts';
import { hashedReading } from './relation-text.ts';

/** Where the rows of a dataset are, as it is kept. */
export const relationLocatorSchema = z.object({
  connection_id: z.string(),
  schema: z.string(),
  relation: z.string(),
  shape: z.enum(rowShapes),
  /** The column whose documents are the rows. */
  document: z.string().optional(),
  /** The column that record ids are made of. */
  key: z.string(),
  rule: z.enum(changeRules),
  version_column: z.string().optional(),
  /** Columns that are read as text. */
  as_text: z.array(z.string()),
});
export type RelationLocator = z.infer<typeof relationLocatorSchema>;

export const relationSnapshotSchema = z.object({
  relation: z.object({ schema: z.string(), name: z.string() }),
  shape: z.enum(rowShapes),
  document: z.string().nullable(),
  key: z.string(),
  rule: z.enum(changeRules),
  version_column: z.string().nullable(),
  /**
   * By the rule `visibility`: rows of transactions with lower numbers are seen, and of these others: by decimal
   * digits, 64 bits.
   */
  before: z.string().nullable(),
  also: z.array(z.string()),
  /** By the rule `version_column`: the greatest version that is seen, as the server writes it; null where there is no row. */
  version: z.string().nullable(),
  rows: z.int(),
  /** Sum of 64-bit hashes over the rows; decimal digits. */
  digest: z.string(),
  schema_sha256: z.string(),
  server: z.string(),
});
export type RelationSnapshot = z.infer<typeof relationSnapshotSchema>;

/** Names of a relation within SQL, where its rows are `r`. */
export function relationText({ relation }: Pick<RelationSnapshot, 'relation'>): string {
  return `${quotedName(relation.schema)}.${quotedName(relation.name)} AS r`;
}

export function digestOfSnapshot(snapshot: RelationSnapshot): string {
  return digestOf(jsonObjectOf(snapshot));
}

const column = (name: string) => trusted(`r.${quotedName(name)}`);
const epoch = 2n ** 32n;
/** Numbers below are those of no transaction: what they wrote is seen by everybody. */
const firstTransaction = 3;

/** The number of the transaction that wrote a row, of which the row keeps 32 bits: read once for each row. */
const written = 'CAST(CAST(r.xmin AS text) AS bigint)';

/**
 * How many transactions before the next one the one came that wrote a row.
 * @param next the number above every transaction that is shown
 */
function agoOf(next: bigint): string {
  return `((${next % epoch} - ${written}) & ${epoch - 1n})`;
}

/** SQL of the 64-bit number of the transaction that wrote a row. @param next the number above every one that is shown */
export function writtenBy(next: bigint): Sql {
  return trusted(`(${next} - ${agoOf(next)})`);
}

/** Which rows a snapshot sees. @param next as in `writtenBy` */
export function seenBy(
  snapshot: Pick<RelationSnapshot, 'rule' | 'before' | 'also' | 'version' | 'version_column'>,
  next: bigint,
): Sql {
  const { rule, before, also, version, version_column: name } = snapshot;
  // No transaction came since: every row that is shown is older.
  if (rule === 'visibility' && before !== null && BigInt(before) >= next) return trusted('TRUE');
  if (rule === 'visibility' && before !== null) {
    const older = `${agoOf(next)} > ${next - BigInt(before)}`;
    const listed = also.map((each) => String(next - BigInt(each))).join(', ');
    const others = also.length === 0 ? '' : ` OR ${agoOf(next)} IN (${listed})`;
    return trusted(`(${older} OR ${written} < ${firstTransaction}${others})`);
  }
  if (rule !== 'version_column' || name === null) return trusted('TRUE');
  return version === null
    ? trusted('FALSE')
    : sql`${column(name)} <= CAST(${version} AS ${typeOfVersion(version)})`;
}

/** Versions are integers or instants, and written so that they differ. */
function typeOfVersion(version: string): Sql {
  return trusted(/^-?\d+$/.test(version) ? 'bigint' : 'timestamptz');
}

/** SQL of the hash of a row: of its key, and what changes with the row. */
export function hashedText(
  { rule, key, version_column: version }: Pick<RelationSnapshot, 'rule' | 'key' | 'version_column'>,
  fields: readonly SourceField[],
): string {
  const ofKey = `CAST(r.${quotedName(key)} AS text) COLLATE "C"`;
  const changing = {
    visibility: 'CAST(r.xmin AS text)',
    version_column: `CAST(r.${quotedName(version ?? key)} AS text)`,
    frozen: `encode(sha256(convert_to(CAST(ROW(${fields.map(hashedReading).join(', ')}) AS text), 'UTF8')), 'hex')`,
  }[rule];
  return `hashtextextended(${ofKey} || ' ' || ${changing}, 0)`;
}
