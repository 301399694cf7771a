/** Positions of the records that wait for a person, by why they do. */
import type { Database, Statement } from 'better-sqlite3';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import type { WaitingReason } from '../../shared/contract/reviews.ts';
import { waitingReason, type Step } from '../../shared/decision-in-effect.ts';
import { outcomeClassifier } from '../../shared/oversight/profile-reader.ts';
import { InterventionTexts } from '../ledger/intervention-texts.ts';
import { AppliedProfiles } from '../oversight/applied-profiles.ts';
import { closedText } from '../oversight/fact-values.ts';
import {
  ReviewRulesStore,
  undecidedBy,
  type AskedReason,
  type ReviewedModel,
} from '../oversight/review-rules.ts';
import { firstBeyond } from '../oversight/sample-border.ts';
import { SameOutcome } from '../oversight/same-outcome.ts';
import {
  differenceOf,
  GrowingPositions,
  indexFrom,
  noPositions,
  parsePositions,
  unionOf,
  type Positions,
} from './position-list.ts';
import { reviewStatements as sql } from './review-statements.ts';

/** Positions as `parsePositions` reads them; null for none. */
type Text = Buffer | null;

interface KeptList {
  readonly list: GrowingPositions;
  upTo: number;
}

interface SecondReviewsOf {
  readonly after: number;
  readonly model: string;
  readonly beyond: Buffer;
}

interface ReviewedAgain {
  readonly position: number;
  readonly id: string;
  readonly seq: number;
  readonly model_id: string;
}

/**
 * Positions of what waits. What profiles ask for is looked for once, and then among new records alone, until there is another
 * profile: a record's confidence and hash stay as they are. What people did is read anew each time; there is little of it.
 */
export class WaitingPositions {
  readonly rules: ReviewRulesStore;
  readonly #answered: Statement<[number], Text>;
  readonly #lastWord: Readonly<Record<'escalated' | 'second_actor', Statement<[number], Text>>>;
  readonly #below: Statement<[string, number, number], Text>;
  readonly #drawn: Statement<[string, number, Buffer], Text>;
  readonly #outputs: Statement<[string, number], [position: number, value: string]>;
  readonly #outcomeTexts: Statement<[number], { readonly id: number; readonly value: string }>;
  readonly #withOutcomes: Statement<[number, number, string], Text>;
  readonly #applied: AppliedProfiles;
  readonly #secondReview: Statement<[SecondReviewsOf], Text>;
  readonly #reviewedAgain: Statement<[number], ReviewedAgain>;
  readonly #interventions: InterventionTexts;
  readonly #outcomes: SameOutcome;
  readonly #lastErasure: Statement<[], number | null>;
  readonly #asked = new Map<string, KeptList>();
  #revision = '';

