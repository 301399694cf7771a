/** The rows that a new session on a source sees, and those that an open one does. */
import { z } from 'zod';
import { jsonValueOf, type JsonValue } from '../../shared/contract/json.ts';
import type { SourceClaim } from '../../shared/contract/sources.ts';
import type { WriteContext } from '../area.ts';
import type { Database } from 'better-sqlite3';
import { askerOf, type AskerMeans } from './asker.ts';
import { givenConnection } from './connections/server-looks.ts';
import { loginOf, SourceConnectionsStore } from './connections/source-connections-store.ts';
import { EngineSource } from './engine-source.ts';
import { FilesRows } from './files/files-rows.ts';
import { looksOf, type Looks } from './looks.ts';
import { RelationRows } from './postgres/relation-rows.ts';
import { relationSnapshotSchema } from './postgres/relation-snapshot.ts';
import type { AskSource } from './host/source-request.ts';
import type { RowSource, SeenDataset } from './row-source.ts';
import { keepSeen } from './source-facts.ts';
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
  readonly #looks: Looks;

  constructor(context: WriteContext) {
    this.#context = context;
    this.#sources = new SourcesStore(context.database);
    this.#looks = looksOf(context);
  }

  /** The rows of a dataset as they are now; undefined where the ledger holds them. @throws {ApiError} as `Looks.again` */
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
  const kept: unknown = JSON.parse(snapshot);
  return typeof kept === 'object' && kept !== null && 'files' in kept
    ? rowsOf(filesSnapshotSchema.parse(kept))
    : relationSnapshotSchema.parse(kept).rows;
}

/** The statement about rows in clear. */
export function claimOf(
  { kind, recordIds }: Pick<StoredSource, 'kind' | 'recordIds'>,
  sha256: string,
): SourceClaim {
  return { kind, snapshot_sha256: sha256, record_ids: recordIds };
}

/** Rows of one session, as they are opened. */
export interface SessionOrder {
  readonly datasetId: string;
  readonly rows: KeptRows;
  readonly seen: SeenDataset;
  /** Of the dataset. */
  readonly key: Uint8Array;
  /** Until when they may be asked for, by `performance.now()`. */
  readonly until: number;
}

/** Sources as sessions read them. */
export class SessionSources {
  readonly #sources: SourcesStore;
  readonly #connections: SourceConnectionsStore;
  readonly #means: AskerMeans;
  readonly #limitMs: number;

  /** @param limitMs how long a query may run */
  constructor(database: Database, means: AskerMeans, limitMs: number) {
    this.#sources = new SourcesStore(database);
    this.#connections = new SourceConnectionsStore(database);
    this.#means = means;
    this.#limitMs = limitMs;
  }

  /**
   * The rows that a session sees; undefined where the ledger holds them.
   * @throws {ApiError} `source_unavailable` where there is no way to their server
   */
  open({ datasetId, rows, seen, key, until }: SessionOrder): RowSource | undefined {
    const source = this.#sources.find(datasetId);
    if (source === undefined) return undefined;
    const claim = claimOf(source, rows.sha256);
    const { fields, recordIds } = source;
    const kept: unknown = JSON.parse(rows.snapshot);
    if (source.kind === 'files') {
      const snapshot = filesSnapshotSchema.parse(kept);
      const keyColumn = recordIds === 'position' ? undefined : (source.locator.key ?? 'record_id');
      const reading = { snapshot, fields, key: keyColumn, csv: source.locator.csv };
      const engine = new FilesRows(reading, this.#ask(until), seen.view);
      return new EngineSource({ seen, claim, key, engine });
    }
    const { connection_id: id, as_text: asText } = source.locator;
    const { workspace } = this.#means;
    const now = () => new Date().toISOString();
    const connection = givenConnection(this.#connections, id, { workspace, now });
    const snapshot = relationSnapshotSchema.parse(kept);
    const reading = { login: loginOf(connection), snapshot, fields, asText, recordIds };
    const engine = new RelationRows(reading, this.#ask(until, id), seen.view);
    return new EngineSource({ seen, claim, key, engine });
  }

  #ask(until: number, connection?: string): AskSource {
    return askerOf(this.#means, this.#limitMs, {
      left: () => until - performance.now(),
      ...(connection === undefined ? {} : { connection }),
    });
  }
}

/** News for the writer of a session whose rows are others by now. */
export const changedRowsSchema = z.object({ sessionId: z.string(), found: z.string().nullable() });
