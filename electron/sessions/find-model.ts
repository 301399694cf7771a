/** The registered card that an operation names, read from the registry's table where there is one. */
import type { Database } from 'better-sqlite3';

export interface ModelReference {
  /** The highest version by number. */
  readonly version: string;
}

/**
 * Looks a model up by its id. A database from before the registry has no table of models: then every
 * model is unregistered.
 */
export function modelFinder(database: Database): (modelId: string) => ModelReference | undefined {
  const hasRegistry =
    database
      .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'models'")
      .get() !== undefined;
  if (!hasRegistry) return () => undefined;
  const find = database.prepare<[string], ModelReference>(
    `SELECT version FROM models WHERE model_id = ?
     ORDER BY major DESC, minor DESC, patch DESC LIMIT 1`,
  );
  return (modelId) => find.get(modelId);
}