  constructor(database: Database) {
    const ofLedger = (text: string) => database.prepare<[number], Text>(text).pluck();
    this.rules = new ReviewRulesStore(database);
    this.#answered = ofLedger(sql.answered);
    this.#lastWord = {
      escalated: ofLedger(sql.escalated),
      second_actor: ofLedger(sql.second_actor),
    };
    this.#below = database.prepare<[string, number, number], Text>(sql.below).pluck();
    this.#drawn = database.prepare<[string, number, Buffer], Text>(sql.drawn).pluck();
    this.#outputs = database.prepare<[string, number], [number, string]>(sql.outputs).raw();
    this.#outcomeTexts = database.prepare(sql.outcomes);
    this.#withOutcomes = database.prepare<[number, number, string], Text>(sql.withOutcomes).pluck();
    this.#applied = new AppliedProfiles(database);
    this.#secondReview = database.prepare<[SecondReviewsOf], Text>(sql.second_review).pluck();
    this.#reviewedAgain = database.prepare(sql.reviewedAgain);
    this.#lastErasure = database.prepare<[], number | null>(sql.lastErasure).pluck();
    this.#interventions = new InterventionTexts(database);
    this.#outcomes = new SameOutcome(database);
  }

  /** The positions after one, up to the last of the ledger. */
  of(reason: WaitingReason, after: number, last: number): Positions {
    switch (reason) {
      case 'policy':
      case 'sample':
        return unionOf(
          this.rules.models().map((model) => this.ofModel(reason, model, after, last)),
        );
      case 'escalated':
      case 'second_actor':
        return parsePositions(this.#lastWord[reason].get(after) ?? null);
      case 'second_review':
        return unionOf(this.rules.models().map((model) => this.#drawnAgain(model, after)));
      case 'disagreement':
        return this.#disagreements(after);
      default:
        return reason satisfies never;
    }
  }

  /** What the profile of one model asks for and nobody answered. */
  ofModel(reason: AskedReason, model: ReviewedModel, after: number, last: number): Positions {
    const asked = this.#askedFor(reason, model, after, last);
    if (asked.length === 0) return asked;
    const answers = parsePositions(this.#answered.get(after) ?? null);
    if (reason === 'policy') return differenceOf(asked, [answers]);
    return differenceOf(asked, [this.#askedFor('policy', model, after, last), answers]);
  }

  #askedFor(asked: AskedReason, model: ReviewedModel, after: number, last: number): Positions {
    // An output that was erased is no longer undecided.
    const revision = `${this.rules.revision()} ${this.#lastErasure.get() ?? 0}`;
    if (revision !== this.#revision) this.#asked.clear();
    this.#revision = revision;
    const key = `${asked} ${model.modelId}`;
    const kept = this.#asked.get(key) ?? { list: new GrowingPositions(noPositions), upTo: 0 };
    this.#asked.set(key, kept);
    if (kept.upTo < last) {
      const select =
        asked === 'policy' ? this.#inDoubt(model, kept.upTo) : this.#sample(model, kept.upTo);
      kept.list.append(select);
      kept.upTo = last;
    }
    const { positions } = kept.list;
    return positions.subarray(indexFrom(positions, after + 1));
  }

  #inDoubt(model: ReviewedModel, after: number): Positions {
    const { below } = model.rules;
    return unionOf([
      below === null
        ? noPositions
        : parsePositions(this.#below.get(model.modelId, after, below) ?? null),
      this.#undecided(model, after),
    ]);
  }

  /** Where an output was erased, nothing is known to be undecided. */
  #undecided(model: ReviewedModel, after: number): Positions {
    const { modelId, profile, rules } = model;
    if (!rules.undecided) return noPositions;
    const facts = this.#undecidedFacts(model);
    const byFacts =
      facts === undefined
        ? noPositions
        : parsePositions(
            this.#withOutcomes.get(facts.set, after, JSON.stringify(facts.ids)) ?? null,
          );
    const isOne = undecidedBy(profile);
    const found: number[] = [];
    const from = Math.max(after, facts?.written ?? 0);
    for (const [position, value] of this.#outputs.iterate(modelId, from)) {
      if (isOne(jsonOrUndefined(value))) found.push(position);
    }
    return unionOf([byFacts, Uint32Array.from(found)]);
  }

  /** Which texts of the facts are undecided; undefined while the facts are not complete, or do not tell all outcomes apart. */
  #undecidedFacts({ modelId, profile }: ReviewedModel) {
    const { answers, filling } = this.#applied.ofModel(modelId) ?? {};
    if (answers === undefined || filling !== undefined) return undefined;
    const classOf = outcomeClassifier(profile.outcome);
    const texts = this.#outcomeTexts.all(answers.facts);
    if (texts.some(({ value }) => value === closedText)) return undefined;
    const ids = texts.flatMap(({ id, value }) => (classOf(value) === 'undecided' ? [id] : []));
    return { set: answers.facts, written: answers.written, ids };
  }

  #sample({ modelId, rules: { sample_percent: percent } }: ReviewedModel, after: number) {
    if (percent === 0) return noPositions;
    return parsePositions(this.#drawn.get(modelId, after, firstBeyond(percent)) ?? null);
  }

  #drawnAgain({ modelId, rules: { blind_percent: percent } }: ReviewedModel, after: number) {
    if (percent === 0) return noPositions;
    const which = { after, model: modelId, beyond: firstBeyond(percent) };
    return parsePositions(this.#secondReview.get(which) ?? null);
  }

  #disagreements(after: number): Positions {
    const found: number[] = [];
    for (const { position, id, seq, model_id: modelId } of this.#reviewedAgain.all(after)) {
      const profile = this.rules.ofModel(modelId);
      const steps: Step[] = this.#interventions.rows(id);
      const reason = waitingReason(
        { rules: profile?.review, differs: (pair) => this.#outcomes.differs(seq, profile, pair) },
        steps,
      );
      if (reason === 'disagreement') found.push(position);
    }
    return Uint32Array.from(found);
  }
}
