/** What the last look at each source came to: a working note, of which nothing is proved. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { sourceStates, type DatasetSource } from '../../shared/contract/sources.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { Looks } from './looks.ts';
import type { FoundRows } from './source-facts.ts';
import type { StoredSource } from './sources-store.ts';

export type SourceState = Pick<DatasetSource, 'state' | 'reason'>;

/** A look at a source: how it stands, and the rows where they could be read. */
export interface SourceLook extends SourceState {
  readonly found?: FoundRows;
}

interface Row {
  readonly state: string;
  readonly reason: string | null;
  readonly since: string;
  readonly checked_at: string;
}

/** Every statement, by name, so that a test can read the plan of each. */
export const sourceStateStatements = {
  byId: 'SELECT state, reason, since, checked_at FROM source_states WHERE dataset_id = ?',
  keep: `INSERT INTO source_states (dataset_id, state, reason, since, checked_at)
    VALUES (@dataset, @state, @reason, @now, @now)
    ON CONFLICT (dataset_id) DO UPDATE SET checked_at = @now, state = @state, reason = @reason,
      since = CASE WHEN state = @state AND reason IS @reason THEN since ELSE @now END`,
} as const;

const stateSchema = z.enum(sourceStates);

export class SourceStates {
  readonly #byId: Statement<[string], Row>;
  readonly #keep: Statement<[object]>;

  constructor(database: Database) {
    this.#byId = database.prepare(sourceStateStatements.byId);
    this.#keep = database.prepare(sourceStateStatements.keep);
  }

  /** The state of a source as it was found last; ready before it was looked at again. */
  find(datasetId: string): Pick<DatasetSource, 'state' | 'since' | 'reason' | 'checked_at'> {
    const row = this.#byId.get(datasetId);
    if (row === undefined) return { state: 'ready' };
    return {
      state: stateSchema.parse(row.state),
      since: row.since,
      checked_at: row.checked_at,
      ...(row.reason === 'empty' ? { reason: 'empty' } : {}),
    };
  }

  /** Keeps what a look came to. The caller holds the transaction. */
  keep(datasetId: string, { state, reason }: SourceState, now: string): void {
    this.#keep.run({ dataset: datasetId, state, reason: reason ?? null, now });
  }
}

/** Looks at the rows of a dataset where they are. @throws {ApiError} of any kind but those that tell how a source stands */
export async function lookAt(looks: Looks, source: StoredSource): Promise<SourceLook> {
  try {
    return { state: 'ready', found: await looks.again(source) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'source_schema_changed') return { state: 'changed' };
    if (error.code !== 'source_unavailable' && error.code !== 'query_timeout') throw error;
    const { reason } = error.details;
    return { state: 'unavailable', ...(reason === 'empty' ? { reason } : {}) };
  }
}
