/** What the decision profiles in force ask of the people who review, read where records are listed and acted on. */
import type { Database, Statement } from 'better-sqlite3';
import { isJsonObject } from '../../shared/contract/json.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import type { ReviewRules } from '../../shared/contract/reviews.ts';
import { outcomeClassifier, ProfileReader } from '../../shared/oversight/profile-reader.ts';
import { documentOf } from './profile-store.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const reviewRuleStatements = {
  revision: 'SELECT max(number) FROM profiles',
  inForce: `SELECT model_id, document FROM profiles AS p
    WHERE number = (SELECT max(number) FROM profiles WHERE model_id = p.model_id)
    ORDER BY model_id`,
  ofModel: 'SELECT document FROM profiles WHERE model_id = ? ORDER BY number DESC LIMIT 1',
} as const;

/** Tells of a model's output whether the profile calls its outcome undecided. */
export function undecidedBy(profile: ProfileDocument): (output: unknown) => boolean {
  const reader = new ProfileReader(profile);
  const classOf = outcomeClassifier(profile.outcome);
  return (output) => isJsonObject(output) && classOf(reader.outcome({ output })) === 'undecided';
}

/** A model whose profile asks for reviews. */
export interface ReviewedModel {
  readonly modelId: string;
  readonly profile: ProfileDocument;
  readonly rules: ReviewRules;
}

/** Over one connection. */
export class ReviewRulesStore {
  readonly #revision: Statement<[], number | null>;
  readonly #inForce: Statement<[], { readonly model_id: string; readonly document: string }>;
  readonly #ofModel: Statement<[string], string>;
  #known: { readonly revision: number; readonly models: readonly ReviewedModel[] } | undefined;

  constructor(database: Database) {
    this.#revision = database.prepare<[], number | null>(reviewRuleStatements.revision).pluck();
    this.#inForce = database.prepare(reviewRuleStatements.inForce);
    this.#ofModel = database.prepare<[string], string>(reviewRuleStatements.ofModel).pluck();
  }

  /** The number of the newest profile: what is kept of an earlier one is out of date. */
  revision(): number {
    return this.#revision.get() ?? 0;
  }

  /** Every model whose profile in force has rules of reviews. */
  models(): readonly ReviewedModel[] {
    const revision = this.revision();
    if (this.#known?.revision === revision) return this.#known.models;
    const models = this.#inForce.all().flatMap(({ model_id: modelId, document }) => {
      const profile = documentOf(document);
      return profile.review === null ? [] : [{ modelId, profile, rules: profile.review }];
    });
    this.#known = { revision, models };
    return models;
  }

  /** The profile of a model that is in force; undefined for a model without one. */
  ofModel(modelId: string): ProfileDocument | undefined {
    const document = this.#ofModel.get(modelId);
    return document === undefined ? undefined : documentOf(document);
  }
}
