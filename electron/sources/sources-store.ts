/** Sources of datasets as they are stored. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import {
  leftOutSchema,
  recordIdKinds,
  type LeftOut,
  type RecordIdKind,
  type SourceField,
} from '../../shared/contract/sources.ts';
import { storedFieldsSchema } from '../filters/compile/stored-fields.ts';
import { csvShapeSchema } from './files/csv-shape.ts';
import type { FilesSnapshot } from './files/file-snapshot.ts';
import {
  relationLocatorSchema,
  relationSnapshotSchema,
  type RelationLocator,
  type RelationSnapshot,
} from './postgres/relation-snapshot.ts';

/** Where files are: some of them, or those in a folder. */
export const filesLocatorSchema = z.object({
  paths: z.array(z.string()).optional(),
  folder: z.string().optional(),
  pattern: z.string().optional(),
  /** The column that record ids are made of. */
  key: z.string().optional(),
  /** Columns that are read as text. */
  as_text: z.array(z.string()).default([]),
  /** Of CSV files: their columns as they were judged. */
  csv: csvShapeSchema.optional(),
});
export type FilesLocator = z.infer<typeof filesLocatorSchema>;

export const filesSnapshotSchema = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      bytes: z.int(),
      sha256: z.string(),
      rows: z.int(),
      copy_sha256: z.string().optional(),
    }),
  ),
  schema_sha256: z.string(),
});

/** What is known of any source. */
interface KnownSource {
  readonly datasetId: string;
  readonly recordIds: RecordIdKind;
  readonly schemaSha256: string;
  readonly fields: readonly SourceField[];
  readonly leftOut: readonly LeftOut[];
  /** The rows as they were seen last. */
  readonly snapshotSha256: string;
  readonly rows: number;
  readonly seenAt: string;
}

export interface StoredFiles extends KnownSource {
  readonly kind: 'files';
  readonly locator: FilesLocator;
  readonly snapshot: FilesSnapshot;
}

export interface StoredRelation extends KnownSource {
  readonly kind: 'postgres';
  readonly locator: RelationLocator;
  readonly snapshot: RelationSnapshot;
}

/** The source of a dataset whose rows the ledger does not hold. */
export type StoredSource = StoredFiles | StoredRelation;

interface Row {
  readonly dataset_id: string;
  readonly kind: string;
  readonly record_ids: string;
  readonly schema_sha256: string;
  readonly locator: string | null;
  readonly fields: string | null;
  readonly left_out: string | null;
  readonly snapshot_sha256: string;
  readonly rows: number;
  readonly snapshot: string | null;
  readonly seen_at: string;
}

/** Every statement, by name, so that a test can read the plan of each. */
export const sourceStatements = {
  byId: 'SELECT * FROM dataset_sources WHERE dataset_id = ?',
  all: `SELECT o.*, d.key IS NULL AS is_erased
    FROM dataset_sources AS o JOIN datasets AS d ON d.dataset_id = o.dataset_id`,
} as const;

const leftOutListSchema = z.array(leftOutSchema);

export class SourcesStore {
  readonly #byId: Statement<[string], Row>;
  readonly #all: Statement<[], Row & { readonly is_erased: number }>;

  constructor(database: Database) {
    this.#byId = database.prepare(sourceStatements.byId);
    this.#all = database.prepare(sourceStatements.all);
  }

  /** Every source, with whether its dataset was erased. */
  all(): (StoredSource & { readonly isErased: boolean })[] {
    return this.#all.all().map((row) => ({ ...storedOf(row), isErased: row.is_erased === 1 }));
  }

  /** Undefined for a dataset whose rows the ledger holds. */
  find(datasetId: string): StoredSource | undefined {
    const row = this.#byId.get(datasetId);
    return row && storedOf(row);
  }
}

function storedOf(row: Row): StoredSource {
  const known = {
    datasetId: row.dataset_id,
    recordIds: z.enum(recordIdKinds).parse(row.record_ids),
    schemaSha256: row.schema_sha256,
    fields: storedFieldsSchema.parse(parsed(row.fields)),
    snapshotSha256: row.snapshot_sha256,
    rows: row.rows,
    seenAt: row.seen_at,
  };
  const locator = parsed(row.locator);
  const leftOut = once(() => leftOutListSchema.parse(parsed(row.left_out)));
  if (row.kind === 'postgres') {
    const snapshot = once(() => relationSnapshotSchema.parse(parsed(row.snapshot)));
    return {
      ...known,
      kind: 'postgres',
      locator: relationLocatorSchema.parse(locator),
      get leftOut() {
        return leftOut();
      },
      get snapshot() {
        return snapshot();
      },
    };
  }
  const snapshot = once(() => filesSnapshotSchema.parse(parsed(row.snapshot)));
  return {
    ...known,
    kind: 'files',
    locator: filesLocatorSchema.parse(locator),
    get leftOut() {
      return leftOut();
    },
    get snapshot() {
      return snapshot();
    },
  };
}

/** Sessions have snapshots of their own: that of the dataset, which may name many files, is read where it is asked for. */
function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

function parsed(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}

/** Rows of a snapshot. */
export function rowsOf({ files }: FilesSnapshot): number {
  return files.reduce((sum, { rows }) => sum + rows, 0);
}
