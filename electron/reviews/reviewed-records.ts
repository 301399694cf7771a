/** Records as reviewers read them: by the profile of their model, and without anything that people decided. */
import type { Database, Statement } from 'better-sqlite3';
import { isJsonObject, jsonOrUndefined, type JsonObject } from '../../shared/contract/json.ts';
import { limits } from '../../shared/contract/limits.ts';
import { outcomeClasses, type ProfileDocument } from '../../shared/contract/profiles.ts';
import type { Review } from '../../shared/contract/review-queue.ts';
import type { WaitingReason } from '../../shared/contract/reviews.ts';
import { pointerNames } from '../../shared/json-pointer.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import {
  outcomeClassifier,
  ProfileReader,
  scalarAt,
} from '../../shared/oversight/profile-reader.ts';
import { InterventionTexts } from '../ledger/intervention-texts.ts';
import { ReviewRulesStore } from '../oversight/review-rules.ts';
import { WaitingStandings } from '../records/waiting-standings.ts';
import { reviewQueueStatements as sql } from './statements.ts';

/** A record with who means to review it. */
export interface StoredReview {
  readonly position: number;
  readonly seq: number;
  readonly id: string;
  readonly model_id: string;
  readonly created_at: string;
  readonly confidence: number | null;
  readonly policy_id: string | null;
  /** Hexadecimal. */
  readonly hash: string;
  readonly assignee: string | null;
}

/** The members of an answer that a record alone tells. */
export type Told = Pick<
  Review,
  | 'record_id'
  | 'model_id'
  | 'created_at'
  | 'confidence'
  | 'outcome'
  | 'outcome_class'
  | 'amount'
  | 'currency'
  | 'assignee'
>;

const values = ['input', 'output', 'explanation', 'context'] as const;

/** Over one connection. */
export class ReviewedRecords {
  readonly rules: ReviewRulesStore;
  readonly waits: WaitingStandings;
  readonly #at: Statement<[number], StoredReview>;
  readonly #byId: Statement<[string], StoredReview>;
  readonly #value: Statement<[number, string], string>;
  readonly #newestOutputs: Statement<[string, number], string>;
  readonly #interventions: InterventionTexts;

  constructor(database: Database) {
    this.rules = new ReviewRulesStore(database);
    this.waits = new WaitingStandings(database, this.rules);
    this.#at = database.prepare(sql.recordAt);
    this.#byId = database.prepare(sql.recordById);
    this.#value = database.prepare<[number, string], string>(sql.value).pluck();
    this.#newestOutputs = database.prepare<[string, number], string>(sql.newestOutputs).pluck();
    this.#interventions = new InterventionTexts(database);
  }

  at(position: number): StoredReview | undefined {
    return this.#at.get(position);
  }

  find(id: string): StoredReview | undefined {
    return this.#byId.get(id);
  }

  /** What the record alone tells, by the profile in force. */
  told(record: StoredReview): Told {
    const profile = this.rules.ofModel(record.model_id);
    const output = this.#object(record.seq, 'output');
    const outcome = profile?.outcome ?? null;
    const value = outcome && output && scalarAt({ output }, pointerNames(outcome.path) ?? []);
    return {
      record_id: record.id,
      model_id: record.model_id,
      created_at: record.created_at,
      ...(record.confidence === null ? {} : { confidence: record.confidence }),
      outcome: value ?? null,
      outcome_class: this.#classOf(profile, output),
      ...this.#amount(profile, record, output),
      assignee: record.assignee,
    };
  }

  /** Why a record waits, and the newest hash that something about it is decided upon. */
  standing(record: StoredReview): {
    readonly reason: WaitingReason | null;
    readonly previousHash: string;
    readonly count: number;
  } {
    const rows = this.#interventions.rows(record.id);
    const previousHash = `sha256:${rows.at(-1)?.hash ?? record.hash}`;
    return { reason: this.waits.reasonOf(record, rows), previousHash, count: rows.length };
  }

  /** The record's values, as far as they were not erased. */
  values(record: StoredReview): Review['record'] {
    const read = (field: (typeof values)[number]) => {
      const value = this.#object(record.seq, field);
      return value === undefined ? {} : { [field]: value };
    };
    const transaction = jsonOrUndefined(this.#value.get(record.seq, 'transaction_id') ?? '');
    return {
      hash: `sha256:${record.hash}`,
      ...(record.policy_id === null ? {} : { policy_id: record.policy_id }),
      ...(typeof transaction === 'string' ? { transaction_id: transaction } : {}),
      ...Object.assign({}, ...values.map(read)),
    };
  }

  /** The outcomes that may be decided, with how many of the model's newest records have each. */
  choices(record: StoredReview): Pick<Review, 'choices' | 'counted'> {
    const profile = this.rules.ofModel(record.model_id);
    const { outcome } = profile ?? { outcome: null };
    if (profile === undefined || outcome === null) return { choices: [], counted: 0 };
    const reader = new ProfileReader(profile);
    const counts = new Map<string | null, number>();
    let counted = 0;
    for (const text of this.#newestOutputs.iterate(record.model_id, limits.profile.looked)) {
      const output = jsonOrUndefined(text);
      const value = isJsonObject(output) ? reader.outcome({ output }) : null;
      counts.set(value, (counts.get(value) ?? 0) + 1);
      counted += 1;
    }
    const choices = outcomeClasses.flatMap((name) =>
      outcome[name].map((value) => ({
        value,
        class: name,
        count: counts.get(canonicalJson(value)) ?? 0,
      })),
    );
    return { choices, counted };
  }

  #classOf(
    profile: ProfileDocument | undefined,
    output: JsonObject | undefined,
  ): Review['outcome_class'] {
    if (profile === undefined || output === undefined) return null;
    const text = new ProfileReader(profile).outcome({ output });
    return outcomeClassifier(profile.outcome)(text) ?? null;
  }

  #amount(
    profile: ProfileDocument | undefined,
    { seq }: StoredReview,
    output: JsonObject | undefined,
  ): Pick<Review, 'amount' | 'currency'> {
    const amount = profile?.amount ?? null;
    if (amount === null) return { amount: null, currency: null };
    const names = pointerNames(amount.path) ?? [];
    const member = values.find((each) => each === names[0]);
    const object = member === 'output' ? output : member && this.#object(seq, member);
    const value =
      member === undefined || object === undefined
        ? undefined
        : scalarAt({ [member]: object }, names);
    return { amount: typeof value === 'number' ? value : null, currency: amount.currency };
  }

  #object(seq: number, field: string): JsonObject | undefined {
    const value = jsonOrUndefined(this.#value.get(seq, field) ?? '');
    return isJsonObject(value) ? value : undefined;
  }
}
