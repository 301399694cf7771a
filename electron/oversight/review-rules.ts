/** What the decision profiles in force ask of the people who review, read where records are listed and acted on. */
import type { Database, Statement } from 'better-sqlite3';
import { isJsonObject } from '../../shared/contract/json.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import type { ReviewRules } from '../../shared/contract/reviews.ts';
import { outcomeClassifier, ProfileReader } from '../../shared/oversight/profile-reader.ts';
import { documentOf, profileStatements } from './profile-store.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const reviewRuleStatements = {
  revision: 'SELECT max(number) FROM profiles',
  inForce: `SELECT model_id, document FROM profiles AS p
    WHERE number = (SELECT max(number) FROM profiles WHERE model_id = p.model_id)
    ORDER BY model_id`,
  confirmed: 'SELECT created_at, document FROM profiles WHERE model_id = ? ORDER BY number',
} as const;

/** Tells of a model's output whether the profile calls its outcome undecided. */
export function undecidedBy(profile: ProfileDocument): (output: unknown) => boolean {
  const reader = new ProfileReader(profile);
  const classOf = outcomeClassifier(profile.outcome);
  return (output) => isJsonObject(output) && classOf(reader.outcome({ output })) === 'undecided';
}

/** Why a profile asks for a review of a record, whatever people did. */
export type AskedReason = 'policy' | 'sample';

/** A model whose profile asks for reviews. */
export interface ReviewedModel {
  readonly modelId: string;
  readonly profile: ProfileDocument;
  readonly rules: ReviewRules;
  /**
   * When the first profile of the model asked for reviews of each kind, in milliseconds since 1970: nobody could be late
   * before. `Infinity` for what none ever asked for.
   */
  readonly askedFrom: Readonly<Record<AskedReason, number>>;
}

interface Confirmed {
  readonly created_at: string;
  readonly document: string;
}

interface Known {
  readonly revision: number;
  models: readonly ReviewedModel[] | undefined;
  readonly byModel: Map<string, ProfileDocument | undefined>;
}

/** Over one connection. */
export class ReviewRulesStore {
  readonly #revision: Statement<[], number | null>;
  readonly #inForce: Statement<[], { readonly model_id: string; readonly document: string }>;
  readonly #ofModel: Statement<[string], string>;
  readonly #confirmed: Statement<[string], Confirmed>;
  /** What is kept, as far as it was asked for, of the profiles in force at a revision. */
  #known: Known | undefined;

  constructor(database: Database) {
    this.#revision = database.prepare<[], number | null>(reviewRuleStatements.revision).pluck();
    this.#inForce = database.prepare(reviewRuleStatements.inForce);
    this.#ofModel = database.prepare<[string], string>(profileStatements.inForce).pluck();
    this.#confirmed = database.prepare(reviewRuleStatements.confirmed);
  }

  /** The number of the newest profile: what is kept of an earlier one is out of date. */
  revision(): number {
    return this.#revision.get() ?? 0;
  }

  /** Every model whose profile in force has rules of reviews. */
  models(): readonly ReviewedModel[] {
    return (this.#current().models ??= this.#inForce
      .all()
      .flatMap(({ model_id: modelId, document }) => {
        const profile = documentOf(document);
        if (profile.review === null) return [];
        return [{ modelId, profile, rules: profile.review, askedFrom: this.#askedFrom(modelId) }];
      }));
  }

  /** A model by its id; undefined where its profile asks for no review. */
  reviewed(modelId: string): ReviewedModel | undefined {
    return this.models().find((each) => each.modelId === modelId);
  }

  /** The profile of a model that is in force; undefined for a model without one. */
  ofModel(modelId: string): ProfileDocument | undefined {
    const { byModel } = this.#current();
    if (byModel.has(modelId)) return byModel.get(modelId);
    const text = this.#ofModel.get(modelId);
    const document = text === undefined ? undefined : documentOf(text);
    byModel.set(modelId, document);
    return document;
  }

  #askedFrom(modelId: string): ReviewedModel['askedFrom'] {
    const rules = this.#confirmed.all(modelId).map(({ created_at: at, document }) => ({
      at: Date.parse(at),
      review: documentOf(document).review,
    }));
    const first = (asks: (review: ReviewRules) => boolean) =>
      rules.find(({ review }) => review !== null && asks(review))?.at ?? Infinity;
    return {
      policy: first(({ below, undecided }) => below !== null || undecided),
      sample: first(({ sample_percent: percent }) => percent > 0),
    };
  }

  #current(): Known {
    const revision = this.revision();
    if (this.#known?.revision !== revision) {
      this.#known = { revision, models: undefined, byModel: new Map() };
    }
    return this.#known;
  }
}
