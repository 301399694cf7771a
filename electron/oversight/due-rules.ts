/** Which models have rules that are to be evaluated: none was for a midnight, or a newer profile is in force. */
import type { Database, Statement } from 'better-sqlite3';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { AppliedProfiles } from './applied-profiles.ts';
import { isoOf } from './periods.ts';
import { documentOrUndefined } from './profile-store.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const dueRulesStatements = {
  watched: `SELECT model_id, number, profile_id, document FROM profiles AS p
    WHERE number = (SELECT max(number) FROM profiles WHERE model_id = p.model_id)
      AND document ->> '$.rules' IS NOT NULL
    ORDER BY model_id`,
  newest: `SELECT model_id, number, profile_id, document FROM profiles
    WHERE model_id = ? ORDER BY number DESC LIMIT 1`,
  evaluation: 'SELECT profile, midnight FROM rule_evaluations WHERE model_id = ?',
  evaluated: `INSERT INTO rule_evaluations (model_id, profile, midnight)
    VALUES (@modelId, @profile, @midnight)
    ON CONFLICT (model_id) DO UPDATE SET profile = @profile, midnight = @midnight`,
} as const;

interface ProfileRow {
  readonly model_id: string;
  readonly number: number;
  readonly profile_id: string;
  readonly document: string;
}

interface Evaluation {
  readonly profile: number;
  readonly midnight: string;
}

/** A model whose rules are to be evaluated. */
export interface DueModel {
  readonly modelId: string;
  readonly profileId: string;
  /** Number of the profile. */
  readonly profile: number;
  readonly document: ProfileDocument;
  /** Milliseconds since 1970. */
  readonly midnight: number;
}

/** Over one connection; only the writer's can tell that something was evaluated. */
export class DueRules {
  readonly #watched: Statement<[], ProfileRow>;
  readonly #newest: Statement<[string], ProfileRow>;
  readonly #evaluation: Statement<[string], Evaluation>;
  readonly #applied: AppliedProfiles;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    this.#watched = database.prepare(dueRulesStatements.watched);
    this.#newest = database.prepare(dueRulesStatements.newest);
    this.#evaluation = database.prepare(dueRulesStatements.evaluation);
    this.#applied = new AppliedProfiles(database);
  }

  /** Models of which something is due: those whose facts are made by the profile in force alone. */
  at(midnight: number): DueModel[] {
    const text = isoOf(midnight);
    return this.#watched.all().flatMap((row) => {
      const document = documentOrUndefined(row.document);
      const last = this.#evaluation.get(row.model_id);
      const isDone = last !== undefined && last.profile === row.number && last.midnight >= text;
      if (document === undefined || (document.rules ?? []).length === 0 || isDone) return [];
      const isApplied = this.#applied.ofModel(row.model_id)?.answers?.number === row.number;
      return isApplied ? [{ ...identityOf(row), document, midnight }] : [];
    });
  }

  /** The profile in force of a model. */
  newest(modelId: string): Pick<DueModel, 'profileId' | 'profile'> | undefined {
    const row = this.#newest.get(modelId);
    return row && identityOf(row);
  }

  /** Up to which midnight the rules of a profile were evaluated; undefined where they never were. */
  evaluatedTo(modelId: string, profile: number): string | undefined {
    const last = this.#evaluation.get(modelId);
    return last?.profile === profile ? last.midnight : undefined;
  }

  evaluated(evaluation: Evaluation & { readonly modelId: string }): void {
    this.#database.prepare(dueRulesStatements.evaluated).run(evaluation);
  }
}

function identityOf({ model_id: modelId, profile_id: profileId, number: profile }: ProfileRow) {
  return { modelId, profileId, profile };
}
