/** Looks at a relation as a whole: before a dataset is made of it, when a session is opened, and when somebody asks. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { LeftOut, PostgresPreview, PostgresSource } from '../../shared/contract/sources.ts';
import {
  loginOf,
  type SourceConnectionsStore,
  type StoredConnection,
} from './connections/source-connections-store.ts';
import type { ServerLooks } from './connections/server-looks.ts';
import type { InspectedRelation, RelationLook, SeenRelation } from './postgres/inspect-relation.ts';
import { relationSnapshotSchema, type RelationLocator } from './postgres/relation-snapshot.ts';
import { schemaChanged, sourceUnavailable } from './source-error.ts';
import { everyRow } from './engine-orders.ts';
import { rowsAtOnce, type ReadRow, type RowsPart } from './read-row.ts';
import type { FoundRows } from './source-facts.ts';
import type { StoredRelation } from './sources-store.ts';

/** How long a look may take, which goes through all rows; milliseconds. */
const lookMs = 25_000;

/** How old the last comparison of rows and snapshot may be while many are read; milliseconds. */
const freshMs = 60_000;

/** Whose connections may be named, null for those of nobody in particular; undefined for all. */
export type Holders = readonly (string | null)[] | undefined;

export class RelationLooks {
  readonly #connections: SourceConnectionsStore;
  readonly #servers: ServerLooks;
  readonly #now: () => string;

  constructor(connections: SourceConnectionsStore, servers: ServerLooks, now: () => string) {
    this.#connections = connections;
    this.#servers = servers;
    this.#now = now;
  }

  /**
   * Looks before key and rule are chosen.
   * @param holders whose connections alone may be named; undefined for all
   * @throws {ApiError} as `first`
   */
  async preview(
    source: PostgresPreview,
    holders: Holders,
    rows: number,
  ): Promise<InspectedRelation> {
    const connection = this.#connection(source, holders, '');
    return this.#named(connection, lookAt(source, undefined, rows), '');
  }

  /**
   * Looks at a relation that a dataset is to be made of.
   * @throws {ApiError} `forbidden` for a server that is not given, `validation_error` below `field`,
   * `source_value_out_of_range`, `source_unavailable`, `query_timeout`
   */
  async first(source: PostgresSource, holders: Holders, field: string): Promise<FoundRows> {
    const connection = this.#connection(source, holders, field);
    const chosen = locatorOf(source);
    return foundOf(await this.#named(connection, lookAt(source, chosen, 0), field));
  }

  /**
   * Looks again at the relation of a dataset.
   * @throws {ApiError} `source_schema_changed`, `source_value_out_of_range`, `source_unavailable`, `query_timeout`
   */
  async again(source: StoredRelation): Promise<FoundRows> {
    const { locator } = source;
    const connection = this.#reached(locator);
    const look = { ...lookAt(locator, locator, 0), known: source.snapshot };
    const found = await this.#look(connection, look);
    if ('refused' in found) {
      const isGone =
        found.refused.member === 'relation' && found.refused.fault.code !== 'no_fields';
      throw isGone ? sourceUnavailable('postgres', this.#now()) : schemaChanged();
    }
    const seen = foundOf(found);
    if (
      seen.snapshot.schema_sha256 !== source.schemaSha256 ||
      seen.recordIds !== source.recordIds
    ) {
      throw schemaChanged();
    }
    return seen;
  }

  /** Compares what is there with the rows of a session. @param kept JSON of a snapshot @throws {ApiError} as `Looks.same` */
  async same({ locator, fields, recordIds }: StoredRelation, kept: string): Promise<void> {
    const connection = this.#reached(locator);
    const reading = {
      login: loginOf(connection),
      snapshot: relationSnapshotSchema.parse(JSON.parse(kept)),
      fields,
      asText: locator.as_text,
      recordIds,
      freshMs: 0,
    };
    await this.#servers.asker(connection, lookMs)('checkRelation', { reading });
  }

  /** Rows of the relation of a dataset as they were found. @throws {ApiError} as `Looks.rows` */
  rows(
    { locator, fields, recordIds }: StoredRelation,
    { snapshot }: Pick<FoundRows, 'snapshot'>,
    { after, most }: RowsPart,
  ): Promise<ReadRow[]> {
    const connection = this.#reached(locator);
    const reading = {
      login: loginOf(connection),
      snapshot: relationSnapshotSchema.parse(snapshot),
      fields,
      asText: locator.as_text,
      recordIds,
      freshMs,
    };
    const order = {
      condition: everyRow,
      order: [],
      after: after === 0 ? undefined : String(after),
      limit: Math.min(most, rowsAtOnce),
    };
    return this.#servers.asker(connection, lookMs)('relationRows', { reading, order });
  }

  #reached({ connection_id: id }: RelationLocator): StoredConnection {
    return this.#servers.given(this.#connections, id, this.#now);
  }

  /** @throws {ApiError} `validation_error`: another holder's connection is none */
  #connection(
    { connection_id: id }: Pick<PostgresPreview, 'connection_id'>,
    holders: Holders,
    field: string,
  ): StoredConnection {
    const found = this.#connections.find(id);
    if (found !== undefined && (holders === undefined || holders.includes(found.holderId))) {
      return found;
    }
    throw validationError([
      faultAt(below(field, 'connection_id'), 'not_known', { unit: 'database connection' }),
    ]);
  }

  async #named(
    connection: StoredConnection,
    look: Omit<RelationLook, 'login'>,
    field: string,
  ): Promise<InspectedRelation> {
    const found = await this.#look(connection, look);
    if (!('refused' in found)) return found;
    const { member, fault } = found.refused;
    throw validationError([{ ...fault, field: below(field, member) }]);
  }

  #look(connection: StoredConnection, look: Omit<RelationLook, 'login'>) {
    const ask = this.#servers.asker(connection, lookMs);
    return ask('inspectRelation', { ...look, login: loginOf(connection) });
  }
}

function below(field: string, member: string): string {
  return field === '' ? member : `${field}.${member}`;
}

function lookAt(
  source: Pick<
    RelationLocator,
    'connection_id' | 'schema' | 'relation' | 'shape' | 'document' | 'as_text'
  >,
  chosen: RelationLook['chosen'],
  firstRows: number,
): Omit<RelationLook, 'login'> {
  const { connection_id, schema, relation, shape, document, as_text } = source;
  const place = { connection_id, schema, relation, shape, as_text };
  return {
    place: document === undefined ? place : { ...place, document },
    chosen,
    known: undefined,
    firstRows,
  };
}

/** Where a relation is, as it is kept. */
export function locatorOf(source: PostgresSource): RelationLocator {
  const { connection_id, schema, relation, shape, document, key, rule, version_column, as_text } =
    source;
  return {
    connection_id,
    schema,
    relation,
    shape,
    ...(document === undefined ? {} : { document }),
    key,
    rule,
    ...(version_column === undefined ? {} : { version_column }),
    as_text,
  };
}

export function leftOutOf({ columns }: Pick<InspectedRelation, 'columns'>): LeftOut[] {
  return columns.flatMap(({ name, type, field }) => (field === undefined ? [{ name, type }] : []));
}

function foundOf(found: InspectedRelation): FoundRows {
  const { snapshot, snapshotSha256, recordIds } = seenOf(found);
  return {
    fields: found.fields,
    leftOut: leftOutOf(found),
    snapshot,
    snapshotSha256,
    recordIds,
    rows: snapshot.rows,
  };
}

function seenOf({ seen }: InspectedRelation): SeenRelation {
  if (seen === undefined) throw new ApiError('internal_error', 'Key and rule were not looked at.');
  return seen;
}
