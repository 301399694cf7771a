/** The rows that a new session on a source sees, and those that an open one does. */
import { z } from 'zod';
import { jsonValueOf, type JsonValue } from '../../shared/contract/json.ts';
import type { SourceClaim } from '../../shared/contract/sources.ts';
import type { WriteContext } from '../area.ts';
import { FilesSource } from './files/files-source.ts';
import type { AskSource } from './host/source-request.ts';
import type { RowSource, SeenDataset } from './row-source.ts';
import { keepSeen } from './source-facts.ts';
import { SourceLooks } from './source-looks.ts';
import { filesSnapshotSchema, rowsOf, SourcesStore, type StoredSource } from './sources-store.ts';

/** Rows as a session is opened on them. */
export interface SessionRows {
  readonly sha256: string;
  /** As it is kept. */
  readonly snapshot: JsonValue;
  /** Writes that they were seen. The caller holds the transaction. */
  keep(now: string): void;
}

export class SessionSnapshots {
  readonly #context: Pick<WriteContext, 'facts'>;
  readonly #sources: SourcesStore;
  readonly #looks: SourceLooks;

  constructor(context: WriteContext) {
    this.#context = context;
    this.#sources = new SourcesStore(context.database);
    this.#looks = new SourceLooks(context, () => context.wallClock.now());
  }

  /** The rows of a dataset as they are now; undefined where the ledger holds them. @throws {ApiError} as `SourceLooks.again` */
  async of(datasetId: string): Promise<SessionRows | undefined> {
    const source = this.#sources.find(datasetId);
    if (source === undefined) return undefined;
    const found = await this.#looks.again(source);
    return {
      sha256: found.snapshotSha256,
      snapshot: jsonValueOf(found.snapshot),
      keep: (now) => {
        if (this.#sources.find(datasetId)?.snapshotSha256 !== found.snapshotSha256) {
          keepSeen(this.#context, datasetId, found, now);
        }
      },
    };
  }
}

/** Rows of a session as it keeps them. */
export interface KeptRows {
  readonly sha256: string;
  /** JSON. */
  readonly snapshot: string;
}

/** Rows of a snapshot as it is kept. */
export function keptRowCount(snapshot: string): number {
  return rowsOf(filesSnapshotSchema.parse(JSON.parse(snapshot)));
}

/** The statement about rows in clear. */
export function claimOf(
  { kind, recordIds }: Pick<StoredSource, 'kind' | 'recordIds'>,
  sha256: string,
): SourceClaim {
  return { kind, snapshot_sha256: sha256, record_ids: recordIds };
}

/** @param key of the dataset */
export function filesSource(
  source: StoredSource,
  rows: KeptRows,
  {
    seen,
    key,
    ask,
  }: { readonly seen: SeenDataset; readonly key: Uint8Array; readonly ask: AskSource },
): RowSource {
  const snapshot = filesSnapshotSchema.parse(JSON.parse(rows.snapshot));
  const { fields, locator, recordIds } = source;
  const keyColumn = recordIds === 'position' ? undefined : (locator.key ?? 'record_id');
  return new FilesSource({
    seen,
    reading: { snapshot, fields, key: keyColumn },
    claim: claimOf(source, rows.sha256),
    key,
    ask,
  });
}

/** News for the writer of a session whose rows are others by now. */
export const changedRowsSchema = z.object({ sessionId: z.string(), found: z.string().nullable() });
