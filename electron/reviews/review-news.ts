/** Tells receivers of decisions that begin to wait for a person, as they are recorded or acted on. */
import type { Database, Statement } from 'better-sqlite3';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { isSecondReview, lastWord, reviewAsked } from '../../shared/decision-in-effect.ts';
import type { PreparedRecord } from '../../shared/ledger/prepared.ts';
import { InterventionTexts } from '../ledger/intervention-texts.ts';
import type { AppendedRecord, DecisionUpkeep, GoingValues } from '../ledger/decision-projection.ts';
import { ReviewRulesStore, undecidedBy } from '../oversight/review-rules.ts';
import { WaitingStandings, type WaitingRecord } from '../records/waiting-standings.ts';
import type { HeldNews } from '../webhooks/held-news.ts';

/** So that a test can read its plan. */
export const reviewedRecordStatement = `SELECT seq, id, model_id, created_at, confidence,
  lower(hex(hash)) AS hash FROM records WHERE id = ?`;

/** Over the writer's connection; the caller holds the transaction. All else is done by what it stands before. */
export class ReviewNews implements DecisionUpkeep {
  readonly #upkeep: DecisionUpkeep;
  readonly #news: HeldNews;
  readonly #now: () => string;
  readonly #rules: ReviewRulesStore;
  readonly #standings: WaitingStandings;
  readonly #interventions: InterventionTexts;
  readonly #record: Statement<[string], WaitingRecord>;

  constructor(
    database: Database,
    means: {
      readonly upkeep: DecisionUpkeep;
      readonly news: HeldNews;
      readonly now: () => string;
    },
  ) {
    this.#upkeep = means.upkeep;
    this.#news = means.news;
    this.#now = means.now;
    this.#rules = new ReviewRulesStore(database);
    this.#standings = new WaitingStandings(database, this.#rules);
    this.#interventions = new InterventionTexts(database);
    this.#record = database.prepare(reviewedRecordStatement);
  }

  get isWaiting(): boolean {
    return this.#upkeep.isWaiting;
  }

  get work(): DecisionUpkeep['work'] {
    return this.#upkeep.work;
  }

  appended(stored: AppendedRecord, prepared: PreparedRecord): void {
    this.#upkeep.appended(stored, prepared);
    const profile = this.#rules.ofModel(prepared.modelId);
    if (profile?.review == null) return;
    const output = prepared.values.find(({ field }) => field === 'output')?.value ?? '';
    const asked = reviewAsked(profile.review, {
      confidence: prepared.confidence,
      hash: stored.hash.slice('sha256:'.length),
      isUndecided: profile.review.undecided && undecidedBy(profile)(jsonOrUndefined(output)),
    });
    if (asked !== undefined) this.#news.add('review.waiting', stored.createdAt);
  }

  intervened(recordId: string): void {
    this.#upkeep.intervened(recordId);
    const record = this.#record.get(recordId);
    if (record === undefined) return;
    const rows = this.#interventions.rows(recordId);
    const reason = this.#standings.reasonOf(record, rows);
    const asking = reason === 'disagreement' ? rows.findLast(isSecondReview) : lastWord(rows);
    // What waited before goes on to wait: only what this very step asks for is new.
    if (reason === null || asking === undefined || asking.id !== rows.at(-1)?.id) return;
    this.#news.add('review.waiting', this.#now());
  }

  registered(modelId: string): void {
    this.#upkeep.registered(modelId);
  }

  erasing(targets: readonly GoingValues[]): void {
    this.#upkeep.erasing(targets);
  }

  undone(): void {
    this.#upkeep.undone();
  }

  write(): void {
    this.#upkeep.write();
  }
}
