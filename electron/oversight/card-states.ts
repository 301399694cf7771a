/** How the cards of models stand: the newest version, whether it names limitations, what was found of its artifact. */
import type { Database, Statement } from 'better-sqlite3';
import type { ModelCardState } from '../../shared/contract/oversight.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const cardStatements = {
  newestCard: `SELECT version, limitations FROM models WHERE model_id = ?
    ORDER BY major DESC, minor DESC, patch DESC LIMIT 1`,
  lastCheck: `SELECT outcome FROM artifact_checks WHERE model_id = ? AND version = ?
    ORDER BY seq DESC LIMIT 1`,
} as const;

/** Over one connection. */
export class CardStates {
  readonly #newest: Statement<[string], { version: string; limitations: string | null }>;
  readonly #lastCheck: Statement<[string, string], ModelCardState['artifact']>;

  constructor(database: Database) {
    this.#newest = database.prepare(cardStatements.newestCard);
    this.#lastCheck = database
      .prepare<[string, string], ModelCardState['artifact']>(cardStatements.lastCheck)
      .pluck();
  }

  /** Undefined for a model that nobody registered. */
  of(modelId: string): ModelCardState | undefined {
    const newest = this.#newest.get(modelId);
    if (newest === undefined) return undefined;
    const { version, limitations } = newest;
    return {
      version,
      names_limitations: (limitations ?? '').trim() !== '',
      artifact: this.#lastCheck.get(modelId, version) ?? 'unchecked',
    };
  }
}
