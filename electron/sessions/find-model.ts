/** The registered card that an operation names. */
import type { Database } from 'better-sqlite3';

export interface ModelReference {
  /** The highest version by number. */
  readonly version: string;
}

/** Looks a model up by its id; undefined for one that is not registered. */
export function modelFinder(database: Database): (modelId: string) => ModelReference | undefined {
  const find = database.prepare<[string], ModelReference>(
    `SELECT version FROM models WHERE model_id = ?
     ORDER BY major DESC, minor DESC, patch DESC LIMIT 1`,
  );
  return (modelId) => find.get(modelId);
}
