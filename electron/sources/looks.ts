/** Looks at sources of every kind. */
import type { NewSource } from '../../shared/contract/sources.ts';
import type { Means, WriteContext } from '../area.ts';
import { SourceConnectionsStore } from './connections/source-connections-store.ts';
import { ServerLooks } from './connections/server-looks.ts';
import { locatorOf as relationLocatorOf, RelationLooks, type Holders } from './relation-looks.ts';
import type { ReadRow, RowsPart } from './read-row.ts';
import type { FoundRows } from './source-facts.ts';
import { locatorOf, SourceLooks } from './source-looks.ts';
import type { StoredSource } from './sources-store.ts';

/** Those of the writer. */
export function looksOf(context: WriteContext): Looks {
  const connections = new SourceConnectionsStore(context.database);
  return new Looks(context, connections, () => context.wallClock.now());
}

export class Looks {
  readonly files: SourceLooks;
  readonly relations: RelationLooks;

  constructor(
    means: Pick<Means, 'supervisor' | 'workspace'>,
    connections: SourceConnectionsStore,
    now: () => string,
  ) {
    this.files = new SourceLooks(means, now);
    this.relations = new RelationLooks(connections, new ServerLooks(means), now);
  }

  /**
   * Looks at a source that a dataset is to be made of.
   * @param holders whose connections alone may be named
   * @throws {ApiError} `forbidden` for a place or server that is not given, `validation_error` below `field`,
   * `source_value_out_of_range`, `source_unavailable`, `query_timeout`
   */
  first(source: NewSource, holders: Holders, field: string): Promise<FoundRows> {
    return source.kind === 'files'
      ? this.files.first(source, field)
      : this.relations.first(source, holders, field);
  }

  /**
   * Looks again at the source of a dataset.
   * @throws {ApiError} `source_schema_changed`, `source_value_out_of_range`, `source_unavailable`, `query_timeout`
   */
  again(source: StoredSource): Promise<FoundRows> {
    return source.kind === 'files' ? this.files.again(source) : this.relations.again(source);
  }

  /**
   * Rows as they were found, behind one: some of them, or none where there are no more.
   * @throws {ApiError} `source_changed`, `source_value_out_of_range`, `source_unavailable`, `query_timeout`
   */
  rows(source: StoredSource, found: FoundRows, part: RowsPart): Promise<ReadRow[]> {
    return source.kind === 'files'
      ? this.files.rows(source, found, part)
      : this.relations.rows(source, found, part);
  }

  /**
   * Compares what is there with the rows of a session.
   * @param kept JSON of a snapshot
   * @throws {ApiError} `source_changed`, `source_unavailable`, `query_timeout`
   */
  same(source: StoredSource, kept: string): Promise<void> {
    return source.kind === 'files' ? this.files.same(kept) : this.relations.same(source, kept);
  }
}

/** Where the rows of a new dataset are, as it is kept. */
export function placeOf(
  source: NewSource,
  { csv }: Pick<FoundRows, 'csv'>,
): Pick<StoredSource, 'kind' | 'locator'> {
  return source.kind === 'files'
    ? { kind: 'files', locator: { ...locatorOf(source), ...(csv === undefined ? {} : { csv }) } }
    : { kind: 'postgres', locator: relationLocatorOf(source) };
}
