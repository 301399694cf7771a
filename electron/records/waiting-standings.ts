/** Why one record waits for a person, and since when: by the profile of its model and by what people did. */
import type { Database, Statement } from 'better-sqlite3';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import type { WaitingReason } from '../../shared/contract/reviews.ts';
import { isSecondReview, lastWord, waitingReason } from '../../shared/decision-in-effect.ts';
import { InterventionTexts, type InterventionRow } from '../ledger/intervention-texts.ts';
import { undecidedBy, type ReviewRulesStore } from '../oversight/review-rules.ts';
import { SameOutcome } from '../oversight/same-outcome.ts';
import { recordStatements as sql } from './record-statements.ts';

/** A record as far as it matters for that. */
export interface WaitingRecord {
  readonly seq: number;
  readonly id: string;
  readonly model_id: string;
  readonly created_at: string;
  readonly confidence: number | null;
  /** Hexadecimal. */
  readonly hash: string;
}

/** Since when it waits, in milliseconds since 1970, and what somebody did that it waits because of. */
export interface WaitingSince {
  readonly since: number;
  readonly asked: InterventionRow | undefined;
}

/** Over one connection. Call within one read transaction. */
export class WaitingStandings {
  readonly #rules: ReviewRulesStore;
  readonly #interventions: InterventionTexts;
  readonly #outcomes: SameOutcome;
  readonly #output: Statement<[number], string>;

  constructor(database: Database, rules: ReviewRulesStore) {
    this.#rules = rules;
    this.#interventions = new InterventionTexts(database);
    this.#outcomes = new SameOutcome(database);
    this.#output = database.prepare<[number], string>(sql.output).pluck();
  }

  /** Null for a record that does not wait. */
  reasonOf(
    record: WaitingRecord,
    rows: InterventionRow[] = this.#interventions.rows(record.id),
  ): WaitingReason | null {
    const profile = this.#rules.ofModel(record.model_id);
    const output = jsonOrUndefined(this.#output.get(record.seq) ?? '');
    return waitingReason(
      {
        rules: profile?.review,
        confidence: record.confidence ?? undefined,
        hash: record.hash,
        isUndecided: profile !== undefined && undecidedBy(profile)(output),
        differs: (pair) => this.#outcomes.differs(record.seq, profile, pair),
      },
      rows,
    );
  }

  /** As it was recorded, or a profile first asked for it, or somebody did what it waits for. */
  sinceOf(
    reason: WaitingReason,
    {
      id,
      model_id: modelId,
      created_at: at,
    }: Pick<WaitingRecord, 'id' | 'model_id' | 'created_at'>,
  ): WaitingSince {
    if (reason === 'policy' || reason === 'sample') {
      const from = this.#rules.reviewed(modelId)?.askedFrom[reason] ?? 0;
      return { since: Math.max(Date.parse(at), from), asked: undefined };
    }
    const rows = this.#interventions.rows(id);
    const asked = reason === 'disagreement' ? rows.findLast(isSecondReview) : lastWord(rows);
    return { since: Date.parse(asked?.created_at ?? at), asked };
  }
}
